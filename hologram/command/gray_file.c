/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes gray images for displays, also as BMP and TIFF. */
#include "gray_file.h"

#include "config.h"
#include "fail.h"
#include "image_file.h"
#include "image_format.h"
#ifdef HAVE_TIFF
#include "tiff_field.h"
#endif

#include <stdbool.h>

static bool is_bmp(const char *path)
{
    return path_has_ending(path, "bmp");
}

int gray_file_check_path(const char *path, int bits)
{
    if (is_bmp(path))
        return bits == 8 ? 0 : fail(EXIT_WRONG_CALL, "%s: a BMP has 8 bits a sample", path);
    if (!path_is_tiff(path))
        return image_check_still_path(path);
#ifdef HAVE_TIFF
    return 0;
#else
    return fail(EXIT_WRONG_CALL, "%s: this errdiff was built without libtiff", path);
#endif
}

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

int gray_file_write(const struct image *image, const struct output_file *output, const char *path)
{
    const errdiff_image *pixels = &image->pixels;
    int status = gray_file_check_size(path, pixels->width, pixels->height, pixels->bits);
    if (status != 0)
        return status;
#ifdef HAVE_TIFF
    if (path_is_tiff(path))
        return tiff_gray_write(pixels, output->file, output->name);
#endif
    return image_write(image, output, path);
}
