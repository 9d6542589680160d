/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Resizes pictures with zimg, in linear light. */
#include "resize.h"

#include "config.h"
#include "fail.h"

#ifdef HAVE_ZIMG
#include "process.h"

#include <stdlib.h>
#include <string.h>
#include <zimg.h>

enum { ALIGNMENT = 64 }; /* of zimg's rows, in bytes */

/* One channel of a picture, as floats of 0..1. */
struct plane {
    float *samples; /* from process_allocate_aligned */
    int width, height;
    ptrdiff_t stride; /* floats from a row to the next */
};

/* What the conversion of all channels of a picture needs. */
struct resizing {
    errdiff_image from, to; /* colors */
    struct plane in, out;   /* of the channel that is resized */
    struct plane alpha;     /* the resized alpha; without samples: the picture is opaque */
    float *light;           /* of each display value */
    float *thresholds;      /* light from which on the next display value is nearer */
    zimg_filter_graph *graph;
    void *memory;      /* of zimg */
    bool lacks_memory; /* no memory, before zimg was asked for anything that failed */
};

static size_t row_bytes(int width)
{
    return ((size_t)width * sizeof(float) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

static bool allocate_plane(struct plane *plane, int width, int height)
{
    size_t row = row_bytes(width);
    *plane = (struct plane){.width = width, .height = height};
    plane->stride = (ptrdiff_t)(row / sizeof(float));
    plane->samples = process_allocate_aligned(ALIGNMENT, row * (size_t)height);
    return plane->samples != NULL;
}

static uint32_t load(const void *samples, int bits, size_t at)
{
    return bits == 8 ? ((const uint8_t *)samples)[at] : ((const uint16_t *)samples)[at];
}

static void store(void *samples, int bits, size_t at, uint32_t value)
{
    if (bits == 8)
        ((uint8_t *)samples)[at] = (uint8_t)value;
    else
        ((uint16_t *)samples)[at] = (uint16_t)value;
}

/* ---- zimg ---------------------------------------------------------------------------------- */

static zimg_image_format format_of(const struct plane *plane)
{
    zimg_image_format format;
    zimg_image_format_default(&format, ZIMG_API_VERSION);
    format.width = (unsigned int)plane->width;
    format.height = (unsigned int)plane->height;
    format.pixel_type = ZIMG_PIXEL_FLOAT;
    return format;
}

static bool make_graph(struct resizing *resizing, const struct resize_plan *plan)
{
    zimg_graph_builder_params params;
    zimg_graph_builder_params_default(&params, ZIMG_API_VERSION);
    /* Lanczos has larger lobes; in linear light, they make dark rings that can be seen. */
    params.resample_filter = ZIMG_RESIZE_BICUBIC;
    params.filter_param_a = 0;
    params.filter_param_b = 0.5;
    params.cpu_type = ZIMG_CPU_AUTO_64B;
    zimg_image_format from = format_of(&resizing->in), to = format_of(&resizing->out);
    from.active_region.left = plan->left;
    from.active_region.top = plan->top;
    from.active_region.width = plan->part_width;
    from.active_region.height = plan->part_height;
    resizing->graph = zimg_filter_graph_build(&from, &to, &params);
    size_t size = 0;
    if (!resizing->graph || zimg_filter_graph_get_tmp_size(resizing->graph, &size) != 0)
        return false;
    resizing->memory = process_allocate_aligned(ALIGNMENT, (size / ALIGNMENT + 1) * ALIGNMENT);
    resizing->lacks_memory = !resizing->memory;
    return resizing->memory != NULL;
}

static bool resize_plane(const struct resizing *resizing, const struct plane *to)
{
    zimg_image_buffer_const from_buffer = {.version = ZIMG_API_VERSION};
    zimg_image_buffer to_buffer = {.version = ZIMG_API_VERSION};
    from_buffer.plane[0].data = resizing->in.samples;
    from_buffer.plane[0].stride = resizing->in.stride * (ptrdiff_t)sizeof(float);
    from_buffer.plane[0].mask = ZIMG_BUFFER_MAX;
    to_buffer.plane[0].data = to->samples;
    to_buffer.plane[0].stride = to->stride * (ptrdiff_t)sizeof(float);
    to_buffer.plane[0].mask = ZIMG_BUFFER_MAX;
    return zimg_filter_graph_process(resizing->graph, &from_buffer, &to_buffer, resizing->memory,
                                     NULL, NULL, NULL, NULL) == 0;
}

/* ---- Samples ------------------------------------------------------------------------------- */

static bool make_tables(struct resizing *resizing, int bits)
{
    uint32_t white = bits == 8 ? UINT8_MAX : UINT16_MAX;
    resizing->light = malloc(((size_t)white + 1) * sizeof(float));
    resizing->thresholds = malloc((size_t)white * sizeof(float));
    if (!resizing->light || !resizing->thresholds)
        return false;
    for (uint32_t i = 0; i <= white; i++)
        resizing->light[i] = (float)errdiff_srgb_to_linear((double)i / white);
    for (uint32_t i = 0; i < white; i++)
        resizing->thresholds[i] = (float)errdiff_srgb_to_linear((i + 0.5) / white);
    return true;
}

/* The display value that is nearest to a light: the number of thresholds up to it. */
static uint32_t display_value(const struct resizing *resizing, float light, int bits)
{
    uint32_t value = 0;
    for (uint32_t step = 1u << (bits - 1); step > 0; step /= 2)
        if (light >= resizing->thresholds[value + step - 1])
            value += step;
    return value;
}

/* Fills resizing->in with the light of a channel, multiplied by alpha. */
static void load_channel(const struct resizing *resizing, int channel, const void *alpha)
{
    const errdiff_image *image = &resizing->from;
    float white = image->bits == 8 ? UINT8_MAX : UINT16_MAX;
    size_t at = 0;
    for (int y = 0; y < image->height; y++) {
        float *row = resizing->in.samples + y * resizing->in.stride;
        for (int x = 0; x < image->width; x++, at++) {
            size_t sample = at * (size_t)image->channels + (size_t)channel;
            row[x] = resizing->light[load(image->data, image->bits, sample)];
            if (alpha)
                row[x] *= (float)load(alpha, image->bits, at) / white;
        }
    }
}

static void store_channel(const struct resizing *resizing, int channel)
{
    const errdiff_image *image = &resizing->to;
    size_t at = (size_t)channel;
    for (int y = 0; y < image->height; y++) {
        const float *row = resizing->out.samples + y * resizing->out.stride;
        const float *opacity =
            resizing->alpha.samples ? resizing->alpha.samples + y * resizing->alpha.stride : NULL;
        for (int x = 0; x < image->width; x++, at += (size_t)image->channels) {
            float light = !opacity ? row[x] : opacity[x] > 0 ? row[x] / opacity[x] : 0;
            store(image->data, image->bits, at, display_value(resizing, light, image->bits));
        }
    }
}

static void load_alpha(const struct resizing *resizing, const void *alpha)
{
    const errdiff_image *image = &resizing->from;
    float white = image->bits == 8 ? UINT8_MAX : UINT16_MAX;
    size_t at = 0;
    for (int y = 0; y < image->height; y++)
        for (int x = 0; x < image->width; x++, at++)
            resizing->in.samples[y * resizing->in.stride + x] =
                (float)load(alpha, image->bits, at) / white;
}

/* Stores the resized alpha, limited to 0..1, because the filter can go beyond. */
static void store_alpha(const struct resizing *resizing, void *alpha)
{
    const errdiff_image *image = &resizing->to;
    float white = image->bits == 8 ? UINT8_MAX : UINT16_MAX;
    size_t at = 0;
    for (int y = 0; y < image->height; y++)
        for (int x = 0; x < image->width; x++, at++) {
            float *value = &resizing->alpha.samples[y * resizing->alpha.stride + x];
            *value = *value > 1 ? 1 : *value > 0 ? *value : 0;
            store(alpha, image->bits, at, (uint32_t)(*value * white + 0.5F));
        }
}

/* ---- The picture --------------------------------------------------------------------------- */

static bool resize_channels(struct resizing *resizing, const struct picture *from,
                            struct picture *to)
{
    if (from->alpha) {
        load_alpha(resizing, from->alpha);
        if (!resize_plane(resizing, &resizing->alpha))
            return false;
        store_alpha(resizing, to->alpha);
    }
    for (int c = 0; c < resizing->from.channels; c++) {
        load_channel(resizing, c, from->alpha);
        if (!resize_plane(resizing, &resizing->out))
            return false;
        store_channel(resizing, c);
    }
    picture_update_mask(to);
    return true;
}

static int fail_resize(const struct picture *picture, bool lacks_memory)
{
    char message[200];
    if (lacks_memory || zimg_get_last_error(message, sizeof message) == ZIMG_ERROR_OUT_OF_MEMORY)
        return fail(EXIT_FAILED, "%s: not enough memory to resize it", picture->name);
    return fail(EXIT_FAILED, "%s: zimg could not resize it (%s)", picture->name, message);
}

static int resize(const struct picture *from, struct picture *to, const struct resize_plan *plan)
{
    struct resizing resizing = {.from = from->image, .to = to->image};
    resizing.lacks_memory =
        !allocate_plane(&resizing.in, from->image.width, from->image.height) ||
        !allocate_plane(&resizing.out, to->image.width, to->image.height) ||
        (from->alpha && !allocate_plane(&resizing.alpha, to->image.width, to->image.height)) ||
        !make_tables(&resizing, from->image.bits);
    bool works = !resizing.lacks_memory && make_graph(&resizing, plan) &&
                 resize_channels(&resizing, from, to);
    zimg_filter_graph_free(resizing.graph);
    process_free_aligned(resizing.memory);
    free(resizing.light);
    free(resizing.thresholds);
    process_free_aligned(resizing.in.samples);
    process_free_aligned(resizing.out.samples);
    process_free_aligned(resizing.alpha.samples);
    return works ? 0 : fail_resize(from, resizing.lacks_memory);
}

/* The memory for the planes of both pictures, which are made beside the pictures. */
static uint64_t plane_bytes(const struct picture *picture, const struct resize_plan *plan)
{
    uint64_t from = (uint64_t)row_bytes(picture->image.width) * (uint64_t)picture->image.height;
    uint64_t to = (uint64_t)row_bytes(plan->width) * (uint64_t)plan->height;
    return from + to * (picture->alpha ? 2 : 1);
}

int picture_resize(struct picture *picture, const struct resize_plan *plan)
{
    struct picture resized;
    int status = picture_allocate_resized(&resized, picture, plan->width, plan->height,
                                          plane_bytes(picture, plan));
    if (status != 0)
        return status;
    status = resize(picture, &resized, plan);
    if (status == 0) {
        picture_free_pixels(picture);
        *picture = resized;
    } else {
        picture_free_pixels(&resized);
    }
    return status;
}

#else

int picture_resize(struct picture *picture, const struct resize_plan *plan)
{
    (void)plan;
    return fail(EXIT_FAILED, "%s: it cannot be resized, because errdiff was built without zimg",
                picture->name);
}
#endif
