/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gray_file.h"

#include "config.h"
#include "fail.h"
#include "picture_file.h"
#include "picture_format.h"
#ifdef HAVE_TIFF
#include "tiff_field.h"
#endif

#include <errno.h>
#include <stdbool.h>
#include <string.h>

static bool is_bmp(const char *path)
{
    return path_has_ending(path, "bmp");
}

static bool is_tiff(const char *path)
{
    return path_has_ending(path, "tif") || path_has_ending(path, "tiff");
}

int gray_file_check_path(const char *path, int bits)
{
    if (is_bmp(path))
        return bits == 8 ? 0 : fail(EXIT_WRONG_CALL, "%s: a BMP has 8 bits a sample", path);
    if (!is_tiff(path))
        return picture_check_path(path, false);
#ifdef HAVE_TIFF
    return 0;
#else
    return fail(EXIT_WRONG_CALL, "%s: this errdiff was built without libtiff", path);
#endif
}

static void put_number(FILE *file, uint32_t number, int bytes)
{
    for (int i = 0; i < bytes; i++)
        putc((int)(number >> 8 * i & 0xff), file);
}

enum { BMP_HEADERS = 54, BMP_COLORS = 256 };

/* The number of bytes of a row of a BMP, a multiple of 4. */
static uint32_t row_bytes(const errdiff_image *image)
{
    return ((uint32_t)image->width + 3) / 4 * 4;
}

/* The headers, and a palette that is gray. */
static void write_bmp_start(const errdiff_image *image, FILE *file)
{
    uint32_t start = BMP_HEADERS + 4 * BMP_COLORS;
    uint32_t pixels = row_bytes(image) * (uint32_t)image->height;
    fputs("BM", file);
    put_number(file, start + pixels, 4);
    put_number(file, 0, 4);
    put_number(file, start, 4);
    put_number(file, BMP_HEADERS - 14, 4);
    put_number(file, (uint32_t)image->width, 4);
    put_number(file, (uint32_t)image->height, 4);
    put_number(file, 1, 2); /* planes */
    put_number(file, 8, 2); /* bits per pixel */
    put_number(file, 0, 4); /* no compression */
    put_number(file, pixels, 4);
    put_number(file, 0, 4); /* pixels per meter are not known */
    put_number(file, 0, 4);
    put_number(file, BMP_COLORS, 4);
    put_number(file, 0, 4); /* all of them are important */
    for (uint32_t i = 0; i < BMP_COLORS; i++)
        put_number(file, i * 0x10101, 4);
}

static int write_bmp(const errdiff_image *image, FILE *file, const char *name)
{
    uint64_t size = (uint64_t)row_bytes(image) * (uint64_t)image->height;
    if (size > UINT32_MAX / 2)
        return fail(EXIT_FAILED, "%s: it is too large for a BMP", name);
    errno = 0; /* after a failed write it says why */
    write_bmp_start(image, file);
    /* The last row comes first. */
    for (int y = image->height - 1; y >= 0; y--) {
        fwrite((const uint8_t *)image->data + y * image->stride, 1, (size_t)image->width, file);
        put_number(file, 0, (int)row_bytes(image) - image->width);
    }
    return 0;
}

int gray_file_write(const struct picture *picture, const struct output_file *output,
                    const char *path)
{
    if (is_bmp(path))
        return write_bmp(&picture->image, output->file, output->name);
#ifdef HAVE_TIFF
    if (is_tiff(path))
        return tiff_gray_write(&picture->image, output->file, output->name);
#endif
    return picture_write(picture, output, path);
}
