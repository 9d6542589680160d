/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "work.h"

#include "../support/checked_malloc.h"
#include "floats.h"
#include "prepare/screen_tile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Colors that are far apart, or alike, or the same; in any order. */
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
                value = palette->colors[i - 1][c];
            palette->colors[i][c] = (uint8_t)value;
        }
    }
}

/* Other colors to send, of which no two are the same unless the colors are. */
static void fill_sent(struct random *random, const struct job *job, errdiff_palette *palette)
{
    uint32_t changes = (uint32_t)random_bits(random);

    palette->has_sent = job->has_sent;
    for (int i = 0; i < palette->count; i++)
        for (int c = 0; c < 3; c++)
            palette->sent[i][c] = (uint8_t)(palette->colors[i][(c + 1) % 3] ^ changes >> 8 * c);
}

/* Changes some samples a little and some a lot, by parts of rows, of few pixels or of most. */
static void change_samples(struct random *random, const struct job *job, struct buffer *in)
{
    int still = random_range(random, 40, 99);

    for (int y = 0; y < job->height; y++) {
        uint8_t *row = in->first + y * in->stride;
        int change = 0;
        for (int i = 0; i < job->width * job->channels; i++) {
            if (random_chance(random, 10))
                change = random_chance(random, still) ? 0 : random_range(random, -12, 12);
            if (job->bits == 8)
                row[i] = (uint8_t)(row[i] + change);
            else
                ((uint16_t *)(void *)row)[i] =
                    (uint16_t)(((uint16_t *)(void *)row)[i] + 200 * change);
        }
    }
}

/* Any errors could have been left. */
static void fill_errors(struct random *random, const struct job *job,
                        struct errdiff_frame_errors *errors)
{
    size_t count = 3 * (size_t)job->width * (size_t)job->height;

    errors->channels = job_rule_channels(job);
    errors->max_value = job_max_value(job);
    int32_t white = errors->max_value * 16;
    errors->errors = checked_malloc(count * sizeof(*errors->errors));
    for (size_t i = 0; i < count; i++)
        errors->errors[i] = random_chance(random, 50) ? random_range(random, -white, white)
                                                      : white * random_range(random, -1, 1);
    if (random_chance(random, 5))
        errors->channels = 4 - errors->channels;
    if (random_chance(random, 5))
        errors->max_value = errors->max_value == 255 ? 65535 : 255;
}

static void make_before(struct random *random, const struct job *job, struct work *work)
{
    struct frame_before *before = &work->before;
    size_t pixels = (size_t)job->width * (size_t)job->height;
    struct errdiff_progress_state progress = {.height = job->height};
    errdiff_image in = {.data = work->in.first,
                        .width = job->width,
                        .height = job->height,
                        .channels = job->channels,
                        .bits = job->bits,
                        .stride = work->in.stride};

    before->in = image_copy(&work->in);
    change_samples(random, job, &before->in);
    before->mask = image_make(job, &job->mask_layout, 1, 1);
    image_fill_mask(random, job, &before->mask);
    fill_errors(random, job, &before->errors);
    before->kept = checked_malloc(3 * pixels * sizeof(*before->kept));
    before->stillness.weight = checked_malloc(pixels * sizeof(*before->stillness.weight));
    errdiff_image compared = in;
    compared.data = before->in.first;
    if (job->mask != MASK_NONE) {
        in.mask = work->mask.first;
        in.mask_stride = work->mask.stride;
        compared.mask = before->mask.first;
        compared.mask_stride = before->mask.stride;
    }
    errdiff_stillness_measure(&in, &compared, errdiff_threads_wanted(job->threads), &progress,
                              &before->stillness);
    before->passed = (struct errdiff_frame_before){.percent = job->stable,
                                                   .width = job->width,
                                                   .errors = &before->errors,
                                                   .stillness = &before->stillness};
    work->reference.before = (struct reference_before){
        .percent = job->stable,
        .in = before->in.first,
        .in_stride = before->in.stride,
        .mask = job->mask == MASK_NONE ? NULL : before->mask.first,
        .mask_stride = before->mask.stride,
        .errors = before->errors.errors,
        .error_channels = before->errors.channels,
        .error_W = before->errors.max_value,
        .kept = before->kept,
    };
}

