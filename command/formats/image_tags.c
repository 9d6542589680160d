/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What image files say about their pixels: reads Exif data, and turns images upright. */
#include "image_tags.h"

#include <stdlib.h>
#include <string.h>

/* ---- Exif ---------------------------------------------------------------------------------- */

enum { HEADER_BYTES = 8, ENTRY_BYTES = 12 };
enum { TAG_ORIENTATION = 0x112, TAG_X_RESOLUTION = 0x11A, TAG_Y_RESOLUTION, TAG_UNIT = 0x128 };
enum { TYPE_SHORT = 3, TYPE_RATIONAL = 5 };
enum { UNIT_INCH = 2, UNIT_CENTIMETER = 3 };

struct exif {
    const uint8_t *bytes;
    size_t size;
    bool is_big_endian;
};

/* Reads a number of 2 or 4 bytes; 0 if the data end before it. */
static uint32_t number_at(const struct exif *exif, size_t at, size_t count)
{
    uint32_t number = 0;
    if (at > exif->size || exif->size - at < count)
        return 0;
    for (size_t i = 0; i < count; i++)
        number = number << 8 | exif->bytes[at + (exif->is_big_endian ? i : count - 1 - i)];
    return number;
}

/* Reads the fraction that the entry at `at` points to; 0 if it is damaged. */
static double rational_of(const struct exif *exif, size_t at)
{
    size_t value = number_at(exif, at + 8, 4);
    uint32_t divisor = number_at(exif, value + 4, 4);
    return divisor > 0 ? (double)number_at(exif, value, 4) / divisor : 0;
}

double exif_resolution(double pixels, int unit)
{
    return unit == UNIT_INCH ? pixels / 0.0254 : unit == UNIT_CENTIMETER ? pixels * 100 : 0;
}

static void read_entries(const struct exif *exif, size_t at, struct image_tags *tags)
{
    double x = 0, y = 0;
    int unit = UNIT_INCH;
    uint32_t count = number_at(exif, at, 2);
    for (at += 2; count > 0 && at < exif->size; count--, at += ENTRY_BYTES) {
        uint32_t tag = number_at(exif, at, 2), type = number_at(exif, at + 2, 2);
        int value = type == TYPE_SHORT ? (int)number_at(exif, at + 8, 2) : 0;
        if (tag == TAG_ORIENTATION && value >= ORIENTATION_UPRIGHT && value <= ORIENTATION_LAST) {
            tags->orientation = value;
            tags->orientation_at = at + 8 + exif->is_big_endian;
        } else if (tag == TAG_UNIT)
            unit = value;
        else if (tag == TAG_X_RESOLUTION && type == TYPE_RATIONAL)
            x = rational_of(exif, at);
        else if (tag == TAG_Y_RESOLUTION && type == TYPE_RATIONAL)
            y = rational_of(exif, at);
    }
    if (x > 0 && y > 0 && exif_resolution(1, unit) > 0) {
        tags->x_resolution = exif_resolution(x, unit);
        tags->y_resolution = exif_resolution(y, unit);
    }
}

void exif_read(const uint8_t *bytes, size_t size, struct image_tags *tags)
{
    if (size < HEADER_BYTES || (memcmp(bytes, "II*\0", 4) != 0 && memcmp(bytes, "MM\0*", 4) != 0))
        return;
    struct exif exif = {.bytes = bytes, .size = size, .is_big_endian = bytes[0] == 'M'};
    read_entries(&exif, number_at(&exif, 4, 4), tags);
}

/* ---- Orientation --------------------------------------------------------------------------- */

/* In a square of this side, reading along columns stays in the processor's cache. */
enum { SQUARE = 64 };

/* Where the pixels of the upright image are in the stored one: `right` and `down` are the bytes
 * from a pixel to its neighbor in the upright image. */
struct walk {
    const uint8_t *first; /* the pixel that gets to the upper left corner */
    ptrdiff_t right, down;
};

/* The tag tells where the stored first row and first column belong: in 2, 3, 7 and 8 stored columns
 * run backwards, in 3, 4, 6 and 7 stored rows do, and from 5 on rows become columns. */
static struct walk walk_of(const errdiff_image *stored, int orientation)
{
    ptrdiff_t pixel = stored->channels * (stored->bits / 8), row = stored->stride;
    bool from_right = orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
    bool from_bottom = orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
    const uint8_t *first = (const uint8_t *)stored->data +
                           (from_right ? (stored->width - 1) * pixel : 0) +
                           (from_bottom ? (stored->height - 1) * row : 0);
    ptrdiff_t across = from_right ? -pixel : pixel, along = from_bottom ? -row : row;
    return orientation_is_sideways(orientation) ? (struct walk){first, along, across}
                                                : (struct walk){first, across, along};
}

static void copy_square(const struct walk *walk, const errdiff_image *to, int left, int top)
{
    size_t pixel = (size_t)to->channels * (size_t)(to->bits / 8);
    int right = to->width - left < SQUARE ? to->width : left + SQUARE;
    int bottom = to->height - top < SQUARE ? to->height : top + SQUARE;
    for (int y = top; y < bottom; y++) {
        const uint8_t *from = walk->first + y * walk->down + left * walk->right;
        uint8_t *pixels = (uint8_t *)to->data + y * to->stride + left * (ptrdiff_t)pixel;
        for (int x = left; x < right; x++, from += walk->right, pixels += pixel)
            memcpy(pixels, from, pixel);
    }
}

int orientation_turn(struct image *image, int orientation)
{
    errdiff_image stored = image->pixels;
    uint64_t held = image->held;
    if (orientation == 1)
        return 0;
    if (orientation_is_sideways(orientation)) {
        image->pixels.width = stored.height;
        image->pixels.height = stored.width;
        image->resolution = (struct resolution){.x = image->resolution.y, .y = image->resolution.x};
    }
    image->held += image_memory(image);
    image->pixels.data = NULL;
    int status = image_allocate(image, image->name);
    if (status == 0) {
        struct walk walk = walk_of(&stored, orientation);
        for (int y = 0; y < image->pixels.height; y += SQUARE)
            for (int x = 0; x < image->pixels.width; x += SQUARE)
                copy_square(&walk, &image->pixels, x, y);
    }
    free(stored.data);
    image->held = held;
    return status;
}
