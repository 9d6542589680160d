/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the search after the dithering keeps of a picture, for the processor and the GPU. */
#ifndef ERRDIFF_REFINE_PLANES_H
#define ERRDIFF_REFINE_PLANES_H

#include "refine_rule.h"

#include <stddef.h>
#include <stdint.h>

/* Planes have `width` numbers in each row. */
struct errdiff_refine_planes {
    const struct errdiff_refine_tables *tables;
    int width, height;
    const uint16_t *values; /* 0..65535, of each channel of each pixel */
    const uint8_t *mask;    /* 0: the pixel stays; NULL: none stays */
    ptrdiff_t mask_stride;  /* bytes */
    int32_t *numbers;       /* of each pixel's color */
    int32_t *errors;        /* the planes of seen errors, one after the other */
    int32_t *sums;          /* of luminance's differences in each block, row by row of blocks */
    int blocks_across;
};

#endif
