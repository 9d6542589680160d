/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dithers each picture of a file, and writes the results to one output. */
#include "dither_file.h"

#include "animation_writer.h"
#include "fail.h"
#include "inks.h"
#include "memory_limit.h"
#include "palette_option.h"
#include "image_file.h"
#include "image_format.h"
#include "image_stages.h"
#include "pieces.h"
#include "progress_line.h"
#include "report.h"
#include "screen_option.h"
#include "shared_palette.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>

/* Where the results are written. */
struct results {
    struct output_file *output;
    struct animation_writer animation; /* of results that are frames */
    bool has_animation;                /* it was started */
};

/* Adds a frame to the animation that is written. `colors` is the palette that it was dithered to;
 * NULL: there is none. */
static int add_frame(const struct picture *result, const struct arguments *arguments,
                     const errdiff_palette *colors, struct results *results)
{
    const struct animation *read = result->animation;
    struct animation_shape shape = {
        .width = result->image.width,
        .height = result->image.height,
        .frame_count = read ? read->frame_count : 1,
        .plays = read ? read->plays : 1,
        /* With a palette for each frame, that of the first one says nothing of the others. */
        .palette = arguments->colors > 0 && picture_moves(result) ? NULL : colors,
        .is_indexed = result->palette != NULL,
        .is_gray = result->image.channels == 1 && !colors,
    };
    struct frame_time time = read ? read->time : (struct frame_time){0, 1};
    if (shape.is_indexed && !shape.palette &&
        !picture_output_format(result, arguments->out)->animation->has_palettes)
        return fail(EXIT_WRONG_CALL,
                    "%s: its frames have one palette with --indexed; add --shared-palette",
                    arguments->out);
    int status = 0;
    if (!results->has_animation) {
        results->has_animation = true;
        status = animation_writer_start(&results->animation, result, &shape, results->output,
                                        arguments->out);
    }
    return status == 0 ? animation_writer_add(&results->animation, result, time) : status;
}

static int write_pixels(const struct picture *result, const struct arguments *arguments,
                        const errdiff_palette *colors, struct results *results)
{
    if (picture_becomes_animation(result, arguments->out))
        return arguments->inks
                   ? fail(EXIT_FAILED, "%s: an animation has no files of inks", result->name)
                   : add_frame(result, arguments, colors, results);
    int status = picture_write(result, results->output, arguments->out);
    return status == 0 && arguments->inks ? inks_write(result, colors, arguments->out) : status;
}

static int write_result(const struct picture *result, const struct arguments *arguments,
                        const errdiff_palette *colors, struct dots *dots, struct results *results)
{
    struct picture enlarged = *result;
    if (dots->side == 1)
        return write_pixels(result, arguments, colors, results);
    int status = picture_enlarge_dots(&enlarged, dots);
    if (status != 0)
        return status;
    status = write_pixels(&enlarged, arguments, colors, results);
    int error = errno; /* it may say why the output failed */
    picture_free_pixels(&enlarged);
    errno = error;
    return status;
}

static int run(struct picture *picture, struct picture *result, const struct arguments *arguments,
               const errdiff_palette *colors, struct dots *dots, errdiff_options *options,
               struct results *results)
{
    errdiff_report report;
    if (dots->side == 1 && !arguments->inks && pieces_suit_in_memory(picture, arguments) &&
        !picture_becomes_animation(result, arguments->out)) {
        bool is_done = false;
        int status =
            pieces_dither_in_memory(picture, result, arguments, options, results->output, &is_done);
        if (status != 0 || is_done)
            return status;
    }
    errdiff_status dithered =
        arguments->sequence ? errdiff_sequence_dither(arguments->sequence, &picture->image,
                                                      &result->image, options, &report)
                            : errdiff_dither(&picture->image, &result->image, options, &report);
    if (dithered != ERRDIFF_OK)
        return fail(EXIT_FAILED, "%s", report.message.text);
    if (picture->alpha && result->image.bits < picture->image.bits)
        picture_narrow_alpha(picture);
    int status = write_result(result, arguments, options->palette ? colors : NULL, dots, results);
    /* The report must not end up in the picture. If the output is not a regular file, it may be
     * standard output. */
    if (status == 0 && arguments->json) {
        progress_line_end();
        report_write_json(results->output->new_file ? stdout : stderr, arguments, options->palette,
                          &picture->image, &report);
    }
    return status;
}

