/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reference_tone.h"

#include "reference_light.h"

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

static double mean_lightness(const int64_t *counts, int64_t max, double white)
{
    int64_t sum = 0, all = 0;

    for (int64_t i = 0; i <= max; i++) {
        double light = reference_srgb_decode(inside((double)i / (double)max / white));
        sum += counts[i] * (int64_t)floor(65536 * cbrt(light) + 0.5);
        all += counts[i];
    }
    return (double)sum / 65536 / (double)all;
}

void reference_tone_choose(struct reference_tone_options *tone, const int64_t *counts, int64_t max)
{
    int64_t all = 0, above = 0, point = max;

    tone->auto_white = tone->auto_gamma = 1;
    for (int64_t i = 0; i <= max; i++)
        all += counts[i];
    if (all == 0)
        return;
    for (int64_t i = max; i >= 0; i--) { /* the least gray with at most 0.5 % above it */
        if (above <= (int64_t)((double)all * 0.005))
            point = i;
        above += counts[i];
    }
    double k = inside((0.5 - mean_lightness(counts, max, 1)) / 0.1);
    double white = fmin(fmax((double)point / (double)max + 0.08, 0.4), 1);
    tone->auto_white = floor(1000 * (1 - k * (1 - white)) + 0.5) / 1000;
    double m = mean_lightness(counts, max, tone->auto_white);
    double gamma = m >= 0.5 ? 1 : pow(log(m) / log(0.5), 1.5);
    tone->auto_gamma = floor(100 * fmin(gamma, 2.5) + 0.5) / 100;
}

static double automatic(const struct reference_tone_options *tone, double x)
{
    return tone->automatic ? pow(inside(x / tone->auto_white), 1 / tone->auto_gamma) : x;
}

static int64_t curve(const struct reference_tone_options *tone, int64_t sample, int64_t max)
{
    int is_changed = tone->automatic || tone->stretch || tone->brightness || tone->contrast ||
                     tone->invert || tone->gamma < 1 || tone->gamma > 1;
    double x = (double)sample / (double)max;

    if (!is_changed)
        return 65535 / max * sample;
    if (tone->automatic)
        x = automatic(tone, x);
    if (tone->stretch && tone->automatic) {
        double low = automatic(tone, (double)tone->black / (double)max);
        double high = automatic(tone, (double)tone->white / (double)max);
        if (low < high)
            x = inside((x - low) / (high - low));
    } else if (tone->stretch) {
        x = inside((double)(sample - tone->black) / (double)(tone->white - tone->black));
    }
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
