/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Looks up the decisions that a result has. */
#include "decisions.h"

#include "job.h"
#include "rule/image.h"

static int slot_of(const struct errdiff_decisions *decisions, uint64_t key)
{
    uint64_t slot = (key * UINT64_C(0x9E3779B97F4A7C15)) >> (64 - ERRDIFF_DECISION_BITS);
    while (decisions->number[slot] >= 0 && decisions->key[slot] != key)
        slot = (slot + 1) % ERRDIFF_DECISION_SLOTS;
    return (int)slot;
}

static uint64_t key_of(const uint16_t sample[3], int channels)
{
    uint64_t key = 0;
    for (int c = 0; c < channels; c++)
        key = key << 16 | sample[c];
    return key;
}

void errdiff_decisions_make(struct errdiff_decisions *decisions, const struct errdiff_job *job)
{
    for (int i = 0; i < ERRDIFF_DECISION_SLOTS; i++)
        decisions->number[i] = -1;
    const struct errdiff_search *search = job->rule.search;
    for (int i = 0; search && i < search->color_count; i++) {
        uint64_t key = key_of(search->stored[i], job->out.channels);
        int slot = slot_of(decisions, key);
        if (decisions->number[slot] < 0) {
            decisions->number[slot] = (int16_t)i;
            decisions->key[slot] = key;
        }
    }
}

/* The level that a sample stands for. Samples rise with the levels. */
static int level_of(const struct errdiff_quantizer *quantizer, int32_t sample)
{
    int first = 0, end = quantizer->level_count;
    while (end - first > 1) {
        int middle = (first + end) / 2;
        if (quantizer->stored[middle] <= sample)
            first = middle;
        else
            end = middle;
    }
    return first;
}

static void load(const struct errdiff_job *job, int x, int y, uint16_t sample[3])
{
    const void *row = errdiff_row(&job->out, y, 0);
    for (int c = 0; c < 3 && c < job->out.channels; c++)
        sample[c] =
            (uint16_t)errdiff_load(row, job->out.bits, (ptrdiff_t)x * job->out.channels + c);
}

/* With a palette. */
static int color_of(const struct errdiff_job *job, const uint16_t sample[3])
{
    const struct errdiff_decisions *decisions = job->run.decisions;
    return job->rule.indexed
               ? sample[0]
               : decisions->number[slot_of(decisions, key_of(sample, job->out.channels))];
}

int errdiff_decisions_number(const struct errdiff_job *job, int x, int y)
{
    uint16_t sample[3] = {0};
    int number = 0;
    load(job, x, y, sample);
    if (job->rule.search)
        return color_of(job, sample);
    for (int c = 0; c < job->rule.channels; c++)
        number = number * job->rule.quantizers[c].level_count +
                 level_of(&job->rule.quantizers[c], sample[c]);
    return number;
}

void errdiff_decisions_chosen(const struct errdiff_job *job, int x, int y, int32_t chosen[3])
{
    const struct errdiff_pixel_rule *rule = &job->rule;
    uint16_t sample[3] = {0};
    load(job, x, y, sample);
    if (!rule->search) {
        for (int c = 0; c < 3 && c < rule->channels; c++) {
            const struct errdiff_quantizer *quantizer = &rule->quantizers[c];
            chosen[c] = quantizer->output[level_of(quantizer, sample[c])] << ERRDIFF_FRACTION_BITS;
        }
        return;
    }
    for (int c = 0; c < 3; c++)
        chosen[c] = rule->search->colors[color_of(job, sample)][c];
}
