/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes gray pictures for displays, also as BMP and TIFF. */
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

int gray_file_check_path(const char *path, int bits)
{
    if (is_bmp(path))
        return bits == 8 ? 0 : fail(EXIT_WRONG_CALL, "%s: a BMP has 8 bits a sample", path);
    if (!path_is_tiff(path))
        return picture_check_still_path(path);
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
static uint32_t row_bytes(int width)
{
    return ((uint32_t)width + 3) / 4 * 4;
}

/* A BMP has 32-bit sizes, which some programs read as signed numbers. A TIFF has 32-bit offsets;
 * the rest is left for the tables of its strips. */
int gray_file_check_size(const char *path, int width, int height, int bits)
{
    uint64_t bmp_size = (uint64_t)row_bytes(width) * (uint64_t)height;
    uint64_t tiff_size = (uint64_t)width * (uint64_t)height * (uint64_t)bits / 8;
    if (is_bmp(path) && bmp_size > UINT32_MAX / 2)
        return fail(EXIT_FAILED, "%s: %d × %d pixels are too many for a BMP", path, width, height);
    if (path_is_tiff(path) && tiff_size > UINT32_MAX / 256 * 255)
        return fail(EXIT_FAILED, "%s: %d × %d pixels are too many for a TIFF", path, width, height);
    return 0;
}

/* The headers, and a palette that is gray. */
static void write_bmp_start(const errdiff_image *image, FILE *file)
{
    uint32_t start = BMP_HEADERS + 4 * BMP_COLORS;
    uint32_t pixels = row_bytes(image->width) * (uint32_t)image->height;
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

static void write_bmp(const errdiff_image *image, FILE *file)
{
    errno = 0; /* after a failed write it says why */
    write_bmp_start(image, file);
    /* The last row comes first. */
    for (int y = image->height - 1; y >= 0; y--) {
        fwrite((const uint8_t *)image->data + y * image->stride, 1, (size_t)image->width, file);
        put_number(file, 0, (int)row_bytes(image->width) - image->width);
    }
}

int gray_file_write(const struct picture *picture, const struct output_file *output,
                    const char *path)
{
    const errdiff_image *image = &picture->image;
    int status = gray_file_check_size(path, image->width, image->height, image->bits);
    if (status != 0)
        return status;
    if (is_bmp(path)) {
        write_bmp(image, output->file);
        return 0;
    }
#ifdef HAVE_TIFF
    if (path_is_tiff(path))
        return tiff_gray_write(image, output->file, output->name);
#endif
    return picture_write(picture, output, path);
}