/* The share of the work after which a palette is made. */
static const double palette_share = 0.3;

static int dither_ready(struct picture *picture, const struct arguments *arguments,
                        struct dots *dots, errdiff_palette *palette, struct results *results)
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
    struct result_colors colors;
    if (status == 0)
        status = result_prepare(&result, picture, arguments, &options, &colors);
    if (status != 0)
        return status;
    bool has_own = result.image.data != picture->image.data;
    options.max_memory = memory_limit_rest(picture->held + picture_memory(picture) +
                                           (has_own ? picture_memory(&result) : 0));
    status = picture_check_single(picture, &result, arguments->out);
    if (status == 0)
        status = run(picture, &result, arguments, &colors.written, dots, &options, results);
    if (has_own)
        free(result.image.data);
    return status;
}

static int dither_picture(struct picture *picture, const struct arguments *arguments,
                          errdiff_palette *palette, struct results *results)
{
    struct dots dots;
    int status = picture_make_ready(picture, arguments, &dots);
    if (status == 0)
        status = dither_ready(picture, arguments, &dots, palette, results);
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
                           errdiff_palette *palette, struct results *results)
{
    struct arguments own = *arguments;
    bool is_done = false;
    int status = 0;
    picture->device = own.device;
    if (picture_comes_in_rows(picture))
        complete_colors(&own, picture, palette);
    if (pieces_suit(picture, &own) && !own.inks && !picture_becomes_animation(picture, own.out))
        status = pieces_dither(picture, &own, palette, results->output, &is_done);
    if (status == 0 && !is_done)
        status = picture_read(picture);
    if (status == 0 && !is_done) {
        complete_colors(&own, picture, palette);
        status = dither_picture(picture, &own, palette, results);
    }
    if (status == 0)
        note_colors(picture, &own);
    return status;
}

/* Makes one palette from all frames of an animation, and goes back to the first one. */
static int share_palette(struct picture *picture, struct arguments *arguments,
                         errdiff_palette *palette)
{
    if (!picture->animation)
        return fail(EXIT_WRONG_CALL, "--shared-palette needs --to, or an animation");
    int count = picture->animation->frame_count, sampled = 0, status = 0;
    errdiff_image *samples = calloc((size_t)count, sizeof *samples);
    bool has_next = true;
    if (!samples)
        return fail(EXIT_FAILED, "%s: not enough memory", picture->name);
    while (status == 0 && has_next) {
        status = shared_palette_sample(picture, arguments, count, &samples[sampled]);
        sampled += samples[sampled].data != NULL;
        if (status == 0)
            status = picture_open_next(picture, &has_next);
    }
    if (status == 0)
        status = shared_palette_make(arguments, samples, sampled, palette);
    for (int i = 0; i < sampled; i++)
        free(samples[i].data);
    free(samples);
    arguments->colors = 0;
    return status == 0 ? picture_open_again(picture) : status;
}

static int dither_pictures(struct picture *picture, const struct arguments *arguments,
                           errdiff_palette *palette, struct results *results)
{
    struct arguments own = *arguments;
    bool has_next = true;
    int status = 0;
    /* With --to, the palette of all files has been made. */
    if (own.shares_palette && own.colors > 0)
        status = share_palette(picture, &own, palette);
    while (status == 0 && has_next && !ferror(results->output->file)) {
        bool had_animation = results->has_animation;
        status = read_and_dither(picture, &own, palette, results);
        if (!had_animation && results->has_animation)
            picture->held += results->animation.memory;
        int error = errno; /* it may say why the output failed */
        if (status == 0 && !ferror(results->output->file))
            status = picture_open_next(picture, &has_next);
        errno = error;
    }
    if (status == 0 && results->has_animation && !ferror(results->output->file))
        status = animation_writer_end(&results->animation);
    return status;
}

int dither_file(const struct arguments *arguments, errdiff_palette *palette,
                struct output_file *output)
{
    struct picture picture;
    struct results results = {.output = output};
    struct arguments own = *arguments;
    int status = picture_open(&picture, arguments->in);
    if (status == 0)
        status = screen_take_resolution(&own.options, &picture);
    if (status == 0)
        status = dither_pictures(&picture, &own, palette, &results);
    int error = errno;
    if (results.has_animation)
        animation_writer_free(&results.animation);
    picture_free(&picture);
    errno = error;
    return status;
}
