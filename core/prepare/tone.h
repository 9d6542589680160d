/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tone: the changes of brightness, contrast, gamma, saturation and so on that the options ask for,
 * in display values. A sample x, 0..1, becomes in turn
 *
 *     automatic    min(x / white, 1)^(1/gamma), with those that automatic_tone.h chooses
 *     stretch      (x − black) / (white − black), clamped to 0..1
 *     brightness   x · (1 + b) if b < 0, else x + (1 − x) · b; b is half the percentage
 *     contrast     (x − 1/2) · tan((1 + k) · π/4) + 1/2, clamped to 0..1
 *     gamma        x^(1/gamma)
 *     inversion    1 − x
 *
 * and is rounded to 16 bits. Brightness and contrast are those of GIMP's tool of this name. With
 * three channels saturation follows: each channel c of 0..65535 becomes
 * Y + floor((f·(c − Y) + 2^12) / 2^13), clamped, where f is floor((2^13·(100 + saturation) + 50) /
 * 100), and Y is the luma floor((13933·red + 46871·green + 4732·blue + 2^15) / 2^16), with the
 * weights of Rec. ITU-R BT.709.
 */
#ifndef ERRDIFF_TONE_H
#define ERRDIFF_TONE_H

#include "errdiff.h"
#include "rule/rule.h"

enum { ERRDIFF_NEUTRAL_COLORFULNESS = 1 << 13 };

struct errdiff_tone {
    bool is_automatic;
    double automatic_white, automatic_gamma; /* 1: they change nothing */
    bool stretches;
    double stretch_share; /* percent of the samples at either end */
    int32_t black, white; /* the samples that a stretch makes black and white */
    bool has_range;       /* what depends on the image is known: the automatic white and gamma, and
                           * the samples of the stretch */
    double brightness;    /* −0.5..0.5 */
    double contrast;      /* the slope at 1/2 */
    double gamma;
    bool inverts;
    bool has_curve;       /* one of those above changes samples */
    int32_t colorfulness; /* f, 0..2^14 */
};

/* What the options say, with the range that they give; without one it is still to be found
 * (tone_range.h). */
struct errdiff_tone errdiff_tone_of(const errdiff_options *options);

/* The display value, 0..65535, of a sample of `bits` bits before saturation. What depends on the
 * image must be known. */
uint16_t errdiff_tone_curve(const struct errdiff_tone *tone, int bits, int32_t sample);

/* Saturates `count` colors, whose channels are display values. */
void errdiff_tone_saturate(const struct errdiff_tone *tone, uint16_t *red, uint16_t *green,
                           uint16_t *blue, int count);

#endif
