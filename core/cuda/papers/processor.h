/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The processor's share of a picture that it works on together with a GPU: spans of rows, error
 * collection, and the traces that pass from one side to the other. The result goes to a picture
 * of its own, so that nothing of the job's is touched before all is done.
 */
#ifndef ERRDIFF_PROCESSOR_H
#define ERRDIFF_PROCESSOR_H

#include "cuda/device_pixel.h"
#include "engines/span.h"

#include <stdlib.h>
#include <string.h>

struct errdiff_processor {
    struct errdiff_job job; /* the job, but for its result; refers to the job's tables */
    int64_t (*dither)(const struct errdiff_job *job, const struct errdiff_span *span);
    int row_count;        /* of the errors that are kept; more than the kernel's reach up */
    ptrdiff_t row_length; /* numbers */
    int reach_up;
    int32_t *errors; /* of columns −ERRDIFF_MAX_REACH and on */
    uint8_t *tones;  /* of the pixels that left them; only where weights depend on them */
    int64_t clamped;
};

/*
 * For the columns 0..columns − 1 of a job; `rows` rows of errors are kept, or as few as are enough
 * where rows are dithered from above. FALSE: memory is short. To be freed with
 * errdiff_processor_release in either case.
 */
static inline bool
errdiff_processor_make(struct errdiff_processor *processor, const struct errdiff_job *job,
                       int64_t (*dither)(const struct errdiff_job *, const struct errdiff_span *),
                       int columns, int rows)
{
    processor->job = *job;
    processor->dither = dither;
    processor->clamped = 0;
    processor->reach_up = 0;
    for (int i = 0; i < job->kernel.tap_count; i++)
        if (job->kernel.taps[i].dy > processor->reach_up)
            processor->reach_up = job->kernel.taps[i].dy;
    processor->row_count = rows + processor->reach_up;
    processor->row_length = ((ptrdiff_t)columns + 2 * ERRDIFF_MAX_REACH) * job->channels;
    size_t numbers = (size_t)processor->row_count * (size_t)processor->row_length;
    processor->errors = (int32_t *)calloc(numbers, sizeof *processor->errors);
    processor->tones = job->kernel.tone_keys ? (uint8_t *)calloc(numbers, 1) : NULL;

    errdiff_image *out = &processor->job.out;
    out->stride = (ptrdiff_t)out->width * out->channels * (out->bits / 8);
    out->data = malloc((size_t)out->stride * (size_t)out->height);
    return processor->errors && out->data && (processor->tones || !job->kernel.tone_keys);
}

static inline void errdiff_processor_release(struct errdiff_processor *processor)
{
    free(processor->errors);
    free(processor->tones);
    free(processor->job.out.data);
}

/* Where the numbers of the pixel at (x, y) are; y may be above the picture by the reach up, and x
 * beside the columns by the greatest reach. */
static inline ptrdiff_t errdiff_processor_place(const struct errdiff_processor *processor, int x,
                                                int y)
{
    int row = (y + processor->row_count) % processor->row_count;
    return row * processor->row_length +
           ((ptrdiff_t)x + ERRDIFF_MAX_REACH) * processor->job.channels;
}

/* What the pixel at (x, y) left. */
static inline void errdiff_processor_get(const struct errdiff_processor *processor, int x, int y,
                                         int32_t *traces)
{
    ptrdiff_t place = errdiff_processor_place(processor, x, y);
    for (int c = 0; c < processor->job.channels; c++)
        traces[c] = processor->tones ? errdiff_trace_make(processor->errors[place + c],
                                                          processor->tones[place + c])
                                     : processor->errors[place + c];
}

/* What it left where the GPU dithered it. */
static inline void errdiff_processor_put(const struct errdiff_processor *processor, int x, int y,
                                         const int32_t *traces)
{
    ptrdiff_t place = errdiff_processor_place(processor, x, y);
    for (int c = 0; c < processor->job.channels; c++) {
        processor->errors[place + c] =
            processor->tones ? traces[c] >> ERRDIFF_TONE_BITS : traces[c];
        if (processor->tones)
            processor->tones[place + c] = (uint8_t)traces[c];
    }
}

/* Dithers the columns begin..end − 1 of row y; `counts`: they are the processor's own. */
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
    span.end_channel = processor->job.channels;
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

/* Copies the columns begin..end − 1 of row y to the job's result. */
static inline void errdiff_processor_hand_over(const struct errdiff_processor *processor,
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
