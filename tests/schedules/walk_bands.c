/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs the general variant of cuda-softsync on the CPU, with the code of its kernels: the chunks of
 * the bands in random orders that their words allow, and the lanes of a step in random order. The
 * result must be that of serial-ec. With a deliberate fault it must differ in some job, which
 * proves that this test can fail.
 */
#include "cuda/softsync_any.h"
#include "cuda/softsync_samples.h"
#include "drawn_job.h"
#include "walks.h"

#include <stdio.h>
#include <stdlib.h>

enum fault { FAULT_NONE, FAULT_SLOPE, FAULT_WAIT, FAULT_KEPT, FAULTS };

static const char *const fault_names[] = {"none", "a slope that is too small",
                                          "no wait for what is above", "too few slots kept"};

struct band {
    int32_t *memory, *slots;
    int step, slot; /* of the next chunk */
};

struct walk {
    struct drawn_job *drawn;
    struct random random;
    enum fault fault;
    struct errdiff_any_bands bands;
    struct errdiff_any_bands_tap taps[ERRDIFF_MAX_TAPS];
    uint64_t *inputs;
    uint32_t *levels;
    uint64_t *words;
    struct band *all;
};

static void start(struct walk *walk)
{
    const struct errdiff_device_job *job = &walk->drawn->device;
    int rows = 1 << random_range(&walk->random, 0, 5);

    walk->bands = errdiff_any_bands_of(job, rows);
    errdiff_any_bands_taps_make(walk->taps, job, &walk->bands);
    if (walk->fault == FAULT_KEPT)
        walk->bands.kept_slots = 0;
    int count = errdiff_any_bands_count(&walk->bands);
    size_t places = errdiff_any_bands_places(&walk->bands, count);
    walk->inputs = walks_memory(places, sizeof(*walk->inputs));
    walk->levels = walks_memory(places, sizeof(*walk->levels));
    walk->words = walks_memory(errdiff_any_bands_words(&walk->bands), sizeof(*walk->words));
    walk->all = walks_memory((size_t)count, sizeof(*walk->all));
    for (int i = 0; i < count; i++) {
        /* With a deliberate fault, taps read outside the slots. */
        size_t beside = 512 * (size_t)walk->bands.slot_size;
        size_t size = errdiff_any_bands_slots_size(&walk->bands) + 2 * beside;
        walk->all[i] = (struct band){walks_memory(size, sizeof(int32_t)), NULL,
                                     walk->bands.first_step, walk->bands.kept_slots};
        walk->all[i].slots = walk->all[i].memory + beside;
        /* Device memory is not initialized. */
        for (size_t k = 0; k < size; k++)
            walk->all[i].memory[k] = 4711;
        for (int step = 0; step < walk->bands.end_step; step++)
            for (int lane = 0; lane < rows; lane++)
                walk->inputs[errdiff_any_bands_place(&walk->bands, i, step, lane)] =
                    errdiff_any_bands_input(job, errdiff_any_bands_column(&walk->bands, step, lane),
                                            i * rows + lane);
    }
}

static void finish(struct walk *walk)
{
    const struct errdiff_device_job *job = &walk->drawn->device;
    int rows = walk->bands.rows;

    for (int y = 0; y < job->in.height; y++)
        for (int x = 0; x < job->in.width; x++) {
            int lane = y % rows, step = x + walk->bands.slope * lane;
            errdiff_any_bands_output(
                job, x, y,
                walk->levels[errdiff_any_bands_place(&walk->bands, y / rows, step, lane)]);
        }
    for (int i = 0; i < errdiff_any_bands_count(&walk->bands); i++)
        free(walk->all[i].memory);
    free(walk->all);
    free(walk->words);
    free(walk->levels);
    free(walk->inputs);
}

/* Fetches the words above a chunk. Returns false if one has not been written yet. */
static bool fetch_above(struct walk *walk, int number)
{
    const struct errdiff_device_job *job = &walk->drawn->device;
    const struct errdiff_any_bands *bands = &walk->bands;
    struct band *band = &walk->all[number];

    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < errdiff_any_bands_fetches(bands); i++) {
            struct errdiff_any_bands_fetch fetch = errdiff_any_bands_fetch_of(bands, i);
            int64_t index = errdiff_any_bands_fetched_word(bands, number, band->step, &fetch);
            uint64_t word = index < 0 ? 0 : walk->words[index];
            if (index >= 0 && word == 0 && walk->fault != FAULT_WAIT)
                return false;
            int place = errdiff_any_bands_in_slot(bands, band->slot + fetch.step, fetch.lane);
            if (pass == 1)
                errdiff_any_bands_word_take(bands, job->rule.tone_weights, word, fetch.part,
                                            band->slots + place);
        }
    return true;
}

