/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The formats of image files: what each can do, and which one an image is written in. */
#ifndef CLI_IMAGE_FORMAT_H
#define CLI_IMAGE_FORMAT_H

#include "image_tags.h"
#include "memory_image.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct animation_encoder;
struct image_encoder;

enum { MAX_ENDINGS = 5 }; /* of a format, with a NULL after the last one */

/* A row of the table of formats. Each is at the end of the file that reads the format. If errdiff
 * was built without the library that it takes, a row has no functions. Those that return an int
 * return 0, or an exit status after an error message. */
struct image_format {
    const char *name;        /* such as "PNG" */
    const char *first_bytes; /* a file that begins with one of them is of this format; NULL: the
                              * format is found by `open` of another one */

    /* Reads a file that is decoded as a whole, the `size` bytes at `bytes`: sets the shape of
     * image->pixels, allocates and fills its pixels, and fills *tags. With 2 channels, or with 4
     * that are not CMYK, the last one is alpha. Of an animation, sets image->animation, which
     * then owns the bytes, and the image of its first frame. The caller frees the pixels, the
     * profile and the animation in either case. Such images are turned upright and converted to
     * sRGB as the tags say. */
    int (*decode)(struct image *image, const uint8_t *bytes, size_t size, struct image_tags *tags);

    /* Or these read a file row by row. `open` reads what comes before the pixels, and sets the
     * shape of image->pixels, in which 2 and 4 channels include alpha, and image->is_interlaced.
     * `read_rows` reads the next rows->height rows, the first of which is row `first_row`, and
     * after the last row of the image also what belongs to the image after it. */
    int (*open)(struct image *image);
    int (*read_rows)(const struct image *image, const errdiff_image *rows, int first_row);
    bool is_slow_to_read; /* so that a thread of its own is worth while */

    /* The tags of an opened image, whose profile belongs to the image. NULL: there are none. */
    struct image_tags (*tags)(const struct image *image);

    /* After the last row, sets *has_next to whether another image follows in the file. NULL: the
     * format is for one image. */
    int (*find_next)(const struct image *image, bool *has_next);

    void (*close)(struct image *image); /* NULL: there is nothing to free */

    /* Of formats that are written. The last of them in the table that can hold transparency is that
     * of standard output for images whose own format is only read. */
    const char *endings[MAX_ENDINGS];       /* of names of files; without any it is only read */
    const char *read_endings[MAX_ENDINGS];  /* other usual ones, with which it is only read */
    const char *gray_ending, *color_ending; /* those that are only for gray or colors, or NULL */
    bool holds_alpha, holds_palette;        /* what is kept of a result */
    bool is_srgb; /* has no color profile, and is taken for sRGB by programs that show it */
    const struct image_encoder *encoder; /* NULL: the format is only read, or not built */

    /* Of formats that can hold animations. Those without `encoder` hold an image as an animation
     * of one frame. NULL: there are none, or it is not built. */
    const struct animation_encoder *animation;
};

/* The format of images that the command makes itself. */
extern const struct image_format pnm_format;

/* The format of images that have a device. It is not in the table. */
extern const struct image_format device_format;

/* The format of a file that begins with this byte; NULL: none. */
const struct image_format *image_format_of_byte(int first_byte);

/* Whether a file that begins with these bytes is probably an image. No palette file is. */
bool image_format_is_likely(const char *contents, size_t size);

/* Rows of the table, from 0 on; NULL: there are no more. */
const struct image_format *image_format_get(int index);

/* Whether the name of the file ends in a dot and `ending`, in small or capital letters. "": whether
 * it has no dot. */
bool path_has_ending(const char *path, const char *ending);

/* Whether the name of the file is that of an image that an errdiff with all libraries reads. */
bool path_is_image(const char *path);

/* Whether the name of the file is that of a TIFF. */
bool path_is_tiff(const char *path);

/* Checks that a result can be written in the format of `path`, by image_write or as an animation,
 * and that the format can hold a palette if needs_palette. Call this before long work. Returns 0,
 * or an exit status after an error message. */
int image_check_path(const char *path, bool needs_palette);

/* Checks that image_write knows the format of `path`, as image_check_path does. */
int image_check_still_path(const char *path);

/* The format that an image will be written in for `path`. */
const struct image_format *image_output_format(const struct image *image, const char *path);

/* Whether an image is written for `path` as an animation, or as a frame of one: it moves, or the
 * format has no encoder for images. Animations are stored without a color profile. */
bool image_becomes_animation(const struct image *image, const char *path);

/* Checks that the format of `path` can hold an image of this shape. Call this before long work.
 * Returns 0, or an exit status after an error message. */
int image_check_shape(const struct image *image, const char *path);

#endif
