/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The option `screen`: offsets from the thresholds of a screen, by which halftones are made.
 *
 * For a channel with the value v, between the levels o(i) ≤ v < o(i+1), and with the threshold
 * T/65536 at the pixel,
 *
 *     h = 8 · (o(i+1) − o(i))
 *     n = ceil(h · (32768 − T) / 32768)
 *     n is clamped to −16·(v − o(i))..16·(o(i+1) − v) if not all steps of the channel are equal
 *     d = k · min(ceil(n · a / (100·k)), floor(h · a / (100·k)))
 *
 * where a is the amount in percent and k the unit of the plane. For a palette h is half the mean of
 * the distances from each color to the nearest other one, where the distance is the largest
 * difference in a channel, and n is not clamped.
 *
 * (O. Bryngdahl and others; for the mixture with error diffusion: R. Eschbach, R. Hauck,
 * Binarization using a two-dimensional pulse-density modulation, JOSA A 4 (1987).)
 */
#ifndef ERRDIFF_SCREEN_H
#define ERRDIFF_SCREEN_H

#include "errdiff.h"

/* Checks the options of screens. Returns ERRDIFF_OK, or ERRDIFF_BAD_ARGUMENT with the reason in
 * *message. */
errdiff_status errdiff_screen_check(const errdiff_options *options, errdiff_message *message);

/* The distance of the dots or lines of a clustered screen, in pixels; 1: there are none. *options
 * must have been checked. */
double errdiff_screen_period(const errdiff_options *options);

#endif
