/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the images that are timed and their expected result, with which the results are
 * compared. */
#include "bench_image.h"

#include "bench_hologram.h"
#include "bench_noise.h"
#include "bench_run.h"
#include "process.h"

#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 64 };

static size_t size_of(const errdiff_image *image)
{
    return (size_t)image->stride * (size_t)image->height;
}

static size_t align(size_t size)
{
    return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

static size_t aligned_size_of(const errdiff_image *image)
{
    return align(size_of(image));
}

static errdiff_image shape(const struct bench_job *job, int channels)
{
    return (errdiff_image){.width = job->width,
                           .height = job->height,
                           .channels = channels,
                           .bits = job->bits,
                           .stride = (ptrdiff_t)job->width * channels * (job->bits / 8)};
}

/* Each channel is a gradient in a different direction, with noise of a quarter of the range
 * added. */
static void fill(const errdiff_image *image)
{
    uint64_t number = 0;
    for (int y = 0; y < image->height; y++) {
        uint8_t *row = (uint8_t *)image->data + y * image->stride;
        int32_t down = (int32_t)((int64_t)UINT16_MAX * y / image->height);
        int32_t across = 0, rest = 0; /* 65535 · x / width, without a division for each pixel */
        for (int x = 0; x < image->width; x++) {
            for (int c = 0; c < image->channels; c++) {
                int32_t slope = c == 0 ? (across + down) / 2 : c == 1 ? UINT16_MAX - across : down;
                int32_t value = slope * 3 / 4 + bench_noise(number++) / 4;
                ptrdiff_t index = (ptrdiff_t)x * image->channels + c;
                if (image->bits == 8)
                    row[index] = (uint8_t)(value >> 8);
                else
                    ((uint16_t *)(void *)row)[index] = (uint16_t)value;
            }
            rest += UINT16_MAX % image->width;
            across += UINT16_MAX / image->width + rest / image->width;
            rest %= image->width;
        }
    }
}

/* An ellipse as large as the image. */
static void fill_mask(const errdiff_image *image, uint8_t *mask)
{
    for (int y = 0; y < image->height; y++) {
        double down = (2.0 * y + 1) / image->height - 1;
        for (int x = 0; x < image->width; x++) {
            double across = (2.0 * x + 1) / image->width - 1;
            *mask++ = across * across + down * down < 1;
        }
    }
}

static bool has_colors(const struct bench_job *job)
{
    if (!job->options.palette)
        return false;
    errdiff_palette written;
    errdiff_palette_written(job->options.palette, job->options.sent, &written);
    return job->channels == 3 || !errdiff_palette_is_gray(&written);
}

static void find_shapes(struct bench_image *image, const struct bench_job *job)
{
    image->in = shape(job, job->channels);
    image->out = image->expected = shape(job, has_colors(job) ? 3 : job->channels);
    if (job->hogel > 0)
        image->in.stride = (ptrdiff_t)job->width * 8;
}

static errdiff_status fill_both(struct bench_image *image, const struct bench_job *job,
                                errdiff_message *message)
{
    if (job->hogel > 0)
        bench_hologram_fill(&image->in);
    else
        fill(&image->in);
    for (int i = 1; i <= image->copies; i++)
        memcpy(bench_image_in(image, i).data, image->in.data, size_of(&image->in));
    struct bench_image expecting = *image;
    expecting.out = image->expected;
    expecting.copies = 0;
    struct bench_row reference = bench_row_reference(job);
    errdiff_report report;
    errdiff_status status = bench_row_run(&reference, job, &expecting, &report);
    *message = report.message;
    image->expected_ms = report.dither_ms;
    image->expected_prepare_ms = report.prepare_ms;
    return status;
}

/* Allocates all in one block. Linux grants more memory than there is, but refuses a single block
 * that is too large, so that the lack of memory is noticed here. */
static bool allocate(struct bench_image *image, const struct bench_job *job)
{
    size_t count = (size_t)job->copies + 1;
    size_t in_size = aligned_size_of(&image->in), out_size = aligned_size_of(&image->out);
    size_t mask_size = job->has_mask ? align((size_t)job->width * (size_t)job->height) : 0;
    size_t size = count * in_size + (count + 1) * out_size + mask_size;
    image->copies = job->copies;
    image->in_size = in_size;
    image->out_size = out_size;
    image->is_pinned = job->is_pinned;
    image->memory = job->is_pinned ? errdiff_cuda_pinned_allocate(size, NULL)
                                   : process_allocate_aligned(ALIGNMENT, size);
    if (!image->memory)
        return false;
    image->in.data = image->memory;
    image->out.data = (uint8_t *)image->memory + count * in_size;
    image->expected.data = (uint8_t *)image->out.data + count * out_size;
    if (job->has_mask) {
        uint8_t *mask = (uint8_t *)image->expected.data + out_size;
        fill_mask(&image->in, mask);
        image->in.mask = mask;
        image->in.mask_stride = job->width;
    }
    return true;
}

errdiff_status bench_image_make(struct bench_image *image, const struct bench_job *job,
                                errdiff_message *message)
{
    errdiff_message unread;
    find_shapes(image, job);
    if (!allocate(image, job))
        return ERRDIFF_NO_MEMORY;
    bench_image_clear(image);
    errdiff_status status = fill_both(image, job, message ? message : &unread);
    if (status != ERRDIFF_OK)
        bench_image_free(image);
    return status;
}

void bench_image_free(struct bench_image *image)
{
    if (image->is_pinned)
        errdiff_cuda_pinned_free(image->memory);
    else
        process_free_aligned(image->memory);
    image->memory = NULL;
}

void bench_image_copy(const struct bench_image *image, int threads)
{
    const uint8_t *from = image->in.data;
    uint8_t *to = image->out.data;
    size_t size = size_of(&image->in);
    if (threads == 1) {
        memcpy(to, from, size);
        return;
    }
    size_t part = size / (size_t)threads;
#pragma omp parallel for num_threads(threads) schedule(static)
    for (int i = 0; i < threads; i++) {
        size_t start = (size_t)i * part;
        memcpy(to + start, from + start, i + 1 < threads ? part : size - start);
    }
}

void bench_image_clear(const struct bench_image *image)
{
    for (int i = 0; i <= image->copies; i++)
        memset(bench_image_out(image, i).data, 0x55, size_of(&image->out));
}

static bool differs(const errdiff_image *image, const errdiff_image *expected_image, int *x, int *y)
{
    const uint8_t *out = image->data, *expected = expected_image->data;
    size_t size = size_of(image), at = 0;
    if (memcmp(out, expected, size) == 0)
        return false;
    while (out[at] == expected[at])
        at++;
    *y = (int)(at / (size_t)image->stride);
    *x = (int)(at % (size_t)image->stride / (size_t)(image->channels * (image->bits / 8)));
    return true;
}

bool bench_image_differs(const struct bench_image *image, int *x, int *y)
{
    for (int i = 0; i <= image->copies; i++) {
        errdiff_image out = bench_image_out(image, i);
        if (differs(&out, &image->expected, x, y))
            return true;
    }
    return false;
}
