/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes gray images of quantized holograms and of what is seen of them. */
#ifndef CLI_HOLOGRAM_IMAGE_H
#define CLI_HOLOGRAM_IMAGE_H

#include "errdiff_hologram.h"
#include "memory_image.h"

/* These functions return 0, or an exit status after an error message. Free the image with
 * image_free in either case. `name` is the name of the file. */

/* Makes an image of the samples that a display is sent for the levels of a width × height
 * hologram, samples[k] for level k; `bits` is 8 or 16, and `panel` as in
 * errdiff_hologram_panel_parse. */
int hologram_image_of_levels(struct image *image, const uint16_t *levels, int width, int height,
                             const uint16_t *samples, int bits, const char *panel,
                             const char *name);

/* What is seen at one depth of a hologram and of the result; both have the same size. */
struct hologram_views {
    errdiff_field before, after;
};

/* Draws the moduli of views: `before` on the left and `after`, divided by `gain`, on the right.
 * White is the modulus that at most one pixel in a thousand of `before` exceeds. */
int hologram_image_of_views(struct image *image, const struct hologram_views *views, double gain,
                            const char *name);

/* Makes an image with a row for each of `count` images of views. All rows show as much as the
 * smallest image, from the middle of each view. */
int hologram_image_of_rows(struct image *image, const struct image *rows, int count,
                           const char *name);

#endif
