/* SPDX-License-Identifier: GPL-3.0-or-later */
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

enum { PNG_FIRST_BYTE = 0x89 };

int picture_allocate(struct picture *picture, const char *name)
{
    errdiff_image *image = &picture->image;
    size_t pixel_bytes = (size_t)image->channels * (size_t)(image->bits / 8);
    size_t pixels = (size_t)image->width * (size_t)image->height;
    if (pixels <= PTRDIFF_MAX / pixel_bytes) {
        image->stride = (ptrdiff_t)((size_t)image->width * pixel_bytes);
        image->data = malloc(pixels * pixel_bytes);
    }
    if (!image->data)
        return fail(EXIT_FAILED, "%s: not enough memory for %d × %d pixels", name, image->width,
                    image->height);
    return 0;
}

static int read_file(struct picture *picture, FILE *file, const char *name)
{
    int first = getc(file);
    if (first == EOF)
        return fail(EXIT_FAILED, "%s: %s", name,
                    ferror(file) ? strerror(errno) : "the file is empty");
    ungetc(first, file);
    if (first == PNG_FIRST_BYTE) {
#ifdef HAVE_PNG
        picture->format = PICTURE_PNG;
        return png_picture_read(picture, file, name);
#else
        return fail(EXIT_FAILED, "%s: this errdiff was built without PNG", name);
#endif
    }
    picture->format = PICTURE_PNM;
    return pnm_read(picture, file, name);
}

int picture_read(struct picture *picture, const char *path)
{
    *picture = (struct picture){0};
    if (strcmp(path, "-") == 0)
        return read_file(picture, stdin, "standard input");
    FILE *file = fopen(path, "rb");
    if (!file)
        return fail(EXIT_FAILED, "%s: %s", path, strerror(errno));
    int status = read_file(picture, file, path);
    fclose(file);
    return status;
}

/* -1 where the ending is of no known format. */
static int format_of_path(const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *dot = strrchr(slash ? slash : path, '.');
    if (!dot || strcmp(dot, ".pgm") == 0 || strcmp(dot, ".ppm") == 0 || strcmp(dot, ".pnm") == 0)
        return PICTURE_PNM;
    return strcmp(dot, ".png") == 0 ? PICTURE_PNG : -1;
}

int picture_check_path(const char *path, bool needs_png)
{
    int format = format_of_path(path);
    if (format < 0)
        return fail(EXIT_WRONG_CALL, "%s: the name must end in .pgm, .ppm, .pnm or .png", path);
    if (needs_png && format != PICTURE_PNG && strcmp(path, "-") != 0)
        return fail(EXIT_WRONG_CALL, "%s: only a PNG can be --indexed", path);
#ifndef HAVE_PNG
    if (format == PICTURE_PNG || needs_png)
        return fail(EXIT_WRONG_CALL, "%s: this errdiff was built without PNG", path);
#endif
    return 0;
}

static int write_format(const struct picture *picture, enum picture_format format, FILE *file,
                        const char *name)
{
#ifdef HAVE_PNG
    if (format == PICTURE_PNG)
        return png_picture_write(picture, file, name);
#else
    (void)format;
    (void)name;
#endif
    pnm_write(picture, file);
    return 0;
}

int picture_write(const struct picture *picture, const char *path)
{
    struct output_file output;
    bool standard = strcmp(path, "-") == 0;
    int status = standard ? output_file_standard(&output) : output_file_open(&output, path);
    if (status != 0)
        return status;
    enum picture_format format =
        standard ? picture->format : (enum picture_format)format_of_path(path);
    status = write_format(picture, format, output.file, output.name);
    if (status != 0) {
        output_file_abandon(&output);
        return status;
    }
    return output_file_finish(&output);
}

void picture_free(struct picture *picture)
{
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
        bytes[i] = (uint8_t)((words[i] + 128) / 257);
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
