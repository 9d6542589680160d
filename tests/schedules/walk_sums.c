/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs the variant of cuda-softsync that passes sums from row to row on the CPU, with the code of
 * its kernels: the chunks of the bands in random orders that their words allow. The result must be
 * that of serial-ec. With a deliberate fault it must differ in some job, which proves that this
 * test can fail.
 */
#include "cuda/softsync_samples.h"
#include "cuda/softsync_sums_step.h"
#include "drawn_job.h"
#include "rule/rounding.h"
#include "walks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LANES = ERRDIFF_SUMS_LANES, CHUNK = ERRDIFF_SUMS_CHUNK };

enum fault { FAULT_NONE, FAULT_WAIT, FAULT_LATE, FAULT_THROUGH, FAULTS };

static const char *const fault_names[] = {"none", "no wait for what is above",
                                          "sums taken a column late",
                                          "sums that pass through one row only"};

/* A plane of a band. */
struct band {
    struct errdiff_sums_row rows[LANES];
    struct errdiff_sums received[LANES]; /* in the next step */
    int step;
};

struct walk {
    struct drawn_job *drawn;
    struct random random;
    enum fault fault;
    struct errdiff_sums_form form;
    struct errdiff_sums_order order;
    struct errdiff_sums_rule rule;
    char *tables;
    int32_t *records;
    uint32_t *words;
    uint8_t *levels;
    struct band *all; /* the planes of the first band, those of the second, and so on */
};

static size_t places(const struct walk *walk)
{
    return (size_t)errdiff_sums_place(&walk->order, errdiff_sums_bands(&walk->order), 0, 0, 0);
}

static void make_records(struct walk *walk, int number)
{
    int band = number / walk->order.planes, plane = number % walk->order.planes;
    int size = errdiff_sums_record_size(&walk->rule, walk->form.shape.channels);

    for (int step = 0; step < walk->order.end_step; step++)
        for (int lane = 0; lane < LANES; lane++)
            errdiff_sums_record_make(
                &walk->drawn->device, &walk->rule, walk->form.shape.channels, plane,
                errdiff_sums_column(&walk->order, step, lane), band * LANES + lane,
                walk->records + errdiff_sums_place(&walk->order, band, plane, step, lane) * size);
}

static void set_all(const struct walk *walk, struct errdiff_sums *sums)
{
    for (int k = 0; k < ERRDIFF_SUMS_MAX_REACH; k++)
        for (int c = 0; c < 3; c++)
            sums->below[k][c] = walk->rule.rounding.bias;
}

static void start(struct walk *walk, const struct errdiff_sums_lists *lists)
{
    int count = errdiff_sums_bands(&walk->order) * walk->order.planes;

    walk->tables = walks_memory((size_t)walk->rule.table_size + 1, 1);
    errdiff_sums_fill_tables(&walk->rule, &walk->drawn->job, lists, walk->tables);
    walk->records = walks_memory(places(walk), ERRDIFF_SUMS_MAX_RECORD * sizeof(*walk->records));
    walk->levels = walks_memory(places(walk), sizeof(*walk->levels));
    walk->words = walks_memory(errdiff_sums_words_in_all(&walk->order, &walk->form.shape),
                               sizeof(*walk->words));
    walk->all = walks_memory((size_t)count, sizeof(*walk->all));
    for (int i = 0; i < count; i++) {
        make_records(walk, i);
        for (int lane = 0; lane < LANES; lane++) {
            set_all(walk, &walk->all[i].received[lane]);
        }
    }
}

static void finish(struct walk *walk)
{
    for (int y = 0; y < walk->order.height; y++)
        for (int x = 0; x < walk->order.width; x++) {
            uint32_t levels = 0;
            int lane = y % LANES, step = x + walk->order.slope * lane;
            for (int plane = 0; plane < walk->order.planes; plane++)
                levels |=
                    (uint32_t)
                        walk->levels[errdiff_sums_place(&walk->order, y / LANES, plane, step, lane)]
                    << 8 * plane;
            errdiff_any_bands_output(&walk->drawn->device, x, y, levels);
        }
    free(walk->all);
    free(walk->words);
    free(walk->levels);
    free(walk->records);
    free(walk->tables);
}

/* Takes the sums that lane 0 receives in a step. Returns false if they have not been sent yet. */
static bool fetch(struct walk *walk, int number, int step, struct errdiff_sums *received)
{
    const struct errdiff_sums_shape *shape = &walk->form.shape;
    int band = number / walk->order.planes, plane = number % walk->order.planes;
    int sent_at = errdiff_sums_sent_at(&walk->order, shape, step) - (walk->fault == FAULT_LATE);

    set_all(walk, received);
    if (band == 0 || sent_at < 0)
        return true;
    const uint32_t *words =
        walk->words + errdiff_sums_word(&walk->order, shape, band - 1, plane, sent_at);
    for (int i = 0; i < errdiff_sums_count(shape); i++) {
        if (words[i] == 0 && walk->fault != FAULT_WAIT)
            return false;
        if (words[i] != 0)
            received->below[i / shape->channels][i % shape->channels] = (int32_t)words[i];
    }
    return true;
}

