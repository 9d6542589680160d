/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs the variant of cuda-softsync for levels on the CPU, with the places and words of the kernel:
 * the bodies of the bands in random orders that their words allow. The result must be that of
 * serial-ec. With a deliberate fault it must differ in some job, which proves that this test can
 * fail.
 */
#include "../support/plain_options.h"
#include "cuda/softsync_levels_order.h"
#include "drawn_job.h"
#include "walks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LANES = ERRDIFF_LEVELS_LANES,
    GROUP = ERRDIFF_LEVELS_GROUP,
    BODY = ERRDIFF_LEVELS_BODY,
    COLUMNS = 600
};

enum fault { FAULT_NONE, FAULT_WAIT, FAULT_LATE, FAULTS };

static const char *const fault_names[] = {"none", "no wait for the words above",
                                          "words taken a round late"};

struct word {
    bool is_there;
    int32_t errors[GROUP];
};

/* A band of one channel: the errors of its rows, and those received of the row above. */
struct band {
    int32_t errors[LANES + 1][COLUMNS + GROUP * (2 * LANES + 8 * BODY)];
    int round;
    bool has_first;
};

struct walk {
    struct errdiff_job job;
    struct errdiff_levels_order order;
    struct random random;
    enum fault fault;
    uint8_t *samples;
    struct word *words;
    struct band *bands;
};

static int32_t *error_at(struct band *band, int lane, int x)
{
    return &band->errors[lane + 1][x + GROUP * (LANES + 2 * BODY)];
}

/* Takes a word from above. Returns false if it has not been written yet. */
static bool take_word(struct walk *walk, struct band *band, int y, int channel, int number)
{
    const struct word *word =
        &walk->words[errdiff_levels_word(&walk->order, y - 1, channel) + number];
    int group = number - errdiff_levels_first_word();

    for (int i = 0; i < GROUP; i++)
        *error_at(band, -1, group * GROUP + i) = word->errors[i];
    return word->is_there || walk->fault == FAULT_WAIT;
}

static bool takes_words(struct walk *walk, struct band *band, int y, int channel)
{
    int needed = errdiff_levels_needed(band->round) - (walk->fault == FAULT_LATE);

    if (y == 0)
        return true;
    if (!band->has_first && !take_word(walk, band, y, channel, errdiff_levels_first_word()))
        return false;
    band->has_first = true;
    if (!errdiff_levels_needs_words(&walk->order, band->round))
        return true;
    for (int i = 0; i < BODY; i++)
        if (!take_word(walk, band, y, channel, needed + i))
            return false;
    return true;
}

static int32_t decide(const struct walk *walk, int channel, int32_t sum, uint8_t *sample)
{
    int32_t value = *sample;
    int32_t error = errdiff_decide_plainly(&walk->job.rule.rounding, walk->job.rule.rounding.kind,
                                           &walk->job.rule.quantizers[channel], false, sum, &value);

    *sample = (uint8_t)value;
    return error;
}

static void run_group(struct walk *walk, int number, int lane, int round)
{
    const struct errdiff_levels_order *order = &walk->order;
    struct band *band = &walk->bands[number];
    int y = number / order->channels, channel = number % order->channels;
    int group = errdiff_levels_group(round, lane);
    uint8_t *samples = walk->samples + 4 * errdiff_levels_place(order, y, channel, round, lane);

    for (int i = 0; i < GROUP; i++) {
        int x = group * GROUP + i;
        bool has_right = (round != errdiff_levels_round_before(lane) || i < GROUP - 1) &&
                         (round != errdiff_levels_last_round(order, lane) || x != order->width - 1);
        int32_t sum = 0;
        for (int k = 0; k < walk->job.asked.kernel.tap_count; k++) {
            const errdiff_tap *tap = &walk->job.asked.kernel.taps[k];
            if (tap->dx >= 0 || has_right)
                sum += tap->weight * *error_at(band, lane - tap->dy, x - tap->dx);
        }
        *error_at(band, lane, x) = decide(walk, channel, sum, samples + i);
    }
    if (lane == LANES - 1 && y + 1 < order->bands) {
        struct word *word = &walk->words[errdiff_levels_word(order, y, channel) + round];
        word->is_there = true;
        for (int i = 0; i < GROUP; i++)
            word->errors[i] = *error_at(band, lane, group * GROUP + i);
    }
}

/* Runs the next body of a band, unless it must wait. */
static bool run_body(void *data, int number)
{
    struct walk *walk = data;
    const struct errdiff_levels_order *order = &walk->order;
    struct band *band = &walk->bands[number];

    if (band->round >= order->rounds ||
        !takes_words(walk, band, number / order->channels, number % order->channels))
        return false;
    /* A lane needs what the lane above left in the previous round, and the first error of this
     * round. */
    for (int i = 0; i < BODY; i++)
        for (int lane = 0; lane < LANES; lane++)
            run_group(walk, number, lane, band->round + i);
    band->round += BODY;
    return true;
}

static bool is_over(const void *data, int number)
{
    const struct walk *walk = data;
    return walk->bands[number].round >= walk->order.rounds;
}

