/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The gray of a color: the display value, with as many bits as the image has, whose light is
 * nearest in display values to the color's luminance
 *
 *     Y = 13933 · red + 46871 · green + 4732 · blue
 *
 * where red, green and blue are the light of the samples, 0..2^24, rounded. The weights are those
 * of Rec. ITU-R BT.709 and sRGB, and their sum is 2^16. A sample of i/max becomes the light of
 * the sRGB curve; Y becomes the number of i in 0..max − 1 for which the light of (i + 1/2)/max is
 * at most Y. So a gray color becomes itself.
 */
#ifndef ERRDIFF_GRAY_H
#define ERRDIFF_GRAY_H

#include "errdiff.h"
#include "rule/float_sample.h"

enum {
    ERRDIFF_GRAY_LIGHT_BITS = 24,
    ERRDIFF_GRAY_BUCKET_SHIFT = 28, /* of Y, 0..2^40 */
    ERRDIFF_GRAY_BUCKETS = 1 << 12
};

struct errdiff_gray {
    uint32_t *light;      /* of each sample */
    uint64_t *thresholds; /* Y from which on the next sample is nearer */
    /* For each bucket of Y, the number of thresholds up to its beginning. */
    uint16_t starts[ERRDIFF_GRAY_BUCKETS + 2];
};

/* Makes the tables for samples of `bits` bits, as errdiff_image has them. Returns false if there is
 * not enough memory. In either case the caller releases *gray with errdiff_gray_release. */
bool errdiff_gray_make(struct errdiff_gray *gray, int bits);

void errdiff_gray_release(struct errdiff_gray *gray);

/* The gray sample, an integer, of pixel x of a row of an image with three channels. */
static inline int32_t errdiff_gray_of(const struct errdiff_gray *gray, const void *row, int bits,
                                      ptrdiff_t x)
{
    uint64_t luminance = 13933 * (uint64_t)gray->light[errdiff_read(row, bits, 3 * x)] +
                         46871 * (uint64_t)gray->light[errdiff_read(row, bits, 3 * x + 1)] +
                         4732 * (uint64_t)gray->light[errdiff_read(row, bits, 3 * x + 2)];
    uint64_t bucket = luminance >> ERRDIFF_GRAY_BUCKET_SHIFT;
    int32_t low = gray->starts[bucket], high = gray->starts[bucket + 1];
    while (low < high) {
        int32_t middle = (low + high) / 2;
        if (luminance >= gray->thresholds[middle])
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

#endif
