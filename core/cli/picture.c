/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L

#include "picture.h"

#include "config.h"
#include "fail.h"
#include "output_file.h"
#include "pnm.h"
#ifdef HAVE_PNG
#include "png_picture.h"
#endif

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { PNG_FIRST_BYTE = 0x89 };

int picture_allocate(struct picture *picture, const char *name)
{
    errdiff_image *image = &picture->image;
    uint64_t row_bytes =
        (uint64_t)image->width * (uint64_t)image->channels * (uint64_t)(image->bits / 8);
    if ((uint64_t)image->height <= PTRDIFF_MAX / row_bytes) {
        image->stride = (ptrdiff_t)row_bytes;
        image->data = malloc((size_t)image->height * (size_t)row_bytes);
    }
    if (!image->data)
        return fail(EXIT_FAILED, "%s: not enough memory for %d × %d pixels", name, image->width,
                    image->height);
    return 0;
}

static int find_format(struct picture *picture)
{
    int first = getc(picture->file);
    if (first == EOF)
        return fail(EXIT_FAILED, "%s: %s", picture->name,
                    ferror(picture->file) ? strerror(errno) : "the file is empty");
    ungetc(first, picture->file);
    picture->format = first == PNG_FIRST_BYTE ? PICTURE_PNG : PICTURE_PNM;
    if (picture->format == PICTURE_PNM)
        return pnm_read_header(&picture->image, picture->file, picture->name);
#ifndef HAVE_PNG
    return fail(EXIT_FAILED, "%s: this errdiff was built without PNG", picture->name);
#endif
    return 0;
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

static void close_file(struct picture *picture)
{
    if (picture->file && picture->file != stdin)
        fclose(picture->file);
    picture->file = NULL;
}

static int read_pixels(struct picture *picture)
{
#ifdef HAVE_PNG
    if (picture->format == PICTURE_PNG)
        return png_picture_read(picture, picture->file, picture->name);
#endif
    const errdiff_image *image = &picture->image;
    int status = picture_allocate(picture, picture->name);
    return status == 0 ? pnm_read_rows(image, 0, image->height, picture->file, picture->name)
                       : status;
}

int picture_read(struct picture *picture)
{
    int status = read_pixels(picture);
    close_file(picture);
    return status;
}

/* The part of `path` behind its last dot, or "" where its name has none. */
static const char *ending_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *dot = strrchr(slash ? slash : path, '.');
    return dot ? dot + 1 : "";
}

static bool has_ending(const char *path, const char *ending)
{
    return strcasecmp(ending_of(path), ending) == 0;
}

static bool is_pnm_path(const char *path)
{
    return has_ending(path, "") || has_ending(path, "pnm") || has_ending(path, "pgm") ||
           has_ending(path, "ppm");
}

int picture_check_path(const char *path, bool needs_png)
{
    bool is_png = has_ending(path, "png");
    bool is_standard = strcmp(path, "-") == 0;
    if (!is_png && !is_pnm_path(path))
        return fail(EXIT_WRONG_CALL,
                    "%s: the name must end in .pgm, .ppm, .pnm or .png, or have no ending (PNM)",
                    path);
    if (needs_png && !is_png && !is_standard)
        return fail(EXIT_WRONG_CALL, "%s: only a PNG can be --indexed", path);
#ifndef HAVE_PNG
    if (is_png || needs_png)
        return fail(EXIT_WRONG_CALL, "%s: this errdiff was built without PNG", path);
#endif
    return 0;
}

bool picture_is_written_as_png(const struct picture *picture, const char *path)
{
    return strcmp(path, "-") == 0 ? picture->format == PICTURE_PNG : has_ending(path, "png");
}

int picture_check_shape(const struct picture *picture, const char *path)
{
    bool is_gray = picture->image.channels == 1;
    if (picture_is_written_as_png(picture, path))
        return 0;
    if (has_ending(path, is_gray ? "ppm" : "pgm"))
        return fail(EXIT_FAILED, "%s: the picture is %s, which is written as %s, .pnm or .png",
                    path, is_gray ? "gray" : "in colour", is_gray ? ".pgm" : ".ppm");
    if (picture->alpha)
        return fail(EXIT_FAILED, "%s: the picture has transparency, which only PNG can hold", path);
    return 0;
}

int picture_write(const struct picture *picture, const struct output_file *output, const char *path)
{
#ifdef HAVE_PNG
    if (picture_is_written_as_png(picture, path))
        return png_picture_write(picture, output->file, output->name);
#else
    (void)path;
#endif
    errno = 0; /* what is left in it says why a write failed */
    pnm_write_header(&picture->image, output->file);
    pnm_write_rows(&picture->image, output->file);
    return 0;
}

void picture_free(struct picture *picture)
{
    close_file(picture);
    free(picture->image.data);
    free((void *)picture->image.mask);
    free(picture->alpha);
#ifdef HAVE_PNG
    png_source_free(picture->png_source);
#endif
}

errdiff_image picture_alpha(const struct picture *picture)
{
    const errdiff_image *image = &picture->image;
    return (errdiff_image){
        .data = picture->alpha,
        .width = image->width,
        .height = image->height,
        .channels = 1,
        .bits = image->bits,
        .stride = (ptrdiff_t)image->width * (image->bits / 8),
    };
}

void picture_narrow_alpha(struct picture *picture)
{
    size_t pixels = (size_t)picture->image.width * (size_t)picture->image.height;
    const uint16_t *words = picture->alpha;
    uint8_t *bytes = picture->alpha;
    for (size_t i = 0; i < pixels; i++)
        bytes[i] = (uint8_t)(words[i] == 0 ? 0 : words[i] < 257 ? 1 : (words[i] + 128) / 257);
}

void picture_update_mask(struct picture *picture)
{
    uint8_t *mask = (uint8_t *)picture->image.mask;
    size_t pixels = (size_t)picture->image.width * (size_t)picture->image.height;
    const uint8_t *bytes = picture->alpha;
    const uint16_t *words = picture->alpha;
    for (size_t i = 0; picture->alpha && i < pixels; i++)
        mask[i] = (picture->image.bits == 8 ? bytes[i] : words[i]) != 0;
}
