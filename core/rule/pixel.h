/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loading and storing whole pixels of a job: samples to values v, and levels q to samples. */
#ifndef ERRDIFF_PIXEL_H
#define ERRDIFF_PIXEL_H

#include "errdiff.h"
#include "rule/rule.h"
#include "rule/sample.h"

/* Sets value[c] to the value v of each channel of pixel x in `row`, a row of `in`. All channels of
 * a gray pixel get its one sample. */
HOST_DEVICE_INLINE void errdiff_load_pixel(const struct errdiff_pixel_rule *rule,
                                           const errdiff_image *in, const void *row, ptrdiff_t x,
                                           int32_t value[3])
{
    ptrdiff_t first = x * in->channels;
    for (int c = 0; c < 3 && c < rule->channels; c++) {
        int32_t sample = errdiff_load(row, in->bits, first + (in->channels == 3 ? c : 0));
        value[c] = rule->light ? rule->light[sample] : sample;
    }
}

/* Writes the samples of the levels q to pixel x of `row`, a row of `out`. */
HOST_DEVICE_INLINE void errdiff_store_pixel(const struct errdiff_pixel_rule *rule,
                                            const errdiff_image *out, void *row, ptrdiff_t x,
                                            const int32_t level[3])
{
    ptrdiff_t first = x * out->channels;
    for (int c = 0; c < 3 && c < out->channels; c++) {
        int32_t sample = rule->indexed  ? level[0]
                         : rule->search ? rule->search->stored[level[0]][c]
                                        : errdiff_stored_of(&rule->quantizers[c], level[c]);
        errdiff_store(row, out->bits, first + c, sample);
    }
}

/* The sample of `out` for a sample of `in` whose pixel has the mask 0. */
HOST_DEVICE_INLINE int32_t errdiff_kept_sample(const errdiff_image *in, const errdiff_image *out,
                                               int32_t sample)
{
    return out->bits < in->bits ? (sample + 128) / 257 : sample;
}

/* Writes pixel x, whose mask is 0, to a row of `out`: its samples from the same row of `in` or, if
 * numbers of colors are written, the number of the color nearest to `value`. */
HOST_DEVICE_INLINE void errdiff_keep_pixel(const struct errdiff_pixel_rule *rule,
                                           const errdiff_image *in, const errdiff_image *out,
                                           const void *in_row, void *out_row, ptrdiff_t x,
                                           const int32_t value[3])
{
    if (rule->indexed) {
        int32_t modified[3];
        for (int c = 0; c < 3; c++)
            modified[c] = value[c] << ERRDIFF_FRACTION_BITS;
        errdiff_store(out_row, out->bits, x, errdiff_nearest(rule->search, modified));
        return;
    }
    for (int c = 0; c < 3 && c < out->channels; c++) {
        ptrdiff_t from = x * in->channels + (in->channels == 3 ? c : 0);
        int32_t sample = errdiff_kept_sample(in, out, errdiff_load(in_row, in->bits, from));
        errdiff_store(out_row, out->bits, x * out->channels + c, sample);
    }
}

#endif
