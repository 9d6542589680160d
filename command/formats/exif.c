/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exif.h"

#include <string.h>

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

static void read_entries(const struct exif *exif, size_t at, struct picture_tags *tags)
{
    double x = 0, y = 0;
    int unit = UNIT_INCH;
    uint32_t count = number_at(exif, at, 2);
    for (at += 2; count > 0 && at < exif->size; count--, at += ENTRY_BYTES) {
        uint32_t tag = number_at(exif, at, 2), type = number_at(exif, at + 2, 2);
        int value = type == TYPE_SHORT ? (int)number_at(exif, at + 8, 2) : 0;
        if (tag == TAG_ORIENTATION && value >= ORIENTATION_UPRIGHT && value <= ORIENTATION_LAST)
            tags->orientation = value;
        else if (tag == TAG_UNIT)
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

void exif_read(const uint8_t *bytes, size_t size, struct picture_tags *tags)
{
    if (size < HEADER_BYTES || (memcmp(bytes, "II*\0", 4) != 0 && memcmp(bytes, "MM\0*", 4) != 0))
        return;
    struct exif exif = {.bytes = bytes, .size = size, .is_big_endian = bytes[0] == 'M'};
    read_entries(&exif, number_at(&exif, 4, 4), tags);
}
