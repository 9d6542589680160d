/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes what a device takes instead of an image file: its packed pixels, or these as an array in
 * C. */
#include "devices.h"
#include "fail.h"
#include "image_format.h"
#include "image_writer.h"
#include "memory_limit.h"

#include <stdlib.h>

struct device_writer {
    const struct device *device;
    uint8_t codes_of[DEVICE_TRANSPARENT + 1]; /* by the number of a color */
    int transparent;                          /* the number of transparent pixels */
    uint8_t *codes;                           /* of all pixels */
    int width, height, next;                  /* next: row */
};

static int start_file(struct image_writer *file, const struct image *shape)
{
    struct device_writer *writer = calloc(1, sizeof *writer);
    errdiff_message message;
    file->state = writer;
    if (!writer)
        return fail(EXIT_FAILED, "%s: not enough memory", file->name);
    writer->device = shape->device;
    writer->width = shape->pixels.width;
    writer->height = shape->pixels.height;
    writer->transparent = shape->alpha ? shape->palette->count : DEVICE_TRANSPARENT;
    if (device_codes(shape->device, shape->palette, writer->codes_of, &message) != ERRDIFF_OK)
        return fail(EXIT_FAILED, "%s: %s", file->name, message.text);
    /* The codes, the same packed, and with what is around them. */
    uint64_t size = (uint64_t)writer->width * (uint64_t)writer->height;
    int status = memory_limit_check(shape->held + image_memory(shape) + 3 * size, file->name);
    if (status != 0)
        return status;
    writer->codes = malloc((size_t)size);
    return writer->codes ? 0 : fail(EXIT_FAILED, "%s: not enough memory", file->name);
}

static int write_row(struct image_writer *file, const void *row)
{
    struct device_writer *writer = file->state;
    const uint8_t *numbers = row;
    uint8_t *to = writer->codes + (size_t)writer->next * (size_t)writer->width;
    writer->next++;
    for (int x = 0; x < writer->width; x++)
        to[x] =
            writer->codes_of[numbers[x] == writer->transparent ? DEVICE_TRANSPARENT : numbers[x]];
    return 0;
}

static int end_file(struct image_writer *file)
{
    const struct device_writer *writer = file->state;
    if (device_write(writer->device, writer->codes, writer->width, writer->height, file->name,
                     file->file) != ERRDIFF_OK)
        return fail(EXIT_FAILED, "%s: not enough memory", file->name);
    return 0;
}

static void release(struct image_writer *file)
{
    struct device_writer *writer = file->state;
    if (writer)
        free(writer->codes);
    free(writer);
}

static const struct image_encoder device_encoder = {
    .start = start_file, .write_row = write_row, .end = end_file, .release = release};

const struct image_format device_format = {.name = "a device's file",
                                           .holds_alpha = true,
                                           .holds_palette = true,
                                           .is_srgb = true,
                                           .encoder = &device_encoder};
