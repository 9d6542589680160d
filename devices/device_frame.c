/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes what devices need around packed pixels: commands of printers, and the headers of files. */
#include "device_frame.h"

#include <stdlib.h>
#include <string.h>

static void add(struct device_output *output, const void *bytes, size_t size)
{
    if (output->capacity - output->size < size && !output->is_full) {
        size_t capacity = 2 * output->capacity + size;
        uint8_t *larger = realloc(output->bytes, capacity);
        output->is_full = !larger;
        if (larger) {
            output->bytes = larger;
            output->capacity = capacity;
        }
    }
    if (output->is_full)
        return;
    memcpy(output->bytes + output->size, bytes, size);
    output->size += size;
}

/* The lowest byte first. */
static void add_number(struct device_output *output, uint32_t number, int bytes)
{
    for (int i = 0; i < bytes; i++)
        add(output, &(uint8_t){(uint8_t)(number >> 8 * i)}, 1);
}

static void add_all(struct device_output *output, const struct device_rows *rows)
{
    add(output, rows->bytes, rows->row_bytes * (size_t)rows->height * (size_t)rows->planes);
}

/* GS v 0 m xL xH yL yH, with the width in bytes; Epson, "ESC/POS Command Reference". Printers
 * cannot hold an image of any height, so it is cut where python-escpos cuts it. */
static void add_esc_pos(struct device_output *output, const struct device_rows *rows)
{
    enum { PIECE = 960 };
    for (int y = 0; y < rows->height; y += PIECE) {
        int height = rows->height - y < PIECE ? rows->height - y : PIECE;
        add(output, "\x1D\x76\x30\x00", 4);
        add_number(output, (uint32_t)rows->row_bytes, 2);
        add_number(output, (uint32_t)height, 2);
        add(output, rows->bytes + (size_t)y * rows->row_bytes, (size_t)height * rows->row_bytes);
    }
}

/* Brother, "Software Developer's Manual, Raster Command Reference, QL-800/810W/820NWB": the
 * commands in the order of its chapter 2, as brother_ql sends them. The label is cut at its end. */
static void add_brother(const struct device_label *label, struct device_output *output,
                        const struct device_rows *rows)
{
    static const uint8_t invalidate[200] = {0};
    enum { CONTINUOUS = 0x0A, DIE_CUT = 0x0B, CUT_AT_END = 1 << 3, TWO_COLORS = 1 };
    /* The kind, width and length of the label are given, quality goes before speed, and the printer
     * resumes after an error. */
    enum { GIVEN = 0x02 | 0x04 | 0x08 | 0x40 | 0x80 };
    const uint8_t media[] = {GIVEN, label->length == 0 ? CONTINUOUS : DIE_CUT, label->width,
                             label->length};
    add(output, "\x1B\x69\x61\x01", 4); /* raster mode */
    add(output, invalidate, sizeof invalidate);
    add(output, "\x1B\x40", 2);         /* initialize */
    add(output, "\x1B\x69\x61\x01", 4); /* raster mode, which that may have left */
    add(output, "\x1B\x69\x53", 3);     /* the printer answers with its status */
    add(output, "\x1B\x69\x7A", 3);
    add(output, media, sizeof media);
    add_number(output, (uint32_t)rows->height, 4);
    add(output, "\0\0", 2);             /* the first page */
    add(output, "\x1B\x69\x4D\x40", 4); /* cut automatically */
    add(output, "\x1B\x69\x41\x01", 4); /* after each label */
    add(output, "\x1B\x69\x4B", 3);
    add_number(output, CUT_AT_END | (label->is_red ? TWO_COLORS : 0), 1);
    add(output, "\x1B\x69\x64", 3);
    add_number(output, (uint32_t)label->feed, 2);
    for (int y = 0; y < rows->height; y++)
        for (int p = 0; p < rows->planes; p++) {
            const uint8_t start[] = {label->is_red ? 'w' : 'g',
                                     (uint8_t)(label->is_red ? p + 1 : 0),
                                     (uint8_t)rows->row_bytes};
            add(output, start, sizeof start);
            add(output, rows->bytes + (size_t)(p * rows->height + y) * rows->row_bytes,
                rows->row_bytes);
        }
    add(output, "\x1A", 1); /* print */
}

/* An image without compression,
 * https://github.com/cranksters/playdate-reverse-engineering/blob/main/formats/pdi.md. The second
 * plane is 0 for transparent pixels, and left out if there are none. */
static void add_playdate(struct device_output *output, const struct device_rows *rows)
{
    struct device_rows stored = *rows;
    size_t plane = rows->row_bytes * (size_t)rows->height;
    int left = rows->width % 8;
    const uint8_t last = left == 0 ? 0xFF : (uint8_t)(0xFF << (8 - left));
    stored.planes = 1;
    for (size_t i = 0; i < plane; i++)
        if (rows->bytes[plane + i] != ((i + 1) % rows->row_bytes == 0 ? last : 0xFF))
            stored.planes = 2;
    add(output, "Playdate IMG\0\0\0\0", 16);
    add_number(output, (uint32_t)rows->width, 2);
    add_number(output, (uint32_t)rows->height, 2);
    add_number(output, (uint32_t)rows->row_bytes, 2);
    add_number(output, 0, 4); /* nothing is cut off left and right */
    add_number(output, 0, 4); /* above and below */
    add_number(output, stored.planes == 2 ? 3 : 0, 2);
    add_all(output, &stored);
}

void device_frame_add(const struct device *device, const struct device_rows *rows,
                      struct device_output *output)
{
    switch (device->frame) {
    case DEVICE_ESC_POS:
        add_esc_pos(output, rows);
        break;
    case DEVICE_BROTHER:
        add_brother(device->label, output, rows);
        break;
    case DEVICE_PLAYDATE:
        add_playdate(output, rows);
        break;
    default:
        add_all(output, rows);
    }
}
