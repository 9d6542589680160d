/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the size of a result as people write it, such as 800x480 or 80mm. The command shares this,
 * so it has no types of GLib. */
#ifndef SIZE_TEXT_H
#define SIZE_TEXT_H

#include "errdiff.h"

#include <stdbool.h>

#define MILLIMETERS_PER_INCH 25.4

/* What is done if the size has another shape than the image, as the values of the option `fit` are
 * numbered: the result keeps the image's shape and is as large as fits in; the image fills the size
 * and is cut at two sides, evenly; it is distorted. */
enum size_fit { SIZE_FIT, SIZE_FILL, SIZE_STRETCH };

/* Their names, and then NULL. */
extern const char *const size_fit_names[];

/* All 0: none is named. */
struct named_size {
    double width, height;   /* one of them may be 0: it follows from the image's shape */
    bool is_in_millimeters; /* both; otherwise they are whole numbers of pixels */
    double percent;         /* of both sides, instead of these */
    int factor;             /* by which pixels become larger squares, instead of all others */
};

enum {
    SIZE_TEXT_MAX_PERCENT = 100 * ERRDIFF_MAX_DOT
}; /* a pixel is then as large as a dot can be */

/* Reads "800x480", "800", "800x", "x480", "80mm", "80x50.5mm" or "50%". Whole hundreds of percent
 * above 100 are a factor. Returns false if it is none of these, or a side has more than
 * ERRDIFF_MAX_SIDE pixels or millimeters. */
bool size_text_read(const char *text, struct named_size *size);

/* Whether the image gets another size. */
bool size_text_is_named(const struct named_size *size);

/* Whether the image's shape decides one of the sides. */
bool size_text_keeps_shape(const struct named_size *size);

/* Converts millimeters to pixels, at a resolution of `dpi` pixels per inch. */
void size_text_to_pixels(struct named_size *size, double dpi);

/* What an image of width × height becomes for a size in pixels: the size itself, or if the shape is
 * kept, the largest one of that shape that fits in, whose sides are at least 1, and
 * ERRDIFF_MAX_SIDE + 1 if they would be more. */
void size_text_fit(const struct named_size *size, enum size_fit fit, double width, double height,
                   int *fitted_width, int *fitted_height);

#endif
