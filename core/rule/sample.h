/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of samples in the caller's images. */
#ifndef ERRDIFF_SAMPLE_H
#define ERRDIFF_SAMPLE_H

#include "errdiff.h"
#include "rule.h"

/* The first sample of channel `channel` in row y. The next pixel's is image->channels samples
 * later. */
static inline void *errdiff_row(const errdiff_image *image, int y, int channel)
{
    return (uint8_t *)image->data + y * image->stride + (ptrdiff_t)channel * (image->bits / 8);
}

/* The mask of row y, or NULL. */
static inline const uint8_t *errdiff_mask_row(const errdiff_image *image, int y)
{
    return image->mask ? image->mask + y * image->mask_stride : NULL;
}

/* If `bits` is a constant, each of these functions is one instruction. */
HOST_DEVICE_INLINE int32_t errdiff_load(const void *row, int bits, ptrdiff_t index)
{
    return bits == 8 ? ((const uint8_t *)row)[index] : ((const uint16_t *)row)[index];
}

HOST_DEVICE_INLINE void errdiff_store(void *row, int bits, ptrdiff_t index, int32_t value)
{
    if (bits == 8)
        ((uint8_t *)row)[index] = (uint8_t)value;
    else
        ((uint16_t *)row)[index] = (uint16_t)value;
}

#endif