/* Runs a step of all lanes of a plane, and shuffles what they send. */
static void run_step(struct walk *walk, int number)
{
    const struct errdiff_sums_shape *shape = &walk->form.shape;
    const struct errdiff_pixel_rule *rule = &walk->drawn->device.rule;
    int band_number = number / walk->order.planes, plane = number % walk->order.planes;
    int size = errdiff_sums_record_size(&walk->rule, shape->channels);
    struct band *band = &walk->all[number];
    struct errdiff_sums sent[LANES] = {0};

    for (int lane = 0; lane < LANES; lane++) {
        int64_t place = errdiff_sums_place(&walk->order, band_number, plane, band->step, lane);
        uint32_t level = 0;
        errdiff_sums_step(&walk->form, &walk->rule, &walk->rule.levels[plane], rule->search,
                          walk->tables, walk->records + place * size, &band->received[lane],
                          &band->rows[lane], &sent[lane], &level);
        walk->levels[place] = (uint8_t)level;
    }
    uint32_t *words =
        walk->words + errdiff_sums_word(&walk->order, shape, band_number, plane, band->step);
    for (int i = 0; i < errdiff_sums_count(shape); i++)
        words[i] = (uint32_t)sent[LANES - 1].below[i / shape->channels][i % shape->channels];
    for (int lane = LANES - 1; lane > 0; lane--) {
        band->received[lane] = sent[lane - 1];
        for (int c = 0; c < 3 && walk->fault == FAULT_THROUGH; c++)
            band->received[lane].below[1][c] = walk->rule.rounding.bias;
    }
    band->step++;
}

/* Runs a chunk of a plane of a band, unless it must wait. */
static bool run_chunk(void *data, int number)
{
    struct walk *walk = data;
    struct band *band = &walk->all[number];
    struct errdiff_sums received[CHUNK];

    if (band->step >= walk->order.end_step)
        return false;
    for (int i = 0; i < CHUNK; i++)
        if (!fetch(walk, number, band->step + i, &received[i]))
            return false;
    for (int i = 0; i < CHUNK; i++) {
        band->received[0] = received[i];
        run_step(walk, number);
    }
    return true;
}

static bool is_over(const void *data, int number)
{
    const struct walk *walk = data;
    return walk->all[number].step >= walk->order.end_step;
}

/* GPUs have 64 to 227 KiB for the tables; with less of it, jobs take buckets. */
static int32_t max_table_size(struct random *random)
{
    return random_chance(random, 70) ? 200 << 10 : 20 << 10;
}

/* Returns whether the result is right. */
static bool walk_job(uint64_t seed, int number, int variant, int fault)
{
    (void)variant;
    static struct drawn_job drawn;
    struct walk walk = {
        .drawn = &drawn, .random = {seed + (uint64_t)number}, .fault = (enum fault)fault};

    drawn_job_make(&drawn, seed, number);
    bool is_right = true;
    struct errdiff_sums_shape shape;
    struct errdiff_sums_lists *lists = errdiff_sums_lists_of(&drawn.job);
    if (errdiff_sums_shape_of(&drawn.device, &shape) &&
        errdiff_sums_rule_make(&walk.rule, &drawn.job, lists, max_table_size(&walk.random))) {
        errdiff_sums_add_delay(&walk.rule, &shape);
        walk.form = (struct errdiff_sums_form){shape, walk.rule.decision,
                                               errdiff_sums_needs_offsets(&walk.rule)};
        walk.order = errdiff_sums_order_of(&drawn.device, &shape);
        start(&walk, lists);
        struct walks_bands bands = {&walk,
                                    errdiff_sums_bands(&walk.order) * walk.order.planes,
                                    random_range(&walk.random, 1, 6),
                                    40,
                                    run_chunk,
                                    is_over};
        bool is_done = walks_run_bands(&bands, &walk.random);
        finish(&walk);
        is_right = is_done && drawn_job_is_right(&drawn);
        if (!is_right && fault == FAULT_NONE)
            printf("%s: reach %d, slope %d %s\n", drawn.text, shape.reach, shape.slope,
                   is_done ? "differ" : "wait for each other");
    }
    free(lists);
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
        int32_t biased = sum * made.factor + made.bias;
        if (biased <= 0 || errdiff_sums_round(&made, true, false, biased) - made.offset !=
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
