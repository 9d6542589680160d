/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Jobs that go through kernels, formats, levels and strengths one by one. */
#ifndef EQUALITY_SYSTEMATIC_H
#define EQUALITY_SYSTEMATIC_H

#include "job.h"

/* How many there are; they are numbers 0 to that many − 1. */
int systematic_count(void);

/* Whether a job is left out but with --full: nearly all of the time goes into tables of
 * palettes. */
int systematic_is_left_out(int number);

/* Fills a job of zeros. */
void systematic_set(int number, struct job *job);

#endif
