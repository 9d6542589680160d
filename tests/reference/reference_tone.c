/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reference_tone.h"

#include <math.h>

void reference_tone_points(struct reference_tone_options *tone, const int64_t *counts, int64_t max)
{
    int64_t all = 0, below = 0, above = 0;

    for (int64_t i = 0; i <= max; i++)
        all += counts[i];
    int64_t allowed = (int64_t)((double)all * tone->stretch_share / 100);
    tone->black = tone->white = -1;
    for (int64_t i = 0; i <= max; i++) {
        if (below <= allowed)
            tone->black = i;
        below += counts[i];
        if (above <= allowed)
            tone->white = max - i;
        above += counts[max - i];
    }
    if (tone->black >= tone->white) {
        tone->black = 0;
        tone->white = max;
    }
}

static double inside(double x)
{
    return fmin(fmax(x, 0), 1);
}

static int64_t curve(const struct reference_tone_options *tone, int64_t sample, int64_t max)
{
    int is_changed = tone->stretch || tone->brightness || tone->contrast || tone->invert ||
                     tone->gamma < 1 || tone->gamma > 1;
    double x = (double)sample / (double)max;

    if (!is_changed)
        return 65535 / max * sample;
    if (tone->stretch)
        x = inside((double)(sample - tone->black) / (double)(tone->white - tone->black));
    double b = tone->brightness / 200.0;
    x = b < 0 ? x * (1 + b) : x + (1 - x) * b;
    double slope = tan((1 + tone->contrast / 100.0) * 0.78539816339744830962);
    x = inside((x - 0.5) * slope + 0.5);
    x = pow(x, 1 / tone->gamma);
    x = tone->invert ? 1 - x : x;
    return (int64_t)floor(65535 * x + 0.5);
}

void reference_tone_apply(const struct reference_tone_options *tone, int channels, int64_t max,
                          int64_t samples[3])
{
    for (int c = 0; c < channels; c++)
        samples[c] = curve(tone, samples[c], max);
    if (channels == 1 || tone->saturation == 0)
        return;
    int64_t Y = (13933 * samples[0] + 46871 * samples[1] + 4732 * samples[2] + 32768) / 65536;
    for (int c = 0; c < 3; c++) {
        int64_t f = (8192 * (100 + tone->saturation) + 50) / 100;
        int64_t saturated = Y + (int64_t)floor((double)(f * (samples[c] - Y)) / 8192 + 0.5);
        samples[c] = saturated < 0 ? 0 : saturated > 65535 ? 65535 : saturated;
    }
}
