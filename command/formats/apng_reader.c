/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads animated PNG files: makes a PNG of each frame, which libpng unpacks. The chunks are those
 * of the PNG specification, third edition, section 11.3.6. */
#include "animation.h"
#include "fail.h"
#include "png_chunk.h"
#include "png_source.h"

#include <stdlib.h>
#include <string.h>

/* An animated PNG that is being read. */
struct apng {
    size_t at; /* in the file: of the next chunk */
    uint32_t next_number;
    struct png_chunk header;                /* IHDR */
    struct png_chunk palette, transparency; /* PLTE and tRNS, or without data */
    uint8_t *pixels;                        /* RGBA, of the canvas's size at most */
};

struct frame_control {
    struct frame_part part;
    struct frame_time time;
    enum frame_disposal disposal;
    bool blends;
};

static int fail_damaged(const char *name, const char *why)
{
    return fail(EXIT_FAILED, "%s: the animated PNG is damaged or incomplete%s", name, why);
}

static bool take_number(struct apng *apng, const struct png_chunk *chunk)
{
    return chunk->length >= 4 && png_number_read(chunk->data) == apng->next_number++;
}

static int signed_number(const uint8_t *bytes)
{
    uint32_t number = png_number_read(bytes);
    return number <= INT32_MAX ? (int)number : -1;
}

static bool read_control(struct apng *apng, const struct png_chunk *chunk,
                         struct frame_control *control)
{
    static const enum frame_disposal disposals[] = {FRAME_KEEP, FRAME_CLEAR, FRAME_RESTORE};
    const uint8_t *data = chunk->data;
    if (chunk->length != FRAME_CONTROL_BYTES || !take_number(apng, chunk) || data[24] > 2)
        return false;
    control->part = (struct frame_part){.width = signed_number(data + 4),
                                        .height = signed_number(data + 8),
                                        .left = signed_number(data + 12),
                                        .top = signed_number(data + 16)};
    uint32_t denominator = (uint32_t)data[22] << 8 | data[23];
    control->time.numerator = (uint32_t)data[20] << 8 | data[21];
    control->time.denominator = denominator == 0 ? 100 : denominator;
    control->disposal = disposals[data[24]];
    control->blends = data[25] == 1;
    return true;
}

/* Begins a PNG file of one frame. */
static void begin_png(const struct apng *apng, const struct frame_part *part, struct png_bytes *png)
{
    static const uint8_t signature[PNG_SIGNATURE_BYTES] = "\x89PNG\r\n\x1a\n";
    uint8_t header[13];
    memcpy(header, apng->header.data, sizeof header);
    png_number_write(header, (uint32_t)part->width);
    png_number_write(header + 4, (uint32_t)part->height);
    png_bytes_append(png, signature, sizeof signature);
    png_chunk_append(png, "IHDR", header, sizeof header);
    if (apng->palette.data)
        png_chunk_append(png, "PLTE", apng->palette.data, apng->palette.length);
    if (apng->transparency.data)
        png_chunk_append(png, "tRNS", apng->transparency.data, apng->transparency.length);
}

/* Reads the control of the next frame, and makes a PNG of the frame. Returns FALSE if the chunks
 * are not as they have to be. */
static bool make_png(struct animation *animation, struct frame_control *control,
                     struct png_bytes *png)
{
    struct apng *apng = animation->state;
    struct png_chunk chunk;
    bool has_control = false, has_pixels = false;
    for (size_t at = apng->at; png_chunk_read(animation->bytes, animation->size, &at, &chunk);
         apng->at = at) {
        bool is_control = png_chunk_is(&chunk, "fcTL"), is_data = png_chunk_is(&chunk, "fdAT");
        if (has_pixels && (is_control || png_chunk_is(&chunk, "IEND"))) {
            png_chunk_append(png, "IEND", NULL, 0);
            return true;
        }
        if (png_chunk_is(&chunk, "IEND") || (is_control && has_control) ||
            (is_control && !read_control(apng, &chunk, control)) ||
            (is_data && !(has_control && take_number(apng, &chunk))))
            return false;
        if (is_control)
            begin_png(apng, &control->part, png);
        has_control = has_control || is_control;
        if (is_data)
            png_chunk_append(png, "IDAT", chunk.data + 4, chunk.length - 4);
        else if (has_control && png_chunk_is(&chunk, "IDAT"))
            png_chunk_append(png, "IDAT", chunk.data, chunk.length);
        has_pixels = has_pixels || is_data || (has_control && png_chunk_is(&chunk, "IDAT"));
    }
    return false;
}

