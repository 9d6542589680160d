/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads complex images from OpenEXR files. */
#define _XOPEN_SOURCE 700

#include "exr_field.h"

#include "fail.h"
#include "part_name.h"

#include <OpenEXR/openexr.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/* OpenEXR sorts the attributes of a header, which takes quadratic time. This is more than usual
 * headers have, even with a thumbnail. */
enum { MAX_HEADER_BYTES = 512 << 10 };

/* A file while OpenEXR reads it. */
struct exr_source {
    int descriptor;
    bool has_header; /* all of it was read */
    bool is_long;    /* the header is longer than MAX_HEADER_BYTES */
};

static int64_t read_bytes(exr_const_context_t context, void *user, void *buffer, uint64_t count,
                          uint64_t offset, exr_stream_error_func_ptr_t tell)
{
    struct exr_source *source = user;
    (void)context;
    (void)tell;
    source->is_long |= !source->has_header && offset > MAX_HEADER_BYTES;
    return source->is_long ? -1 : pread(source->descriptor, buffer, count, (off_t)offset);
}

static void keep_silent(exr_const_context_t context, exr_result_t code, const char *message)
{
    (void)context;
    (void)code;
    (void)message;
}

/* The part of a color that a channel contains, such as "R.re" or "im.R"; -1: none. */
static int part_of_color(const char *name, const char *own, char color)
{
    if (own[0] == color && own[1] == '\0')
        return part_of_name(name);
    bool is_layer = name[0] == color && name + 2 == own;
    return is_layer ? part_of_name(own) : -1;
}

/* The part, 0 or 1, that a channel contains; -1: none. */
static int part_of(const char *name, struct exr_choice choice)
{
    const char *dot = strrchr(name, '.');
    const char *own = dot ? dot + 1 : name;
    if (choice.color != 0 && choice.is_alone)
        return own[0] == choice.color && own[1] == '\0' ? 0 : -1;
    if (choice.color != 0)
        return part_of_color(name, own, choice.color);
    if (strcasecmp(own, "R") == 0 || strcasecmp(own, "G") == 0)
        return strcasecmp(own, "G") == 0;
    return part_of_name(own);
}

/* Lets the library write the channels of a chunk to the array, and leave out all others. */
static void direct(exr_decode_pipeline_t *decoder, const struct field_array *array, int row,
                   struct exr_choice choice)
{
    for (int i = 0; i < decoder->channel_count; i++) {
        exr_coding_channel_info_t *channel = &decoder->channels[i];
        int part =
            array->channels == 1 && choice.color == 0 ? 0 : part_of(channel->channel_name, choice);
        float *first = array->values + (size_t)row * (size_t)array->width * (size_t)array->channels;
        channel->decode_to_ptr = part < 0 ? NULL : (uint8_t *)(first + part);
        channel->user_bytes_per_element = sizeof(float);
        channel->user_data_type = EXR_PIXEL_FLOAT;
        channel->user_pixel_stride = array->channels * (int32_t)sizeof(float);
        channel->user_line_stride = array->width * channel->user_pixel_stride;
    }
}

static bool read_chunks(exr_context_t context, const struct field_array *array, int top,
                        struct exr_choice choice)
{
    exr_decode_pipeline_t decoder = EXR_DECODE_PIPELINE_INITIALIZER;
    int rows = 0;
    bool works = exr_get_scanlines_per_chunk(context, 0, &rows) == EXR_ERR_SUCCESS && rows > 0;
    for (int row = 0; row < array->height && works; row += rows) {
        exr_chunk_info_t chunk;
        works = exr_read_scanline_chunk_info(context, 0, top + row, &chunk) == EXR_ERR_SUCCESS &&
                (row == 0 ? exr_decoding_initialize(context, 0, &chunk, &decoder)
                          : exr_decoding_update(context, 0, &chunk, &decoder)) == EXR_ERR_SUCCESS;
        if (!works)
            break;
        direct(&decoder, array, row, choice);
        works = (row > 0 ||
                 exr_decoding_choose_default_routines(context, 0, &decoder) == EXR_ERR_SUCCESS) &&
                exr_decoding_run(context, 0, &decoder) == EXR_ERR_SUCCESS;
    }
    exr_decoding_destroy(context, &decoder);
    return works;
}

