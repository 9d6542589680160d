/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs the variant of cuda-softsync that passes sums from row to row on the CPU, with the code of
 * its kernels: the chunks of the bands in random orders that their words allow. The result must be
 * that of serial-ec. With a deliberate fault it must differ in some job, which proves that this
 * test can fail.
 */
#include "cuda/softsync_samples.h"
#include "cuda/softsync_sums.h"
#include "drawn_job.h"
#include "rule/rounding.h"
#include "walks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LANES = ERRDIFF_BAND_LANES };

enum fault { FAULT_NONE, FAULT_WAIT, FAULT_LATE, FAULT_THROUGH, FAULTS };

static const char *const fault_names[] = {"none", "no wait for what is above",
                                          "sums taken a column late",
                                          "sums that pass through one row only"};

struct band {
    struct errdiff_sums_row rows[LANES];
    struct errdiff_sums received[LANES]; /* in the next step */
    struct errdiff_sums coming[LANES];   /* in the step after it, with a delay */
    int step;
};

struct walk {
    struct drawn_job *drawn;
    struct random random;
    enum fault fault;
    int delay;
    struct errdiff_sums_shape shape;
    struct errdiff_sums_order order;
    struct errdiff_sums_rule rule;
    uint64_t *table, *inputs, *words;
    uint32_t *levels;
    struct band *all;
};

static void start(struct walk *walk)
{
    const struct errdiff_device_job *job = &walk->drawn->device;
    const struct errdiff_bands *bands = &walk->order.bands;
    int count = errdiff_bands_count(bands);
    size_t places = errdiff_bands_places(bands, count);

    walk->table = walks_memory((size_t)walk->rule.table_size + 1, sizeof(*walk->table));
    errdiff_sums_fill_table(&walk->rule, &walk->drawn->job, walk->table);
    walk->inputs = walks_memory(places, sizeof(*walk->inputs));
    walk->levels = walks_memory(places, sizeof(*walk->levels));
    walk->words =
        walks_memory(errdiff_sums_words_in_all(&walk->order, &walk->shape), sizeof(*walk->words));
    walk->all = walks_memory((size_t)count, sizeof(*walk->all));
    for (int i = 0; i < count; i++)
        for (int step = 0; step < bands->end_step; step++)
            for (int lane = 0; lane < LANES; lane++)
                walk->inputs[errdiff_bands_place(bands, i, step, lane)] = errdiff_bands_input(
                    job, errdiff_bands_column(bands, step, lane), i * LANES + lane);
}

static void finish(struct walk *walk)
{
    const struct errdiff_device_job *job = &walk->drawn->device;
    const struct errdiff_bands *bands = &walk->order.bands;

    for (int y = 0; y < job->in.height; y++)
        for (int x = 0; x < job->in.width; x++) {
            int lane = y % LANES, step = x + bands->slope * lane;
            errdiff_bands_output(job, x, y,
                                 walk->levels + errdiff_bands_place(bands, y / LANES, step, lane));
        }
    free(walk->all);
    free(walk->words);
    free(walk->levels);
    free(walk->inputs);
    free(walk->table);
}

/* Takes the sums that lane 0 receives in a step. Returns false if they have not been sent yet. */
static bool fetch(struct walk *walk, int number, int step, struct errdiff_sums *received)
{
    int column = errdiff_sums_sent_at(&walk->shape, step) - (walk->fault == FAULT_LATE);
    int count = errdiff_sums_count(&walk->shape), channels = walk->shape.channels;

    memset(received, 0, sizeof(struct errdiff_sums));
    if (number == 0 || column < 0 || column >= walk->order.columns)
        return true;
    const uint64_t *words =
        walk->words + errdiff_sums_word(&walk->order, &walk->shape, number - 1, column);
    for (int i = 0; i < count; i++) {
        int32_t pair[2];
        if (words[i / 2] == 0 && walk->fault != FAULT_WAIT)
            return false;
        errdiff_sums_word_take(words[i / 2], pair);
        received->below[i / channels][i % channels] = pair[i % 2];
    }
    return true;
}

static void send(struct walk *walk, int number, int64_t column, const struct errdiff_sums *sent)
{
    int count = errdiff_sums_count(&walk->shape), channels = walk->shape.channels;

    if (column < 0 || column >= walk->order.columns)
        return;
    uint64_t *words =
        walk->words + errdiff_sums_word(&walk->order, &walk->shape, number, (int)column);
    for (int i = 0; i < count; i += 2)
        words[i / 2] = errdiff_sums_word_make(
            sent->below[i / channels][i % channels],
            i + 1 < count ? sent->below[(i + 1) / channels][(i + 1) % channels] : 0);
}

