/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Times zimg's error diffusion of a gray image of 8 bits (P5, without comments) in one thread:
 *
 *     zimg_dither IN.pgm BITS ROUNDS
 *
 * prints the milliseconds of each round, one per line. The samples of the result have BITS bits,
 * 1 to 7, at full range, each in a byte; that corresponds to `errdiff --levels` with 2^BITS. Only
 * the dithering is timed; zimg's filter graph and its memory are made before.
 */
#define _POSIX_C_SOURCE 200809L

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <zimg.h>

enum { ALIGNMENT = 64 };

static void stop(const char *reason)
{
    fprintf(stderr, "zimg_dither: %s\n", reason);
    exit(1);
}

static void *allocate(size_t size)
{
    void *memory = aligned_alloc(ALIGNMENT, (size + ALIGNMENT) / ALIGNMENT * ALIGNMENT);
    if (!memory)
        stop("not enough memory");
    memset(memory, 0, size);
    return memory;
}

static size_t stride_of(unsigned width)
{
    return ((size_t)width + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

static uint8_t *read_image(const char *path, unsigned *width, unsigned *height)
{
    FILE *file = fopen(path, "rb");
    if (!file || fscanf(file, "P5 %u %u 255", width, height) != 2 || fgetc(file) == EOF)
        stop("the image cannot be read");
    uint8_t *pixels = allocate(stride_of(*width) * *height);
    for (unsigned y = 0; y < *height; y++)
        if (fread(pixels + y * stride_of(*width), 1, *width, file) != *width)
            stop("the image is cut short");
    fclose(file);
    return pixels;
}

static zimg_filter_graph *build_graph(unsigned width, unsigned height, unsigned bits)
{
    zimg_image_format in, out;
    zimg_graph_builder_params params;
    zimg_image_format_default(&in, ZIMG_API_VERSION);
    in.width = width;
    in.height = height;
    in.pixel_type = ZIMG_PIXEL_BYTE;
    in.color_family = ZIMG_COLOR_GREY;
    in.depth = 8;
    in.pixel_range = ZIMG_RANGE_FULL;
    out = in;
    out.depth = bits;
    zimg_graph_builder_params_default(&params, ZIMG_API_VERSION);
    params.dither_type = ZIMG_DITHER_ERROR_DIFFUSION;
    zimg_filter_graph *graph = zimg_filter_graph_build(&in, &out, &params);
    char reason[256];
    if (!graph) {
        zimg_get_last_error(reason, sizeof reason);
        stop(reason);
    }
    return graph;
}

int main(int argc, char **argv)
{
    if (argc != 4)
        stop("IN.pgm BITS ROUNDS are needed");
    unsigned width, height;
    uint8_t *in = read_image(argv[1], &width, &height);
    uint8_t *out = allocate(stride_of(width) * height);
    zimg_filter_graph *graph = build_graph(width, height, (unsigned)atoi(argv[2]));
    size_t scratch_size;
    if (zimg_filter_graph_get_tmp_size(graph, &scratch_size) != ZIMG_ERROR_SUCCESS)
        stop("the graph has no size");
    void *scratch = allocate(scratch_size);
    zimg_image_buffer_const from = {.version = ZIMG_API_VERSION};
    from.plane[0].data = in;
    from.plane[0].stride = (ptrdiff_t)stride_of(width);
    from.plane[0].mask = ZIMG_BUFFER_MAX;
    zimg_image_buffer to = {.version = ZIMG_API_VERSION};
    to.plane[0].data = out;
    to.plane[0].stride = (ptrdiff_t)stride_of(width);
    to.plane[0].mask = ZIMG_BUFFER_MAX;
    for (int round = 0; round < atoi(argv[3]); round++) {
        struct timespec start, end;
        clock_gettime(CLOCK_MONOTONIC, &start);
        if (zimg_filter_graph_process(graph, &from, &to, scratch, NULL, NULL, NULL, NULL) !=
            ZIMG_ERROR_SUCCESS)
            stop("the graph does not run");
        clock_gettime(CLOCK_MONOTONIC, &end);
        printf("%.3f\n", (double)(end.tv_sec - start.tv_sec) * 1e3 +
                             (double)(end.tv_nsec - start.tv_nsec) / 1e6);
    }
    zimg_filter_graph_free(graph);
    free(scratch);
    free(in);
    free(out);
    return 0;
}
