/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Every engine against the plain reference, byte for byte, on thousands of drawn jobs.
 *
 * A job is a number. The first ones go systematically through kernels, formats, levels and
 * strengths; the others are drawn from the seed and the number alone, so that any job can be
 * repeated by itself. Every third of those is at the borders of vectors and tiles. --drawn leaves the
 * systematic ones out, --full takes all of them. --gray makes each job one of 8-bit gray, two levels,
 * Floyd and Steinberg's weights and nothing else, for which engines have forms of their own.
 */
#include "errdiff.h"
#include "reference.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Random numbers ------------------------------------------------------------------------ */

/* SplitMix64 (Steele, Lea and Flood 2014): any seed gives a good stream. */
struct random {
    uint64_t state;
};

static uint64_t random_bits(struct random *random)
{
    uint64_t z = random->state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static int random_range(struct random *random, int low, int high)
{
    return low + (int)(random_bits(random) % ((uint64_t)(high - low) + 1));
}

static int random_chance(struct random *random, int percent)
{
    return random_range(random, 1, 100) <= percent;
}

/* ---- Jobs ---------------------------------------------------------------------------------- */

enum input_kind {
    INPUT_RANDOM,
    INPUT_FLAT,
    INPUT_GRADIENT,
    INPUT_ZERO,
    INPUT_FULL,
    INPUT_COLUMNS,
    INPUT_ROWS,
    INPUT_CHECKS,
    INPUT_NEAR_MIDDLE,
    INPUT_KINDS
};

static const char *const input_names[] = {
    "random",           "flat",   "gradient",          "all 0", "all W", "alternating columns",
    "alternating rows", "checks", "next to the middle"};

enum mask_kind { MASK_NONE, MASK_RANDOM, MASK_RECTANGLES, MASK_ALL_OUT, MASK_ALL_IN, MASK_KINDS };

static const char *const mask_names[] = {"no mask", "random mask", "mask of rectangles",
                                         "mask all 0", "mask without 0"};

/* Where a picture lies in its buffer. */
struct layout {
    int shift;   /* samples before the first row, so that rows start at any address */
    int padding; /* samples after each row */
    int flipped; /* negative stride */
};

struct job {
    int width, height, channels, bits;
    int out_bits;
    int levels[3];
    int palette_size; /* 0: levels */
    errdiff_match match;
    int indexed;
    int linear;
    int serpentine;
    int noise;
    uint32_t seed;
    int measure;
    int strength;
    int threads;
    enum input_kind input;
    enum mask_kind mask;
    int in_place;
    struct layout in_layout, out_layout, mask_layout;
    uint64_t content_seed;
    char kernel_text[1024];
    struct reference_kernel kernel;
};

static void job_set_kernel(struct job *job, const char *name)
{
    snprintf(job->kernel_text, sizeof(job->kernel_text), "%s", name);
    reference_kernel_find(name, &job->kernel);
}

static int kernel_count(void)
{
    int count = 0;

    while (reference_kernel_name(count))
        count++;
    return count;
}

static int kernel_has(const struct reference_kernel *kernel, int dx, int dy)
{
    for (int k = 0; k < kernel->tap_count; k++) {
        if (kernel->taps[k].dx == dx && kernel->taps[k].dy == dy)
            return 1;
    }
    return 0;
}

static void write_kernel(struct job *job)
{
    const struct reference_kernel *kernel = &job->kernel;
    char *text = job->kernel_text;
    int used = snprintf(text, sizeof(job->kernel_text), "%" PRId64 ":", kernel->divisor);
    for (int k = 0; k < kernel->tap_count; k++) {
        const struct reference_tap *tap = &kernel->taps[k];
        used += snprintf(text + used, sizeof(job->kernel_text) - (size_t)used, "%s %d,%d,%" PRId64,
                         k ? ";" : "", tap->dx, tap->dy, tap->weight);
    }
}

static void draw_custom_kernel(struct random *random, struct job *job)
{
    struct reference_kernel *kernel = &job->kernel;
    int reach_x = random_chance(random, 50) ? random_range(random, 1, 3)
                                            : random_range(random, 1, ERRDIFF_MAX_REACH);
    int reach_y = random_chance(random, 50) ? random_range(random, 0, 3)
                                            : random_range(random, 0, ERRDIFF_MAX_REACH);
    int first_row = reach_y > 0 && random_chance(random, 15) ? 1 : 0;
    int wanted = random_chance(random, 60) ? random_range(random, 1, 8)
                                           : random_range(random, 1, ERRDIFF_MAX_TAPS);
    int negative_percent = random_chance(random, 40) ? random_range(random, 1, 100) : 0;
    int left = random_chance(random, 30) ? ERRDIFF_MAX_WEIGHT : random_range(random, wanted, 400);
    int64_t sum = 0;

    kernel->tap_count = 0;
    for (int tries = 0; tries < 4 * wanted && kernel->tap_count < wanted; tries++) {
        int dy = random_range(random, first_row, reach_y);
        int dx = random_range(random, dy == 0 ? 1 : -reach_x, reach_x);
        if (kernel_has(kernel, dx, dy))
            continue;
        int others = wanted - kernel->tap_count - 1;
        int share = left / (others + 1);
        int size = others == 0 ? left - others : random_range(random, 1, 2 * share - 1);
        size = size > left - others ? left - others : size;
        left -= size;
        int weight = random_chance(random, negative_percent) ? -size : size;
        sum += weight;
        kernel->taps[kernel->tap_count++] =
            (struct reference_tap){.dx = dx, .dy = dy, .weight = weight};
    }

    switch (random_range(random, 0, 4)) {
    case 0:
        kernel->divisor = random_range(random, 1, ERRDIFF_MAX_DIVISOR);
        break;
    case 1:
        kernel->divisor = 1 << random_range(random, 0, 16);
        break;
    case 2:
        kernel->divisor = random_range(random, 1, 50);
        break;
    default:
        kernel->divisor = sum > 0 ? sum : 1;
    }

    write_kernel(job);
}

static struct layout draw_layout(struct random *random)
{
    struct layout layout = {0};

    if (random_chance(random, 70)) {
        layout.shift = random_range(random, 0, 40);
        layout.padding = random_range(random, 0, 40);
        layout.flipped = random_chance(random, 20);
    }
    return layout;
}

static void draw_size(struct random *random, struct job *job)
{
    int kind = random_range(random, 0, 99);

    if (kind < 5) {
        job->width = job->height = 1;
    } else if (kind < 12) {
        job->width = 1;
        job->height = random_range(random, 1, 300);
    } else if (kind < 19) {
        job->width = random_range(random, 1, 300);
        job->height = 1;
    } else if (kind < 45) {
        job->width = random_range(random, 1, 20);
        job->height = random_range(random, 1, 20);
    } else if (kind < 90) {
        job->width = random_range(random, 1, 70);
        job->height = random_range(random, 1, 70);
    } else if (kind < 94) {
        job->width = random_range(random, 1, 12);
        job->height = random_range(random, 200, 1500);
    } else if (kind < 98) {
        job->width = random_range(random, 200, 1500);
        job->height = random_range(random, 1, 12);
    } else {
        job->width = random_range(random, 150, 400);
        job->height = random_range(random, 150, 400);
    }
}

/* Next to where vectors of 4, 8, 16 and 32 lanes and tiles of 64 and 96 samples begin and end. */
static void draw_border_size(struct random *random, struct job *job)
{
    static const int tiles[] = {64, 96, 128, 192};
    int wide = tiles[random_range(random, 0, 3)] + random_range(random, -2, 2);
    int high = random_range(random, 1, 2) * (4 << random_range(random, 0, 4)) +
               random_range(random, -1, 1);

    /* Tiles are of samples; a pixel may have three. */
    if (job->channels == 3 && random_chance(random, 60))
        wide = wide / 3 + random_range(random, 0, 1);
    job->width = random_chance(random, 85) ? wide : random_range(random, 1, 20);
    job->height = high;
}

/* Far taps whose slope is 8 at most, so that rows can run side by side. The weights are powers of
 * two or small ones; a divisor that is less than their sum lets errors grow until they are clamped. */
static void draw_sloped_kernel(struct random *random, struct job *job)
{
    struct reference_kernel *kernel = &job->kernel;
    int slope = random_range(random, 1, 8);
    int reach_x = random_chance(random, 40) ? ERRDIFF_MAX_REACH : random_range(random, 1, 8);
    int reach_y = random_chance(random, 20)   ? ERRDIFF_MAX_REACH
                  : random_chance(random, 50) ? random_range(random, 0, 2)
                                              : random_range(random, 0, 8);
    int wanted = random_range(random, 1, 8);
    int64_t sum = 0;

    kernel->tap_count = 0;
    for (int tries = 0; tries < 8 * wanted && kernel->tap_count < wanted; tries++) {
        int dy = random_range(random, 0, reach_y);
        int least = dy == 0 ? 1 : 1 - slope * dy;
        least = least < -reach_x ? -reach_x : least;
        int dx = random_chance(random, 25) ? least : random_range(random, least, reach_x);
        if (kernel_has(kernel, dx, dy))
            continue;
        int weight =
            random_chance(random, 70) ? random_range(random, 1, 3) : random_range(random, 1, 200);
        kernel->taps[kernel->tap_count++] = (struct reference_tap){
            .dx = dx, .dy = dy, .weight = random_chance(random, 10) ? -weight : weight};
        sum += weight;
    }
    int64_t power = 1;
    while (2 * power <= sum)
        power *= 2;
    switch (random_range(random, 0, 3)) {
    case 0:
        kernel->divisor = sum;
        break;
    case 1:
        kernel->divisor = (sum + 2) / 3;
        break;
    case 2:
        kernel->divisor = power;
        break;
    default:
        kernel->divisor = 2 * power;
    }
    write_kernel(job);
}

static void draw_levels(struct random *random, struct job *job)
{
    static const int usual[] = {2, 2, 3, 4, 5, 8, 16, 64, 255, 256};
    int same = random_chance(random, 40);

    for (int c = 0; c < 3; c++) {
        job->levels[c] = random_chance(random, 50)
                             ? usual[random_range(random, 0, sizeof(usual) / sizeof(usual[0]) - 1)]
                             : random_range(random, 2, 256);
        if (same)
            job->levels[c] = job->levels[0];
    }
}

static void draw_palette(struct random *random, struct job *job)
{
    static const int sizes[] = {1, 2, 3, 4, 8, 16, 216, 256};

    job->palette_size = random_chance(random, 70)
                            ? sizes[random_range(random, 0, sizeof(sizes) / sizeof(sizes[0]) - 1)]
                            : random_range(random, 1, 256);
    job->match = random_chance(random, 25) ? ERRDIFF_MATCH_OKLAB : ERRDIFF_MATCH_RGB;
    if (job->match == ERRDIFF_MATCH_OKLAB && !random_chance(random, 5))
        job->palette_size = 1 + job->palette_size % 24;
    job->indexed = random_chance(random, 40);
}

/* Half of the jobs have none of this, since engines may have faster ways for those. */
static void draw_more_of_the_rule(struct random *random, struct job *job)
{
    if (random_chance(random, 50))
        return;
    if (random_chance(random, 30))
        draw_palette(random, job);
    job->linear = random_chance(random, 40);
    job->serpentine = random_chance(random, 40);
    if (random_chance(random, 40))
        job->noise = random_chance(random, 20) ? 100 : random_range(random, 0, 100);
    job->seed = random_chance(random, 30) ? (uint32_t)random_range(random, 0, 3)
                                          : (uint32_t)random_bits(random);
    job->measure = random_chance(random, 30);
    if (job->bits == 16 && (random_chance(random, 40) || job->indexed))
        job->out_bits = 8;
}

/* Whether the result has the shape of the picture, so that it may take its place. */
static int may_be_in_place(const struct job *job)
{
    return job->out_bits == job->bits && !job->indexed &&
           (job->palette_size == 0 || job->channels == 3);
}

static int out_channels(const struct job *job)
{
    return job->indexed ? 1 : job->palette_size > 0 ? 3 : job->channels;
}

static void draw_random_job(struct random *random, struct job *job)
{
    static const int thread_counts[] = {0, 0, 1, 2, 3, 4, 7, 16};

    draw_size(random, job);
    job->channels = random_chance(random, 50) ? 1 : 3;
    job->bits = random_chance(random, 50) ? 8 : 16;
    if (random_chance(random, 50))
        job_set_kernel(job, reference_kernel_name(random_range(random, 0, kernel_count() - 1)));
    else
        draw_custom_kernel(random, job);
    draw_levels(random, job);
    job->strength = random_chance(random, 50) ? 100 : random_range(random, 0, 100);
    job->threads = thread_counts[random_range(
        random, 0, sizeof(thread_counts) / sizeof(thread_counts[0]) - 1)];
    job->input = random_chance(random, 50)
                     ? INPUT_RANDOM
                     : (enum input_kind)random_range(random, 0, INPUT_KINDS - 1);
    job->mask = random_chance(random, 60) ? MASK_NONE
                                          : (enum mask_kind)random_range(random, 0, MASK_KINDS - 1);
    job->out_bits = job->bits;
    draw_more_of_the_rule(random, job);
    job->in_place = random_chance(random, 30) && may_be_in_place(job);
    job->in_layout = draw_layout(random);
    job->out_layout = job->in_place ? job->in_layout : draw_layout(random);
    job->mask_layout = draw_layout(random);
}

/* What is hard for schedules with vectors, tiles and threads: sizes, kernels, values and places of
 * rows at which their parts begin and end. */
static void draw_border_job(struct random *random, struct job *job)
{
    static const enum input_kind extremes[] = {INPUT_ZERO, INPUT_FULL, INPUT_COLUMNS, INPUT_ROWS,
                                               INPUT_CHECKS};

    job->channels = random_chance(random, 50) ? 1 : 3;
    job->bits = random_chance(random, 70) ? 8 : 16;
    job->out_bits = job->bits;
    draw_border_size(random, job);
    if (random_chance(random, 30))
        job_set_kernel(job, reference_kernel_name(random_range(random, 0, kernel_count() - 1)));
    else
        draw_sloped_kernel(random, job);
    draw_levels(random, job);
    if (random_chance(random, 15))
        draw_palette(random, job);
    job->match = ERRDIFF_MATCH_RGB;
    job->indexed = job->indexed && job->bits == 8;
    job->strength = random_chance(random, 80) ? 100 : random_range(random, 0, 100);
    job->threads = random_range(random, 1, 16);
    job->input = random_chance(random, 50) ? INPUT_RANDOM : extremes[random_range(random, 0, 4)];
    job->mask = random_chance(random, 70) ? MASK_NONE
                                          : (enum mask_kind)random_range(random, 0, MASK_KINDS - 1);
    job->measure = random_chance(random, 20);
    job->in_place = random_chance(random, 40) && may_be_in_place(job);
    job->in_layout = draw_layout(random);
    job->out_layout = job->in_place ? job->in_layout : draw_layout(random);
    job->mask_layout = draw_layout(random);
}

static const int system_bits[] = {8, 16};
static const int system_channels[] = {1, 3};
static const int system_levels[] = {2, 3, 4, 16, 255, 256};
static const int system_strengths[] = {0, 1, 50, 99, 100};

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

static int grid_count(void)
{
    return kernel_count() * COUNT(system_bits) * COUNT(system_channels) * COUNT(system_levels) *
           COUNT(system_strengths);
}

enum { EACH_LEVEL_JOBS = 2 * (256 - 2 + 1) };

static const int system_palettes[] = {1, 2, 3, 16, 216, 256};
static const errdiff_match system_matches[] = {ERRDIFF_MATCH_RGB, ERRDIFF_MATCH_OKLAB};
static const int system_noises[] = {0, 30, 100};

static int palette_grid_count(void)
{
    return kernel_count() * 2 * 2 * COUNT(system_palettes) * COUNT(system_matches) *
           COUNT(system_noises);
}

/* Levels in place of palettes. */
static const int system_new_levels[] = {2, 3, 16, 256};

static int order_grid_count(void)
{
    return kernel_count() * 2 * 2 * COUNT(system_new_levels) * COUNT(system_noises) *
           COUNT(system_bits);
}

static int systematic_count(void)
{
    return grid_count() + EACH_LEVEL_JOBS + palette_grid_count() + order_grid_count();
}

/* Takes a digit with `count` values off a number. */
static int take(int *number, int count)
{
    int digit = *number % count;

    *number /= count;
    return digit;
}

static void set_order_and_noise(int *number, struct job *job)
{
    job->width = 17;
    job->height = 7;
    job->channels = 3;
    job->seed = 12345;
    job->noise = system_noises[take(number, COUNT(system_noises))];
    job->linear = take(number, 2);
    job->serpentine = take(number, 2);
}

static void set_palette_grid_job(int number, struct job *job)
{
    job->bits = number % 5 == 0 ? 16 : 8;
    set_order_and_noise(&number, job);
    job->palette_size = system_palettes[take(&number, COUNT(system_palettes))];
    job->match = system_matches[take(&number, COUNT(system_matches))];
    job->indexed = number % 2;
    job_set_kernel(job, reference_kernel_name(number));
    job->levels[0] = 2;
}

static void set_order_grid_job(int number, struct job *job)
{
    set_order_and_noise(&number, job);
    job->bits = system_bits[take(&number, COUNT(system_bits))];
    job->levels[0] = system_new_levels[take(&number, COUNT(system_new_levels))];
    job_set_kernel(job, reference_kernel_name(number));
}

/* Nearly all of the time goes into tables of palettes. Without --full the slower of them meet each
 * order and noise with some of the kernels only, and the slowest half of the orders and noises. */
static int is_left_out(int number)
{
    number -= grid_count() + EACH_LEVEL_JOBS;
    if (number < 0 || number >= palette_grid_count())
        return 0;
    int row = take(&number, 12); /* order and noise */
    int size = take(&number, COUNT(system_palettes));
    int is_oklab = system_matches[take(&number, COUNT(system_matches))] == ERRDIFF_MATCH_OKLAB;
    int is_large = system_palettes[size] > 16;
    if (is_oklab && is_large && row % 2 != size % 2)
        return 1;
    int every = (is_oklab ? 4 : 1) * (is_large ? 4 : 1);
    return (number + 5 * row) % every != 0;
}

static void set_systematic_job(int number, struct job *job)
{
    job->width = 29;
    job->height = 13;
    job->input = INPUT_RANDOM;
    job->strength = 100;
    job->channels = 1;

    if (number < grid_count()) {
        job->strength = system_strengths[number % COUNT(system_strengths)];
        number /= COUNT(system_strengths);
        job->levels[0] = system_levels[number % COUNT(system_levels)];
        number /= COUNT(system_levels);
        job->channels = system_channels[number % COUNT(system_channels)];
        number /= COUNT(system_channels);
        job->bits = system_bits[number % COUNT(system_bits)];
        number /= COUNT(system_bits);
        job_set_kernel(job, reference_kernel_name(number));
    } else if (number < grid_count() + EACH_LEVEL_JOBS) {
        number -= grid_count();
        job->bits = number % 2 ? 16 : 8;
        job->levels[0] = 2 + number / 2;
        job_set_kernel(job, "floyd-steinberg");
    } else if (number < grid_count() + EACH_LEVEL_JOBS + palette_grid_count()) {
        set_palette_grid_job(number - grid_count() - EACH_LEVEL_JOBS, job);
    } else {
        set_order_grid_job(number - grid_count() - EACH_LEVEL_JOBS - palette_grid_count(), job);
    }
    job->levels[1] = job->levels[2] = job->levels[0];
    job->out_bits = job->indexed ? 8 : job->bits;
}

static void make_gray(struct random *random, struct job *job)
{
    if (random_chance(random, 20))
        job->height = random_range(random, 100, 1000);
    job->channels = 1;
    job->bits = job->out_bits = 8;
    job->levels[0] = job->levels[1] = job->levels[2] = 2;
    job->palette_size = job->indexed = job->linear = job->serpentine = job->noise = 0;
    job->strength = 100;
    job->mask = MASK_NONE;
    job_set_kernel(job, "floyd-steinberg");
    job->in_place = random_chance(random, 30);
    if (job->in_place)
        job->out_layout = job->in_layout;
}

static void make_job(uint64_t seed, int number, int gray, struct job *job)
{
    struct random random = {.state = seed + (uint64_t)number * UINT64_C(0x2545f4914f6cdd1d)};

    memset(job, 0, sizeof(*job));
    if (number < systematic_count())
        set_systematic_job(number, job);
    else if (number % 3 == 0)
        draw_border_job(&random, job);
    else
        draw_random_job(&random, job);
    if (gray)
        make_gray(&random, job);
    job->content_seed = random_bits(&random);
}

static void print_job(FILE *file, const struct job *job)
{
    fprintf(file, "%d x %d, %s, %d bits, kernel %s, levels %d,%d,%d, strength %d, threads %d, ",
            job->width, job->height, job->channels == 1 ? "gray" : "RGB", job->bits,
            job->kernel_text, job->levels[0], job->levels[1], job->levels[2], job->strength,
            job->threads);
    if (job->palette_size > 0)
        fprintf(file, "%d colours matched in %s%s, ", job->palette_size,
                job->match == ERRDIFF_MATCH_OKLAB ? "OKLab" : "RGB",
                job->indexed ? ", indexed" : "");
    fprintf(file, "noise %d, seed %" PRIu32 ", %s%sto %d bits, ", job->noise, job->seed,
            job->linear ? "linear, " : "", job->serpentine ? "serpentine, " : "", job->out_bits);
    fprintf(file, "input %s, %s, %s", input_names[job->input], mask_names[job->mask],
            job->in_place ? "in place" : "to another picture");
    const struct layout *layouts[] = {&job->in_layout, &job->out_layout, &job->mask_layout};
    static const char *const names[] = {"in", "out", "mask"};
    for (int i = 0; i < 3; i++)
        fprintf(file, ", %s %d before, %d a row%s", names[i], layouts[i]->shift,
                layouts[i]->padding, layouts[i]->flipped ? ", bottom up" : "");
    fputc('\n', file);
}

/* ---- Pictures in memory -------------------------------------------------------------------- */

/* The bytes around the rows belong to the caller; they are compared too. */
struct buffer {
    uint8_t *bytes;
    size_t size;
    uint8_t *first; /* first sample of the top row */
    ptrdiff_t stride;
};

static void *checked_malloc(size_t size)
{
    void *memory = malloc(size);

    if (!memory) {
        fprintf(stderr, "out of memory\n");
        exit(2);
    }
    return memory;
}

static struct buffer make_buffer(const struct job *job, const struct layout *layout, int channels,
                                 int sample_bytes)
{
    size_t row =
        ((size_t)job->width * (size_t)channels + (size_t)layout->padding) * (size_t)sample_bytes;
    size_t before = (size_t)layout->shift * (size_t)sample_bytes;
    struct buffer buffer = {.size = before + row * (size_t)job->height};

    buffer.bytes = checked_malloc(buffer.size);
    buffer.stride = layout->flipped ? -(ptrdiff_t)row : (ptrdiff_t)row;
    buffer.first = buffer.bytes + before;
    if (layout->flipped)
        buffer.first += row * (size_t)(job->height - 1);
    return buffer;
}

static void fill_with_noise(struct random *random, struct buffer *buffer)
{
    for (size_t i = 0; i < buffer->size; i++)
        buffer->bytes[i] = (uint8_t)random_bits(random);
}

static struct buffer copy_buffer(const struct buffer *from)
{
    struct buffer buffer = *from;

    buffer.bytes = checked_malloc(from->size);
    memcpy(buffer.bytes, from->bytes, from->size);
    buffer.first = buffer.bytes + (from->first - from->bytes);
    return buffer;
}

/* A sample of the result. */
static int sample_get(const struct job *job, const struct buffer *buffer, int x, int y, int channel)
{
    const uint8_t *row = buffer->first + y * buffer->stride;
    size_t at = (size_t)x * (size_t)out_channels(job) + (size_t)channel;

    return job->out_bits == 8 ? row[at] : ((const uint16_t *)(const void *)row)[at];
}

static void sample_set(const struct job *job, struct buffer *buffer, int x, int y, int channel,
                       int value)
{
    uint8_t *row = buffer->first + y * buffer->stride;
    size_t at = (size_t)x * (size_t)job->channels + (size_t)channel;

    if (job->bits == 8)
        row[at] = (uint8_t)value;
    else
        ((uint16_t *)(void *)row)[at] = (uint16_t)value;
}

static void fill_input(struct random *random, const struct job *job, struct buffer *buffer)
{
    int W = job->bits == 8 ? 255 : 65535;
    int flat = random_range(random, 0, W);

    if (job->input == INPUT_RANDOM)
        return;
    for (int y = 0; y < job->height; y++) {
        for (int x = 0; x < job->width; x++) {
            for (int c = 0; c < job->channels; c++) {
                int value = 0;
                switch (job->input) {
                case INPUT_FLAT:
                    value = flat;
                    break;
                case INPUT_GRADIENT:
                    value = (int)((int64_t)(x + y + c) * W / (job->width + job->height + 1));
                    break;
                case INPUT_FULL:
                    value = W;
                    break;
                case INPUT_COLUMNS:
                    value = x % 2 ? W : 0;
                    break;
                case INPUT_ROWS:
                    value = y % 2 ? W : 0;
                    break;
                case INPUT_CHECKS:
                    value = (x + y + c) % 2 ? W : 0;
                    break;
                case INPUT_NEAR_MIDDLE:
                    value = W / 2 + random_range(random, 0, 1);
                    break;
                default:
                    break;
                }
                sample_set(job, buffer, x, y, c, value);
            }
        }
    }
}

static void fill_mask(struct random *random, const struct job *job, struct buffer *buffer)
{
    int percent = random_range(random, 1, 99);

    for (int y = 0; y < job->height; y++) {
        uint8_t *row = buffer->first + y * buffer->stride;
        for (int x = 0; x < job->width; x++) {
            int in = job->mask == MASK_ALL_IN || job->mask == MASK_RECTANGLES ||
                     (job->mask == MASK_RANDOM && random_chance(random, percent));
            row[x] = (uint8_t)(in ? random_range(random, 1, 255) : 0);
        }
    }
    for (int i = 0; job->mask == MASK_RECTANGLES && i < 3; i++) {
        int left = random_range(random, 0, job->width - 1);
        int right = random_range(random, left, job->width - 1);
        int top = random_range(random, 0, job->height - 1);
        int bottom = random_range(random, top, job->height - 1);
        for (int y = top; y <= bottom; y++)
            memset(buffer->first + y * buffer->stride + left, 0, (size_t)(right - left) + 1);
    }
}

/* ---- Running a job ------------------------------------------------------------------------- */

struct engine {
    const char *name;
    long ran;
    long refused;
};

enum {
    MAX_ENGINES = 32,
    SKIPPED = 77 /* what meson takes for a skipped test */
};

struct session {
    uint64_t seed;
    int verbose;
    int full;
    int drawn_only;
    int gray;
    struct engine engines[MAX_ENGINES];
    int engine_count;
    int skipped; /* engines that cannot run here */
    long passed;
    long failed;
};

struct work {
    errdiff_palette palette;
    struct reference_job reference;
    struct buffer in;       /* as drawn */
    struct buffer out;      /* as drawn; unused in place */
    struct buffer mask;     /* unused without one */
    struct buffer expected; /* what the reference made of out, or of in */
};

/* Colours that are far apart, or alike, or the same; in any order. */
static void fill_palette(struct random *random, const struct job *job, errdiff_palette *palette)
{
    int kind = random_range(random, 0, 3);
    int near = random_range(random, 0, 247);

    palette->count = job->palette_size;
    for (int i = 0; i < palette->count; i++) {
        for (int c = 0; c < 3; c++) {
            int value = random_range(random, 0, 255);
            if (kind == 1)
                value = near + value % 8;
            if (kind == 2)
                value = value % 6 * 51;
            if (kind == 3 && i > 0 && random_chance(random, 30))
                value = palette->colours[i - 1][c];
            palette->colours[i][c] = (uint8_t)value;
        }
    }
}

static void make_work(const struct job *job, struct work *work)
{
    struct random random = {.state = job->content_seed};
    int sample_bytes = job->bits / 8;

    work->in = make_buffer(job, &job->in_layout, job->channels, sample_bytes);
    fill_with_noise(&random, &work->in);
    fill_input(&random, job, &work->in);
    work->out = make_buffer(job, &job->out_layout, out_channels(job), job->out_bits / 8);
    fill_with_noise(&random, &work->out);
    work->mask = make_buffer(job, &job->mask_layout, 1, 1);
    fill_mask(&random, job, &work->mask);
    fill_palette(&random, job, &work->palette);

    work->expected = copy_buffer(job->in_place ? &work->in : &work->out);
    work->reference = (struct reference_job){
        .width = job->width,
        .height = job->height,
        .channels = job->channels,
        .bits = job->bits,
        .out_bits = job->out_bits,
        .indexed = job->indexed,
        .in = job->in_place ? work->expected.first : work->in.first,
        .in_stride = work->in.stride,
        .out = work->expected.first,
        .out_stride = work->expected.stride,
        .mask = job->mask == MASK_NONE ? NULL : work->mask.first,
        .mask_stride = work->mask.stride,
        .kernel = job->kernel,
        .quantizer = {.levels = {job->levels[0], job->levels[1], job->levels[2]},
                      .colour_count = job->palette_size,
                      .oklab = job->match == ERRDIFF_MATCH_OKLAB},
        .strength = job->strength,
        .noise = job->noise,
        .seed = job->seed,
        .serpentine = job->serpentine,
        .linear = job->linear,
    };
    memcpy(work->reference.quantizer.colours, work->palette.colours, sizeof(work->palette.colours));
    if (reference_dither(&work->reference) < 0) {
        fprintf(stderr, "out of memory\n");
        exit(2);
    }
}

static void free_work(struct work *work)
{
    free(work->in.bytes);
    free(work->out.bytes);
    free(work->mask.bytes);
    free(work->expected.bytes);
}

static void print_failure(const struct session *session, int number, const struct job *job,
                          const char *engine, const char *format, ...)
{
    va_list arguments;

    printf("FAILED: %s, seed %" PRIu64 ", job %d: ", engine, session->seed, number);
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    printf("\n  ");
    print_job(stdout, job);
    printf("  repeat it with: --seed %" PRIu64 " --only %d%s --engine %s\n", session->seed, number,
           session->gray ? " --gray" : "", engine);
}

/* Returns 1 where the buffers are equal. */
static int compare(const struct session *session, int number, const struct job *job,
                   const char *engine, const struct buffer *expected, const struct buffer *actual)
{
    if (memcmp(expected->bytes, actual->bytes, expected->size) == 0)
        return 1;

    for (int y = 0; y < job->height; y++) {
        for (int x = 0; x < job->width; x++) {
            for (int c = 0; c < out_channels(job); c++) {
                int want = sample_get(job, expected, x, y, c);
                int got = sample_get(job, actual, x, y, c);
                if (want != got) {
                    print_failure(session, number, job, engine,
                                  "pixel (%d, %d) channel %d is %d, the rule gives %d", x, y, c,
                                  got, want);
                    return 0;
                }
            }
        }
    }
    print_failure(session, number, job, engine, "bytes outside the rows were written");
    return 0;
}

/* The measured share of clamped pixels is a whole number of them; 1 where it is the right one. */
static int is_reported(const struct session *session, int number, const struct job *job,
                       const struct work *work, const char *engine, const errdiff_report *report)
{
    double pixels = (double)work->reference.pixels;
    double expected = pixels > 0 ? 100 * (double)work->reference.clamped / pixels : 0;

    if (!job->measure)
        expected = 0;
    if (report->clamped > expected - 1e-9 && report->clamped < expected + 1e-9)
        return 1;
    print_failure(session, number, job, engine, "%g %% clamped, the rule gives %g %%",
                  report->clamped, expected);
    return 0;
}

/* A number of threads that was named is obeyed; fewer may find something to do. */
static int has_thread_count(const struct session *session, int number, const struct job *job,
                            const char *engine, const errdiff_report *report)
{
    if (report->threads >= 1 && (job->threads == 0 || report->threads <= job->threads))
        return 1;
    print_failure(session, number, job, engine, "%d threads were used", report->threads);
    return 0;
}

static void run_engine(struct session *session, int number, const struct job *job,
                       const struct work *work, struct engine *engine)
{
    struct buffer in = copy_buffer(&work->in);
    struct buffer out = job->in_place ? in : copy_buffer(&work->out);
    errdiff_image in_image = {
        .data = in.first,
        .width = job->width,
        .height = job->height,
        .channels = job->channels,
        .bits = job->bits,
        .stride = in.stride,
        .mask = job->mask == MASK_NONE ? NULL : work->mask.first,
        .mask_stride = work->mask.stride,
    };
    errdiff_image out_image = in_image;
    out_image.data = out.first;
    out_image.stride = out.stride;
    out_image.mask = NULL;
    out_image.channels = out_channels(job);
    out_image.bits = job->out_bits;
    errdiff_options options;
    errdiff_options_init(&options);
    options.kernel = job->kernel_text;
    memcpy(options.levels, job->levels, sizeof(options.levels));
    options.strength = job->strength;
    options.engine = engine->name;
    options.threads = job->threads;
    options.noise = job->noise;
    options.seed = job->seed;
    options.serpentine = job->serpentine;
    options.linear = job->linear;
    options.palette = job->palette_size > 0 ? &work->palette : NULL;
    options.match = job->match;
    options.indexed = job->indexed;
    options.measure = job->measure;
    errdiff_report report;

    errdiff_status status = errdiff_dither(&in_image, &out_image, &options, &report);
    if (status == ERRDIFF_CANNOT_RUN && strcmp(engine->name, "auto") != 0) {
        engine->refused++;
        if (session->verbose)
            printf("job %d: %s cannot run it: %s\n", number, engine->name, report.message.text);
    } else {
        int good = status == ERRDIFF_OK;
        if (!good)
            print_failure(session, number, job, engine->name, "status %d: %s", (int)status,
                          report.message.text);
        else if (memcmp(in.bytes, work->in.bytes, in.size) != 0 && !job->in_place) {
            print_failure(session, number, job, engine->name, "the input was written");
            good = 0;
        } else {
            good = compare(session, number, job, engine->name, &work->expected, &out) &&
                   is_reported(session, number, job, work, engine->name, &report) &&
                   has_thread_count(session, number, job, engine->name, &report);
        }
        engine->ran++;
        session->passed += good;
        session->failed += !good;
    }

    free(in.bytes);
    if (!job->in_place)
        free(out.bytes);
}

static void run_job(struct session *session, int number)
{
    struct job job;
    struct work work;

    make_job(session->seed, number, session->gray, &job);
    if (session->verbose) {
        printf("job %d: ", number);
        print_job(stdout, &job);
        fflush(stdout);
    }
    make_work(&job, &work);
    for (int e = 0; e < session->engine_count; e++) {
        /* Making tables takes long, and what auto runs is among the others. */
        int is_auto = strcmp(session->engines[e].name, "auto") == 0;
        if (!session->full && is_auto && session->engine_count > 1 && job.palette_size > 0 &&
            number % 8 != 0)
            continue;
        run_engine(session, number, &job, &work, &session->engines[e]);
    }
    free_work(&work);
}

/* ---- The command --------------------------------------------------------------------------- */

static void usage(void)
{
    fprintf(stderr, "usage: errdiff-equality [--seed N] [--jobs N] [--only JOB] [--engine NAME]... "
                    "[--full | --drawn] [--gray] [--verbose]\n");
    exit(2);
}

static uint64_t parse_number(const char *text)
{
    char *end;
    unsigned long long value = text ? strtoull(text, &end, 10) : 0;

    if (!text || end == text || *end)
        usage();
    return value;
}

static int is_engine(const char *name)
{
    for (int i = 0; i < errdiff_engine_count(); i++) {
        errdiff_engine_info info;
        errdiff_engine_get(i, &info);
        if (strcmp(info.name, name) == 0)
            return 1;
    }
    return 0;
}

/* What this machine lacks cannot be tested on it. A name or a setting that is wrong is a mistake,
 * not something that the machine lacks. */
static int is_lacking(const char *name, const char *reason)
{
    return is_engine(name) && strncmp(reason, "ERRDIFF_", strlen("ERRDIFF_")) != 0;
}

static void add_engine(struct session *session, const char *name)
{
    errdiff_message reason;

    if (!name || session->engine_count == MAX_ENGINES)
        usage();
    if (!errdiff_engine_available(name, &reason)) {
        fprintf(stderr, "%s: %s\n", name, reason.text);
        exit(is_lacking(name, reason.text) ? SKIPPED : 2);
    }
    session->engines[session->engine_count++] = (struct engine){.name = name};
}

static void add_available_engines(struct session *session)
{
    for (int i = 0; i < errdiff_engine_count(); i++) {
        errdiff_engine_info info;
        errdiff_message reason;

        errdiff_engine_get(i, &info);
        if (errdiff_engine_available(info.name, &reason))
            add_engine(session, info.name);
        else {
            printf("%s: SKIPPED: %s\n", info.name, reason.text);
            session->skipped++;
        }
    }
}

int main(int argc, char **argv)
{
    struct session session = {.seed = 1};
    int jobs = 3000;
    int only = -1;

    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--seed") == 0)
            session.seed = parse_number(argv[++i]);
        else if (strcmp(argv[i], "--jobs") == 0)
            jobs = (int)parse_number(argv[++i]);
        else if (strcmp(argv[i], "--only") == 0)
            only = (int)parse_number(argv[++i]);
        else if (strcmp(argv[i], "--engine") == 0)
            add_engine(&session, argv[++i]);
        else if (strcmp(argv[i], "--drawn") == 0)
            session.drawn_only = 1;
        else if (strcmp(argv[i], "--gray") == 0)
            session.gray = 1;
        else if (strcmp(argv[i], "--full") == 0)
            session.full = 1;
        else if (strcmp(argv[i], "--verbose") == 0)
            session.verbose = 1;
        else
            usage();
    }
    if (session.engine_count == 0)
        add_available_engines(&session);

    int first = only >= 0 ? only : session.drawn_only ? systematic_count() : 0;
    int end = only >= 0 ? only + 1 : systematic_count() + jobs;
    for (int number = first; number < end; number++) {
        if (only >= 0 || session.full || !is_left_out(number))
            run_job(&session, number);
    }

    for (int e = 0; e < session.engine_count; e++) {
        const struct engine *engine = &session.engines[e];
        printf("%s: %ld jobs ran, %ld refused\n", engine->name, engine->ran, engine->refused);
        if (engine->ran == 0) {
            printf("FAILED: %s ran nothing\n", engine->name);
            session.failed++;
        }
    }
    printf("%ld passed, %ld failed, %d engines skipped\n", session.passed, session.failed,
           session.skipped);
    return session.failed > 0;
}
