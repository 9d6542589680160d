/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "orientation.h"

#include <stdlib.h>
#include <string.h>

/* In a square of this side, reading along columns stays in the processor's cache. */
enum { SQUARE = 64 };

/* Where the pixels of the upright picture are in the stored one: `right` and `down` are the bytes
 * from a pixel to its neighbor in the upright picture. */
struct walk {
    const uint8_t *first; /* the pixel that gets to the upper left corner */
    ptrdiff_t right, down;
};

/* The tag tells where the stored first row and first column belong: in 2, 3, 7 and 8 stored columns
 * run backwards, in 3, 4, 6 and 7 stored rows do, and from 5 on rows become columns. */
static struct walk walk_of(const errdiff_image *stored, int orientation)
{
    ptrdiff_t pixel = stored->channels * (stored->bits / 8), row = stored->stride;
    bool from_right = orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
    bool from_bottom = orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
    const uint8_t *first = (const uint8_t *)stored->data +
                           (from_right ? (stored->width - 1) * pixel : 0) +
                           (from_bottom ? (stored->height - 1) * row : 0);
    ptrdiff_t across = from_right ? -pixel : pixel, along = from_bottom ? -row : row;
    return orientation >= 5 ? (struct walk){first, along, across}
                            : (struct walk){first, across, along};
}

static void copy_square(const struct walk *walk, const errdiff_image *to, int left, int top)
{
    size_t pixel = (size_t)to->channels * (size_t)(to->bits / 8);
    int right = to->width - left < SQUARE ? to->width : left + SQUARE;
    int bottom = to->height - top < SQUARE ? to->height : top + SQUARE;
    for (int y = top; y < bottom; y++) {
        const uint8_t *from = walk->first + y * walk->down + left * walk->right;
        uint8_t *pixels = (uint8_t *)to->data + y * to->stride + left * (ptrdiff_t)pixel;
        for (int x = left; x < right; x++, from += walk->right, pixels += pixel)
            memcpy(pixels, from, pixel);
    }
}

int orientation_turn(struct picture *picture, int orientation)
{
    errdiff_image stored = picture->image;
    if (orientation == 1)
        return 0;
    if (orientation >= 5) {
        picture->image.width = stored.height;
        picture->image.height = stored.width;
        picture->resolution =
            (struct resolution){.x = picture->resolution.y, .y = picture->resolution.x};
    }
    picture->held = picture_memory(picture);
    picture->image.data = NULL;
    int status = picture_allocate(picture, picture->name);
    if (status == 0) {
        struct walk walk = walk_of(&stored, orientation);
        for (int y = 0; y < picture->image.height; y += SQUARE)
            for (int x = 0; x < picture->image.width; x += SQUARE)
                copy_square(&walk, &picture->image, x, y);
    }
    free(stored.data);
    picture->held = 0;
    return status;
}
