/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench_picture.h"

#include "bench_hologram.h"
#include "bench_noise.h"
#include "naive_loop.h"

#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 64 };

static size_t size_of(const errdiff_image *image)
{
    return (size_t)image->stride * (size_t)image->height;
}

static size_t aligned_size_of(const errdiff_image *image)
{
    return (size_of(image) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
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

static void find_shapes(struct bench_picture *picture, const struct bench_job *job)
{
    bool has_colors =
        job->palette && (job->channels == 3 || !errdiff_palette_is_gray(job->palette));
    picture->in = shape(job, job->channels);
    picture->out = picture->expected = shape(job, has_colors ? 3 : job->channels);
    if (job->hogel > 0)
        picture->in.stride = (ptrdiff_t)job->width * 8;
}

static bool fill_both(const struct bench_picture *picture, const struct bench_job *job)
{
    if (job->hogel > 0)
        return bench_hologram_make(picture, job);
    fill(&picture->in);
    return naive_loop(&picture->in, &picture->expected, &job->kernel, job->levels, job->palette);
}

bool bench_picture_make(struct bench_picture *picture, const struct bench_job *job)
{
    find_shapes(picture, job);
    size_t in_size = aligned_size_of(&picture->in), out_size = aligned_size_of(&picture->out);
    /* All in one block. Linux grants more memory than there is, but refuses a single block that is
     * too large, so that the lack of memory is noticed here. */
    picture->is_pinned = job->is_pinned;
    picture->memory = job->is_pinned ? errdiff_cuda_pinned_allocate(in_size + 2 * out_size, NULL)
                                     : aligned_alloc(ALIGNMENT, in_size + 2 * out_size);
    if (!picture->memory)
        return false;
    picture->in.data = picture->memory;
    picture->out.data = (uint8_t *)picture->memory + in_size;
    picture->expected.data = (uint8_t *)picture->memory + in_size + out_size;
    bench_picture_clear(picture);
    if (fill_both(picture, job))
        return true;
    bench_picture_free(picture);
    return false;
}

void bench_picture_free(struct bench_picture *picture)
{
    if (picture->is_pinned)
        errdiff_cuda_pinned_free(picture->memory);
    else
        free(picture->memory);
    picture->memory = NULL;
}

void bench_picture_copy(const struct bench_picture *picture, int threads)
{
    const uint8_t *from = picture->in.data;
    uint8_t *to = picture->out.data;
    size_t size = size_of(&picture->in);
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

void bench_picture_clear(const struct bench_picture *picture)
{
    memset(picture->out.data, 0x55, size_of(&picture->out));
}

bool bench_picture_differs(const struct bench_picture *picture, int *x, int *y)
{
    const errdiff_image *image = &picture->out;
    const uint8_t *out = image->data, *expected = picture->expected.data;
    size_t size = size_of(image), at = 0;
    if (memcmp(out, expected, size) == 0)
        return false;
    while (out[at] == expected[at])
        at++;
    *y = (int)(at / (size_t)image->stride);
    *x = (int)(at % (size_t)image->stride / (size_t)(image->channels * (image->bits / 8)));
    return true;
}
