/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "systematic.h"

static const int system_bits[] = {8, 16};
static const int system_channels[] = {1, 3};
static const int system_levels[] = {2, 3, 4, 16, 255, 256};
static const int system_strengths[] = {0, 1, 50, 99, 100};

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

static int grid_count(void)
{
    return job_kernel_count() * COUNT(system_bits) * COUNT(system_channels) * COUNT(system_levels) *
           COUNT(system_strengths);
}

enum { EACH_LEVEL_JOBS = 2 * (256 - 2 + 1) };

static const int system_palettes[] = {1, 2, 3, 16, 216, 256};
static const errdiff_match system_matches[] = {ERRDIFF_MATCH_RGB, ERRDIFF_MATCH_OKLAB};
static const int system_noises[] = {0, 30, 100};

static int palette_grid_count(void)
{
    return job_kernel_count() * 2 * 2 * COUNT(system_palettes) * COUNT(system_matches) *
           COUNT(system_noises);
}

/* Levels in place of palettes. */
static const int system_new_levels[] = {2, 3, 16, 256};

static int order_grid_count(void)
{
    return job_kernel_count() * 2 * 2 * COUNT(system_new_levels) * COUNT(system_noises) *
           COUNT(system_bits);
}

/* Serpentine order in jobs that engines have fast paths for, with rows that end next to where the
 * parts end, of 256 and 768 pixels, in which the fast paths go through a row. */
static const int turning_widths[] = {1, 2, 3, 255, 256, 257, 513, 768, 769, 1537};
static const int turning_levels[] = {2, 5};

/* Besides the named kernels: errors also reach farther than two pixels in their own row. */
static const struct reference_kernel far_kernel = {
    .divisor = 8, .tap_count = 5, .taps = {{1, 0, 2}, {3, 0, 1}, {6, 0, 1}, {-2, 1, 1}, {0, 1, 3}}};

static int turning_grid_count(void)
{
    return (job_kernel_count() + 1) * COUNT(turning_widths) * COUNT(turning_levels);
}

/*
 * Kernels that the wavefront's lane kernel for pairs of taps once got wrong. The first four have a
 * tap at dx = −1 and a slope so small that a pair was read before it was written. The next two
 * have a negative weight for the next pixel. With the last one errors grow until they are clamped,
 * in a gradient if not in noise.
 */
static const struct reference_kernel close_kernels[] = {
    {.divisor = 7,
     .tap_count = 7,
     .taps = {{1, 0, 1}, {2, 0, 1}, {-1, 1, 1}, {0, 1, 1}, {1, 1, 1}, {0, 2, 1}, {2, 2, 1}}},
    {.divisor = 16,
     .tap_count = 7,
     .taps = {{1, 0, 85},
              {-1, 1, 410},
              {0, 1, 156},
              {1, 1, 308},
              {-1, 2, 445},
              {0, 2, 142},
              {1, 2, 501}}},
    {.divisor = 20,
     .tap_count = 7,
     .taps = {{1, 0, 4}, {0, 1, 3}, {1, 1, 2}, {-1, 2, 5}, {0, 2, 3}, {1, 2, 2}, {2, 2, 1}}},
    {.divisor = 9,
     .tap_count = 7,
     .taps = {{1, 0, 3}, {2, 0, 1}, {-1, 1, 1}, {0, 1, 1}, {1, 1, 1}, {-2, 2, 1}, {0, 2, 1}}},
    {.divisor = 16,
     .tap_count = 7,
     .taps = {{1, 0, -25}, {2, 0, 6}, {0, 1, 8}, {2, 1, 9}, {0, 2, 25}, {1, 2, 13}, {2, 2, 34}}},
    {.divisor = 64,
     .tap_count = 8,
     .taps = {{1, 0, -25},
              {2, 0, -28},
              {0, 1, -6},
              {1, 1, 15},
              {2, 1, -16},
              {-1, 2, -21},
              {0, 2, -17},
              {1, 2, 12}}},
    /* Atkinson's with another divisor, by which errors grow */
    {.divisor = 4,
     .tap_count = 6,
     .taps = {{1, 0, 1}, {2, 0, 1}, {-1, 1, 1}, {0, 1, 1}, {1, 1, 1}, {0, 2, 1}}},
    {.divisor = 8, .tap_count = 4, .taps = {{1, 0, 7}, {-1, 1, 5}, {0, 1, 4}, {1, 1, -3}}},
};
static const int close_sizes[][2] = {{4, 12}, {29, 13}, {150, 70}};
enum { MAX_CLOSE_LEVELS = 5, CLOSE_CHOICES = MAX_CLOSE_LEVELS /* 2 to 5, and a palette */ };

