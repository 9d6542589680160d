/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "result_picture.h"

#include "fail.h"
#include "picture_format.h"

int result_prepare(struct picture *result, const struct picture *picture,
                   const struct arguments *arguments, const errdiff_options *options,
                   errdiff_palette *written)
{
    if (options->palette)
        errdiff_palette_written(options->palette, options->sent, written);
    *result = *picture;
    result->palette = options->indexed ? written : NULL;
    if (result->palette && picture->alpha &&
        (arguments->alpha == ERRDIFF_ALPHA_KEEP || options->palette->count == 256))
        return fail(EXIT_FAILED,
                    "%s: to write its transparency with --indexed, use --alpha threshold or "
                    "dither, and a palette of at most 255 colors",
                    arguments->in);
    if (result->palette)
        result->format = PICTURE_PNG;
    int bits = options->indexed || arguments->narrow ? 8 : picture->image.bits;
    bool has_colors = options->palette && !errdiff_palette_is_gray(written);
    int channels = options->indexed ? 1 : has_colors ? 3 : picture->image.channels;
    result->image.bits = bits;
    result->image.channels = channels;
    int status = picture_check_shape(result, arguments->out);
    if (status != 0 || (bits == picture->image.bits && channels == picture->image.channels))
        return status;
    result->image.data = NULL;
    result->held = picture->held + picture_memory(picture);
    return picture_allocate(result, arguments->out);
}
