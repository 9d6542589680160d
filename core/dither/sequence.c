/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Frames of an animation: keeps what the next frame needs of the one before. */
#include "errdiff.h"

#include "base/message.h"
#include "base/option_value.h"
#include "base/translate.h"
#include "prepare/stable.h"
#include "refine/still_colors.h"
#include "rule/float_rows.h"
#include "rule/float_sample.h"
#include "rule/image.h"
#include "run.h"

#include <stdlib.h>
#include <string.h>

struct errdiff_sequence {
    int percent;
    errdiff_image current;  /* a copy of the input as integers, with a mask and without gaps */
    errdiff_image compared; /* the same of each pixel's input when the pixel was last free */
    bool has_last;          /* there is a frame before */
    struct errdiff_frame_errors errors;
    struct errdiff_stillness stillness;
    struct errdiff_frame_colors colors; /* with a search */
};

errdiff_status errdiff_sequence_open(errdiff_sequence **sequence, int stable,
                                     errdiff_message *message)
{
    if (!sequence)
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            N_("sequence: there is no place to keep it"));
    *sequence = NULL;
    errdiff_status status = errdiff_range_check("stable", stable, 0, 100, N_(" percent"), message);
    if (status != ERRDIFF_OK)
        return status;
    *sequence = calloc(1, sizeof **sequence);
    if (!*sequence)
        return errdiff_fail(message, ERRDIFF_NO_MEMORY, N_("sequence: not enough memory"));
    (*sequence)->percent = stable;
    return ERRDIFF_OK;
}

static void free_copy(errdiff_image *copy)
{
    free(copy->data);
    free((void *)copy->mask);
    *copy = (errdiff_image){.data = NULL};
}

static void forget_colors(struct errdiff_frame_colors *colors)
{
    free(colors->dithered);
    free(colors->searched);
    free(colors->start);
    free(colors->stays);
    *colors = (struct errdiff_frame_colors){.has_any = false};
}

/* Frees what depends on the size of frames. */
static void forget(errdiff_sequence *sequence)
{
    free_copy(&sequence->current);
    free_copy(&sequence->compared);
    free(sequence->errors.errors);
    free(sequence->stillness.weight);
    sequence->errors.errors = NULL;
    sequence->stillness.weight = NULL;
    forget_colors(&sequence->colors);
    sequence->has_last = false;
}

void errdiff_sequence_close(errdiff_sequence *sequence)
{
    if (!sequence)
        return;
    forget(sequence);
    free(sequence);
}

/* ---- What is kept of a frame --------------------------------------------------------------- */

static size_t pixels_of(const errdiff_image *image)
{
    return (size_t)image->width * (size_t)image->height;
}

static size_t row_bytes_of(const errdiff_image *image)
{
    return (size_t)image->width * (size_t)image->channels * (size_t)image->bits / 8;
}

static bool has_shape_of(const errdiff_image *a, const errdiff_image *b)
{
    return a->width == b->width && a->height == b->height && a->channels == b->channels &&
           a->bits == b->bits;
}

/* The bytes that a sequence keeps for images of this shape. */
static uint64_t kept_bytes(const errdiff_image *in, bool is_searched)
{
    uint64_t of_pixel =
        2 * (uint64_t)(in->channels * in->bits / 8 + 1) + 3 * sizeof(int32_t) + sizeof(uint16_t);
    uint64_t of_colors = is_searched ? 3 * sizeof(int32_t) + 1 : 0;
    return (of_pixel + of_colors) * pixels_of(in);
}

static bool allocate_copy(errdiff_image *copy, const errdiff_image *in)
{
    *copy = *in;
    copy->stride = (ptrdiff_t)row_bytes_of(in);
    copy->data = malloc(row_bytes_of(in) * (size_t)in->height);
    copy->mask = malloc(pixels_of(in));
    copy->mask_stride = in->width;
    return copy->data && copy->mask;
}

static bool allocate(errdiff_sequence *sequence, const errdiff_image *in)
{
    sequence->errors.errors = malloc(pixels_of(in) * 3 * sizeof(int32_t));
    sequence->stillness.weight = malloc(pixels_of(in) * sizeof(uint16_t));
    if (allocate_copy(&sequence->current, in) && allocate_copy(&sequence->compared, in) &&
        sequence->errors.errors && sequence->stillness.weight)
        return true;
    forget(sequence);
    return false;
}

static bool allocate_colors(struct errdiff_frame_colors *colors, size_t pixels)
{
    colors->dithered = malloc(pixels * sizeof *colors->dithered);
    colors->searched = malloc(pixels * sizeof *colors->searched);
    colors->start = malloc(pixels * sizeof *colors->start);
    colors->stays = malloc(pixels);
    if (colors->dithered && colors->searched && colors->start && colors->stays)
        return true;
    forget_colors(colors);
    return false;
}

/* Makes place for what is kept of a frame, where there is none yet. */
static bool make_place(errdiff_sequence *sequence, const errdiff_image *in, bool is_searched)
{
    if (!has_shape_of(in, &sequence->current))
        forget(sequence);
    if (!is_searched)
        forget_colors(&sequence->colors);
    return (sequence->errors.errors || allocate(sequence, in)) &&
           (!is_searched || sequence->colors.stays ||
            allocate_colors(&sequence->colors, pixels_of(in)));
}

