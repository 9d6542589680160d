/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The CPU's part of an image that it shares with a GPU. The CPU dithers spans of rows by error
 * collection, and exchanges traces with the GPU. The result goes to a separate image, so the
 * job's own image stays untouched until everything is done.
 */
#ifndef ERRDIFF_PROCESSOR_H
#define ERRDIFF_PROCESSOR_H

#include "cuda/device_pixel.h"
#include "engines/span.h"

#include <stdlib.h>
#include <string.h>

struct errdiff_processor {
    struct errdiff_job job; /* the job with another result image; shares the job's tables */
    int64_t (*dither)(const struct errdiff_job *job, const struct errdiff_span *span);
    int row_count;        /* rows of errors that are kept */
    ptrdiff_t row_length; /* in int32_t */
    int reach_up;
    int32_t *errors; /* their columns begin at −ERRDIFF_MAX_REACH */
    uint8_t *tones;  /* of those pixels; NULL unless weights depend on tone */
    int64_t clamped;
};

/*
 * Prepares columns 0..columns − 1 of a job. `rows` is how many rows may be in progress at once; 1
 * if rows are dithered from the top down. Returns false if there is not enough memory. Must be
 * released with errdiff_processor_release in either case.
 */
static inline bool
errdiff_processor_make(struct errdiff_processor *processor, const struct errdiff_job *job,
                       int64_t (*dither)(const struct errdiff_job *, const struct errdiff_span *),
                       int columns, int rows)
{
    processor->job = *job;
    processor->dither = dither;
    processor->clamped = 0;
    processor->reach_up = job->analysis.kernel.reach_up;
    processor->row_count = rows + processor->reach_up;
    processor->row_length = ((ptrdiff_t)columns + 2 * ERRDIFF_MAX_REACH) * job->rule.channels;
    size_t numbers = (size_t)processor->row_count * (size_t)processor->row_length;
    processor->errors = (int32_t *)calloc(numbers, sizeof *processor->errors);
    processor->tones = job->rule.tone_weights ? (uint8_t *)calloc(numbers, 1) : NULL;

    errdiff_image *out = &processor->job.out;
    out->stride = (ptrdiff_t)columns * out->channels * (out->bits / 8);
    out->data = malloc((size_t)out->stride * (size_t)out->height);
    return processor->errors && out->data && (processor->tones || !job->rule.tone_weights);
}

static inline void errdiff_processor_release(struct errdiff_processor *processor)
{
    free(processor->errors);
    free(processor->tones);
    free(processor->job.out.data);
}

/* The index of the numbers of pixel (x, y). y may be above the image by reach_up at most, and x
 * outside the columns by ERRDIFF_MAX_REACH at most. */
static inline ptrdiff_t errdiff_processor_place(const struct errdiff_processor *processor, int x,
                                                int y)
{
    int row = (y + processor->row_count) % processor->row_count;
    return row * processor->row_length +
           ((ptrdiff_t)x + ERRDIFF_MAX_REACH) * processor->job.rule.channels;
}

/* Reads the traces of pixel (x, y). */
static inline void errdiff_processor_get(const struct errdiff_processor *processor, int x, int y,
                                         int32_t *traces)
{
    ptrdiff_t place = errdiff_processor_place(processor, x, y);
    for (int c = 0; c < processor->job.rule.channels; c++)
        traces[c] = processor->tones ? errdiff_trace_make(processor->errors[place + c],
                                                          processor->tones[place + c])
                                     : processor->errors[place + c];
}

/* Stores the traces of pixel (x, y), which the GPU dithered. */
static inline void errdiff_processor_put(const struct errdiff_processor *processor, int x, int y,
                                         const int32_t *traces)
{
    ptrdiff_t place = errdiff_processor_place(processor, x, y);
    for (int c = 0; c < processor->job.rule.channels; c++) {
        processor->errors[place + c] =
            processor->tones ? traces[c] >> ERRDIFF_TONE_BITS : traces[c];
        if (processor->tones)
            processor->tones[place + c] = (uint8_t)traces[c];
    }
}

/* Dithers columns begin..end − 1 of row y. `counts` says whether they belong to the CPU, so that
 * their clamped pixels are counted. */
static inline void errdiff_processor_dither(struct errdiff_processor *processor, int y, int begin,
                                            int end, bool counts)
{
    if (begin >= end)
        return;
    struct errdiff_span span;
    memset(&span, 0, sizeof span);
    span.y = y;
    span.begin = begin;
    span.end = end;
    span.end_channel = processor->job.rule.channels;
    for (int dy = 0; dy <= processor->reach_up; dy++) {
        ptrdiff_t place = errdiff_processor_place(processor, begin, y - dy);
        span.errors[dy] = processor->errors + place;
        if (processor->tones)
            span.tones[dy] = processor->tones + place;
    }
    int64_t clamped = processor->dither(&processor->job, &span);
    if (counts)
        processor->clamped += clamped;
}

/* Copies columns begin..end − 1 of row y to the job's result. */
static inline void errdiff_processor_copy_result(const struct errdiff_processor *processor,
                                                 const struct errdiff_job *job, int y, int begin,
                                                 int end)
{
    size_t pixel = (size_t)job->out.channels * (size_t)(job->out.bits / 8);
    if (begin < end)
        memcpy((uint8_t *)errdiff_row(&job->out, y, 0) + (size_t)begin * pixel,
               (const uint8_t *)errdiff_row(&processor->job.out, y, 0) + (size_t)begin * pixel,
               (size_t)(end - begin) * pixel);
}

#endif
