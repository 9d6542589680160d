/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "picture_ready.h"

#include "fail.h"
#include "picture_file.h"
#include "resize.h"

static int change_size(struct picture *picture, const struct arguments *arguments,
                       struct dots *dots)
{
    struct resize_plan plan =
        resize_plan_make(arguments, picture->image.width, picture->image.height);
    *dots = (struct dots){arguments->dot, plan.out_width, plan.out_height, NULL, 0};
    if (arguments->resize_width > 0)
        return picture_resize(picture, &plan);
    if (arguments->dot > 1)
        return picture_reduce_to_dots(picture, dots, arguments->alpha == ERRDIFF_ALPHA_KEEP);
    return 0;
}

static int reduce_alpha(struct picture *picture, const struct arguments *arguments)
{
    if (!picture->alpha)
        return 0;
    errdiff_image alpha = picture_alpha(picture);
    errdiff_options options = arguments->options;
    options.progress = NULL; /* that of the colors begins at 0 again */
    errdiff_report report;
    if (errdiff_alpha_reduce(&alpha, arguments->alpha, &options, &report) != ERRDIFF_OK)
        return fail(EXIT_FAILED, "%s", report.message.text);
    picture_update_mask(picture);
    return 0;
}

int picture_make_ready(struct picture *picture, const struct arguments *arguments,
                       struct dots *dots)
{
    /* Palettes are sRGB. Levels are values of the picture's own channels. */
    bool has_palette = arguments->palette || arguments->colors > 0;
    *dots = (struct dots){.side = 1};
    int status = has_palette ? picture_convert(picture) : 0;
    if (status == 0)
        status = change_size(picture, arguments, dots);
    return status == 0 ? reduce_alpha(picture, arguments) : status;
}
