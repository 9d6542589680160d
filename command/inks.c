/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes an image for each ink of a result. */
#include "inks.h"

#include "fail.h"
#include "image_file.h"
#include "output_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_NAME = 16 }; /* bytes of the name of an ink, with its end */

/* The file of an ink. */
struct separation {
    char *path;
    struct output_file output; /* its `file` is NULL if it is not open */
};

/* The inks of a palette. */
struct palette_inks {
    const errdiff_palette *colors;
    errdiff_inks inks;
};

/* `of`: NULL for levels, here and below. */
static void name_ink(const struct palette_inks *of, int channels, int ink, char name[MAX_NAME])
{
    static const char *const names[] = {"cyan", "magenta", "yellow"};
    const uint8_t *color = of ? of->colors->colors[of->inks.color[ink]] : NULL;
    if (color)
        snprintf(name, MAX_NAME, "%02x%02x%02x", color[0], color[1], color[2]);
    else
        snprintf(name, MAX_NAME, "%s", channels == 1 ? "black" : names[ink]);
}

/* NULL: there is not enough memory. */
static char *path_of(const char *path, const char *name)
{
    size_t stem = strlen(path) - strlen(".png"), size = stem + strlen(name) + sizeof "-.png";
    char *own = malloc(size);
    if (own)
        snprintf(own, size, "%.*s-%s.png", (int)stem, path, name);
    return own;
}

static bool is_sample(const errdiff_image *image, const void *row, int at, int value)
{
    return image->bits == 8 ? ((const uint8_t *)row)[at] == value
                            : ((const uint16_t *)row)[at] == 257 * value;
}

/* The number of the color that a pixel has. */
static int number_of(const struct image *result, const errdiff_palette *colors, const void *row,
                     int x)
{
    const errdiff_image *pixels = &result->pixels;
    int number = 0;
    if (result->palette)
        return ((const uint8_t *)row)[x];
    for (bool is_equal = false; !is_equal && number < colors->count; number += !is_equal) {
        is_equal = true;
        for (int c = 0; c < pixels->channels; c++)
            is_equal = is_equal &&
                       is_sample(pixels, row, pixels->channels * x + c, colors->colors[number][c]);
    }
    return number;
}

static bool has_ink(const struct image *result, const struct palette_inks *of, int ink,
                    const void *row, int x)
{
    return of->inks.plates[number_of(result, of->colors, row, x)] >> ink & 1;
}

/* Makes a row of the image of an ink. The mask is 0 for transparent pixels. */
static void make_row(const struct image *result, const struct palette_inks *of, int ink, int y,
                     void *to)
{
    const errdiff_image *pixels = &result->pixels;
    const char *row = (const char *)pixels->data + (ptrdiff_t)y * pixels->stride;
    const uint8_t *mask = pixels->mask ? pixels->mask + (ptrdiff_t)y * pixels->mask_stride : NULL;
    for (int x = 0; x < pixels->width; x++) {
        bool is_paper = mask && mask[x] == 0;
        int at = pixels->channels * x + ink;
        if (of)
            ((uint8_t *)to)[x] = is_paper || !has_ink(result, of, ink, row, x) ? 255 : 0;
        else if (pixels->bits == 8)
            ((uint8_t *)to)[x] = is_paper ? 255 : ((const uint8_t *)row)[at];
        else
            ((uint16_t *)to)[x] = is_paper ? 65535 : ((const uint16_t *)row)[at];
    }
}

/* Lists the grays that the image of an ink can have, those of one channel. */
static void list_grays(const errdiff_palette *few, int channel, errdiff_palette *grays)
{
    bool is_there[UINT8_MAX + 1] = {false};
    for (int i = 0; i < few->count; i++)
        is_there[few->colors[i][channel]] = true;
    grays->count = 0;
    for (int gray = 0; gray <= UINT8_MAX; gray++)
        if (is_there[gray])
            memset(grays->colors[grays->count++], gray, sizeof grays->colors[0]);
}

static int write_ink(const struct image *result, const struct palette_inks *of, int ink,
                     struct separation *separation)
{
    errdiff_palette grays = {.count = 2, .colors = {{0}, {255, 255, 255}}};
    if (result->few && !of)
        list_grays(result->few, ink, &grays);
    struct image made = *result;
    made.few = result->few ? &grays : NULL;
    made.palette = NULL;
    made.alpha = NULL;
    made.pixels.mask = NULL;
    made.pixels.channels = 1;
    made.pixels.bits = of ? 8 : result->pixels.bits;
    int status = image_allocate(&made, separation->path);
    if (status != 0)
        return status;
    for (int y = 0; y < made.pixels.height; y++)
        make_row(result, of, ink, y, (char *)made.pixels.data + (ptrdiff_t)y * made.pixels.stride);
    status = output_file_open(&separation->output, separation->path);
    if (status == 0)
        status = image_write(&made, &separation->output, separation->path);
    free(made.pixels.data);
    return status;
}

static int write_all(const struct image *result, const struct palette_inks *of, const char *path,
                     struct separation *separations, int count)
{
    int status = 0;
    for (int ink = 0; status == 0 && ink < count; ink++) {
        char name[MAX_NAME];
        name_ink(of, result->pixels.channels, ink, name);
        separations[ink].path = path_of(path, name);
        status = separations[ink].path ? write_ink(result, of, ink, &separations[ink])
                                       : fail(EXIT_FAILED, "%s: not enough memory", path);
    }
    for (int ink = 0; ink < count; ink++) {
        struct separation *separation = &separations[ink];
        if (separation->output.file)
            status = output_file_finish(&separation->output, status);
        free(separation->path);
    }
    return status;
}

int inks_write(const struct image *result, const errdiff_palette *colors, const char *path)
{
    struct palette_inks of = {.colors = colors};
    errdiff_message message;
    if (colors && errdiff_palette_inks(colors, &of.inks, &message) != ERRDIFF_OK)
        return fail(EXIT_FAILED, "%s: %s", path, message.text);
    int count = colors ? of.inks.count : result->pixels.channels;
    struct separation *separations = calloc((size_t)count, sizeof *separations);
    if (!separations)
        return fail(EXIT_FAILED, "%s: not enough memory", path);
    int status = write_all(result, colors ? &of : NULL, path, separations, count);
    free(separations);
    return status;
}
