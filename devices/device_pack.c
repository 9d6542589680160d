/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Packs the codes of an image's pixels as a device stores them, or as an array in C. */
#include "device_frame.h"
#include "devices.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { BROTHER_ROW = 720 }; /* pins of the print head */

/* An image as it is packed: turned, and with as many pixels in a row as are stored. */
struct turned {
    const uint8_t *codes;
    int width, height; /* of `codes` */
    enum device_turn turn;
    int columns, rows; /* turned */
};

static uint8_t code_at(const struct turned *turned, int column, int row)
{
    int x = column, y = row;
    if (turned->turn == DEVICE_CLOCKWISE) {
        x = row;
        y = turned->height - 1 - column;
    } else if (turned->turn == DEVICE_COUNTERCLOCKWISE) {
        x = turned->width - 1 - row;
        y = column;
    }
    return turned->codes[(size_t)y * (size_t)turned->width + (size_t)x];
}

static struct turned turn(const struct device *device, const uint8_t *codes, int width, int height)
{
    struct turned turned = {codes, width, height, device->turn, width, height};
    if (device->can_be_turned && width != device->width)
        turned.turn = DEVICE_COUNTERCLOCKWISE;
    if (turned.turn != DEVICE_UPRIGHT) {
        turned.columns = height;
        turned.rows = width;
    }
    return turned;
}

/* The place of a column in its row. The print head of a label printer has the last column first. */
static int place_of(const struct device *device, const struct turned *turned, int column)
{
    return device->label ? device->label->right_margin + turned->columns - 1 - column : column;
}

static int pixels_of_row(const struct device *device, const struct turned *turned)
{
    int pixels = device->row_pixels > 0 ? device->row_pixels : turned->columns;
    return device->label ? BROTHER_ROW : device->halves == 2 ? pixels / 2 : pixels;
}

/* Packs bits of the codes of columns `first` to `first` + `count` - 1: `bits` of them from bit
 * `shift` on. */
static void pack_part(const struct device *device, const struct turned *turned, int first,
                      int count, int shift, int bits, size_t row_bytes, uint8_t *to)
{
    unsigned mask = (1U << bits) - 1;
    for (int row = 0; row < turned->rows; row++, to += row_bytes)
        for (int i = 0; i < count; i++) {
            unsigned value = (unsigned)code_at(turned, first + i, row) >> shift & mask;
            int place = place_of(device, turned, i) * bits;
            int up = device->is_low_first ? place % 8 : 8 - bits - place % 8;
            to[place / 8] |= (uint8_t)(value << up);
        }
}

static errdiff_status pack(const struct device *device, const uint8_t *codes, int width, int height,
                           uint8_t **bytes, size_t *size)
{
    struct turned turned = turn(device, codes, width, height);
    int planes = device->planes > 0 ? device->planes : 1;
    int bits = device->planes > 0 ? 1 : device->bits, parts = device->halves == 2 ? 2 : 1;
    int count = turned.columns / parts;
    size_t row_bytes = ((size_t)pixels_of_row(device, &turned) * (size_t)bits + 7) / 8;
    size_t part = row_bytes * (size_t)turned.rows;
    uint8_t *packed = calloc((size_t)planes * (size_t)parts, part);
    *bytes = NULL;
    *size = 0;
    if (!packed)
        return ERRDIFF_NO_MEMORY;
    for (int p = 0; p < planes; p++)
        for (int i = 0; i < parts; i++)
            pack_part(device, &turned, i * count, count, p, bits, row_bytes,
                      packed + (size_t)(p * parts + i) * part);
    struct device_rows rows = {packed, row_bytes, turned.columns, turned.rows * parts, planes};
    struct device_output output = {NULL, 0, 0, false};
    device_frame_add(device, &rows, &output);
    free(packed);
    if (output.is_full) {
        free(output.bytes);
        return ERRDIFF_NO_MEMORY;
    }
    *bytes = output.bytes;
    *size = output.size;
    return ERRDIFF_OK;
}

/* Sets `name` to that of the file without its folder and ending, as a name in C. */
static void name_array(const char *path, char name[64])
{
    const char *slash = strrchr(path, '/'), *start = slash ? slash + 1 : path;
    size_t length = 0;
    if (isdigit((unsigned char)*start))
        name[length++] = '_';
    for (; *start && *start != '.' && length < 63; start++)
        name[length++] = isalnum((unsigned char)*start) ? *start : '_';
    if (length == 0)
        name[length++] = '_';
    name[length] = '\0';
}

static void write_array(const struct device *device, int width, int height, const char *path,
                        const uint8_t *bytes, size_t size, FILE *file)
{
    char name[64];
    name_array(path, name);
    fprintf(file, "/* %s: %d x %d pixels, %zu bytes */\nstatic const unsigned char %s[%zu] = {",
            device->name, width, height, size, name, size);
    for (size_t i = 0; i < size; i++)
        fprintf(file, "%s0x%02X,", i % 12 == 0 ? "\n    " : " ", bytes[i]);
    fputs("\n};\n", file);
}

static bool is_header(const char *path)
{
    size_t length = strlen(path);
    return length > 2 && path[length - 2] == '.' && tolower((unsigned char)path[length - 1]) == 'h';
}

errdiff_status device_write(const struct device *device, const uint8_t *codes, int width,
                            int height, const char *path, FILE *file)
{
    uint8_t *bytes;
    size_t size;
    errdiff_status status = pack(device, codes, width, height, &bytes, &size);
    if (status != ERRDIFF_OK)
        return status;
    if (is_header(path))
        write_array(device, width, height, path, bytes, size, file);
    else
        fwrite(bytes, 1, size, file);
    free(bytes);
    return ERRDIFF_OK;
}