static void copy_input(errdiff_image *copy, const errdiff_image *in)
{
    const struct errdiff_float_rows *rows = errdiff_float_rows_pick();
    uint8_t *mask = (uint8_t *)copy->mask;
    for (int y = 0; y < in->height; y++) {
        const uint8_t *from = errdiff_mask_row(in, y);
        errdiff_float_rows_copy(rows, errdiff_row(in, y, 0), in->bits, in->width * in->channels,
                                errdiff_row(copy, y, 0));
        if (from)
            memcpy(mask + (size_t)y * (size_t)in->width, from, (size_t)in->width);
        else
            memset(mask + (size_t)y * (size_t)in->width, 1, (size_t)in->width);
    }
}

/* From now on compares the pixels that were free with the current input. */
static void keep_free_pixels(errdiff_sequence *sequence)
{
    const errdiff_image *from = &sequence->current, *to = &sequence->compared;
    size_t count = pixels_of(from), pixel_bytes = row_bytes_of(from) / (size_t)from->width;
    for (size_t i = 0; i < count; i++) {
        if (errdiff_stillness_at(&sequence->stillness, (ptrdiff_t)i) != 0)
            continue;
        memcpy((uint8_t *)to->data + i * pixel_bytes, (uint8_t *)from->data + i * pixel_bytes,
               pixel_bytes);
        ((uint8_t *)to->mask)[i] = from->mask[i];
    }
}

/* ---- Frames -------------------------------------------------------------------------------- */

static errdiff_status measure_stillness(errdiff_sequence *sequence, const errdiff_options *options)
{
    const errdiff_image *in = &sequence->current;
    struct errdiff_progress_state progress;
    errdiff_progress_start(&progress, options, in->height, (int64_t)in->width * in->channels);
    return errdiff_stillness_measure(in, &sequence->compared,
                                     errdiff_threads_wanted(options->threads), &progress,
                                     &sequence->stillness);
}

static errdiff_status run_frame(errdiff_sequence *sequence, const errdiff_image *in,
                                const errdiff_image *out, const errdiff_options *options,
                                errdiff_report *report)
{
    struct errdiff_frame_before before = {
        .percent = sequence->has_last ? sequence->percent : 0,
        .width = in->width,
        .errors = &sequence->errors,
        .stillness = &sequence->stillness,
        .kept = &sequence->errors,
        .colors = options->refine > 0 ? &sequence->colors : NULL,
    };
    errdiff_options own = *options;
    own.before = &before;
    copy_input(&sequence->current, in);
    errdiff_status status = sequence->has_last ? measure_stillness(sequence, options) : ERRDIFF_OK;
    if (status != ERRDIFF_OK)
        return status;
    /* The result may take the place of the caller's image. */
    errdiff_image copy = sequence->current;
    copy.mask = in->mask ? copy.mask : NULL;
    status = errdiff_dither(&copy, out, &own, report);
    if (status != ERRDIFF_OK)
        return status;
    if (sequence->has_last)
        keep_free_pixels(sequence);
    else
        copy_input(&sequence->compared, &sequence->current);
    return status;
}

/* The frame itself, with options that are complete. */
static errdiff_status dither_frame(errdiff_sequence *sequence, const errdiff_image *in,
                                   const errdiff_image *out, const errdiff_options *options,
                                   errdiff_report *report)
{
    bool is_searched = options->refine > 0;
    errdiff_status status = errdiff_image_check(in, "in", &report->message);
    if (status != ERRDIFF_OK)
        return status;
    errdiff_image kept = errdiff_as_integers(in);
    uint64_t bytes = kept_bytes(&kept, is_searched);
    status =
        errdiff_memory_check(bytes, options->max_memory, in->width, in->height, &report->message);
    if (status != ERRDIFF_OK)
        return status;
    if (!make_place(sequence, &kept, is_searched))
        return errdiff_run_explain(ERRDIFF_NO_MEMORY, in, report);
    errdiff_options own = *options;
    if (own.max_memory > 0) {
        int kept_mib = (int)(bytes >> 20);
        own.max_memory = own.max_memory > kept_mib ? own.max_memory - kept_mib : 1;
    }
    return errdiff_run_explain(run_frame(sequence, in, out, &own, report), in, report);
}

errdiff_status errdiff_sequence_dither(errdiff_sequence *sequence, const errdiff_image *in,
                                       const errdiff_image *out, const errdiff_options *options,
                                       errdiff_report *report)
{
    errdiff_options defaults;
    errdiff_report unread;
    errdiff_run_complete(&options, &defaults, &report, &unread);
    *report = (errdiff_report){.engine = "", .isa = ""};
    if (!sequence)
        return errdiff_fail(&report->message, ERRDIFF_BAD_ARGUMENT, N_("sequence: there is none"));
    if (sequence->percent == 0)
        return errdiff_dither(in, out, options, report);
    errdiff_status status = dither_frame(sequence, in, out, options, report);
    sequence->has_last = status == ERRDIFF_OK;
    return status;
}
