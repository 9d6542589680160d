/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs the GPU's schedule for holograms on the CPU, with the code of the kernel's order: the chunks
 * of the bands in random orders that their words allow, and the lanes of a step in random order.
 * What the kernel reads before a step has ended is read before that here, too. The levels must be
 * those of the serial schedule. With a deliberate fault they must differ in some job, which proves
 * that this test can fail.
 */
#include "../../hologram/tests/drawn_hologram.h"
#include "drawn_job.h"
#include "hologram/cuda/hologram_order.h"
#include "walks.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    LANES = ERRDIFF_GPU_HOLOGRAM_BAND_LANES,
    CHUNK = ERRDIFF_GPU_HOLOGRAM_BAND_CHUNK,
    SPARE = 3 /* extra room for taps, as kernels have it */
};

enum fault {
    FAULT_NONE,
    FAULT_SKEW,
    FAULT_WAIT,
    FAULT_EARLY,
    FAULT_HOGEL,
    FAULT_RING,
    FAULT_AHEAD,
    FAULTS
};

static const char *const fault_names[] = {"none",
                                          "a skew that is too small",
                                          "no wait for what is above",
                                          "a late tap taken early",
                                          "hogels change late",
                                          "a ring without room",
                                          "the last late tap reads ahead"};

/* What the warps of a block have. */
struct band {
    errdiff_complex *memory, *slots;
    errdiff_complex sums[2][LANES]; /* of even and odd steps */
    errdiff_complex late[LANES];    /* errors read by the first late taps of the next pixels */
    int step, slot;
    bool is_fetched; /* whether the words above the chunk were taken */
};

struct walk {
    struct drawn_hologram drawn;
    struct random random;
    enum fault fault;
    struct errdiff_gpu_hologram_bands bands;
    int early, row;
    int ahead; /* the tap that is read ahead */
    struct errdiff_gpu_hologram_band_tap *taps;
    uint64_t *words;
    struct band *all;
    int64_t clipped;
};

static void start(struct walk *walk)
{
    const struct errdiff_hologram_job *job = &walk->drawn.job;
    walk->bands = errdiff_gpu_hologram_bands_of(job);
    struct errdiff_gpu_hologram_bands *bands = &walk->bands;
    if (walk->fault == FAULT_RING)
        bands->ring_slots = bands->kept_slots;
    walk->early = bands->early_taps + random_range(&walk->random, 0, SPARE);
    walk->row = bands->row_taps + random_range(&walk->random, 0, SPARE);
    if (walk->row > ERRDIFF_HOLOGRAM_REACH)
        walk->row = ERRDIFF_HOLOGRAM_REACH;
    walk->ahead = walk->early + (walk->fault == FAULT_AHEAD);
    if (bands->kept_slots < walk->row)
        abort();
    size_t hogels = (size_t)job->hogel_columns * (size_t)job->hogel_rows;
    size_t count = (size_t)errdiff_gpu_hologram_bands_taps(walk->early, walk->row);
    walk->taps = walks_memory(hogels * count, sizeof *walk->taps);
    for (size_t i = 0; i < hogels; i++)
        errdiff_gpu_hologram_bands_taps_make(walk->taps + i * count, &job->weights[i], bands,
                                             walk->early, walk->row);
    walk->words = walks_memory(errdiff_gpu_hologram_bands_words(bands), sizeof *walk->words);
    for (size_t i = 0; i < errdiff_gpu_hologram_bands_words(bands); i++)
        walk->words[i] = ERRDIFF_GPU_HOLOGRAM_BAND_MISSING;
    walk->all = walks_memory((size_t)errdiff_gpu_hologram_bands_count(bands), sizeof *walk->all);
    for (int i = 0; i < errdiff_gpu_hologram_bands_count(bands); i++) {
        /* With a deliberate fault, taps read outside the slots. */
        size_t beside = 256 * ERRDIFF_GPU_HOLOGRAM_BAND_SLOT;
        size_t size = (size_t)errdiff_gpu_hologram_bands_slots_size(bands);
        struct band *band = &walk->all[i];
        *band = (struct band){.memory = walks_memory(size + 2 * beside, sizeof(errdiff_complex)),
                              .step = bands->first_step,
                              .slot = bands->kept_slots};
        band->slots = band->memory + beside;
        /* Slots that are written before they are read are not initialized. */
        for (size_t k = (size_t)bands->kept_slots * ERRDIFF_GPU_HOLOGRAM_BAND_SLOT; k < size; k++)
            band->slots[k] = (errdiff_complex){4711, 4711};
    }
    if (walk->fault == FAULT_SKEW)
        bands->skew--;
}

static void finish(struct walk *walk)
{
    for (int i = 0; i < errdiff_gpu_hologram_bands_count(&walk->bands); i++)
        free(walk->all[i].memory);
    free(walk->all);
    free(walk->words);
    free(walk->taps);
}

/* Stores an error in one of the slots of a chunk whose first slot is `first`, and in the copy if
 * there is one. */
