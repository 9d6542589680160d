/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "picture_dots.h"

#include "fail.h"

#include <stdlib.h>

static errdiff_status reduce(const struct picture *from, int dot, struct picture *to,
                             errdiff_message *message)
{
    errdiff_image alpha = picture_alpha(from), dots_alpha = picture_alpha(to);
    errdiff_status status = errdiff_dots_reduce(&from->image, from->alpha ? &alpha : NULL,
                                                ERRDIFF_MEAN_LIGHT, dot, &to->image, 0, message);
    if (status == ERRDIFF_OK && from->alpha)
        status =
            errdiff_dots_reduce(&alpha, NULL, ERRDIFF_MEAN_ALPHA, dot, &dots_alpha, 0, message);
    if (status == ERRDIFF_OK)
        picture_update_mask(to);
    return status;
}

int picture_reduce_to_dots(struct picture *picture, struct dots *dots, bool keeps_alpha)
{
    struct picture reduced;
    int status = picture_allocate_resized(&reduced, picture,
                                          errdiff_dots_along(picture->image.width, dots->side),
                                          errdiff_dots_along(picture->image.height, dots->side), 0);
    if (status != 0)
        return status;
    errdiff_message message;
    if (reduce(picture, dots->side, &reduced, &message) != ERRDIFF_OK) {
        picture_free_pixels(&reduced);
        return fail(EXIT_FAILED, "%s: %s", picture->name, message.text);
    }
    if (keeps_alpha) {
        dots->alpha = picture->alpha;
        dots->alpha_bits = picture->image.bits;
        picture->alpha = NULL;
    }
    picture_free_pixels(picture);
    *picture = reduced;
    return 0;
}

/* Gives the picture the alpha channel that was kept. */
static void take_alpha(struct picture *picture, struct dots *dots)
{
    free(picture->alpha);
    picture->alpha = dots->alpha;
    dots->alpha = NULL;
    if (picture->image.bits < dots->alpha_bits)
        picture_narrow_alpha(picture);
}

static errdiff_status enlarge(const struct picture *from, struct picture *to, struct dots *dots,
                              errdiff_message *message)
{
    errdiff_image dots_alpha = picture_alpha(from), alpha = picture_alpha(to);
    errdiff_status status = errdiff_dots_enlarge(&from->image, dots->side, &to->image, message);
    if (status == ERRDIFF_OK && dots->alpha)
        take_alpha(to, dots);
    else if (status == ERRDIFF_OK && from->alpha)
        status = errdiff_dots_enlarge(&dots_alpha, dots->side, &alpha, message);
    if (status == ERRDIFF_OK)
        picture_update_mask(to);
    return status;
}

int picture_enlarge_dots(struct picture *picture, struct dots *dots)
{
    struct picture enlarged;
    int status = picture_allocate_resized(&enlarged, picture, dots->width, dots->height, 0);
    if (status != 0)
        return status;
    errdiff_message message;
    if (enlarge(picture, &enlarged, dots, &message) != ERRDIFF_OK) {
        picture_free_pixels(&enlarged);
        return fail(EXIT_FAILED, "%s: %s", picture->name, message.text);
    }
    *picture = enlarged;
    return 0;
}
