/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dithers each picture of a file, and writes the results to one output. */
#include "dither_file.h"

#include "fail.h"
#include "memory_limit.h"
#include "palette_option.h"
#include "picture_file.h"
#include "picture_format.h"
#include "picture_stages.h"
#include "pieces.h"
#include "progress_line.h"
#include "report.h"

#include <errno.h>
#include <stdatomic.h>
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
        report_write_json(output->new_file ? stdout : stderr, arguments, options->palette,
                          &picture->image, &report);
    }
    return status;
}

/* The share of the work after which a palette is made. */
static const double palette_share = 0.3;

static int dither_ready(struct picture *picture, const struct arguments *arguments,
                        struct dots *dots, errdiff_palette *palette, struct output_file *output)
{
    errdiff_options options = arguments->options;
    bool makes_palette = arguments->colors > 0;
    errdiff_progress_share first = {options.progress, options.progress_user, 0, palette_share};
    errdiff_progress_share rest = {options.progress, options.progress_user,
                                   makes_palette ? palette_share : 0, 1};
    options.measure = arguments->json;
    options.progress = errdiff_progress_share_report;
    options.progress_user = &first;
    int status = palette_make(arguments, &picture->image, &options, palette);
    options.progress_user = &rest;
    if (palette->count > 0)
        options.palette = palette;
    struct picture result;
    errdiff_palette written;
    if (status == 0)
        status = result_prepare(&result, picture, arguments, &options, &written);
    if (status != 0)
        return status;
    bool has_own = result.image.data != picture->image.data;
    options.max_memory = memory_limit_rest(picture->held + picture_memory(picture) +
                                           (has_own ? picture_memory(&result) : 0));
    status = picture_check_single(picture, &result, arguments->out);
    if (status == 0)
        status = run(picture, &result, arguments, dots, &options, output);
    if (has_own)
        free(result.image.data);
    return status;
}

static int dither_picture(struct picture *picture, const struct arguments *arguments,
                          errdiff_palette *palette, struct output_file *output)
{
    struct dots dots;
    int status = picture_make_ready(picture, arguments, &dots);
    if (status == 0)
        status = dither_ready(picture, arguments, &dots, palette, output);
    int error = errno; /* it may say why the output failed */
    free(dots.alpha);
    errno = error;
    return status;
}

/* If nothing was asked, a palette is made for each color picture, as the library does. The command
 * makes it here, since the palette decides how the result is written. */
static void complete_colors(struct arguments *arguments, const struct picture *picture,
                            const errdiff_palette *palette)
{
    if (arguments->options.levels[0] == 0 && arguments->colors == 0 && palette->count == 0 &&
        picture->image.channels == 3 && !arguments->options.gray)
        arguments->colors = ERRDIFF_USUAL_COLORS;
}

/* Says, once in a call, that levels of each channel make colors. */
static void note_colors(const struct picture *picture, const struct arguments *arguments)
{
    static atomic_flag is_said = ATOMIC_FLAG_INIT;
    if (arguments->has_two_levels && !arguments->json && !arguments->options.gray &&
        picture->image.channels == 3 && !atomic_flag_test_and_set(&is_said))
        note("two levels of red, green and blue make up to 8 colors; for black and white, use "
             "--gray");
}

static int read_and_dither(struct picture *picture, const struct arguments *arguments,
                           errdiff_palette *palette, struct output_file *output)
{
    struct arguments own = *arguments;
    bool is_done = false;
    int status = 0;
    if (picture_comes_in_rows(picture))
        complete_colors(&own, picture, palette);
    if (pieces_suit(picture, &own))
        status = pieces_dither(picture, &own, palette, output, &is_done);
    if (status == 0 && !is_done)
        status = picture_read(picture);
    if (status == 0 && !is_done) {
        complete_colors(&own, picture, palette);
        status = dither_picture(picture, &own, palette, output);
    }
    if (status == 0)
        note_colors(picture, &own);
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
