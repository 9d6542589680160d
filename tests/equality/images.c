/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "images.h"

#include "../support/checked_malloc.h"

#include <string.h>

struct buffer image_make(const struct job *job, const struct layout *layout, int channels,
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

void image_fill_with_noise(struct random *random, struct buffer *buffer)
{
    random_fill(random, buffer->bytes, buffer->size);
}

struct buffer image_copy(const struct buffer *from)
{
    struct buffer buffer = *from;

    buffer.bytes = checked_malloc(from->size);
    memcpy(buffer.bytes, from->bytes, from->size);
    buffer.first = buffer.bytes + (from->first - from->bytes);
    return buffer;
}

int image_sample(const struct job *job, const struct buffer *buffer, int x, int y, int channel)
{
    const uint8_t *row = buffer->first + y * buffer->stride;
    size_t at = (size_t)x * (size_t)job_out_channels(job) + (size_t)channel;

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

void image_fill_input(struct random *random, const struct job *job, struct buffer *buffer)
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

void image_fill_mask(struct random *random, const struct job *job, struct buffer *buffer)
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
