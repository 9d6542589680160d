/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "draw.h"

#include "prepare/screen_tile.h"

#include <inttypes.h>
#include <stdlib.h>

static int kernel_has(const struct reference_kernel *kernel, int dx, int dy)
{
    for (int k = 0; k < kernel->tap_count; k++) {
        if (kernel->taps[k].dx == dx && kernel->taps[k].dy == dy)
            return 1;
    }
    return 0;
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

    job_write_kernel(job);
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

/* Far taps whose slope is 8 at most, so that rows can run side by side. The weights are powers
 * of two or small ones; a divisor that is less than their sum lets errors grow until they are
 * clamped. */
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
    job_write_kernel(job);
}

void draw_some_size(struct random *random, struct job *job)
{
    if (random_chance(random, 40))
        draw_border_size(random, job);
    else
        draw_size(random, job);
}

void draw_input(struct random *random, struct job *job)
{
    job->input = random_chance(random, 50)
                     ? INPUT_RANDOM
                     : (enum input_kind)random_range(random, 0, INPUT_KINDS - 1);
}

void draw_places_in_memory(struct random *random, struct job *job)
{
    job->in_place = random_chance(random, 30) && job_may_be_in_place(job);
    job->in_layout = draw_layout(random);
    job->out_layout = job->in_place ? job->in_layout : draw_layout(random);
    job->mask_layout = draw_layout(random);
    job->in_pieces = job->height > ERRDIFF_STREAM_ROWS && !job->measure && !job->tone.stretch &&
                     !job->tone.automatic && random_chance(random, 60);
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
    static const errdiff_match matches[] = {ERRDIFF_MATCH_RGB, ERRDIFF_MATCH_RGB,
                                            ERRDIFF_MATCH_OKLAB, ERRDIFF_MATCH_LIGHTNESS};

    job->palette_size = random_chance(random, 70)
                            ? sizes[random_range(random, 0, sizeof(sizes) / sizeof(sizes[0]) - 1)]
                            : random_range(random, 1, 256);
    job->match = matches[random_range(random, 0, 3)];
    job->indexed = random_chance(random, 40);
    job->has_sent = random_chance(random, 50);
    job->sent = random_chance(random, 50);
    if (random_chance(random, 70)) {
        job->gamut = (errdiff_gamut)random_range(random, 0, ERRDIFF_GAMUT_NONE - 1);
        job->compress = random_chance(random, 50) ? 60 : random_range(random, 0, 100);
    }
}

/* A curve that may be level in parts, and may print fewer dots than there are. */
static void draw_dot_gain(struct random *random, struct job *job)
{
    int64_t(*points)[2] = job->gain_points;
    int count = random_range(random, 1, REFERENCE_MAX_GAIN_POINTS - 2), used = 0;

    points[0][0] = points[0][1] = 0;
    for (int i = 1; i <= count; i++) {
        points[i][0] = 100000 * (i - 1) / count + random_range(random, 1, 100000 / count - 1);
        points[i][1] = random_chance(random, 20)
                           ? points[i - 1][1]
                           : random_range(random, (int)points[i - 1][1], 100000);
        used += snprintf(job->gain_text + used, sizeof(job->gain_text) - (size_t)used,
                         "%d.%03d %d.%03d; ", (int)points[i][0] / 1000, (int)points[i][0] % 1000,
                         (int)points[i][1] / 1000, (int)points[i][1] % 1000);
    }
    points[count + 1][0] = points[count + 1][1] = 100000;
    job->gain_count = count + 2;
}

/* What is done before the rule. Each part is often left out, since the library then skips it. */
static void draw_preparation(struct random *random, struct job *job)
{
    static const double gammas[] = {0.1, 0.5, 0.8, 1.2, 2.2, 10};
    struct reference_tone_options *tone = &job->tone;

    job->gray = random_chance(random, 30) ? random_chance(random, 50) ? 1 : 3 : 0;
    job->keep_exact = random_chance(random, 30);
    if (random_chance(random, 40))
        draw_dot_gain(random, job);
    tone->saturation = random_chance(random, 40) ? random_range(random, -100, 100) : 0;
    if (random_chance(random, 40))
        return;
    tone->automatic = random_chance(random, 40);
    tone->stretch = random_chance(random, 40);
    tone->stretch_share = random_range(random, 0, 1000) / 100.0;
    tone->brightness = random_chance(random, 40) ? random_range(random, -100, 100) : 0;
    tone->contrast = random_chance(random, 40) ? random_range(random, -100, 100) : 0;
    tone->gamma = random_chance(random, 40) ? gammas[random_range(random, 0, 5)] : 1;
    tone->invert = random_chance(random, 30);
}

static int draw_detail(struct random *random)
{
    if (!random_chance(random, 30))
        return 0;
    return random_chance(random, 20) ? 100 : random_range(random, 1, 100);
}

