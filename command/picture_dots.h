/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_PICTURE_DOTS_H
#define CLI_PICTURE_DOTS_H

#include "picture.h"

/* The dots that a picture is made of after it was dithered. */
struct dots {
    int side;          /* of a dot, in pixels */
    int width, height; /* of the result, in pixels; the last dots may be cut */
    void *alpha;       /* the alpha channel of the result, from malloc; NULL: that of the dots */
    int alpha_bits;    /* of its samples */
};

/* Reduces a picture that was read, with its alpha and mask, to a pixel for each dot, which is the
 * mean of the dot's light. dots->side is set. With `keeps_alpha`, dots->alpha is set to the alpha
 * channel of all pixels; the caller frees it. Returns 0, or an exit status after an error
 * message. */
int picture_reduce_to_dots(struct picture *picture, struct dots *dots, bool keeps_alpha);

/* Makes a square of pixels of each pixel of a dithered picture. Its colors (or numbers of
 * colors), alpha and mask become new memory, which the caller frees with picture_free_pixels; the
 * old memory is not freed. dots->alpha becomes NULL. Returns 0, or an exit status after an error
 * message; nothing is then allocated. */
int picture_enlarge_dots(struct picture *picture, struct dots *dots);

#endif
