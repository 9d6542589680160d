/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the palette that --palette names, or makes one of as many colors as --colors says. */
#include "palette_option.h"

#include "fail.h"
#include "image_file.h"
#include "image_format.h"
#include "input_file.h"
#include "option_reading.h"
#include "similar_name.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Far more than any palette file has. */
enum { MAX_FILE_BYTES = 1 << 20 };

/* Transparent pixels have no color. */
static int read_image(const char *path, errdiff_palette *palette)
{
    struct image image;
    errdiff_message message;
    int status = image_open(&image, path);
    if (status == 0)
        status = image_read(&image);
    if (status == 0)
        status = image_convert(&image);
    if (status == 0 && errdiff_palette_of_image(&image.pixels, palette, &message) != ERRDIFF_OK)
        status = fail(EXIT_FAILED, "palette: %s: %s", path, message.text);
    image_free(&image);
    return status;
}

/* Reads a palette and closes the file. */
static int read_file(FILE *file, const char *path, errdiff_palette *palette)
{
    static char contents[MAX_FILE_BYTES];
    size_t size = fread(contents, 1, sizeof contents, file);
    int error = ferror(file) ? errno : 0;
    fclose(file);
    if (error != 0)
        return fail(EXIT_FAILED, "%s: %s", path, strerror(error));
    if (image_format_is_likely(contents, size))
        return read_image(path, palette);
    errdiff_message message;
    if (errdiff_palette_parse(contents, size, palette, &message) != ERRDIFF_OK)
        return fail(EXIT_FAILED, "%s: %s", path, message.text);
    return 0;
}

static int find_list(const char *text, errdiff_palette *palette)
{
    errdiff_message message;
    switch (read_colors(text, palette, &message)) {
    case ERRDIFF_OK:
        return 0;
    case ERRDIFF_NO_MEMORY:
        return fail(EXIT_FAILED, "palette: %s", message.text);
    default:
        return fail(EXIT_WRONG_CALL, "%s", message.text);
    }
}

static int fail_name(const char *name, const errdiff_message *message)
{
    struct similar_name similar = {.typed = name};
    char asked[SIMILAR_TEXT];
    errdiff_palette_info info;
    for (int i = 0; errdiff_palette_get(i, &info) == ERRDIFF_OK; i++)
        similar_name_try(&similar, info.name);
    similar_name_ask(&similar, "", asked);
    return fail(EXIT_WRONG_CALL, "%s; or the name of a palette file%s", message->text, asked);
}

int palette_find(const char *name, errdiff_palette *palette)
{
    if (*name == '#')
        return find_list(name, palette);
    errdiff_message message;
    if (errdiff_palette_find(name, palette, &message) == ERRDIFF_OK)
        return 0;
    /* A folder may have the name of a color. */
    bool is_folder = path_is_folder(name);
    FILE *file = is_folder ? NULL : fopen(name, "rb");
    if (file)
        return read_file(file, name, palette);
    int error = errno;
    if (strchr(name, ','))
        return find_list(name, palette);
    if (read_colors(name, palette, NULL) == ERRDIFF_OK)
        return 0;
    if (is_folder)
        return fail(EXIT_FAILED, "%s: it is a folder, not a file", name);
    /* A name with a dot or a slash was meant as a file name. */
    if (strpbrk(name, "./"))
        return fail(EXIT_FAILED, "%s: %s", name, strerror(error));
    return fail_name(name, &message);
}

int palette_make(const struct arguments *arguments, const errdiff_image *image,
                 const errdiff_options *tone, errdiff_palette *palette)
{
    errdiff_message message;
    if (arguments->colors == 0 || errdiff_palette_make(image, arguments->colors, &arguments->locked,
                                                       tone, palette, &message) == ERRDIFF_OK)
        return 0;
    return fail(EXIT_FAILED, "%s", message.text);
}
