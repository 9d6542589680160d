/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "picture_file.h"

#include "bmp_picture.h"
#include "color_profile.h"
#include "config.h"
#include "fail.h"
#include "file_bytes.h"
#include "orientation.h"
#include "picture_format.h"
#include "picture_tags.h"
#include "picture_writer.h"
#ifdef HAVE_JPEG
#include "jpeg_picture.h"
#endif
#ifdef HAVE_PNG
#include "png_picture.h"
#include "png_profile.h"
#endif
#ifdef HAVE_TIFF
#include "tiff_picture.h"
#endif
#ifdef HAVE_WEBP
#include "webp_picture.h"
#endif

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* A reader of files that are decoded as a whole, such as jpeg_picture_read. */
typedef int (*whole_reader)(struct picture *picture, const uint8_t *bytes, size_t size,
                            struct picture_tags *tags);

#ifndef HAVE_JPEG
#define jpeg_picture_read NULL
#endif
#ifndef HAVE_WEBP
#define webp_picture_read NULL
#endif
#ifndef HAVE_TIFF
#define tiff_picture_read NULL
#endif

/* The formats other than PNM and PAM. A TIFF begins with the order of its bytes. */
static const struct known_format {
    int first_byte;
    enum picture_format format;
    const char *name;
    whole_reader read; /* NULL: a PNG, or this build cannot read it */
} known_formats[] = {
    {0x89, PICTURE_PNG, "PNG", NULL},
    {0xFF, PICTURE_JPEG, "JPEG", jpeg_picture_read},
    {'R', PICTURE_WEBP, "WebP", webp_picture_read},
    {'I', PICTURE_TIFF, "TIFF", tiff_picture_read},
    {'M', PICTURE_TIFF, "TIFF", tiff_picture_read},
    {'B', PICTURE_BMP, "BMP", bmp_picture_read},
};

static bool has_alpha_channel(const struct picture *picture)
{
    return picture->image.channels % 2 == 0;
}

static int read_pnm_header(struct picture *picture)
{
    int status = pnm_read_header(&picture->pnm, &picture->image, picture->file, picture->name);
    picture->format = picture->pnm.kind == '7' ? PICTURE_PAM : PICTURE_PNM;
    return status;
}

static uint32_t per_meter(double resolution)
{
    /* The largest number that a PNG can hold. */
    return resolution >= 0.5 && resolution <= INT32_MAX ? (uint32_t)lround(resolution) : 0;
}

/* Decodes all of a file, converts its colors to sRGB, and turns the picture upright. */
static int read_whole(struct picture *picture, whole_reader read)
{
    uint8_t *bytes;
    size_t size;
    struct picture_tags tags = {.orientation = ORIENTATION_UPRIGHT};
    int status = file_bytes_read(picture->file, picture->name, &bytes, &size);
    picture->held = size;
    if (status == 0)
        status = read(picture, bytes, size, &tags);
    free(bytes);
    picture->held = 0;
    if (status == 0)
        status = color_profile_apply(picture, &tags);
    free(tags.profile);
    picture->resolution =
        (struct resolution){.x = per_meter(tags.x_resolution), .y = per_meter(tags.y_resolution)};
    return status == 0 ? orientation_turn(picture, tags.orientation) : status;
}

static int open_known(struct picture *picture, const struct known_format *known)
{
    picture->format = known->format;
    if (known->read)
        return read_whole(picture, known->read);
#ifdef HAVE_PNG
    if (known->format == PICTURE_PNG)
        return png_picture_open(picture);
#endif
    return fail(EXIT_FAILED, "%s: this errdiff was built without %s, which the file is",
                picture->name, known->name);
}

static int find_format(struct picture *picture)
{
    int first = getc(picture->file);
    if (first == EOF)
        return fail(EXIT_FAILED, "%s: %s", picture->name,
                    ferror(picture->file) ? strerror(errno) : "the file is empty");
    ungetc(first, picture->file);
    for (size_t i = 0; i < sizeof known_formats / sizeof *known_formats; i++)
        if (first == known_formats[i].first_byte)
            return open_known(picture, &known_formats[i]);
    return read_pnm_header(picture);
}

int picture_open_stream(struct picture *picture, FILE *file, const char *name)
{
    *picture = (struct picture){.file = file, .name = name};
    return find_format(picture);
}

int picture_open(struct picture *picture, const char *path)
{
    if (strcmp(path, "-") == 0)
        return picture_open_stream(picture, stdin, "standard input");
    FILE *file = fopen(path, "rb");
    if (file)
        return picture_open_stream(picture, file, path);
    *picture = (struct picture){.name = path};
    return fail(EXIT_FAILED, "%s: %s", path, strerror(errno));
}

