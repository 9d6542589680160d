/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ERRDIFF_MEASURE_H
#define ERRDIFF_MEASURE_H

#include "errdiff.h"
#include "prepare/gray.h"

#include <stdbool.h>

/*
 * Sets `mean` to the mean light of red, green and blue, 0..1, of the pixels where `mask` is not 0
 * (NULL: of all pixels), and returns the number of these pixels; if it is 0 the means are 0.
 * `table` is working memory for 2^16 numbers. If `gray` is not NULL, the light is that of the
 * grays of the pixels, which have three channels. If `palette` is not NULL, the light is that of
 * its colors as they look, and these pixels are numbers of its colors if `has_numbers`, otherwise
 * the colors that the device is sent.
 */
int64_t errdiff_measure_light(const errdiff_image *image, const uint8_t *mask,
                              ptrdiff_t mask_stride, const struct errdiff_gray *gray,
                              const errdiff_palette *palette, bool has_numbers, uint16_t *table,
                              double mean[3]);

#endif
