/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Changes of tone in the reference: brightness, contrast and so on, before everything else. */
#ifndef REFERENCE_TONE_H
#define REFERENCE_TONE_H

#include <stdint.h>

struct reference_tone_options {
    int automatic;                        /* 1: a white and a gamma for dark images */
    int stretch;                          /* 1: black and white are at those samples */
    double stretch_share;                 /* percent */
    int brightness, contrast, saturation; /* percent, 0: as it is */
    double gamma;
    int invert;
    int64_t black, white;          /* set by reference_tone_points */
    double auto_white, auto_gamma; /* set by reference_tone_choose */
};

/* Sets what is automatic from counts[gray], for grays of 0..max. */
void reference_tone_choose(struct reference_tone_options *tone, const int64_t *counts, int64_t max);

/* Sets black and white from counts[sample], for samples of 0..max. */
void reference_tone_points(struct reference_tone_options *tone, const int64_t *counts, int64_t max);

/* Replaces samples of 0..max by display values of 0..65535. A gray pixel has 1 channel. */
void reference_tone_apply(const struct reference_tone_options *tone, int channels, int64_t max,
                          int64_t samples[3]);

#endif