int picture_read_rows(const struct picture *picture, const errdiff_image *rows, int first_row)
{
#ifdef HAVE_PNG
    if (picture->format == PICTURE_PNG)
        return png_picture_read_rows(picture, rows, first_row);
#endif
    return pnm_read_rows(&picture->pnm, rows, first_row, picture->image.height, picture->file,
                         picture->name);
}

bool picture_needs_conversion(const struct picture *picture)
{
#ifdef HAVE_PNG
    return picture->format == PICTURE_PNG && png_profile_is_needed(picture);
#else
    (void)picture;
    return false;
#endif
}

int picture_convert(struct picture *picture)
{
#ifdef HAVE_PNG
    if (picture->format == PICTURE_PNG)
        return png_profile_apply(picture);
#else
    (void)picture;
#endif
    return 0;
}

bool picture_comes_in_rows(const struct picture *picture)
{
#ifdef HAVE_PNG
    if (picture->format == PICTURE_PNG && png_picture_is_interlaced(picture))
        return false;
#endif
    return !picture->image.data && !has_alpha_channel(picture);
}

/* Works for 8 and 16 bits, because opaque alpha has all bits set in both. */
static bool is_opaque(const uint8_t *alpha, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (alpha[i] != UINT8_MAX)
            return false;
    return true;
}

/* Separates colors and alpha, in place, and sets the mask to 0 for pixels with alpha 0. If all
 * pixels are opaque, alpha is dropped. */
static int split_alpha(struct picture *picture)
{
    errdiff_image *image = &picture->image;
    int color_channels = image->channels - 1;
    size_t sample_bytes = (size_t)image->bits / 8;
    size_t color_bytes = (size_t)color_channels * sample_bytes;
    size_t pixels = (size_t)image->width * (size_t)image->height;
    int status = picture_allocate_alpha(picture);
    if (status != 0)
        return status;

    const uint8_t *from = image->data;
    uint8_t *color = image->data, *alpha = picture->alpha;
    for (size_t i = 0; i < pixels; i++) {
        memmove(color, from, color_bytes);
        memcpy(alpha, from + color_bytes, sample_bytes);
        from += color_bytes + sample_bytes;
        color += color_bytes;
        alpha += sample_bytes;
    }
    image->channels = color_channels;
    image->stride = (ptrdiff_t)image->width * (ptrdiff_t)color_bytes;
    if (is_opaque(picture->alpha, pixels * sample_bytes)) {
        free(picture->alpha);
        free((void *)image->mask);
        picture->alpha = NULL;
        image->mask = NULL;
        return 0;
    }
    picture_update_mask(picture);
    return 0;
}

int picture_read(struct picture *picture)
{
    int status = 0;
    if (!picture->image.data) {
        status = picture_allocate(picture, picture->name);
        if (status == 0)
            status = picture_read_rows(picture, &picture->image, 0);
    }
    return status == 0 && has_alpha_channel(picture) ? split_alpha(picture) : status;
}

static bool may_be_one_of_several(const struct picture *picture)
{
    return picture->format == PICTURE_PNM || picture->format == PICTURE_PAM;
}

int picture_check_single(const struct picture *picture, const struct picture *result,
                         const char *path)
{
    bool has_next = false;
    if (!may_be_one_of_several(picture) || picture_output_format(result, path) != PICTURE_PNG)
        return 0;
    int status = pnm_find_next(&picture->pnm, &has_next, picture->file, picture->name);
    return has_next && status == 0
               ? fail(EXIT_FAILED,
                      "%s: it contains several pictures; only PNM can contain several results",
                      picture->name)
               : status;
}

int picture_open_next(struct picture *picture, bool *has_next)
{
    *has_next = false;
    if (!may_be_one_of_several(picture))
        return 0;
    int status = pnm_find_next(&picture->pnm, has_next, picture->file, picture->name);
    if (status != 0 || !*has_next)
        return status;
    picture_free_pixels(picture);
    picture->alpha = NULL;
    return read_pnm_header(picture);
}

int picture_write(const struct picture *picture, const struct output_file *output, const char *path)
{
    struct picture_writer writer;
    int status = picture_writer_start(&writer, picture, output, path);
    if (status == 0)
        status = picture_writer_rows(&writer, picture);
    if (status == 0)
        status = picture_writer_end(&writer);
    int error = errno;
    picture_writer_free(&writer);
    errno = error;
    return status;
}

void picture_free(struct picture *picture)
{
    if (picture->file && picture->file != stdin)
        fclose(picture->file);
    picture_free_pixels(picture);
#ifdef HAVE_PNG
    png_source_free(picture->png_source);
#endif
}
