/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads BMP files without compression: with 1, 4 or 8 bits and a palette, or with 24 or 32 bits. */
#include "fail.h"
#include "image_format.h"
#include "image_writer.h"

#include <stdlib.h>
#include <string.h>

enum { FILE_HEADER = 14, LEAST_HEADER = 40, MAX_SIDE = 1 << 24, COLORS = 256 };

/* What the headers say. */
struct layout {
    int64_t width, height;
    bool is_upside_down; /* the last row comes first */
    int bits;
    size_t pixels_at, row_bytes;
    uint8_t palette[COLORS][3]; /* red, green, blue */
    bool is_gray;
};

static uint32_t number_at(const uint8_t *bytes, size_t at, int count)
{
    uint32_t number = 0;
    for (int i = 0; i < count; i++)
        number |= (uint32_t)bytes[at + (size_t)i] << 8 * i;
    return number;
}

/* Reads the palette, which must be complete before the pixels. Numbers beyond it are black. */
static bool read_palette(struct layout *layout, const uint8_t *bytes, size_t at, uint32_t used)
{
    size_t most = (size_t)1 << layout->bits, count = used == 0 ? most : used;
    if (count > most || at + 4 * count > layout->pixels_at)
        return false;
    layout->is_gray = true;
    for (size_t i = 0; i < count; i++) {
        const uint8_t *entry = bytes + at + 4 * i;
        for (int c = 0; c < 3; c++)
            layout->palette[i][c] = entry[2 - c];
        layout->is_gray &= entry[0] == entry[1] && entry[1] == entry[2];
    }
    return true;
}

/* Returns an exit status. */
static int read_headers(struct layout *layout, const uint8_t *bytes, size_t size, const char *name)
{
    size_t header = size < FILE_HEADER + LEAST_HEADER ? 0 : number_at(bytes, FILE_HEADER, 4);
    if (header < LEAST_HEADER || header > size - FILE_HEADER || bytes[1] != 'M')
        return fail(EXIT_FAILED, "%s: it is not a BMP, or damaged", name);
    int32_t height = (int32_t)number_at(bytes, 22, 4);
    layout->pixels_at = number_at(bytes, 10, 4);
    layout->width = (int32_t)number_at(bytes, 18, 4);
    layout->is_upside_down = height > 0;
    layout->height = height > 0 ? height : -(int64_t)height;
    layout->bits = (int)number_at(bytes, 28, 2);
    if (number_at(bytes, 30, 4) != 0 ||
        (layout->bits != 1 && layout->bits != 4 && layout->bits != 8 && layout->bits != 24 &&
         layout->bits != 32))
        return fail(EXIT_FAILED, "%s: it is compressed or has not 1, 4, 8, 24 or 32 bits", name);
    if (layout->width < 1 || layout->width > MAX_SIDE || layout->height < 1 ||
        layout->height > MAX_SIDE)
        return fail(EXIT_FAILED, "%s: %lld × %lld pixels are not possible", name,
                    (long long)layout->width, (long long)layout->height);
    layout->row_bytes = ((size_t)layout->width * (size_t)layout->bits + 31) / 32 * 4;
    bool is_whole = layout->pixels_at <= size &&
                    layout->row_bytes * (size_t)layout->height <= size - layout->pixels_at;
    if (is_whole && layout->bits <= 8)
        is_whole = read_palette(layout, bytes, FILE_HEADER + header, number_at(bytes, 46, 4));
    return is_whole ? 0 : fail(EXIT_FAILED, "%s: the BMP ends too early", name);
}

/* The number of pixel x of a row; the first pixel is in the highest bits. */
static uint8_t index_at(const struct layout *layout, const uint8_t *row, int64_t x)
{
    int per_byte = 8 / layout->bits;
    int shift = 8 - layout->bits * (1 + (int)(x % per_byte));
    return (uint8_t)(row[x / per_byte] >> shift & ((1 << layout->bits) - 1));
}

static void decode_row(const struct layout *layout, const uint8_t *from, uint8_t *to)
{
    int step = layout->bits / 8, channels = layout->is_gray ? 1 : 3;
    for (int64_t x = 0; x < layout->width; x++, to += channels)
        for (int c = 0; c < channels; c++)
            to[c] = layout->bits <= 8 ? layout->palette[index_at(layout, from, x)][c]
                                      : from[x * step + 2 - c];
}

/* A gray palette gives a gray image; what 32 bits have besides the colors is left out. */
static int read_image(struct image *image, const uint8_t *bytes, size_t size,
                      struct image_tags *tags)
{
    struct layout layout = {0};
    int status = read_headers(&layout, bytes, size, image->name);
    if (status != 0)
        return status;
    image->pixels.width = (int)layout.width;
    image->pixels.height = (int)layout.height;
    image->pixels.channels = layout.is_gray ? 1 : 3;
    image->pixels.bits = 8;
    tags->x_resolution = number_at(bytes, 38, 4);
    tags->y_resolution = number_at(bytes, 42, 4);
    status = image_allocate(image, image->name);
    for (int64_t y = 0; y < layout.height && status == 0; y++) {
        int64_t row = layout.is_upside_down ? layout.height - 1 - y : y;
        decode_row(&layout, bytes + layout.pixels_at + (size_t)row * layout.row_bytes,
                   (uint8_t *)image->pixels.data + y * image->pixels.stride);
    }
    return status;
}

const struct image_format bmp_format = {
    .name = "BMP",
    .first_bytes = "B",
    .decode = read_image,
    .endings = {"bmp"},
    .read_endings = {"dib"},
    .holds_palette = true,
    .is_srgb = true,
    .encoder = &bmp_encoder,
};