static void draw_dots(struct random *random, struct job *job)
{
    static const char *const names[] = {"round", "diamond", "line"};
    static const char *const sizes[] = {"2", "3", "4", "5.5", "8", "2.37", "16", "11.25"};
    static const char *const angles[] = {"0", "45", "15", "75", "90", "-22.5", "18.435", "200"};
    struct reference_screen *screen = &job->screen;
    int kind = random_range(random, 0, 2), count = random_chance(random, 50) ? 1 : 4;

    screen->kind = (enum reference_screen_kind)(REFERENCE_ROUND + kind);
    snprintf(job->screen_name, sizeof(job->screen_name), "%s", names[kind]);
    snprintf(job->screen_size, sizeof(job->screen_size), "%s", sizes[random_range(random, 0, 7)]);
    screen->period = atof(job->screen_size);
    for (int i = 0, used = 0; i < 4; i++) {
        const char *angle = angles[random_range(random, 0, 7)];
        screen->angles[i] = i < count ? atof(angle) : screen->angles[0];
        if (i < count)
            used += snprintf(job->screen_angle + used, sizeof(job->screen_angle) - (size_t)used,
                             "%s%s", i > 0 ? "," : "", angle);
    }
}

void draw_screen(struct random *random, struct job *job)
{
    struct reference_screen *screen = &job->screen;
    int kind = random_range(random, 0, 3);

    snprintf(job->screen_size, sizeof(job->screen_size), "8");
    snprintf(job->screen_angle, sizeof(job->screen_angle), "0");
    screen->amount = random_chance(random, 50) ? 100 : random_range(random, 0, 400);
    if (kind == 0) {
        screen->kind = REFERENCE_BAYER;
        screen->side = 2 << random_range(random, 0, 3);
        snprintf(job->screen_name, sizeof(job->screen_name), "bayer-%d", screen->side);
    } else if (kind == 1) {
        screen->kind = REFERENCE_MATRIX;
        screen->width = random_range(random, 1, 8);
        screen->height = random_range(random, 1, 8);
        snprintf(job->screen_name, sizeof(job->screen_name), "own");
    } else if (kind == 2 && random_chance(random, 40)) {
        screen->kind = REFERENCE_MATRIX;
        screen->width = screen->height = ERRDIFF_BLUE_NOISE_SIDE;
        snprintf(job->screen_name, sizeof(job->screen_name), "blue-noise");
    } else {
        draw_dots(random, job);
    }
}

/* Half of the jobs have at most serpentine order of this, since engines may have faster ways for
 * those. */
static void draw_more_of_the_rule(struct random *random, struct job *job)
{
    if (random_chance(random, 50)) {
        job->serpentine = random_chance(random, 25);
        return;
    }
    if (random_chance(random, 30))
        draw_palette(random, job);
    if (random_chance(random, 40))
        draw_preparation(random, job);
    job->linear = random_chance(random, 40);
    job->serpentine = random_chance(random, 40);
    if (random_chance(random, 40))
        job->noise = random_chance(random, 20) ? 100 : random_range(random, 0, 100);
    job->detail = draw_detail(random);
    if (random_chance(random, 30))
        draw_screen(random, job);
    job->seed = random_chance(random, 30) ? (uint32_t)random_range(random, 0, 3)
                                          : (uint32_t)random_bits(random);
    job->measure = random_chance(random, 30);
    if (job->bits == 16 && (random_chance(random, 40) || job->indexed))
        job->out_bits = 8;
}

/* For the engine `ordered`. */
static void draw_ordered(struct random *random, struct job *job)
{
    job->strength = job->noise = job->palette_size = job->indexed = job->has_sent = job->sent = 0;
    job->levels[0] = job->levels[1] = job->levels[2] = 2;
    job->mask = MASK_NONE;
    job->keep_exact = 0;
    if (random_chance(random, 90))
        draw_screen(random, job);
}

void draw_random_job(struct random *random, struct job *job)
{
    static const int thread_counts[] = {0, 0, 1, 2, 3, 4, 7, 16};

    draw_size(random, job);
    job->channels = random_chance(random, 50) ? 1 : 3;
    job->bits = random_chance(random, 50) ? 8 : 16;
    if (random_chance(random, 50))
        job_set_kernel(job, reference_kernel_name(random_range(random, 0, job_kernel_count() - 1)));
    else
        draw_custom_kernel(random, job);
    draw_levels(random, job);
    job->starts = random_chance(random, 50);
    job->strength = random_chance(random, 50) ? 100 : random_range(random, 0, 100);
    job->threads = thread_counts[random_range(
        random, 0, sizeof(thread_counts) / sizeof(thread_counts[0]) - 1)];
    draw_input(random, job);
    job->mask = random_chance(random, 60) ? MASK_NONE
                                          : (enum mask_kind)random_range(random, 0, MASK_KINDS - 1);
    job->out_bits = job->bits;
    draw_more_of_the_rule(random, job);
    if (random_chance(random, 10))
        draw_ordered(random, job);
    draw_places_in_memory(random, job);
}

