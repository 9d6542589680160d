/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SPECTRUM_H
#define SPECTRUM_H

#include <stdint.h>

enum { SPECTRUM_SIDE = 512 };

/*
 * The share of a picture's power, its mean taken off, below `limit` cycles per pixel, in percent;
 * the frequency is the length of the vector of both directions', and `limit` below 0.25. White
 * noise has 100·π·limit². The picture has 512 × 512 samples; a flat one has no power: 0.
 */
double spectrum_low_share(const uint8_t *picture, double limit);

#endif