static void run_pixel(struct walk *walk, int number, int step, int slot, int lane)
{
    const struct errdiff_device_job *job = &walk->drawn->device;
    const struct errdiff_any_bands *bands = &walk->bands;
    int64_t place = step < 0 ? -1 : errdiff_any_bands_place(bands, number, step, lane);
    int64_t x = errdiff_any_bands_column(bands, step, lane);
    int y = number * bands->rows + lane;
    int32_t traces[3];
    int32_t *here = walk->all[number].slots + errdiff_any_bands_in_slot(bands, slot, lane);
    struct errdiff_any_bands_result result =
        errdiff_any_bands_pixel(job, job->tap_count, walk->taps, bands, here, (int)x, y,
                                place < 0 ? 0 : walk->inputs[place], traces);

    if (place >= 0)
        walk->levels[place] = result.levels;
    if (!errdiff_any_bands_gives(bands, lane) || x < 0 || x >= bands->width)
        return;
    for (int part = 0; part < bands->pixel_words; part++)
        walk->words[errdiff_any_bands_word(bands, x, y) + part] =
            errdiff_any_bands_word_make(bands, job->rule.tone_weights, traces, part);
}

/* Runs the next chunk of a band, unless it must wait. */
static bool run_chunk(void *data, int number)
{
    struct walk *walk = data;
    const struct errdiff_any_bands *bands = &walk->bands;
    struct band *band = &walk->all[number];
    int order[ERRDIFF_BAND_LANES];

    if (band->slot == bands->slots) {
        for (int i = 0; i < errdiff_any_bands_kept(bands); i++)
            band->slots[i] = band->slots[i + errdiff_any_bands_way(bands)];
        band->slot = bands->kept_slots;
    }
    if (band->step >= bands->end_step || !fetch_above(walk, number))
        return false;
    for (int i = 0; i < ERRDIFF_BAND_CHUNK; i++) {
        random_order(&walk->random, order, bands->rows);
        for (int k = 0; k < bands->rows; k++)
            run_pixel(walk, number, band->step, band->slot, order[k]);
        band->step++;
        band->slot++;
    }
    return true;
}

static bool is_over(const void *data, int number)
{
    const struct walk *walk = data;
    return walk->all[number].step >= walk->bands.end_step;
}

static bool walk_image(struct walk *walk)
{
    struct walks_bands bands = {walk,
                                errdiff_any_bands_count(&walk->bands),
                                random_range(&walk->random, 1, 6),
                                40,
                                run_chunk,
                                is_over};
    return walks_run_bands(&bands, &walk->random);
}

/* Returns whether the result is right. */
static bool walk_job(uint64_t seed, int number, int variant, int fault)
{
    (void)variant;
    static struct drawn_job drawn;
    struct walk walk = {
        .drawn = &drawn, .random = {seed + (uint64_t)number}, .fault = (enum fault)fault};

    drawn_job_make(&drawn, seed, number);
    drawn.device.rule.is_exhaustive = errdiff_any_bands_is_exhaustive(&drawn.job);
    if (fault == FAULT_SLOPE)
        drawn.device.slope -= drawn.device.slope > 0;
    start(&walk);
    bool is_done = walk_image(&walk);
    finish(&walk);
    bool is_right = is_done && drawn_job_is_right(&drawn);
    if (!is_right && fault == FAULT_NONE)
        printf("%s: bands of %d rows %s\n", drawn.text, walk.bands.rows,
               is_done ? "differ" : "wait for each other");
    drawn_job_release(&drawn);
    return is_right;
}

int main(int argument_count, char **arguments)
{
    const struct walks walks = {"bands", 0, fault_names, FAULTS, 500, 100, walk_job};

    return walks_run(&walks, argument_count, arguments) > 0;
}
