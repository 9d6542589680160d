/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _XOPEN_SOURCE 700

#include "exr_field.h"

#include "fail.h"

#include <OpenEXR/openexr.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

static int64_t read_bytes(exr_const_context_t context, void *user, void *buffer, uint64_t count,
                          uint64_t offset, exr_stream_error_func_ptr_t tell)
{
    (void)context;
    (void)tell;
    return pread(fileno(user), buffer, count, (off_t)offset);
}

static void keep_silent(exr_const_context_t context, exr_result_t code, const char *message)
{
    (void)context;
    (void)code;
    (void)message;
}

/* The part, 0 or 1, that a channel contains; -1: none. If `color` is not 0, only the channel with
 * this letter contains one, part 0. */
static int part_of(const char *name, char color)
{
    const char *dot = strrchr(name, '.');
    const char *own = dot ? dot + 1 : name;
    if (color != 0)
        return own[0] == color && own[1] == '\0' ? 0 : -1;
    if (strcasecmp(own, "R") == 0 || strncasecmp(own, "re", 2) == 0 ||
        strncasecmp(own, "am", 2) == 0)
        return 0;
    return strcasecmp(own, "G") == 0 || strncasecmp(own, "im", 2) == 0 ||
                   strncasecmp(own, "ph", 2) == 0
               ? 1
               : -1;
}

/* Lets the library write the channels of a chunk to the array, and leave out all others. */
static void direct(exr_decode_pipeline_t *decoder, const struct field_array *array, int row,
                   char color)
{
    for (int i = 0; i < decoder->channel_count; i++) {
        exr_coding_channel_info_t *channel = &decoder->channels[i];
        int part = array->channels == 1 && color == 0 ? 0 : part_of(channel->channel_name, color);
        float *first = array->values + (size_t)row * (size_t)array->width * (size_t)array->channels;
        channel->decode_to_ptr = part < 0 ? NULL : (uint8_t *)(first + part);
        channel->user_bytes_per_element = sizeof(float);
        channel->user_data_type = EXR_PIXEL_FLOAT;
        channel->user_pixel_stride = array->channels * (int32_t)sizeof(float);
        channel->user_line_stride = array->width * channel->user_pixel_stride;
    }
}

static bool read_chunks(exr_context_t context, const struct field_array *array, int top, char color)
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
        direct(&decoder, array, row, color);
        works = (row > 0 ||
                 exr_decoding_choose_default_routines(context, 0, &decoder) == EXR_ERR_SUCCESS) &&
                exr_decoding_run(context, 0, &decoder) == EXR_ERR_SUCCESS;
    }
    exr_decoding_destroy(context, &decoder);
    return works;
}

/* How many channels of the file are read: 2, 1, or 0 if it has not those that are needed. */
static int count_channels(exr_context_t context, char color)
{
    const exr_attr_chlist_t *channels;
    int found[2] = {0};
    if (exr_get_channels(context, 0, &channels) != EXR_ERR_SUCCESS)
        return 0;
    for (int i = 0; i < channels->num_channels; i++) {
        const exr_attr_chlist_entry_t *channel = &channels->entries[i];
        int part = part_of(channel->name.str, color);
        if (channel->x_sampling != 1 || channel->y_sampling != 1)
            return 0;
        if (part >= 0)
            found[part]++;
    }
    if (color != 0)
        return found[0] == 1;
    if (found[0] == 1 && found[1] == 1)
        return 2;
    return channels->num_channels == 1;
}

static int read_picture(struct field_array *array, exr_context_t context, const char *name,
                        char color)
{
    exr_attr_box2i_t window;
    exr_storage_t storage = EXR_STORAGE_TILED;
    int channels = count_channels(context, color);
    if (channels == 0 && color != 0)
        return fail(EXIT_FAILED, "%s: it has no channel %c", name, color);
    if (channels == 0)
        return fail(EXIT_FAILED,
                    "%s: it has neither one channel nor one each for the real and the imaginary "
                    "part: R and G, or re… and im…",
                    name);
    if (exr_get_storage(context, 0, &storage) != EXR_ERR_SUCCESS ||
        storage != EXR_STORAGE_SCANLINE || exr_get_data_window(context, 0, &window) != 0)
        return fail(EXIT_FAILED, "%s: it is not stored in scan lines", name);
    int status = field_array_make(array, (long long)window.max.x - window.min.x + 1,
                                  (long long)window.max.y - window.min.y + 1, channels, name);
    if (status == 0 && !read_chunks(context, array, window.min.y, color))
        status = fail(EXIT_FAILED, "%s: the OpenEXR file is damaged", name);
    array->has_colors = color != 0;
    return status;
}

int exr_field_read(struct field_array *array, FILE *file, const char *name, char color)
{
    exr_context_initializer_t settings = EXR_DEFAULT_CONTEXT_INITIALIZER;
    exr_context_t context = NULL;
    *array = (struct field_array){0};
    settings.user_data = file;
    settings.read_fn = read_bytes;
    settings.error_handler_fn = keep_silent;
    if (exr_start_read(&context, name, &settings) != EXR_ERR_SUCCESS)
        return fail(EXIT_FAILED, "%s: the OpenEXR file is damaged", name);
    int status = read_picture(array, context, name, color);
    exr_finish(&context);
    return status;
}
