/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of formats, and which of them an image is written in. */
#define _POSIX_C_SOURCE 200809L

#include "image_format.h"

#include "animation.h"
#include "fail.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* The formats in the order in which texts name them. Of those that are written and hold
 * transparency, each can hold what the one before can, and more. */
#define EACH_FORMAT(ROW) \
    ROW(pnm)             \
    ROW(pam)             \
    ROW(bmp)             \
    ROW(tiff)            \
    ROW(webp)            \
    ROW(gif)             \
    ROW(png)             \
    ROW(jpeg)

#define DECLARE(name) extern const struct image_format name##_format;
EACH_FORMAT(DECLARE)

#define ADDRESS(name) &name##_format,
static const struct image_format *const formats[] = {EACH_FORMAT(ADDRESS)};

enum { FORMAT_COUNT = sizeof formats / sizeof *formats, MAX_WORDS = FORMAT_COUNT * MAX_ENDINGS };

/* Words of a message. */
struct words {
    const char *items[MAX_WORDS];
    int count;
};

static void add(struct words *words, const char *word)
{
    words->items[words->count++] = word;
}

struct list {
    char text[200];
};

/* Writes words as a list such as ".pgm, .pam or .png", with `mark` before each and `conjunction`
 * before the last one. */
static struct list list_of(const struct words *words, const char *mark, const char *conjunction)
{
    struct list list = {""};
    size_t length = 0;
    for (int i = 0; i < words->count && length < sizeof list.text; i++) {
        const char *between = i == 0 ? "" : i == words->count - 1 ? conjunction : ", ";
        length += (size_t)snprintf(list.text + length, sizeof list.text - length, "%s%s%s", between,
                                   mark, words->items[i]);
    }
    return list;
}

/* Whether images of this format are only written as frames of an animation. */
static bool needs_animation(const struct image_format *format)
{
    return format->animation && !format->encoder;
}

/* The endings of all formats that are written, except `left_out`, which may be NULL, and, if
 * `are_still`, those of formats that need an animation. */
static struct list list_endings(const char *left_out, bool are_still)
{
    struct words words = {.count = 0};
    for (int i = 0; i < FORMAT_COUNT; i++)
        for (const char *const *ending = formats[i]->endings; *ending; ending++)
            if (*ending != left_out && !(are_still && needs_animation(formats[i])))
                add(&words, *ending);
    return list_of(&words, ".", " or ");
}

const struct image_format *image_format_get(int index)
{
    return index < FORMAT_COUNT ? formats[index] : NULL;
}

const struct image_format *image_format_of_byte(int first_byte)
{
    for (int i = 0; i < FORMAT_COUNT; i++)
        if (formats[i]->first_bytes && first_byte != 0 &&
            strchr(formats[i]->first_bytes, first_byte))
            return formats[i];
    return NULL;
}

bool image_format_is_likely(const char *contents, size_t size)
{
    static const struct {
        const char *bytes;
        size_t size, at; /* at which byte they are */
    } marks[] = {{"\x89PNG", 4, 0}, {"GIF8", 4, 0},  {"\xFF\xD8\xFF", 3, 0}, {"WEBP", 4, 8},
                 {"II*\0", 4, 0},   {"MM\0*", 4, 0}, {"\0\0\0\0", 4, 6}};
    enum { BMP = sizeof marks / sizeof *marks - 1 };
    if (size >= 3 && contents[0] == 'P' && contents[1] >= '1' && contents[1] <= '7' &&
        strchr(" \t\r\n#", contents[2]))
        return true;
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (size >= marks[i].at + marks[i].size &&
            memcmp(contents + marks[i].at, marks[i].bytes, marks[i].size) == 0 &&
            (i != BMP || (contents[0] == 'B' && contents[1] == 'M')))
            return true;
    return false;
}

/* ---- Names of files ------------------------------------------------------------------------ */

/* The part of `path` after the last dot of the file name, or "" if the name has no dot. */
static const char *ending_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *dot = strrchr(slash ? slash : path, '.');
    return dot ? dot + 1 : "";
}

bool path_has_ending(const char *path, const char *ending)
{
    return strcasecmp(ending_of(path), ending) == 0;
}

bool path_is_tiff(const char *path)
{
    return path_has_ending(path, "tif") || path_has_ending(path, "tiff");
}

static bool has_one_of(const char *path, const char *const *endings)
{
    while (*endings && !path_has_ending(path, *endings))
        endings++;
    return *endings;
}

