/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "dither_file.h"

#include "fail.h"
#include "palette_option.h"
#include "picture_dots.h"
#include "picture_file.h"
#include "picture_format.h"
#include "pieces.h"
#include "progress_line.h"
#include "report.h"
#include "resize.h"
#include "result_picture.h"

#include <errno.h>
#include <stdlib.h>

static int write_result(const struct picture *result, const struct arguments *arguments,
                        struct dots *dots, const struct output_file *output)
{
    struct picture enlarged = *result;
    if (dots->side == 1)
        return picture_write(result, output, arguments->out);
    int status = picture_enlarge_dots(&enlarged, dots);
    if (status != 0)
        return status;
    status = picture_write(&enlarged, output, arguments->out);
    int error = errno; /* it may say why the output failed */
    picture_free_pixels(&enlarged);
    errno = error;
    return status;
}

static int run(struct picture *picture, struct picture *result, const struct arguments *arguments,
               struct dots *dots, errdiff_options *options, struct output_file *output)
{
    errdiff_report report;
    if (errdiff_dither(&picture->image, &result->image, options, &report) != ERRDIFF_OK)
        return fail(EXIT_FAILED, "%s", report.message.text);
    if (picture->alpha && result->image.bits < picture->image.bits)
        picture_narrow_alpha(picture);
    int status = write_result(result, arguments, dots, output);
    /* The report must not end up in the picture. If the output is not a regular file, it may be
     * standard output. */
    if (status == 0 && arguments->json) {
        progress_line_end();
        report_write_json(output->path ? stdout : stderr, arguments, options->palette,
                          &picture->image, &report);
    }
    return status;
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

/* Gives the picture the size at which it is dithered, and sets *dots, whose alpha the caller frees.
 */
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

static int dither_sized(struct picture *picture, const struct arguments *arguments,
                        struct dots *dots, errdiff_palette *palette, struct output_file *output)
{
    errdiff_options options = arguments->options;
    options.measure = arguments->json;
    int status = reduce_alpha(picture, arguments);
    if (status == 0)
        status = palette_make(arguments, &picture->image, palette);
    if (palette->count > 0)
        options.palette = palette;
    struct picture result;
    errdiff_palette written;
    if (status == 0)
        status = result_prepare(&result, picture, arguments, &options, &written);
    if (status != 0)
        return status;
    status = picture_check_single(picture, &result, arguments->out);
    if (status == 0)
        status = run(picture, &result, arguments, dots, &options, output);
    if (result.image.data != picture->image.data)
        free(result.image.data);
    return status;
}

static int dither_picture(struct picture *picture, const struct arguments *arguments,
                          errdiff_palette *palette, struct output_file *output)
{
    struct dots dots;
    int status = change_size(picture, arguments, &dots);
    if (status == 0)
        status = dither_sized(picture, arguments, &dots, palette, output);
    int error = errno; /* it may say why the output failed */
    free(dots.alpha);
    errno = error;
    return status;
}

static int read_and_dither(struct picture *picture, const struct arguments *arguments,
                           errdiff_palette *palette, struct output_file *output)
{
    bool is_done = false;
    int status = 0;
    if (pieces_suit(picture, arguments))
        status = pieces_dither(picture, arguments, palette, output, &is_done);
    if (status == 0 && !is_done)
        status = picture_read(picture);
    if (status == 0 && !is_done)
        status = dither_picture(picture, arguments, palette, output);
    return status;
}

int dither_file(const struct arguments *arguments, errdiff_palette *palette,
                struct output_file *output)
{
    struct picture picture;
    bool has_next = true;
    int status = picture_open(&picture, arguments->in);
    while (status == 0 && has_next && !ferror(output->file)) {
        status = read_and_dither(&picture, arguments, palette, output);
        int error = errno; /* it may say why the output failed */
        if (status == 0 && !ferror(output->file))
            status = picture_open_next(&picture, &has_next);
        errno = error;
    }
    int error = errno;
    picture_free(&picture);
    errno = error;
    return status;
}
