/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the first rows of an image get as if errors came from rows above it. */
#ifndef REFERENCE_START_H
#define REFERENCE_START_H

#include "reference.h"

/* A(y) · (mean + grain) in 65536ths for the pixel at (x, y), whose value has the share r of 65536
 * of the farther of two levels or colors, and this tone. half_percents: of half a step, by
 * noise. */
int64_t reference_start_amount(const struct reference_kernel *kernel, int64_t r, int64_t tone,
                               int64_t half_percents, int x, int y);

/* Whether row y gets anything. */
int reference_start_has_row(const struct reference_kernel *kernel, int y);

#endif
