/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "drawn_job.h"
#include "../support/plain_options.h"
#include "walks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void random_order(struct random *random, int *order, int count)
{
    for (int i = 0; i < count; i++) {
        int k = random_range(random, 0, i);
        order[i] = order[k];
        order[k] = i;
    }
}

static void draw_custom_kernel(struct random *random, struct drawn_job *drawn)
{
    int reach_x = random_range(random, 0, 3) ? 3 : ERRDIFF_MAX_REACH;
    int reach_y = random_range(random, 0, 3) ? 2 : ERRDIFF_MAX_REACH;
    int count = random_range(random, 1, 8), sum = 0, used = 0;
    char taps[192] = "";

    for (int i = 0; i < count; i++) {
        /* The first tap is in the own row, later ones tend to be further down. Repeated places are
         * skipped. */
        int dy = i == 0 ? 0 : random_range(random, (i - 1) * reach_y / 8, reach_y);
        int dx = random_range(random, dy == 0 ? 1 : -reach_x, reach_x);
        int weight = random_range(random, 1, 40);
        char place[32];
        snprintf(place, sizeof(place), " %d,%d,", dx, dy);
        if (strstr(taps, place))
            continue;
        if (random_range(random, 0, 9) == 0)
            weight = -weight;
        sum += weight;
        used += snprintf(taps + used, sizeof(taps) - (size_t)used, "%s%d;", place, weight);
    }
    int divisor = sum < 1 || random_range(random, 0, 3) == 0 ? 32 : sum;
    snprintf(drawn->kernel, sizeof(drawn->kernel), "%d:%s", divisor, taps);
}

/* Most places of a small window, as far to the left as a slope allows: a pixel then often reads an
 * error of the step just before. */
static void draw_close_kernel(struct random *random, struct drawn_job *drawn)
{
    int slope = random_range(random, 1, 3), percent = random_range(random, 40, 100);
    int sum = 0, used = 0;
    char taps[128] = "";

    for (int dy = 0; dy <= 2; dy++)
        for (int dx = dy == 0 ? 1 : 1 - slope * dy; dx <= 2; dx++) {
            bool is_first = dy == 0 && dx == 1; /* so that there is one */
            if (dx < -2 || (!is_first && !random_chance(random, percent)))
                continue;
            int weight = random_range(random, 1, 9);
            sum += weight;
            used +=
                snprintf(taps + used, sizeof(taps) - (size_t)used, " %d,%d,%d;", dx, dy, weight);
        }
    snprintf(drawn->kernel, sizeof(drawn->kernel), "%d:%s",
             random_range(random, 0, 1) ? sum : random_range(random, 1, 64), taps);
}

static void draw_kernel(struct random *random, struct drawn_job *drawn)
{
    int kind = random_range(random, 0, 8);
    if (kind < 3) {
        draw_custom_kernel(random, drawn);
        return;
    }
    if (kind < 5) {
        draw_close_kernel(random, drawn);
        return;
    }
    errdiff_kernel kernel;
    errdiff_kernel_get(random_range(random, 0, errdiff_kernel_count() - 1), &kernel);
    snprintf(drawn->kernel, sizeof(drawn->kernel), "%s", kernel.name);
}

static void draw_options(struct random *random, struct drawn_job *drawn)
{
    errdiff_options *options = &drawn->options;

    plain_options_init(options);
    options->engine = "serial-ec";
    options->kernel = drawn->kernel;
    for (int c = 0; c < 3; c++)
        options->levels[c] = random_range(random, 0, 1) ? 2 : random_range(random, 2, 256);
    if (random_range(random, 0, 1))
        return;
    if (random_range(random, 0, 1))
        options->strength = random_range(random, 0, 100);
    if (random_range(random, 0, 2) == 0)
        options->noise = random_range(random, 1, 100);
    if (random_range(random, 0, 2) == 0)
        options->detail = random_range(random, 1, 100);
    options->seed = (uint32_t)random_bits(random);
    options->linear = random_range(random, 0, 2) == 0;
    if (random_range(random, 0, 2) == 0) {
        drawn->palette.count = random_range(random, 1, random_range(random, 0, 7) ? 20 : 200);
        for (int i = 0; i < drawn->palette.count; i++)
            for (int c = 0; c < 3; c++)
                drawn->palette.sent[i][c] = drawn->palette.colors[i][(c + 1) % 3] =
                    (uint8_t)random_bits(random);
        drawn->palette.has_sent = random_range(random, 0, 1);
        options->sent = random_range(random, 0, 1);
        options->palette = &drawn->palette;
        options->gamut = ERRDIFF_GAMUT_NONE; /* schedules begin after the preparation */
        options->indexed = random_range(random, 0, 1);
        options->match = random_chance(random, 50) ? ERRDIFF_MATCH_OKLAB : ERRDIFF_MATCH_RGB;
    }
}

