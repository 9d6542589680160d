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

void errdiff_decisions_chosen(const struct errdiff_job *job, int x, int y, int32_t chosen[3])
{
    const struct errdiff_pixel_rule *rule = &job->rule;
    uint16_t sample[3] = {0};
    errdiff_decisions_load(&job->out, errdiff_row(&job->out, y, 0), x, sample);
    if (!rule->search) {
        for (int c = 0; c < 3 && c < rule->channels; c++) {
            const struct errdiff_quantizer *quantizer = &rule->quantizers[c];
            int level = errdiff_decisions_level(quantizer, sample[c]);
            chosen[c] = errdiff_output_of(quantizer, level) << ERRDIFF_FRACTION_BITS;
        }
        return;
    }
    int color = errdiff_decisions_color(job->run.decisions, rule, &job->out, sample);
    for (int c = 0; c < 3; c++)
        chosen[c] = rule->search->colors[color][c];
}
