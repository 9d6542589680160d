/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The transfer function of sRGB (IEC 61966-2-1), between linear light and display values, both
 * 0..1. */
#ifndef PLUGIN_SRGB_H
#define PLUGIN_SRGB_H

double srgb_from_linear(double light);
double srgb_to_linear(double value);

#endif