static int unpack(const struct png_bytes *png, uint8_t *pixels, const char *name)
{
    png_image image = {.version = PNG_IMAGE_VERSION};
    png_image_begin_read_from_memory(&image, png->data, png->size);
    image.format = PNG_FORMAT_RGBA;
    image.flags |= PNG_IMAGE_FLAG_16BIT_sRGB;
    if (!PNG_IMAGE_FAILED(image))
        png_image_finish_read(&image, NULL, pixels, 0, NULL);
    bool has_failed = PNG_IMAGE_FAILED(image);
    png_image_free(&image);
    if (!has_failed)
        return 0;
    char why[sizeof image.message + 4];
    snprintf(why, sizeof why, " (%s)", image.message);
    return fail_damaged(name, why);
}

static int draw(struct animation *animation, const char *name)
{
    struct apng *apng = animation->state;
    struct frame_control control = {.disposal = FRAME_KEEP};
    struct png_bytes png = {.data = NULL};
    int status;
    bool is_found = make_png(animation, &control, &png);
    if (png.has_failed)
        status = fail(EXIT_FAILED, "%s: not enough memory", name);
    else if (!is_found || !animation_has_part(animation, control.part))
        status = fail_damaged(name, "");
    else
        status = unpack(&png, apng->pixels, name);
    free(png.data);
    if (status != 0)
        return status;
    animation->time = control.time;
    animation_draw_part(animation, control.part, control.disposal, control.blends, apng->pixels);
    return 0;
}

static int restart(struct animation *animation, const char *name)
{
    struct apng *apng = animation->state;
    if (!apng->pixels)
        apng->pixels = malloc(4 * (size_t)animation->width * (size_t)animation->height);
    if (!apng->pixels)
        return fail(EXIT_FAILED, "%s: not enough memory", name);
    apng->at = PNG_SIGNATURE_BYTES;
    apng->next_number = 0;
    return 0;
}

static void close_apng(struct animation *animation)
{
    struct apng *apng = animation->state;
    free(apng->pixels);
    free(apng);
}

static const struct animation_decoder apng_decoder = {restart, draw, close_apng};

/* The pixels that `restart` allocates, and the PNG of the largest frame. Its memory grows to twice
 * its size at most. */
static uint64_t decoder_bytes(const struct animation *shape)
{
    struct png_chunk chunk;
    uint64_t largest = 0, packed = 0;
    size_t at = PNG_SIGNATURE_BYTES;
    while (png_chunk_read(shape->bytes, shape->size, &at, &chunk)) {
        if (png_chunk_is(&chunk, "fcTL"))
            packed = 0;
        else if (png_chunk_is(&chunk, "IDAT") || png_chunk_is(&chunk, "fdAT"))
            packed += PNG_CHUNK_EXTRA + (uint64_t)chunk.length;
        largest = packed > largest ? packed : largest;
    }
    return 2 * largest + (uint64_t)shape->width * (uint64_t)shape->height * 4;
}

/* Finds the chunks before the pixels that each frame needs. */
static bool find_header(struct apng *apng, struct animation *shape)
{
    struct png_chunk chunk = {.length = 0};
    size_t at = PNG_SIGNATURE_BYTES;
    while (png_chunk_read(shape->bytes, shape->size, &at, &chunk) && !png_chunk_is(&chunk, "IDAT"))
        if (png_chunk_is(&chunk, "IHDR")) {
            apng->header = chunk;
        } else if (png_chunk_is(&chunk, "PLTE")) {
            apng->palette = chunk;
        } else if (png_chunk_is(&chunk, "tRNS")) {
            apng->transparency = chunk;
        } else if (png_chunk_is(&chunk, "acTL") && chunk.length == 8) {
            shape->frame_count = signed_number(chunk.data);
            shape->plays = signed_number(chunk.data + 4);
        }
    return apng->header.length == 13 && shape->frame_count > 0 && shape->plays >= 0;
}

int apng_open(struct image *image)
{
    struct png_source *source = image->png_source;
    struct apng *apng = calloc(1, sizeof *apng);
    struct animation shape = {
        .decoder = &apng_decoder,
        .bytes = source->ahead,
        .size = source->ahead_size,
        .width = image->pixels.width,
        .height = image->pixels.height,
        .is_gray = image->pixels.channels < 3,
        .state = apng,
    };
    if (!apng)
        return fail(EXIT_FAILED, "%s: not enough memory", image->name);
    if (!find_header(apng, &shape)) {
        close_apng(&shape);
        return fail_damaged(image->name, "");
    }
    shape.decoder_bytes = decoder_bytes(&shape);
    int status = animation_open(image, &shape);
    if (image->animation)
        source->ahead = NULL;
    return status;
}
