/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Floating-point numbers in place of an image's samples. */
#ifndef EQUALITY_FLOATS_H
#define EQUALITY_FLOATS_H

#include "images.h"

/* Makes an image of the kind job->floats for which the samples of `in` stand, which are of 16 bits.
 * Halves are too few for all of them, so the samples become those that the halves stand for. */
struct buffer floats_make(struct random *random, const struct job *job, struct buffer *in);

#endif