/* How many channels of the file are read: 2, 1, or 0 if it has not those that are needed. */
static int count_channels(exr_context_t context, struct exr_choice choice)
{
    const exr_attr_chlist_t *channels;
    int found[2] = {0};
    if (exr_get_channels(context, 0, &channels) != EXR_ERR_SUCCESS)
        return 0;
    for (int i = 0; i < channels->num_channels; i++) {
        const exr_attr_chlist_entry_t *channel = &channels->entries[i];
        int part = part_of(channel->name.str, choice);
        if (channel->x_sampling != 1 || channel->y_sampling != 1)
            return 0;
        if (part >= 0)
            found[part]++;
    }
    if (choice.color != 0 && choice.is_alone)
        return found[0] == 1;
    if (found[0] == 1 && found[1] == 1)
        return 2;
    return choice.color == 0 && channels->num_channels == 1;
}

/* Says why the channels of a file are not those that are needed. */
static int refuse_channels(exr_context_t context, const char *name, struct exr_choice choice)
{
    const struct exr_choice red = {.color = 'R'};
    if (choice.color != 0 && choice.is_alone)
        return fail(EXIT_FAILED, "%s: it has no channel %c", name, choice.color);
    if (choice.color != 0)
        return fail(EXIT_FAILED, "%s: it has no channels %c.re… and %c.im…", name, choice.color,
                    choice.color);
    if (count_channels(context, red) == 2)
        return fail(EXIT_FAILED, "%s: it is in color; --color says which one to read", name);
    return fail(EXIT_FAILED,
                "%s: it has neither one channel nor one each for the real and the imaginary "
                "part: R and G, or re… and im…",
                name);
}

/* The memory for a chunk as it is stored, unpacked, and unpacked in another order. */
static uint64_t decoder_bytes(exr_context_t context, long long width)
{
    int32_t rows = 0;
    const exr_attr_chlist_t *channels;
    if (exr_get_scanlines_per_chunk(context, 0, &rows) != EXR_ERR_SUCCESS || rows < 1 ||
        exr_get_channels(context, 0, &channels) != EXR_ERR_SUCCESS)
        return 0;
    return 3 * (uint64_t)rows * (uint64_t)width * (uint64_t)channels->num_channels * sizeof(float);
}

/* Not every version of OpenEXR's interface for C decodes DWA. */
static int refuse_chunks(exr_context_t context, const char *name)
{
    exr_compression_t compression = EXR_COMPRESSION_NONE;
    exr_get_compression(context, 0, &compression);
    if (compression == EXR_COMPRESSION_DWAA || compression == EXR_COMPRESSION_DWAB)
        return fail(EXIT_FAILED,
                    "%s: its compression, DWA, cannot be read; save it with another one, such as "
                    "ZIP",
                    name);
    return fail(EXIT_FAILED, "%s: the OpenEXR file is damaged", name);
}

static int read_image(struct field_array *array, exr_context_t context, const char *name,
                      struct exr_choice choice)
{
    exr_attr_box2i_t window;
    exr_storage_t storage = EXR_STORAGE_TILED;
    int channels = count_channels(context, choice);
    if (channels == 0)
        return refuse_channels(context, name, choice);
    if (exr_get_storage(context, 0, &storage) != EXR_ERR_SUCCESS ||
        storage != EXR_STORAGE_SCANLINE || exr_get_data_window(context, 0, &window) != 0)
        return fail(EXIT_FAILED, "%s: it is not stored in scan lines", name);
    long long width = (long long)window.max.x - window.min.x + 1;
    int status = field_array_make(array, width, (long long)window.max.y - window.min.y + 1,
                                  channels, decoder_bytes(context, width), name);
    if (status == 0 && !read_chunks(context, array, window.min.y, choice))
        status = refuse_chunks(context, name);
    array->has_colors = choice.color != 0;
    return status;
}

int exr_field_read(struct field_array *array, FILE *file, const char *name,
                   struct exr_choice choice)
{
    exr_context_initializer_t settings = EXR_DEFAULT_CONTEXT_INITIALIZER;
    exr_context_t context = NULL;
    struct exr_source source = {.descriptor = fileno(file)};
    *array = (struct field_array){0};
    settings.user_data = &source;
    settings.read_fn = read_bytes;
    settings.error_handler_fn = keep_silent;
    if (exr_start_read(&context, name, &settings) != EXR_ERR_SUCCESS)
        return source.is_long ? fail(EXIT_FAILED, "%s: its header is longer than 512 KiB", name)
                              : fail(EXIT_FAILED, "%s: the OpenEXR file is damaged", name);
    source.has_header = true;
    int status = read_image(array, context, name, choice);
    exr_finish(&context);
    return status;
}
