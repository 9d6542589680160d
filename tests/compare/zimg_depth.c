/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * zimg-depth [ROUNDS]
 *
 * Times errdiff and zimg side by side while they turn gray images of 16 bits into 8 bits by
 * Floyd and Steinberg's error diffusion, of display values, in one thread. Each round runs zimg and
 * then errdiff with each instruction set that this processor has, on the same image, in memory
 * that was written before. Prints medians, and medians over the rounds of how many times as fast
 * errdiff is. The time of errdiff is that of a whole call of errdiff_dither; zimg's filter graph is
 * built before. Built by hand:
 *
 *     cc -O2 -Icore/include -o zimg-depth tests/compare/zimg_depth.c -LBUILD/core -lerrdiff -lzimg
 */
#define _POSIX_C_SOURCE 200809L

#include "errdiff.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <zimg.h>

enum { MAX_ROUNDS = 501, ALIGNMENT = 64, SETS = 3 };

static const char *const sets[SETS] = {"avx512", "avx2", "sse4.1"};

struct image {
    unsigned width, height;
    uint16_t *in;
    uint8_t *out;
};

static void stop(const char *reason)
{
    fprintf(stderr, "zimg-depth: %s\n", reason);
    exit(1);
}

static void *allocate(size_t size)
{
    void *memory = aligned_alloc(ALIGNMENT, size / ALIGNMENT * ALIGNMENT + ALIGNMENT);
    if (!memory)
        stop("not enough memory");
    return memory;
}

static double now_ms(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return 1e3 * (double)time.tv_sec + 1e-6 * (double)time.tv_nsec;
}

static int compare(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static double median(double *numbers, int count)
{
    qsort(numbers, (size_t)count, sizeof *numbers, compare);
    return numbers[count / 2];
}

/* A gradient with noise. */
static struct image make_image(unsigned width, unsigned height)
{
    struct image image = {.width = width, .height = height};
    size_t count = (size_t)width * height;
    uint32_t random = 1;
    image.in = allocate(2 * count);
    image.out = allocate(count);
    memset(image.out, 0, count);
    for (size_t i = 0; i < count; i++) {
        random = random * 1664525u + 1013904223u;
        image.in[i] = (uint16_t)(49152 * (uint64_t)(i / width) / height + (random >> 18));
    }
    return image;
}

static zimg_filter_graph *build_graph(const struct image *image)
{
    zimg_image_format in, out;
    zimg_graph_builder_params params;
    zimg_image_format_default(&in, ZIMG_API_VERSION);
    in.width = image->width;
    in.height = image->height;
    in.pixel_type = ZIMG_PIXEL_WORD;
    in.color_family = ZIMG_COLOR_GREY;
    in.depth = 16;
    in.pixel_range = ZIMG_RANGE_FULL;
    out = in;
    out.pixel_type = ZIMG_PIXEL_BYTE;
    out.depth = 8;
    zimg_graph_builder_params_default(&params, ZIMG_API_VERSION);
    params.dither_type = ZIMG_DITHER_ERROR_DIFFUSION;
    params.cpu_type = ZIMG_CPU_AUTO_64B;
    zimg_filter_graph *graph = zimg_filter_graph_build(&in, &out, &params);
    if (!graph)
        stop("zimg builds no graph");
    return graph;
}

static double time_zimg(const struct image *image, zimg_filter_graph *graph, void *scratch)
{
    zimg_image_buffer_const from = {.version = ZIMG_API_VERSION};
    from.plane[0].data = image->in;
    from.plane[0].stride = (ptrdiff_t)image->width * 2;
    from.plane[0].mask = ZIMG_BUFFER_MAX;
    zimg_image_buffer to = {.version = ZIMG_API_VERSION};
    to.plane[0].data = image->out;
    to.plane[0].stride = (ptrdiff_t)image->width;
    to.plane[0].mask = ZIMG_BUFFER_MAX;
    double start = now_ms();
    if (zimg_filter_graph_process(graph, &from, &to, scratch, NULL, NULL, NULL, NULL) !=
        ZIMG_ERROR_SUCCESS)
        stop("zimg's graph does not run");
    return now_ms() - start;
}

/* Returns a negative number if the processor lacks the instruction set. */
static double time_errdiff(const struct image *image, const char *set)
{
    errdiff_image in = {.data = image->in,
                        .width = (int)image->width,
                        .height = (int)image->height,
                        .channels = 1,
                        .bits = 16,
                        .stride = (ptrdiff_t)image->width * 2};
    errdiff_image out = in;
    errdiff_options options;
    errdiff_report report;
    out.data = image->out;
    out.bits = 8;
    out.stride = (ptrdiff_t)image->width;
    setenv("ERRDIFF_ISA", set, 1);
    errdiff_options_init(&options);
    options.kernel = "floyd-steinberg";
    options.levels[0] = 256;
    options.linear = 0;
    options.start = ERRDIFF_START_PLAIN;
    options.engine = "wavefront";
    options.threads = 1;
    double start = now_ms();
    errdiff_status status = errdiff_dither(&in, &out, &options, &report);
    if (status == ERRDIFF_CANNOT_RUN)
        return -1;
    if (status != ERRDIFF_OK)
        stop(report.message.text);
    return now_ms() - start;
}

static void measure(unsigned width, unsigned height, int rounds)
{
    static double zimg[MAX_ROUNDS], ms[SETS][MAX_ROUNDS], ratio[SETS][MAX_ROUNDS];
    struct image image = make_image(width, height);
    zimg_filter_graph *graph = build_graph(&image);
    size_t scratch_size;
    if (zimg_filter_graph_get_tmp_size(graph, &scratch_size) != ZIMG_ERROR_SUCCESS)
        stop("zimg's graph has no size");
    void *scratch = allocate(scratch_size);
    for (int round = -2; round < rounds; round++) { /* the first ones fill the caches */
        int i = round < 0 ? 0 : round;
        zimg[i] = time_zimg(&image, graph, scratch);
        for (int set = 0; set < SETS; set++) {
            ms[set][i] = time_errdiff(&image, sets[set]);
            ratio[set][i] = zimg[i] / ms[set][i];
        }
    }
    for (int set = 0; set < SETS; set++)
        if (ms[set][0] > 0)
            printf("| %u × %u | %s | %.2f | %.2f | %.2f |\n", width, height, sets[set],
                   median(ms[set], rounds), median(zimg, rounds), median(ratio[set], rounds));
    zimg_filter_graph_free(graph);
    free(scratch);
    free(image.in);
    free(image.out);
}

int main(int argc, char **argv)
{
    int rounds = argc > 1 ? atoi(argv[1]) : 51;
    if (rounds < 1 || rounds > MAX_ROUNDS)
        return 2;
    puts("| gray, 16 bits to 8 | instruction set | errdiff, ms | zimg, ms | zimg / errdiff |");
    puts("|---|---|---|---|---|");
    measure(1920, 1080, rounds);
    measure(4096, 4096, rounds);
    return 0;
}