static int close_count(void)
{
    return COUNT(close_kernels) * COUNT(close_sizes) * CLOSE_CHOICES;
}

/* Far more rows than any ring or period of the code has, in both orders: all kernels, each with
 * some of the other options. */
enum { TALL_WIDTH = 3, TALL_HEIGHT = 4099 };

static int tall_count(void)
{
    return 4 * job_kernel_count();
}

int systematic_count(void)
{
    return grid_count() + EACH_LEVEL_JOBS + palette_grid_count() + order_grid_count() +
           turning_grid_count() + close_count() + tall_count();
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

static void set_turning_grid_job(int number, struct job *job)
{
    int width = take(&number, COUNT(turning_widths));
    int level = take(&number, COUNT(turning_levels));
    int variant = number + width; /* all values of the options meet, but not with each width */

    job->serpentine = 1;
    job->width = turning_widths[width];
    job->height = 5;
    job->levels[0] = turning_levels[level];
    if (number < job_kernel_count()) {
        job_set_kernel(job, reference_kernel_name(number));
    } else {
        job->kernel = far_kernel;
        job_write_kernel(job);
    }
    job->channels = system_channels[take(&variant, 2)];
    job->threads = take(&variant, 2) ? 3 : 1;
    job->bits = system_bits[take(&variant, 2)];
    job->mask = variant + level == 1 ? MASK_RANDOM : MASK_NONE;
}

/* Without --full the slower of the palettes meet each
 * order and noise with some of the kernels only, and the slowest half of the orders and noises. */
int systematic_is_left_out(int number)
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

static void set_close_job(int number, struct job *job)
{
    const int *size = close_sizes[take(&number, COUNT(close_sizes))];
    int choice = take(&number, CLOSE_CHOICES);

    job->width = size[0];
    job->height = size[1];
    job->channels = 3;
    job->bits = 8;
    job->levels[0] = 2;
    if (choice == 0)
        job->palette_size = 16;
    else
        job->levels[0] = 1 + choice;
    job->threads = 1 + number % 2;
    job->input = number == COUNT(close_kernels) - 1 ? INPUT_GRADIENT : INPUT_RANDOM;
    job->kernel = close_kernels[number];
    job_write_kernel(job);
}

static void set_tall_job(int number, struct job *job)
{
    job->serpentine = take(&number, 2);
    job->channels = system_channels[take(&number, 2)];
    job->width = TALL_WIDTH;
    job->height = TALL_HEIGHT;
    job_set_kernel(job, reference_kernel_name(number));
    job->bits = system_bits[number % 2];
    job->levels[0] = turning_levels[number / 2 % 2];
    job->noise = number % 3 == 0 ? 30 : 0;
    job->threads = 1 + number % 3;
}

void systematic_set(int number, struct job *job)
{
    int close_begin = systematic_count() - tall_count() - close_count();
    int turning_begin = close_begin - turning_grid_count();

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
    } else if (number < turning_begin) {
        set_order_grid_job(number - grid_count() - EACH_LEVEL_JOBS - palette_grid_count(), job);
    } else if (number < close_begin) {
        set_turning_grid_job(number - turning_begin, job);
    } else if (number < close_begin + close_count()) {
        set_close_job(number - close_begin, job);
    } else {
        set_tall_job(number - close_begin - close_count(), job);
    }
    job->levels[1] = job->levels[2] = job->levels[0];
    job->out_bits = job->indexed ? 8 : job->bits;
}
