/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Traces in raster order. Those of pixel (x, y) begin at (y · width + x) · channels. */
#ifndef ERRDIFF_RASTER_H
#define ERRDIFF_RASTER_H

#include "cuda/device_pixel.h"

struct errdiff_raster {
    int width, channels;
    int32_t *traces;
};

HOST_DEVICE_INLINE ptrdiff_t errdiff_raster_index(const struct errdiff_raster *raster, int x, int y)
{
    return (ptrdiff_t)y * raster->width + x;
}

HOST_DEVICE_INLINE const int32_t *errdiff_raster_at(const void *store, int x, int y)
{
    const struct errdiff_raster *raster = (const struct errdiff_raster *)store;
    if (x < 0 || x >= raster->width || y < 0)
        return NULL;
    return raster->traces + errdiff_raster_index(raster, x, y) * raster->channels;
}

#endif
