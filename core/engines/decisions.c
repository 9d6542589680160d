/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Looks up the decisions that a result has. */
#include "decisions.h"

#include "job.h"

void errdiff_decisions_make(struct errdiff_decisions *decisions, const struct errdiff_job *job)
{
    for (int i = 0; i < ERRDIFF_DECISION_SLOTS; i++)
        decisions->number[i] = -1;
    const struct errdiff_search *search = job->rule.search;
    for (int i = 0; search && i < search->color_count; i++) {
        uint64_t key = errdiff_decisions_key(search->stored[i], job->out.channels);
        int slot = errdiff_decisions_slot(decisions, key);
        if (decisions->number[slot] < 0) {
            decisions->number[slot] = (int16_t)i;
            decisions->key[slot] = key;
        }
    }
}