void draw_border_job(struct random *random, struct job *job)
{
    static const enum input_kind extremes[] = {INPUT_ZERO, INPUT_FULL, INPUT_COLUMNS, INPUT_ROWS,
                                               INPUT_CHECKS};

    job->channels = random_chance(random, 50) ? 1 : 3;
    job->bits = random_chance(random, 70) ? 8 : 16;
    job->out_bits = job->bits;
    draw_border_size(random, job);
    if (random_chance(random, 30))
        job_set_kernel(job, reference_kernel_name(random_range(random, 0, job_kernel_count() - 1)));
    else
        draw_sloped_kernel(random, job);
    draw_levels(random, job);
    job->starts = random_chance(random, 50);
    if (random_chance(random, 15))
        draw_palette(random, job);
    job->match = ERRDIFF_MATCH_RGB;
    job->indexed = job->indexed && job->bits == 8;
    job->strength = random_chance(random, 80) ? 100 : random_range(random, 0, 100);
    job->threads = random_range(random, 1, 16);
    job->input = random_chance(random, 50) ? INPUT_RANDOM : extremes[random_range(random, 0, 4)];
    job->mask = random_chance(random, 70) ? MASK_NONE
                                          : (enum mask_kind)random_range(random, 0, MASK_KINDS - 1);
    if (random_chance(random, 30))
        job->detail = draw_detail(random);
    if (random_chance(random, 10))
        draw_screen(random, job);
    job->measure = random_chance(random, 20);
    draw_places_in_memory(random, job);
}

void draw_floats(struct random *random, struct job *job)
{
    if (job->bits != 16 || job->in_place || !random_chance(random, 40))
        return;
    job->floats = random_chance(random, 50) ? ERRDIFF_HALF : ERRDIFF_FLOAT;
    job->floats_layout = draw_layout(random);
}

void draw_fine_levels(struct random *random, struct job *job)
{
    static const int usual[] = {1024, 1024, 4096, 4096, 257, 772};

    if (job->out_bits != 16 || job->palette_size > 0 || job->gain_count > 0 ||
        random_chance(random, 70))
        return;
    int same = random_chance(random, 60);
    for (int c = 0; c < 3; c++) {
        if (c > 0 && same)
            job->levels[c] = job->levels[0];
        else if (c == 0 || random_chance(random, 60))
            job->levels[c] =
                random_chance(random, 60)
                    ? usual[random_range(random, 0, sizeof(usual) / sizeof(usual[0]) - 1)]
                    : random_range(random, 257, ERRDIFF_MAX_FINE_LEVELS);
    }
}

void draw_make_large(struct random *random, struct job *job)
{
    job->width = random_range(random, 256, 1024);
    job->height = random_range(random, 256, 1024);
    job->keep_exact = random_chance(random, 40);
    job->mask = random_chance(random, 50) ? MASK_NONE
                                          : (enum mask_kind)random_range(random, 0, MASK_KINDS - 1);
    if (job->palette_size > 0)
        job->gamut = (errdiff_gamut)random_range(random, 0, ERRDIFF_GAMUT_NONE - 1);
    draw_places_in_memory(random, job);
}

void draw_search(struct random *random, struct job *job)
{
    static const double viewings[] = {45, 45, 15, 17.3, 24, 33.3, 58, 72, 90, 200};

    job->passes = random_range(random, 1, random_chance(random, 30) ? 6 : 2);
    job->viewing = viewings[random_range(random, 0, sizeof(viewings) / sizeof(viewings[0]) - 1)];
    job->in_pieces = 0;
    for (int c = 0; c < 3; c++)
        job->levels[c] = job->levels[c] > 256 ? 256 : job->levels[c];
}

void draw_make_gray(struct random *random, struct job *job)
{
    if (random_chance(random, 20))
        job->height = random_range(random, 100, 1000);
    job->channels = 1;
    job->bits = job->out_bits = 8;
    job->levels[0] = job->levels[1] = job->levels[2] = 2;
    job->palette_size = job->indexed = job->has_sent = job->sent = 0;
    job->linear = job->serpentine = job->noise = job->detail = job->gray = 0;
    job->tone = (struct reference_tone_options){.gamma = 1};
    job->keep_exact = job->gain_count = 0;
    job->screen = (struct reference_screen){0};
    job->screen_name[0] = '\0';
    job->strength = 100;
    job->mask = MASK_NONE;
    job_set_kernel(job, "floyd-steinberg");
    job->in_place = random_chance(random, 30);
    if (job->in_place)
        job->out_layout = job->in_layout;
    job->in_pieces = job->height > ERRDIFF_STREAM_ROWS && !job->measure && !job->tone.stretch &&
                     !job->tone.automatic && random_chance(random, 60);
}
