/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The decisions that a result has: the levels or colors for which its samples stand. */
#ifndef ERRDIFF_DECISIONS_H
#define ERRDIFF_DECISIONS_H

#include <stdint.h>

struct errdiff_job;

enum { ERRDIFF_DECISION_BITS = 10, ERRDIFF_DECISION_SLOTS = 1 << ERRDIFF_DECISION_BITS };

/* The numbers of the colors by the samples that are written for them: an open hash table with four
 * slots or more for each color. */
struct errdiff_decisions {
    int16_t number[ERRDIFF_DECISION_SLOTS]; /* −1: the slot is empty */
    uint64_t key[ERRDIFF_DECISION_SLOTS];
};

/* Of two colors with the same samples the table has the first one. */
void errdiff_decisions_make(struct errdiff_decisions *decisions, const struct errdiff_job *job);

/* The number of the color of a pixel of job->out whose mask is not 0; without a palette, of the
 * combination of its levels, the last channel first. */
int errdiff_decisions_number(const struct errdiff_job *job, int x, int y);

/* Sets chosen[c] to 16·o(q) or 16·p(q) of each channel of a pixel of job->out whose mask is not 0,
 * with the table in job->run.decisions. */
void errdiff_decisions_chosen(const struct errdiff_job *job, int x, int y, int32_t chosen[3]);

#endif