static void put(const struct errdiff_gpu_hologram_bands *bands, struct band *band, int first,
                int place, errdiff_complex error)
{
    int back = errdiff_gpu_hologram_bands_copied_back(bands, first);
    band->slots[place] = error;
    band->slots[place - back * ERRDIFF_GPU_HOLOGRAM_BAND_SLOT] = error;
}

/* Fetches the words above the chunk that begins with the given step and slot. Returns false if one
 * has not been written yet. */
static bool fetch(struct walk *walk, int number, int step, int slot)
{
    const struct errdiff_gpu_hologram_bands *bands = &walk->bands;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < errdiff_gpu_hologram_bands_passed(bands); i++) {
            int64_t index = errdiff_gpu_hologram_bands_taken_word(bands, number, step, i);
            uint64_t word = index < 0 ? 0 : walk->words[index];
            if (word == ERRDIFF_GPU_HOLOGRAM_BAND_MISSING) {
                if (walk->fault != FAULT_WAIT)
                    return false;
                word = 0;
            }
            int place =
                errdiff_gpu_hologram_bands_in_slot(slot + errdiff_gpu_hologram_bands_passed_step(i),
                                                   errdiff_gpu_hologram_bands_taking_lane(i));
            if (pass == 1)
                put(bands, &walk->all[number], slot, place,
                    errdiff_gpu_hologram_bands_word_error(word));
        }
    return true;
}

static const struct errdiff_gpu_hologram_band_tap *taps_of(const struct walk *walk, int x, int y)
{
    const struct errdiff_gpu_hologram_bands *bands = &walk->bands;
    struct errdiff_gpu_hologram_band_hogels hogels =
        errdiff_gpu_hologram_bands_hogels_of(bands, y / LANES);
    int row = y / bands->hogel - hogels.first_row, column = 0;
    if (walk->fault == FAULT_HOGEL)
        x--;
    while (x >= errdiff_gpu_hologram_bands_border(bands, column))
        column++;
    if (row >= hogels.rows || column >= hogels.columns)
        abort();
    return walk->taps + (size_t)errdiff_gpu_hologram_bands_taps(walk->early, walk->row) *
                            (size_t)errdiff_gpu_hologram_bands_hogel_index(
                                bands, &hogels, row * hogels.columns + column);
}

static errdiff_complex collect(errdiff_complex sum, const struct errdiff_gpu_hologram_band_tap *tap,
                               errdiff_complex error)
{
    errdiff_complex weight = {tap->re, tap->im};
    return errdiff_hologram_add(sum, weight, error);
}

/* Dithers the pixel of a lane, and returns its error. */
static errdiff_complex run_pixel(struct walk *walk, int number, int step, int slot, int lane)
{
    const struct errdiff_gpu_hologram_bands *bands = &walk->bands;
    const struct errdiff_hologram_job *job = &walk->drawn.job;
    const struct band *band = &walk->all[number];
    int x = errdiff_gpu_hologram_bands_column(bands, step, lane), y = number * LANES + lane;
    errdiff_complex error = {0, 0},
                    *here = band->slots + errdiff_gpu_hologram_bands_in_slot(slot, lane);
    if (!errdiff_gpu_hologram_bands_has(bands, x, y))
        return error;
    const struct errdiff_gpu_hologram_band_tap *taps = taps_of(walk, x, y);
    errdiff_complex sum = band->sums[step & 1][lane];
    for (int i = walk->early; i < errdiff_gpu_hologram_bands_taps(walk->early, walk->row); i++)
        sum = collect(sum, &taps[i], i == walk->ahead ? band->late[lane] : here[-taps[i].back]);
    size_t place = (size_t)y * (size_t)bands->width + (size_t)x;
    int is_clipped;
    walk->drawn.levels[place] = (uint16_t)errdiff_hologram_decide(
        &job->quantizer, job->hologram.values[place], sum, &error, &is_clipped);
    walk->clipped += is_clipped;
    return error;
}

/* Begins the sum of the pixel two steps later. */
static void begin(struct walk *walk, int number, int step, int slot, int lane)
{
    const struct errdiff_gpu_hologram_bands *bands = &walk->bands;
    struct band *band = &walk->all[number];
    int x = errdiff_gpu_hologram_bands_column(bands, step + 2, lane), y = number * LANES + lane;
    if (!errdiff_gpu_hologram_bands_has(bands, x, y))
        return;
    const struct errdiff_gpu_hologram_band_tap *taps = taps_of(walk, x, y);
    const errdiff_complex *later = band->slots + errdiff_gpu_hologram_bands_in_slot(slot + 2, lane);
    errdiff_complex *sum = &band->sums[step & 1][lane];
    *sum = (errdiff_complex){0, 0};
    for (int i = 0; i < walk->early; i++)
        *sum = collect(*sum, &taps[i], later[-taps[i].back]);
    if (walk->fault == FAULT_EARLY && walk->bands.early_taps > 0)
        *sum = collect(*sum, taps,
                       later[-ERRDIFF_GPU_HOLOGRAM_BAND_LATE * ERRDIFF_GPU_HOLOGRAM_BAND_SLOT -
                             taps->back % ERRDIFF_GPU_HOLOGRAM_BAND_SLOT]);
}

