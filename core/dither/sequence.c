/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Frames of an animation: keeps what the next frame needs of the one before. */
#include "errdiff.h"

#include "base/message.h"
#include "base/option_value.h"
#include "base/translate.h"
#include "prepare/stable.h"
#include "rule/image.h"
#include "rule/sample.h"
#include "run.h"

#include <stdlib.h>
#include <string.h>

/* A copy of an input, with rows without gaps. */
struct kept_input {
    errdiff_image image; /* data and mask are the sequence's */
    size_t bytes;        /* of data */
};

struct errdiff_sequence {
    int percent;
    struct kept_input inputs[2]; /* that of the last frame, and memory for the next one */
    int last;                    /* 0 or 1: which is that of the last frame */
    bool has_last;               /* there is one, with its result */
    uint16_t *shown;             /* what was seen of it, as stable.h says */
    int shown_channels;
    uint16_t *weights;
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

static void free_input(struct kept_input *input)
{
    free(input->image.data);
    free((void *)input->image.mask);
    *input = (struct kept_input){.bytes = 0};
}

/* Frees what depends on the size of frames. */
static void forget(errdiff_sequence *sequence)
{
    free_input(&sequence->inputs[0]);
    free_input(&sequence->inputs[1]);
    free(sequence->shown);
    free(sequence->weights);
    sequence->shown = sequence->weights = NULL;
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

/* The bytes that a sequence keeps for pictures of this shape. */
static uint64_t kept_bytes(const errdiff_image *in)
{
    uint64_t of_pixel =
        2 * (uint64_t)(in->channels * in->bits / 8 + 1) + 3 * sizeof(uint16_t) + sizeof(uint16_t);
    return of_pixel * pixels_of(in);
}

static bool allocate_input(struct kept_input *input, const errdiff_image *in)
{
    input->image = *in;
    input->image.stride = (ptrdiff_t)row_bytes_of(in);
    input->image.data = malloc(row_bytes_of(in) * (size_t)in->height);
    input->image.mask = malloc(pixels_of(in));
    input->image.mask_stride = in->width;
    return input->image.data && input->image.mask;
}

static bool allocate(errdiff_sequence *sequence, const errdiff_image *in)
{
    sequence->shown = malloc(pixels_of(in) * 3 * sizeof *sequence->shown);
    sequence->weights = malloc(pixels_of(in) * sizeof *sequence->weights);
    if (allocate_input(&sequence->inputs[0], in) && allocate_input(&sequence->inputs[1], in) &&
        sequence->shown && sequence->weights)
        return true;
    forget(sequence);
    return false;
}

static void copy_input(struct kept_input *input, const errdiff_image *in)
{
    uint8_t *mask = (uint8_t *)input->image.mask;
    for (int y = 0; y < in->height; y++) {
        const uint8_t *from = errdiff_mask_row(in, y);
        memcpy(errdiff_row(&input->image, y, 0), errdiff_row(in, y, 0), row_bytes_of(in));
        if (from)
            memcpy(mask + (size_t)y * (size_t)in->width, from, (size_t)in->width);
        else
            memset(mask + (size_t)y * (size_t)in->width, 1, (size_t)in->width);
    }
}

/* The number of the color that a device was sent, in which the search begins at `first`. */
static int find_sent(const errdiff_palette *palette, const int32_t sample[3], int first)
{
    for (int i = 0; i < palette->count; i++) {
        int number = (first + i) % palette->count;
        const uint8_t *sent = palette->sent[number];
        if (sent[0] == sample[0] && sent[1] == sample[1] && sent[2] == sample[2])
            return number;
    }
    return first;
}

/* Keeps what is seen of a result: of numbers and of sent colors, the colors of the palette. */
static void keep_shown(errdiff_sequence *sequence, const errdiff_image *out,
                       const errdiff_options *options)
{
    const errdiff_palette *palette = options->palette;
    bool is_sent = palette && options->sent && palette->has_sent && !options->indexed;
    int channels = options->indexed || is_sent ? 3 : out->channels, number = 0;
    int32_t factor = out->bits == 8 ? 257 : 1;
    uint16_t *shown = sequence->shown;
    sequence->shown_channels = channels;
    for (int y = 0; y < out->height; y++) {
        const void *row = errdiff_row(out, y, 0);
        for (int x = 0; x < out->width; x++, shown += channels) {
            int32_t sample[3];
            for (int c = 0; c < 3; c++)
                sample[c] = errdiff_load(
                    row, out->bits, (ptrdiff_t)x * out->channels + (out->channels == 3 ? c : 0));
            if (options->indexed)
                number = sample[0] < palette->count ? sample[0] : 0;
            else if (is_sent)
                number = find_sent(palette, sample, number);
            for (int c = 0; c < channels; c++)
                shown[c] = (uint16_t)(options->indexed || is_sent ? 257 * palette->colors[number][c]
                                                                  : factor * sample[c]);
        }
    }
}

/* ---- Frames -------------------------------------------------------------------------------- */

static errdiff_status run_frame(errdiff_sequence *sequence, const errdiff_image *in,
                                const errdiff_image *out, const errdiff_options *options,
                                errdiff_report *report)
{
    struct kept_input *last = &sequence->inputs[sequence->last];
    struct kept_input *next = &sequence->inputs[!sequence->last];
    struct errdiff_frame_before before = {
        .percent = sequence->percent,
        .width = in->width,
        .height = in->height,
        .channels = sequence->shown_channels,
        .shown = sequence->shown,
        .weight = sequence->weights,
    };
    errdiff_options own = *options;
    copy_input(next, in);
    if (sequence->has_last) {
        if (!errdiff_stable_weights(&next->image, &last->image, 0, in->height, sequence->weights))
            return ERRDIFF_NO_MEMORY;
        own.before = &before;
    }
    sequence->has_last = false;
    errdiff_status status = errdiff_dither(in, out, &own, report);
    if (status != ERRDIFF_OK)
        return status;
    keep_shown(sequence, out, options);
    sequence->last = !sequence->last;
    sequence->has_last = true;
    return status;
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
    errdiff_status status = errdiff_image_check(in, "in", &report->message);
    if (status != ERRDIFF_OK)
        return status;
    if (sequence->percent == 0)
        return errdiff_dither(in, out, options, report);
    status = errdiff_memory_check(kept_bytes(in), options->max_memory, in->width, in->height,
                                  &report->message);
    if (status != ERRDIFF_OK)
        return status;
    if (!has_shape_of(in, &sequence->inputs[0].image))
        forget(sequence);
    if (!sequence->shown && !allocate(sequence, in))
        return errdiff_run_explain(ERRDIFF_NO_MEMORY, in, report);
    errdiff_options own = *options;
    if (own.max_memory > 0) {
        int kept = (int)(kept_bytes(in) >> 20);
        own.max_memory = own.max_memory > kept ? own.max_memory - kept : 1;
    }
    return errdiff_run_explain(run_frame(sequence, in, out, &own, report), in, report);
}
