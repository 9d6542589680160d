/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Changes the brightness, contrast, gamma and saturation of samples. */
#include "tone.h"

#include <math.h>

struct errdiff_tone errdiff_tone_of(const errdiff_options *options)
{
    static const double quarter_turn = 0.78539816339744830962; /* π/4 */
    static const errdiff_tone_range unknown = {.automatic_white = 1, .automatic_gamma = 1};
    const errdiff_tone_range *range = options->tone_range ? options->tone_range : &unknown;
    return (struct errdiff_tone){
        .is_automatic = options->tone == ERRDIFF_TONE_AUTO,
        .automatic_white = range->automatic_white,
        .automatic_gamma = range->automatic_gamma,
        .stretches = options->stretch != 0,
        .stretch_share = options->stretch_share,
        .black = range->black,
        .white = range->white,
        .has_range = options->tone_range != NULL,
        .brightness = options->brightness / 200.0,
        .contrast = tan((1 + options->contrast / 100.0) * quarter_turn),
        .gamma = options->gamma,
        .inverts = options->invert != 0,
        .has_curve = options->tone == ERRDIFF_TONE_AUTO || options->stretch ||
                     options->brightness != 0 || options->contrast != 0 || options->gamma != 1 ||
                     options->invert,
        .colorfulness = (ERRDIFF_NEUTRAL_COLORFULNESS * (100 + options->saturation) + 50) / 100,
    };
}

static double clamp(double share)
{
    return share < 0 ? 0 : share > 1 ? 1 : share;
}

/* After the automatic tone. */
static double first_share(const struct errdiff_tone *tone, double share)
{
    if (!tone->is_automatic)
        return share;
    return pow(clamp(share / tone->automatic_white), 1 / tone->automatic_gamma);
}

uint16_t errdiff_tone_curve(const struct errdiff_tone *tone, int bits, int32_t sample)
{
    int32_t max_value = (1 << bits) - 1;
    if (!tone->has_curve)
        return (uint16_t)(UINT16_MAX / max_value * sample);
    double share = first_share(tone, (double)sample / max_value);
    if (tone->stretches && tone->is_automatic) {
        double low = first_share(tone, (double)tone->black / max_value);
        double high = first_share(tone, (double)tone->white / max_value);
        share = low < high ? clamp((share - low) / (high - low)) : share;
    } else if (tone->stretches) {
        share = clamp((double)(sample - tone->black) / (tone->white - tone->black));
    }
    if (tone->brightness < 0)
        share *= 1 + tone->brightness;
    else
        share += (1 - share) * tone->brightness;
    share = clamp((share - 0.5) * tone->contrast + 0.5);
    share = pow(share, 1 / tone->gamma);
    if (tone->inverts)
        share = 1 - share;
    return (uint16_t)floor(UINT16_MAX * share + 0.5);
}

enum { COLORFULNESS_BITS = 13 };

static uint16_t saturated(int32_t value, int32_t luma, int32_t colorfulness)
{
    int32_t half = ERRDIFF_NEUTRAL_COLORFULNESS / 2;
    int32_t changed = luma + ((colorfulness * (value - luma) + half) >> COLORFULNESS_BITS);
    return (uint16_t)errdiff_clamp(changed, 0, UINT16_MAX);
}

void errdiff_tone_saturate(const struct errdiff_tone *tone, uint16_t *red, uint16_t *green,
                           uint16_t *blue, int count)
{
    for (int i = 0; i < count; i++) {
        uint32_t sum = 13933u * red[i] + 46871u * green[i] + 4732u * blue[i];
        int32_t luma = (int32_t)((sum + (1u << 15)) >> 16);
        red[i] = saturated(red[i], luma, tone->colorfulness);
        green[i] = saturated(green[i], luma, tone->colorfulness);
        blue[i] = saturated(blue[i], luma, tone->colorfulness);
    }
}