/* Reads the error for the first late tap of the next pixel. */
static void read_ahead(struct walk *walk, int number, int step, int slot, int lane)
{
    const struct errdiff_gpu_hologram_bands *bands = &walk->bands;
    struct band *band = &walk->all[number];
    int x = errdiff_gpu_hologram_bands_column(bands, step + 1, lane), y = number * LANES + lane;
    const errdiff_complex *next = band->slots + errdiff_gpu_hologram_bands_in_slot(slot + 1, lane);
    if (errdiff_gpu_hologram_bands_has(bands, x, y))
        band->late[lane] = next[-taps_of(walk, x, y)[walk->ahead].back];
}

/* One warp completes sums while others begin later ones. So lanes run in random order, and a sum
 * that is begun in this step cannot use any error of this step. */
static void run_step(struct walk *walk, int number, int step, int slot)
{
    struct band *band = &walk->all[number];
    int first = band->slot;
    errdiff_complex errors[LANES];
    int order[LANES];
    random_order(&walk->random, order, LANES);
    for (int i = 0; i < LANES; i++) {
        errors[order[i]] = run_pixel(walk, number, step, slot, order[i]);
        begin(walk, number, step, slot, order[i]);
        read_ahead(walk, number, step, slot, order[i]);
    }
    for (int lane = 0; lane < LANES; lane++)
        put(&walk->bands, band, first, errdiff_gpu_hologram_bands_in_slot(slot, lane),
            errors[lane]);
}

/* Writes the words for the band below, for the chunk that begins with the given step and slot. */
static void give(struct walk *walk, int number, int step, int slot)
{
    const struct errdiff_gpu_hologram_bands *bands = &walk->bands;
    const struct band *band = &walk->all[number];
    for (int i = 0; i < errdiff_gpu_hologram_bands_passed(bands); i++) {
        int64_t index = errdiff_gpu_hologram_bands_given_word(bands, number, step, i);
        int place =
            errdiff_gpu_hologram_bands_in_slot(slot + errdiff_gpu_hologram_bands_passed_step(i),
                                               errdiff_gpu_hologram_bands_giving_lane(i));
        if (index >= 0)
            walk->words[index] = errdiff_gpu_hologram_bands_word_of(band->slots[place]);
    }
}

/* Runs the next chunk of a band, unless it must wait. The words for the chunk after it may be taken
 * before it runs. */
static bool run_chunk(void *data, int number)
{
    struct walk *walk = data;
    const struct errdiff_gpu_hologram_bands *bands = &walk->bands;
    struct band *band = &walk->all[number];
    if (band->step >= bands->end_step ||
        (!band->is_fetched && !fetch(walk, number, band->step, band->slot)))
        return false;
    int next = errdiff_gpu_hologram_bands_next_slot(bands, band->slot);
    band->is_fetched =
        random_range(&walk->random, 0, 2) > 0 && fetch(walk, number, band->step + CHUNK, next);
    for (int i = 0; i < CHUNK; i++)
        run_step(walk, number, band->step + i, band->slot + i);
    give(walk, number, band->step, band->slot);
    band->step += CHUNK;
    band->slot = next;
    return true;
}

static bool is_over(const void *data, int number)
{
    const struct walk *walk = data;
    return walk->all[number].step >= walk->bands.end_step;
}

static bool walk_hologram(struct walk *walk)
{
    struct walks_bands bands = {walk,
                                errdiff_gpu_hologram_bands_count(&walk->bands),
                                random_range(&walk->random, 1, 4),
                                20,
                                run_chunk,
                                is_over};
    return walks_run_bands(&bands, &walk->random);
}

static bool walk_job(uint64_t seed, int number, int variant, int fault)
{
    (void)variant;
    struct walk walk = {.random = {seed + (uint64_t)number}, .fault = (enum fault)fault};
    if (!drawn_hologram_make(&walk.drawn, (uint32_t)(seed * 1000000) + (uint32_t)number, 150, 110))
        return false;
    start(&walk);
    bool is_done = walk_hologram(&walk);
    bool is_right = is_done && drawn_hologram_is_right(&walk.drawn, walk.clipped);
    if (!is_right && fault == FAULT_NONE)
        drawn_hologram_say(&walk.drawn, "walk", is_done ? "other levels" : "bands wait for ever");
    finish(&walk);
    drawn_hologram_free(&walk.drawn);
    return is_right;
}

int main(int argument_count, char **arguments)
{
    const struct walks walks = {"hologram", 0, fault_names, FAULTS, 300, 40, walk_job};
    return walks_run(&walks, argument_count, arguments) > 0;
}
