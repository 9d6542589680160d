/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ERRDIFF_MEASURE_H
#define ERRDIFF_MEASURE_H

#include "errdiff.h"

/*
 * The mean light of red, green and blue, 0..1, of the pixels that `mask` lets take part; 0 where
 * there is none. Returns the number of those pixels. Where `palette` is given the samples of
 * `image` are its colours' numbers. `table` is room for 2^16 numbers.
 */
int64_t errdiff_measure_light(const errdiff_image *image, const uint8_t *mask,
                              ptrdiff_t mask_stride, const errdiff_palette *palette,
                              uint16_t *table, double mean[3]);

#endif
