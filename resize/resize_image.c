/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Resizes images with zimg, in linear light. */
#include "resize_image.h"

#include "config.h"

#include <stdio.h>

#ifdef HAVE_ZIMG
#include <stdbool.h>
#include <stdlib.h>
#include <zimg.h>

enum { ALIGNMENT = 64 }; /* of zimg's rows, in bytes */

/* One channel of an image, as floats of 0..1. */
struct plane {
    void *memory;
    float *samples; /* aligned, in the memory */
    int width, height;
    ptrdiff_t stride; /* floats from a row to the next */
};

/* What the conversion of all channels of an image needs. */
struct resizing {
    const errdiff_image *from, *from_alpha, *to, *to_alpha; /* without alpha it is opaque */
    struct plane in, out;                                   /* of the channel that is resized */
    struct plane alpha;                                     /* the resized alpha */
    float *light;                                           /* of each display value */
    float *thresholds; /* light from which on the next display value is nearer */
    zimg_filter_graph *graph;
    void *memory;      /* of zimg */
    bool lacks_memory; /* no memory, before zimg was asked for anything that failed */
    errdiff_progress progress;
    void *progress_user;
    bool is_cancelled;
};

static size_t row_bytes(int width)
{
    return ((size_t)width * sizeof(float) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

/* Memory in which as many bytes can be aligned. */
static void *allocate(size_t size)
{
    return malloc(size + ALIGNMENT);
}

static void *align(void *memory)
{
    return (char *)memory + (ALIGNMENT - (uintptr_t)memory % ALIGNMENT);
}

static bool allocate_plane(struct plane *plane, int width, int height)
{
    size_t row = row_bytes(width);
    *plane = (struct plane){.width = width, .height = height};
    plane->stride = (ptrdiff_t)(row / sizeof(float));
    plane->memory = allocate(row * (size_t)height);
    plane->samples = plane->memory ? align(plane->memory) : NULL;
    return plane->memory != NULL;
}

static char *row_of(const errdiff_image *image, int y)
{
    return (char *)image->data + y * image->stride;
}

static float white_of(const errdiff_image *image)
{
    return image->bits == 8 ? UINT8_MAX : UINT16_MAX;
}

static uint32_t load(const errdiff_image *image, const void *row, int at)
{
    return image->bits == 8 ? ((const uint8_t *)row)[at] : ((const uint16_t *)row)[at];
}

static void store(const errdiff_image *image, void *row, int at, uint32_t value)
{
    if (image->bits == 8)
        ((uint8_t *)row)[at] = (uint8_t)value;
    else
        ((uint16_t *)row)[at] = (uint16_t)value;
}

enum { ROWS_BETWEEN_LOOKS = 16 };

/* Whether the work goes on with row y. */
static bool goes_on(struct resizing *resizing, unsigned int y)
{
    if (y % ROWS_BETWEEN_LOOKS == 0 && resizing->progress && !resizing->is_cancelled)
        resizing->is_cancelled = resizing->progress(resizing->progress_user, 0) != 0;
    return !resizing->is_cancelled;
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
    resizing->memory = allocate(size);
    resizing->lacks_memory = !resizing->memory;
    return resizing->memory != NULL;
}

/* zimg calls it after row y. What is not 0 ends its work. */
static int look(void *user, unsigned int y, unsigned int left, unsigned int right)
{
    (void)left, (void)right;
    return !goes_on(user, y);
}

static bool resize_plane(struct resizing *resizing, const struct plane *to)
{
    zimg_image_buffer_const from_buffer = {.version = ZIMG_API_VERSION};
    zimg_image_buffer to_buffer = {.version = ZIMG_API_VERSION};
    from_buffer.plane[0].data = resizing->in.samples;
    from_buffer.plane[0].stride = resizing->in.stride * (ptrdiff_t)sizeof(float);
    from_buffer.plane[0].mask = ZIMG_BUFFER_MAX;
    to_buffer.plane[0].data = to->samples;
    to_buffer.plane[0].stride = to->stride * (ptrdiff_t)sizeof(float);
    to_buffer.plane[0].mask = ZIMG_BUFFER_MAX;
    return zimg_filter_graph_process(resizing->graph, &from_buffer, &to_buffer,
                                     align(resizing->memory), NULL, NULL, look, resizing) == 0;
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
static void load_channel(struct resizing *resizing, int channel)
{
    const errdiff_image *image = resizing->from, *alpha = resizing->from_alpha;
    for (int y = 0; y < image->height && goes_on(resizing, (unsigned int)y); y++) {
        const char *samples = row_of(image, y), *opacity = alpha ? row_of(alpha, y) : NULL;
        float *row = resizing->in.samples + y * resizing->in.stride;
        for (int x = 0; x < image->width; x++) {
            row[x] = resizing->light[load(image, samples, x * image->channels + channel)];
            if (alpha)
                row[x] *= (float)load(alpha, opacity, x) / white_of(alpha);
        }
    }
}

static void store_channel(struct resizing *resizing, int channel)
{
    const errdiff_image *image = resizing->to;
    for (int y = 0; y < image->height && goes_on(resizing, (unsigned int)y); y++) {
        char *samples = row_of(image, y);
        const float *row = resizing->out.samples + y * resizing->out.stride;
        const float *opacity =
            resizing->alpha.samples ? resizing->alpha.samples + y * resizing->alpha.stride : NULL;
        for (int x = 0; x < image->width; x++) {
            float light = !opacity ? row[x] : opacity[x] > 0 ? row[x] / opacity[x] : 0;
            store(image, samples, x * image->channels + channel,
                  display_value(resizing, light, image->bits));
        }
    }
}

static void load_alpha(struct resizing *resizing)
{
    const errdiff_image *alpha = resizing->from_alpha;
    for (int y = 0; y < alpha->height && goes_on(resizing, (unsigned int)y); y++)
        for (int x = 0; x < alpha->width; x++)
            resizing->in.samples[y * resizing->in.stride + x] =
                (float)load(alpha, row_of(alpha, y), x) / white_of(alpha);
}

/* Stores the resized alpha, limited to 0..1, because the filter can go beyond. */
static void store_alpha(struct resizing *resizing)
{
    const errdiff_image *alpha = resizing->to_alpha;
    for (int y = 0; y < alpha->height && goes_on(resizing, (unsigned int)y); y++)
        for (int x = 0; x < alpha->width; x++) {
            float *value = &resizing->alpha.samples[y * resizing->alpha.stride + x];
            *value = *value > 1 ? 1 : *value > 0 ? *value : 0;
            store(alpha, row_of(alpha, y), x, (uint32_t)(*value * white_of(alpha) + 0.5F));
        }
}

/* ---- The image ----------------------------------------------------------------------------- */

static bool resize_channels(struct resizing *resizing)
{
    if (resizing->from_alpha) {
        load_alpha(resizing);
        if (!resize_plane(resizing, &resizing->alpha))
            return false;
        store_alpha(resizing);
    }
    for (int c = 0; c < resizing->from->channels; c++) {
        load_channel(resizing, c);
        if (!resize_plane(resizing, &resizing->out))
            return false;
        store_channel(resizing, c);
    }
    return !resizing->is_cancelled;
}

static errdiff_status refuse(errdiff_message *message, bool lacks_memory)
{
    char reason[200];
    if (lacks_memory || zimg_get_last_error(reason, sizeof reason) == ZIMG_ERROR_OUT_OF_MEMORY) {
        snprintf(message->text, sizeof message->text, "not enough memory to resize it");
        return ERRDIFF_NO_MEMORY;
    }
    snprintf(message->text, sizeof message->text, "zimg could not resize it (%s)", reason);
    return ERRDIFF_CANNOT_RUN;
}

errdiff_status resize_image(const errdiff_image *from, const errdiff_image *from_alpha,
                            const errdiff_image *to, const errdiff_image *to_alpha,
                            const struct resize_plan *plan, errdiff_progress progress,
                            void *progress_user, errdiff_message *message)
{
    struct resizing resizing = {.from = from,
                                .from_alpha = from_alpha,
                                .to = to,
                                .to_alpha = to_alpha,
                                .progress = progress,
                                .progress_user = progress_user};
    resizing.lacks_memory =
        !allocate_plane(&resizing.in, from->width, from->height) ||
        !allocate_plane(&resizing.out, to->width, to->height) ||
        (from_alpha && !allocate_plane(&resizing.alpha, to->width, to->height)) ||
        !make_tables(&resizing, from->bits);
    bool works =
        !resizing.lacks_memory && make_graph(&resizing, plan) && resize_channels(&resizing);
    zimg_filter_graph_free(resizing.graph);
    free(resizing.memory);
    free(resizing.light);
    free(resizing.thresholds);
    free(resizing.in.memory);
    free(resizing.out.memory);
    free(resizing.alpha.memory);
    if (resizing.is_cancelled)
        return ERRDIFF_CANCELLED;
    return works ? ERRDIFF_OK : refuse(message, resizing.lacks_memory);
}

uint64_t resize_image_bytes(int width, int height, bool has_alpha, const struct resize_plan *plan)
{
    uint64_t from = (uint64_t)row_bytes(width) * (uint64_t)height;
    uint64_t to = (uint64_t)row_bytes(plan->width) * (uint64_t)plan->height;
    return from + to * (has_alpha ? 2 : 1);
}

#else

errdiff_status resize_image(const errdiff_image *from, const errdiff_image *from_alpha,
                            const errdiff_image *to, const errdiff_image *to_alpha,
                            const struct resize_plan *plan, errdiff_progress progress,
                            void *progress_user, errdiff_message *message)
{
    (void)from, (void)from_alpha, (void)to, (void)to_alpha, (void)plan;
    (void)progress, (void)progress_user;
    snprintf(message->text, sizeof message->text,
             "it cannot be resized, because errdiff was built without zimg");
    return ERRDIFF_CANNOT_RUN;
}

uint64_t resize_image_bytes(int width, int height, bool has_alpha, const struct resize_plan *plan)
{
    (void)width, (void)height, (void)has_alpha, (void)plan;
    return 0;
}
#endif