static size_t image_size(const errdiff_image *image)
{
    return (size_t)image->stride * (size_t)image->height;
}

static void make_image(struct random *random, errdiff_image *image, int width, int height,
                       int channels, int bits)
{
    *image = (errdiff_image){.width = width, .height = height, .channels = channels, .bits = bits};
    image->stride = (ptrdiff_t)width * channels * (bits / 8);
    uint8_t *bytes = walks_memory(1, image_size(image));
    random_fill(random, bytes, image_size(image));
    image->data = bytes;
}

static void draw_mask(struct random *random, errdiff_image *image)
{
    size_t size = (size_t)image->width * (size_t)image->height;
    int percent = random_range(random, 0, 100);
    uint8_t *mask = walks_memory(1, size);

    for (size_t i = 0; i < size; i++)
        mask[i] = random_range(random, 1, 100) <= percent;
    image->mask = mask;
    image->mask_stride = image->width;
}

static int draw_side(struct random *random)
{
    return random_range(random, 1, random_range(random, 0, 3) ? 40 : 130);
}

static void draw_images(struct random *random, struct drawn_job *drawn)
{
    int width = draw_side(random), height = draw_side(random);
    int channels = random_range(random, 0, 1) ? 1 : 3, bits = random_range(random, 1, 2) * 8;
    const errdiff_options *options = &drawn->options;
    int out_channels = options->indexed ? 1 : options->palette ? 3 : channels;
    int out_bits = options->indexed || random_range(random, 0, 3) == 0 ? 8 : bits;

    make_image(random, &drawn->in, width, height, channels, bits);
    make_image(random, &drawn->out, width, height, out_channels, out_bits);
    if (random_range(random, 0, 2) == 0)
        draw_mask(random, &drawn->in);
}

static void fail(const struct drawn_job *drawn, const char *what)
{
    fprintf(stderr, "%s: %s\n", drawn->text, what);
    exit(2);
}

/* Finishes a job whose options and images have been drawn. */
static void prepare(struct drawn_job *drawn, uint64_t seed, int number)
{
    errdiff_report report;
    errdiff_message message;

    snprintf(drawn->text, sizeof(drawn->text), "seed %llu, job %d: %d x %d, %d x %d bits, %.100s",
             (unsigned long long)seed, number, drawn->in.width, drawn->in.height,
             drawn->in.channels, drawn->in.bits, drawn->kernel);
    errdiff_image expected = drawn->out;
    drawn->expected = expected.data = walks_memory(1, image_size(&drawn->out));
    if (errdiff_dither(&drawn->in, &expected, &drawn->options, &report) != ERRDIFF_OK)
        fail(drawn, report.message.text);
    if (errdiff_job_prepare(&drawn->job, &drawn->in, &drawn->out, &drawn->options, NULL,
                            &message) != ERRDIFF_OK)
        fail(drawn, message.text);
    if (errdiff_job_set_images(&drawn->job, &drawn->in, &drawn->out, 0) != ERRDIFF_OK)
        fail(drawn, "its images could not be set");
    errdiff_device_job_fill(&drawn->device, &drawn->job);
}

void drawn_job_make(struct drawn_job *drawn, uint64_t seed, int number)
{
    struct random random = random_of_job(seed, number);

    memset(drawn, 0, sizeof(*drawn));
    draw_kernel(&random, drawn);
    draw_options(&random, drawn);
    draw_images(&random, drawn);
    prepare(drawn, seed, number);
}

void drawn_job_make_two_levels(struct drawn_job *drawn, uint64_t seed, int number)
{
    static const char *const kernels[] = {"floyd-steinberg", "false-floyd-steinberg", "simple",
                                          "sierra-lite", "8: 1,0,4; 2,0,1; 0,2,3"};
    struct random random = random_of_job(seed, number);
    int kernel = random_range(&random, 0, (int)(sizeof(kernels) / sizeof(*kernels)) - 1);
    int width = draw_side(&random), height = draw_side(&random);

    memset(drawn, 0, sizeof(*drawn));
    snprintf(drawn->kernel, sizeof(drawn->kernel), "%s", kernels[kernel]);
    plain_options_init(&drawn->options);
    drawn->options.engine = "serial-ec";
    drawn->options.kernel = drawn->kernel;
    for (int c = 0; c < 3; c++)
        drawn->options.levels[c] = 2;
    make_image(&random, &drawn->in, width, height, 1, 8);
    make_image(&random, &drawn->out, width, height, 1, 8);
    prepare(drawn, seed, number);
}

bool drawn_job_is_right(const struct drawn_job *drawn)
{
    return memcmp(drawn->out.data, drawn->expected, image_size(&drawn->out)) == 0;
}

void drawn_job_release(struct drawn_job *drawn)
{
    errdiff_job_release(&drawn->job);
    free(drawn->in.data);
    free((void *)drawn->in.mask);
    free(drawn->out.data);
    free(drawn->expected);
}
