/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "finished_pixels.h"

gboolean result_becomes_colour(const DrawablePixels *pixels, const DitherResult *result)
{
    return result->image.channels > pixels->encoding.channels;
}

gboolean finished_pixels_make(FinishedPixels *finished, DrawablePixels *pixels,
                              const DitherResult *result)
{
    gsize count = (gsize)pixels->width * (gsize)pixels->height;

    *finished = (FinishedPixels){pixels->encoding, NULL, pixels->width, pixels->height};
    if (result_becomes_colour(pixels, result))
        finished->bytes =
            encoding_gray_to_rgb(&pixels->encoding, pixels->bytes, count, &finished->encoding);
    else
        finished->bytes = g_steal_pointer(&pixels->bytes);
    if (!finished->bytes)
        return FALSE;
    encoding_from_display(&finished->encoding, result->image.data, result->mask, count,
                          finished->bytes);
    if (result->alpha)
        encoding_alpha_from_display(&finished->encoding, result->alpha, pixels->selected_mask,
                                    count, finished->bytes);
    return TRUE;
}
