/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "picture_dots.h"

#include "fail.h"

#include <stdlib.h>

/* Allocates alpha and the mask for the size of the picture. */
static bool allocate_alpha(struct picture *picture)
{
    size_t pixels = (size_t)picture->image.width * (size_t)picture->image.height;
    picture->alpha = malloc(pixels * (size_t)(picture->image.bits / 8));
    picture->image.mask = malloc(pixels);
    picture->image.mask_stride = picture->image.width;
    return picture->alpha && picture->image.mask;
}

/* A picture without pixels that is like `like`, but of another size. */
static struct picture resized_shape(const struct picture *like, int width, int height)
{
    struct picture picture = *like;
    picture.image.width = width;
    picture.image.height = height;
    picture.image.data = NULL;
    picture.image.mask = NULL;
    picture.alpha = NULL;
    return picture;
}

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
    struct picture reduced =
        resized_shape(picture, errdiff_dots_along(picture->image.width, dots->side),
                      errdiff_dots_along(picture->image.height, dots->side));
    int status = picture_allocate(&reduced, picture->name);
    errdiff_message message = {"not enough memory"};
    if (status == 0 && ((picture->alpha && !allocate_alpha(&reduced)) ||
                        reduce(picture, dots->side, &reduced, &message) != ERRDIFF_OK))
        status = fail(EXIT_FAILED, "%s: %s", picture->name, message.text);
    if (status != 0) {
        picture_free_pixels(&reduced);
        return status;
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

static bool enlarge(const struct picture *from, struct picture *to, struct dots *dots,
                    errdiff_message *message)
{
    if (from->alpha && !allocate_alpha(to))
        return false;
    errdiff_image dots_alpha = picture_alpha(from), alpha = picture_alpha(to);
    errdiff_status status = errdiff_dots_enlarge(&from->image, dots->side, &to->image, message);
    if (status == ERRDIFF_OK && dots->alpha)
        take_alpha(to, dots);
    else if (status == ERRDIFF_OK && from->alpha)
        status = errdiff_dots_enlarge(&dots_alpha, dots->side, &alpha, message);
    if (status == ERRDIFF_OK)
        picture_update_mask(to);
    return status == ERRDIFF_OK;
}

int picture_enlarge_dots(struct picture *picture, struct dots *dots)
{
    struct picture enlarged = resized_shape(picture, dots->width, dots->height);
    errdiff_message message = {"not enough memory"};
    int status = picture_allocate(&enlarged, picture->name);
    if (status == 0 && !enlarge(picture, &enlarged, dots, &message))
        status = fail(EXIT_FAILED, "%s: %s", picture->name, message.text);
    if (status == 0)
        *picture = enlarged;
    else
        picture_free_pixels(&enlarged);
    return status;
}
