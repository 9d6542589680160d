/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "floats.h"

#include "../support/half.h"

#include <string.h>

/* Any number that counts for the sample: for the least and the largest one also numbers beyond,
 * infinities and NaN. */
static float draw_float(struct random *random, int sample)
{
    static const float below[] = {-0.0F, -1e-30F, -0.25F, -1e30F, -INFINITY, NAN, -NAN, 1e-42F};
    static const float above[] = {1.00001F, 2, 1e30F, INFINITY};
    double place = random_range(random, -49, 49) / 100.0;

    if (sample == 0 && random_chance(random, 50))
        return below[random_range(random, 0, sizeof(below) / sizeof(*below) - 1)];
    if (sample == 65535 && random_chance(random, 50))
        return above[random_range(random, 0, sizeof(above) / sizeof(*above) - 1)];
    return (float)((sample + place) / 65535);
}

/* A half that is near the sample. */
static uint16_t draw_half(struct random *random, int sample)
{
    static const uint16_t below[] = {0x8000, 0x8001, 0xBC00, 0xFC00, 0x7C01, 0xFFFF, 0x0001};
    static const uint16_t above[] = {0x3C01, 0x7BFF, 0x7C00};
    int half = 0;

    if (sample == 0 && random_chance(random, 50))
        return below[random_range(random, 0, sizeof(below) / sizeof(*below) - 1)];
    if (sample == 65535 && random_chance(random, 50))
        return above[random_range(random, 0, sizeof(above) / sizeof(*above) - 1)];
    for (int step = 1 << 13; step > 0; step /= 2)
        if (half + step <= 0x3C00 && half_value((uint16_t)(half + step)) * 65535 <= sample)
            half += step;
    return (uint16_t)half;
}

struct buffer floats_make(struct random *random, const struct job *job, struct buffer *in)
{
    int is_half = job->floats == ERRDIFF_HALF;
    struct buffer made =
        image_make(job, &job->floats_layout, job->channels, is_half ? 2 : sizeof(float));

    image_fill_with_noise(random, &made);
    for (int y = 0; y < job->height; y++) {
        uint16_t *samples = (uint16_t *)(void *)(in->first + y * in->stride);
        void *row = made.first + y * made.stride;
        for (int i = 0; i < job->width * job->channels; i++) {
            if (is_half) {
                ((uint16_t *)row)[i] = draw_half(random, samples[i]);
                samples[i] = (uint16_t)sample_of_number(half_value(((uint16_t *)row)[i]));
            } else {
                ((float *)row)[i] = draw_float(random, samples[i]);
            }
        }
    }
    return made;
}