/* Runs a step of all lanes of a band, and shuffles what they send. */
static void run_step(struct walk *walk, int number)
{
    const struct errdiff_device_job *job = &walk->drawn->device;
    const struct errdiff_bands *bands = &walk->order.bands;
    struct band *band = &walk->all[number];
    struct errdiff_sums sent[LANES] = {0};

    for (int lane = 0; lane < LANES; lane++) {
        int64_t place = errdiff_bands_place(bands, number, band->step, lane);
        int64_t x = errdiff_bands_column(bands, band->step, lane);
        errdiff_sums_step(&walk->shape, errdiff_sums_decision_of(&walk->drawn->job),
                          errdiff_has_offsets(&job->rule), &job->rule, &walk->rule, walk->table,
                          (int)x, number * LANES + lane, walk->inputs[place], &band->received[lane],
                          &band->rows[lane], &sent[lane], &walk->levels[place]);
    }
    send(walk, number, errdiff_bands_column(bands, band->step, LANES - 1), &sent[LANES - 1]);
    for (int lane = LANES - 1; lane > 0; lane--) {
        band->received[lane] = walk->delay ? band->coming[lane] : sent[lane - 1];
        band->coming[lane] = sent[lane - 1];
        if (walk->fault == FAULT_THROUGH)
            memset(band->received[lane].below[1], 0, sizeof(band->received[lane].below[1]));
    }
    band->step++;
}

/* Runs the next chunk of a band, unless it must wait. */
static bool run_chunk(void *data, int number)
{
    struct walk *walk = data;
    struct band *band = &walk->all[number];
    struct errdiff_sums received[ERRDIFF_BAND_CHUNK];

    if (band->step >= walk->order.bands.end_step)
        return false;
    for (int i = 0; i < ERRDIFF_BAND_CHUNK; i++)
        if (!fetch(walk, number, band->step + i, &received[i]))
            return false;
    for (int i = 0; i < ERRDIFF_BAND_CHUNK; i++) {
        band->received[0] = received[i];
        run_step(walk, number);
    }
    return true;
}

static bool is_over(const void *data, int number)
{
    const struct walk *walk = data;
    return walk->all[number].step >= walk->order.bands.end_step;
}

/* Returns whether the result is right. */
static bool walk_job(uint64_t seed, int number, int variant, int fault)
{
    (void)variant;
    static struct drawn_job drawn;
    struct walk walk = {
        .drawn = &drawn, .random = {seed + (uint64_t)number}, .fault = (enum fault)fault};

    drawn_job_make(&drawn, seed, number);
    walk.delay = random_range(&walk.random, 0, 1);
    bool is_right = true;
    if (errdiff_sums_shape_of(&drawn.device, &walk.shape) &&
        errdiff_sums_rule_make(&walk.rule, &drawn.job)) {
        walk.order = errdiff_sums_order_of(&drawn.device, &walk.shape, walk.delay);
        start(&walk);
        struct walks_bands bands = {&walk,
                                    errdiff_bands_count(&walk.order.bands),
                                    random_range(&walk.random, 1, 6),
                                    40,
                                    run_chunk,
                                    is_over};
        bool is_done = walks_run_bands(&bands, &walk.random);
        finish(&walk);
        is_right = is_done && drawn_job_is_right(&drawn);
        if (!is_right && fault == FAULT_NONE)
            printf("%s: reach %d, slope %d, delay %d %s\n", drawn.text, walk.shape.reach,
                   walk.shape.slope, walk.delay, is_done ? "differ" : "wait for each other");
    }
    drawn_job_release(&drawn);
    return is_right;
}

/* Whether the division by multiplying gives what the rule's division gives. */
static bool is_division_right(struct random *random)
{
    int divisor = random_range(random, 1, random_chance(random, 50) ? 100 : ERRDIFF_MAX_DIVISOR);
    int strength = random_chance(random, 50) ? 100 : random_range(random, 0, 100);
    int32_t max_value = random_chance(random, 50) ? UINT8_MAX : UINT16_MAX;
    int32_t weight_sum =
        random_range(random, 1, max_value == UINT8_MAX ? ERRDIFF_MAX_WEIGHT : 1023);
    int32_t max_sum = weight_sum * (max_value << ERRDIFF_FRACTION_BITS);
    struct errdiff_rounding rounding =
        errdiff_rounding_make(divisor, strength, weight_sum, max_value);
    struct errdiff_sums_rounding made = errdiff_sums_rounding_of(&rounding, max_sum);

    for (int i = 0; i < 100; i++) {
        int32_t sum = i < 2 ? (2 * i - 1) * max_sum : random_range(random, -max_sum, max_sum);
        if (errdiff_sums_round(&made, sum) - made.offset !=
            errdiff_round(&rounding, rounding.kind, sum)) {
            printf("division: divisor %d, strength %d, sum %d differs\n", divisor, strength, sum);
            return false;
        }
    }
    return true;
}

static bool check_divisions(void)
{
    struct random random = {1};
    int right = 0, count = 20000;

    for (int i = 0; i < count; i++)
        right += is_division_right(&random);
    printf("divisions: %d of %d are right\n", right, count);
    return right == count;
}

int main(int argument_count, char **arguments)
{
    const struct walks walks = {"sums", 0, fault_names, FAULTS, 1000, 100, walk_job};

    return !check_divisions() || walks_run(&walks, argument_count, arguments) > 0;
}