/* Makes planes of numbers for a job with a search. */
static void make_colors(struct random *random, const struct job *job, struct work *work)
{
    struct frame_before *before = &work->before;
    size_t pixels = (size_t)job->width * (size_t)job->height, bytes = pixels * sizeof(int32_t);
    struct reference_job alone = work->reference;
    struct buffer out = image_copy(&work->expected);

    before->dithered = checked_malloc(bytes);
    before->searched = checked_malloc(bytes);
    before->expected_dithered = checked_malloc(bytes);
    before->expected_searched = checked_malloc(bytes);
    alone.out = out.first;
    alone.before.dithered = before->dithered;
    alone.before.searched = before->searched;
    if (reference_dither(&alone) < 0) {
        fprintf(stderr, "out of memory\n");
        exit(2);
    }
    free(out.bytes);
    for (size_t i = 0; i < pixels; i++) {
        if (random_chance(random, 20))
            before->dithered[i] = before->dithered[random_range(random, 0, (int)i)];
        if (random_chance(random, 40))
            before->searched[i] = before->searched[random_range(random, 0, (int)i)];
    }
    before->has_other_tables = random_chance(random, 5);
    memcpy(before->expected_dithered, before->dithered, bytes);
    memcpy(before->expected_searched, before->searched, bytes);
    work->reference.before.has_colors = !before->has_other_tables;
    work->reference.before.dithered = before->expected_dithered;
    work->reference.before.searched = before->expected_searched;
}

/* A matrix of numbers of which some may be the same. */
static void fill_matrix(struct random *random, struct work *work)
{
    int most = random_chance(random, 50) ? UINT16_MAX : 7;

    for (size_t i = 0; i < sizeof(work->numbers) / sizeof(*work->numbers); i++)
        work->numbers[i] = (uint16_t)random_range(random, 0, most);
}

void work_make(const struct job *job, struct work *work)
{
    struct random random = {.state = job->content_seed};
    int sample_bytes = job->bits / 8;

    work->in = image_make(job, &job->in_layout, job->channels, sample_bytes);
    image_fill_with_noise(&random, &work->in);
    image_fill_input(&random, job, &work->in);
    work->floats = (struct buffer){0};
    if (job->floats != 0) {
        struct random of_floats = {.state = job->content_seed + 1};
        work->floats = floats_make(&of_floats, job, &work->in);
    }
    work->out = image_make(job, &job->out_layout, job_out_channels(job), job->out_bits / 8);
    image_fill_with_noise(&random, &work->out);
    work->mask = image_make(job, &job->mask_layout, 1, 1);
    image_fill_mask(&random, job, &work->mask);
    fill_palette(&random, job, &work->palette);
    fill_sent(&random, job, &work->palette);
    fill_matrix(&random, work);

    work->expected = image_copy(job->in_place ? &work->in : &work->out);
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
                      .color_count = job->palette_size,
                      .oklab = job->match == ERRDIFF_MATCH_OKLAB,
                      .lightness = job->match == ERRDIFF_MATCH_LIGHTNESS,
                      .has_sent = job->has_sent && job->sent},
        .strength = job->strength,
        .noise = job->noise,
        .seed = job->seed,
        .detail = job->detail,
        .screen = job->screen,
        .serpentine = job->serpentine,
        .starts = job->starts,
        .linear = job->linear,
        .gray = job->gray,
        .tone = job->tone,
        .keep_exact = job->keep_exact,
        .gain_count = job->gain_count,
        .gamut = job->gamut != ERRDIFF_GAMUT_NONE,
        .relative = job->gamut == ERRDIFF_GAMUT_RELATIVE,
        .compress = job->gamut == ERRDIFF_GAMUT_COMPRESS ? job->compress : 0,
        .passes = job->passes,
        .viewing = job->viewing,
    };
    memcpy(work->reference.gain_points, job->gain_points, sizeof(job->gain_points));
    work->reference.screen.numbers =
        strcmp(job->screen_name, "blue-noise") == 0 ? errdiff_blue_noise : work->numbers;
    memcpy(work->reference.quantizer.colors, work->palette.colors, sizeof(work->palette.colors));
    memcpy(work->reference.quantizer.sent, work->palette.sent, sizeof(work->palette.sent));
    work->before = (struct frame_before){0};
    if (job->stable > 0)
        make_before(&random, job, work);
    if (job->stable > 0 && job->passes > 0 && !job->in_place)
        make_colors(&random, job, work);
    if (reference_dither(&work->reference) < 0) {
        fprintf(stderr, "out of memory\n");
        exit(2);
    }
}

void work_free(struct work *work)
{
    free(work->in.bytes);
    free(work->floats.bytes);
    free(work->out.bytes);
    free(work->mask.bytes);
    free(work->expected.bytes);
    free(work->before.in.bytes);
    free(work->before.mask.bytes);
    free(work->before.errors.errors);
    free(work->before.stillness.weight);
    free(work->before.kept);
    free(work->before.dithered);
    free(work->before.searched);
    free(work->before.expected_dithered);
    free(work->before.expected_searched);
}