static bool walk_image(struct walk *walk)
{
    int channels = walk->order.channels;
    struct walks_bands bands = {walk,
                                walk->order.bands * channels,
                                channels * random_range(&walk->random, 1, 4),
                                40,
                                run_body,
                                is_over};
    return walks_run_bands(&bands, &walk->random);
}

/* Copies the image into the order in which samples are dithered, or back. */
static void reorder(struct walk *walk, uint8_t *image, bool is_back)
{
    const struct errdiff_levels_order *order = &walk->order;

    for (int y = 0; y < order->height; y++)
        for (int x = 0; x < order->width; x++)
            for (int c = 0; c < order->channels; c++) {
                int lane = y % LANES;
                uint8_t *sample =
                    image +
                    ((size_t)y * (size_t)order->width + (size_t)x) * (size_t)order->channels + c;
                uint8_t *stored =
                    walk->samples +
                    4 * errdiff_levels_place(order, y / LANES, c, x / GROUP + lane, lane) +
                    x % GROUP;
                if (is_back)
                    *sample = *stored;
                else
                    *stored = *sample;
            }
}

/* A named kernel, or any weights of sum 16 for the next pixels. */
static void draw_kernel(struct random *random, char *text, size_t size)
{
    static const char *const named[] = {"floyd-steinberg", "false-floyd-steinberg", "simple",
                                        "sierra-lite"};
    int number = random_range(random, 0, 7), weights[4] = {0};

    if (number < 4) {
        snprintf(text, size, "%s", named[number]);
        return;
    }
    for (int left = 16; left > 0; left--)
        weights[random_range(random, 0, number % 4)]++;
    snprintf(text, size, "16: 1,0,%d; -1,1,%d; 0,1,%d; 1,1,%d", weights[0], weights[1], weights[2],
             weights[3]);
}

/* Options with which the variant for levels can run a job; `kernel` has their kernel's text. */
static void draw_options(struct random *random, errdiff_options *options, char *kernel, size_t size)
{
    plain_options_init(options);
    options->engine = "serial-ec";
    draw_kernel(random, kernel, size);
    options->kernel = kernel;
    for (int c = 0; c < 3; c++)
        options->levels[c] = random_range(random, 2, 6);
}

/* Runs the prepared job with the samples of `in`. Returns whether that gives `expected`. */
static bool walk_prepared(struct walk *walk, uint8_t *in, const uint8_t *expected, size_t size)
{
    const errdiff_image *image = &walk->job.in;
    uint8_t *out = walks_memory(size, 1);

    walk->order = errdiff_levels_order_of(image->width, image->height, image->channels);
    walk->samples = walks_memory(errdiff_levels_places(&walk->order, walk->order.bands), 4);
    walk->words = walks_memory(errdiff_levels_words(&walk->order), sizeof(*walk->words));
    walk->bands = walks_memory((size_t)(walk->order.bands * image->channels), sizeof(*walk->bands));
    reorder(walk, in, false);
    bool is_done = walk_image(walk);
    reorder(walk, out, true);
    bool is_right = is_done && memcmp(out, expected, size) == 0;
    free(walk->samples);
    free(walk->words);
    free(walk->bands);
    free(out);
    return is_right;
}

/* Returns whether the result is right. */
static bool walk_job(uint64_t first_seed, int number, int variant, int fault)
{
    (void)variant;
    uint64_t seed = first_seed + (uint64_t)number;
    struct walk walk = {.random = {seed}, .fault = (enum fault)fault};
    struct random *random = &walk.random;
    int width = random_range(random, 1, random_range(random, 0, 1) ? COLUMNS : 140);
    int height = random_range(random, 1, 200), channels = random_range(random, 0, 1) ? 3 : 1;
    size_t size = (size_t)(width * height * channels);
    uint8_t *in = walks_memory(size, 1), *expected = walks_memory(size, 1);
    errdiff_image image = {.data = in,
                           .width = width,
                           .height = height,
                           .channels = channels,
                           .bits = 8,
                           .stride = (ptrdiff_t)width * channels};
    errdiff_image result = image;
    errdiff_options options;
    errdiff_report report;
    errdiff_message message;
    char kernel[64];

    for (size_t i = 0; i < size; i++)
        in[i] = (uint8_t)random_range(random, 0, 255);
    draw_options(random, &options, kernel, sizeof(kernel));
    result.data = expected;
    if (errdiff_dither(&image, &result, &options, &report) != ERRDIFF_OK ||
        errdiff_job_prepare(&walk.job, &image, &result, &options, NULL, &message) != ERRDIFF_OK)
        exit(2);
    bool is_right = walk_prepared(&walk, in, expected, size);
    if (!is_right && fault == FAULT_NONE)
        printf("seed %llu: %d x %d, %d channels, %s differs\n", (unsigned long long)seed, width,
               height, channels, options.kernel);
    errdiff_job_release(&walk.job);
    free(in);
    free(expected);
    return is_right;
}

int main(int argument_count, char **arguments)
{
    const struct walks walks = {"levels", 0, fault_names, FAULTS, 200, 50, walk_job};

    return walks_run(&walks, argument_count, arguments) > 0;
}