/* The format that is written in files with the ending of this name. NULL: none. */
static const struct image_format *format_of_ending(const char *path)
{
    for (int i = 0; i < FORMAT_COUNT; i++)
        if (has_one_of(path, formats[i]->endings))
            return formats[i];
    return NULL;
}

/* The format in which a file of this name is written; without an ending it is PNM. NULL: none. */
static const struct image_format *format_of_path(const char *path)
{
    return path_has_ending(path, "") ? &pnm_format : format_of_ending(path);
}

bool path_is_image(const char *path)
{
    for (int i = 0; i < FORMAT_COUNT; i++)
        if (has_one_of(path, formats[i]->endings) || has_one_of(path, formats[i]->read_endings))
            return true;
    return false;
}

/* ---- Formats that are written -------------------------------------------------------------- */

/* Whether the format can be written by this errdiff. */
static bool is_written(const struct image_format *format)
{
    return format->encoder || format->animation;
}

/* The format of standard output for images with a palette. */
static const struct image_format *palette_format(void)
{
    int i = FORMAT_COUNT - 1;
    while (!formats[i]->holds_palette)
        i--;
    return formats[i];
}

/* The format of standard output for an image whose own format is only read. */
static const struct image_format *usual_format(void)
{
    int i = FORMAT_COUNT - 1;
    while (!formats[i]->holds_alpha || !formats[i]->encoder)
        i--;
    return formats[i];
}

static int fail_indexed(const char *path)
{
    struct words words = {.count = 0};
    for (int i = FORMAT_COUNT - 1; i >= 0; i--)
        if (formats[i]->holds_palette)
            add(&words, formats[i]->name);
    return fail(EXIT_WRONG_CALL, "%s: only a %s can be --indexed", path,
                list_of(&words, "", " or a ").text);
}

static int fail_ending(const char *path, bool is_still)
{
    return fail(EXIT_WRONG_CALL, "%s: the name must end in %s, or have no extension (PNM)", path,
                list_endings(NULL, is_still).text);
}

int image_check_still_path(const char *path)
{
    const struct image_format *format = format_of_path(path);
    return !format || needs_animation(format) ? fail_ending(path, true)
                                              : image_check_path(path, false);
}

int image_check_path(const char *path, bool needs_palette)
{
    const struct image_format *format = format_of_path(path);
    bool is_standard = strcmp(path, "-") == 0;
    if (!format)
        return fail_ending(path, false);
    if (needs_palette && !format->holds_palette && !is_standard)
        return fail_indexed(path);
    if (needs_palette && is_standard)
        format = palette_format();
    return is_written(format)
               ? 0
               : fail(EXIT_WRONG_CALL, "%s: this errdiff was built without %s", path, format->name);
}

const struct image_format *image_output_format(const struct image *image, const char *path)
{
    bool keeps_format = image_moves(image) && image->format->animation &&
                        (!image->palette || image->format->holds_palette);
    if (image->device)
        return &device_format;
    if (strcmp(path, "-") == 0)
        return keeps_format             ? image->format
               : image->palette         ? palette_format()
               : image->format->encoder ? image->format
                                        : usual_format();
    const struct image_format *format = format_of_path(path);
    return format ? format : &pnm_format;
}

bool image_becomes_animation(const struct image *image, const char *path)
{
    const struct image_format *format = image_output_format(image, path);
    return format->animation && (image_moves(image) || !format->encoder);
}

static int fail_transparency(const char *path)
{
    struct words words = {.count = 0};
    for (int i = FORMAT_COUNT - 1; i >= 0; i--)
        if (formats[i]->holds_alpha)
            add(&words, formats[i]->name);
    return fail(EXIT_FAILED, "%s: the image has transparency, which only %s can store", path,
                list_of(&words, "", " and ").text);
}

int image_check_shape(const struct image *image, const char *path)
{
    bool is_gray = image->pixels.channels == 1;
    const struct image_format *format = image_output_format(image, path);
    const char *wrong = is_gray ? format->color_ending : format->gray_ending;
    if (wrong && path_has_ending(path, wrong))
        return fail(EXIT_FAILED, "%s: the image is %s, which is written as %s", path,
                    is_gray ? "gray" : "in color", list_endings(wrong, false).text);
    return image->alpha && !format->holds_alpha ? fail_transparency(path) : 0;
}
