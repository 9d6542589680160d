/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reference.h"

#include <stdlib.h>
#include <string.h>

enum { PICTURE_ROWS = 4, PICTURE_COLUMNS = 7 };

struct picture {
    const char *name;
    int divisor;
    int weights[PICTURE_ROWS][PICTURE_COLUMNS];
};

/* The current pixel is the fourth of its row in every picture. */
#define X 0
#define o 0

/* clang-format off */
static const struct picture pictures[] = {
    {"simple", 2,
     {{o, o, o, X, 1},
      {o, o, o, 1}}},

    {"false-floyd-steinberg", 8,
     {{o, o, o, X, 3},
      {o, o, o, 3, 2}}},

    /* Floyd and Steinberg 1976 */
    {"floyd-steinberg", 16,
     {{o, o, o, X, 7},
      {o, o, 3, 5, 1}}},

    {"sierra-lite", 4,
     {{o, o, o, X, 2},
      {o, o, 1, 1}}},

    {"atkinson", 8,
     {{o, o, o, X, 1, 1},
      {o, o, 1, 1, 1},
      {o, o, o, 1}}},

    /* Jarvis, Judice and Ninke 1976 */
    {"jarvis-judice-ninke", 48,
     {{o, o, o, X, 7, 5},
      {o, 3, 5, 7, 5, 3},
      {o, 1, 3, 5, 3, 1}}},

    /* Stucki 1981 */
    {"stucki", 42,
     {{o, o, o, X, 8, 4},
      {o, 2, 4, 8, 4, 2},
      {o, 1, 2, 4, 2, 1}}},

    /* Burkes 1988 */
    {"burkes", 32,
     {{o, o, o, X, 8, 4},
      {o, 2, 4, 8, 4, 2}}},

    {"sierra-3", 32,
     {{o, o, o, X, 5, 3},
      {o, 2, 4, 5, 4, 2},
      {o, o, 2, 3, 2, o}}},

    {"sierra-2", 16,
     {{o, o, o, X, 4, 3},
      {o, 1, 2, 3, 2, 1}}},

    /* Fan 1992 */
    {"fan", 16,
     {{o, o, o, X, 7},
      {o, 1, 3, 5}}},

    /* Shiau and Fan 1996 */
    {"shiau-fan-1", 8,
     {{o, o, o, X, 4},
      {o, 1, 1, 2}}},

    {"shiau-fan-2", 16,
     {{o, o, o, X, 8},
      {1, 1, 2, 4}}},

    /* Stevenson and Arce 1985 */
    {"stevenson-arce", 200,
     {{ o,  o,  o,  X,  o, 32,  o},
      {12,  o, 26,  o, 30,  o, 16},
      { o, 12,  o, 26,  o, 12,  o},
      { 5,  o, 12,  o, 12,  o,  5}}},
};
/* clang-format on */

#undef X
#undef o

enum { PICTURES = sizeof(pictures) / sizeof(pictures[0]) };

const char *reference_kernel_name(int index)
{
    return index >= 0 && index < PICTURES ? pictures[index].name : NULL;
}

int reference_kernel_find(const char *name, struct reference_kernel *kernel)
{
    for (int k = 0; k < PICTURES; k++) {
        if (strcmp(pictures[k].name, name) != 0)
            continue;
        kernel->divisor = pictures[k].divisor;
        kernel->tap_count = 0;
        for (int row = 0; row < PICTURE_ROWS; row++) {
            for (int column = 0; column < PICTURE_COLUMNS; column++) {
                int weight = pictures[k].weights[row][column];
                if (weight != 0)
                    kernel->taps[kernel->tap_count++] = (struct reference_tap){
                        .dx = column - PICTURE_COLUMNS / 2, .dy = row, .weight = weight};
            }
        }
        return 0;
    }
    return -1;
}

/* C rounds quotients toward 0; the rule rounds them down. */
static int64_t floor_div(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

static int64_t clamp(int64_t value, int64_t low, int64_t high)
{
    return value < low ? low : value > high ? high : value;
}

static int64_t sample_get(const void *data, ptrdiff_t stride, const struct reference_job *job,
                          int x, int y, int channel)
{
    const uint8_t *row = (const uint8_t *)data + y * stride;
    ptrdiff_t at = (ptrdiff_t)x * job->channels + channel;

    return job->bits == 8 ? row[at] : ((const uint16_t *)(const void *)row)[at];
}

static void sample_set(void *data, ptrdiff_t stride, const struct reference_job *job, int x, int y,
                       int channel, int64_t value)
{
    uint8_t *row = (uint8_t *)data + y * stride;
    ptrdiff_t at = (ptrdiff_t)x * job->channels + channel;

    if (job->bits == 8)
        row[at] = (uint8_t)value;
    else
        ((uint16_t *)(void *)row)[at] = (uint16_t)value;
}

int64_t reference_level_value(int64_t i, int64_t L, int64_t W)
{
    return floor_div(2 * i * W + L - 1, 2 * (L - 1));
}

/* The number of i in 0..L-2 with 2s > 16(o(i) + o(i + 1)). */
static int64_t quantise(int64_t s, const int64_t *o, int64_t L)
{
    int64_t q = 0;

    for (int64_t i = 0; i <= L - 2; i++)
        q += 2 * s > 16 * (o[i] + o[i + 1]);
    return q;
}

static void dither_channel(const struct reference_job *job, int channel, int64_t *e)
{
    const struct reference_kernel *kernel = &job->kernel;
    int64_t W = job->bits == 8 ? 255 : 65535;
    int64_t D = kernel->divisor;
    int64_t t = job->strength;
    int64_t L = job->quantizer.levels[channel];
    int64_t o[256];

    for (int64_t i = 0; i < L; i++)
        o[i] = reference_level_value(i, L, W);

    for (int y = 0; y < job->height; y++) {
        for (int x = 0; x < job->width; x++) {
            int64_t v = sample_get(job->in, job->in_stride, job, x, y, channel);
            int64_t *e_xy = &e[(int64_t)y * job->width + x];

            if (job->mask && job->mask[y * job->mask_stride + x] == 0) {
                *e_xy = 0;
                sample_set(job->out, job->out_stride, job, x, y, channel, v);
                continue;
            }

            int64_t S = 0;
            for (int k = 0; k < kernel->tap_count; k++) {
                int from_x = x - kernel->taps[k].dx;
                int from_y = y - kernel->taps[k].dy;
                if (from_x >= 0 && from_x < job->width && from_y >= 0)
                    S += kernel->taps[k].weight * e[(int64_t)from_y * job->width + from_x];
            }

            int64_t c = floor_div(2 * t * S + 100 * D, 200 * D);
            int64_t s = 16 * v + c;
            int64_t q = quantise(s, o, L);

            *e_xy = clamp(s - 16 * o[q], -16 * W, +16 * W);
            sample_set(job->out, job->out_stride, job, x, y, channel, o[q]);
        }
    }
}

int reference_dither(const struct reference_job *job)
{
    int64_t *e = malloc(sizeof(*e) * (size_t)job->width * (size_t)job->height);

    if (!e)
        return -1;
    for (int channel = 0; channel < job->channels; channel++)
        dither_channel(job, channel, e);
    free(e);
    return 0;
}
