/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SPECTRUM_H
#define SPECTRUM_H

#include <stdint.h>

enum { SPECTRUM_SIDE = 512 };

/*
 * Returns the share of an image's power, without its mean, at radial frequencies below `limit`
 * cycles per pixel, in percent. `limit` is below 0.25. The image has 512 × 512 samples. White
 * noise has 100·π·limit²; a flat image has no power, and 0 is returned.
 */
double spectrum_low_share(const uint8_t *image, double limit);

#endif
