/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dithers each image of a file, and writes the results to one output. */
#include "dither_file.h"

#include "animation_writer.h"
#include "fail.h"
#include "image_file.h"
#include "image_format.h"
#include "image_stages.h"
#include "inks.h"
#include "memory_limit.h"
#include "palette_option.h"
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
static int add_frame(const struct image *result, const struct arguments *arguments,
                     const errdiff_palette *colors, struct results *results)
{
    const struct animation *read = result->animation;
    struct animation_shape shape = {
        .width = result->pixels.width,
        .height = result->pixels.height,
        .frame_count = read ? read->frame_count : 1,
        .plays = read ? read->plays : 1,
        /* With a palette for each frame, that of the first one says nothing of the others. */
        .palette = arguments->colors > 0 && image_moves(result) ? NULL : colors,
        .is_indexed = result->palette != NULL,
        .is_gray = result->pixels.channels == 1 && !colors,
    };
    struct frame_time time = read ? read->time : (struct frame_time){0, 1};
    if (shape.is_indexed && !shape.palette &&
        !image_output_format(result, arguments->out)->animation->has_palettes)
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

static int write_pixels(const struct image *result, const struct arguments *arguments,
                        const errdiff_palette *colors, struct results *results)
{
    if (image_becomes_animation(result, arguments->out))
        return arguments->inks
                   ? fail(EXIT_FAILED, "%s: an animation has no files of inks", result->name)
                   : add_frame(result, arguments, colors, results);
    int status = image_write(result, results->output, arguments->out);
    return status == 0 && arguments->inks ? inks_write(result, colors, arguments->out) : status;
}

static int write_result(const struct image *result, const struct arguments *arguments,
                        const errdiff_palette *colors, struct dots *dots, struct results *results)
{
    struct image enlarged = *result;
    if (dots->side == 1)
        return write_pixels(result, arguments, colors, results);
    int status = image_enlarge_dots(&enlarged, dots);
    if (status != 0)
        return status;
    status = write_pixels(&enlarged, arguments, colors, results);
    int error = errno; /* it may say why the output failed */
    image_free_pixels(&enlarged);
    errno = error;
    return status;
}

static int run(struct image *image, struct image *result, const struct arguments *arguments,
               const errdiff_palette *colors, struct dots *dots, errdiff_options *options,
               struct results *results)
{
    errdiff_report report;
    if (dots->side == 1 && !arguments->inks && pieces_suit_in_memory(image, arguments) &&
        !image_becomes_animation(result, arguments->out)) {
        bool is_done = false;
        int status =
            pieces_dither_in_memory(image, result, arguments, options, results->output, &is_done);
        if (status != 0 || is_done)
            return status;
    }
    errdiff_status dithered =
        arguments->sequence ? errdiff_sequence_dither(arguments->sequence, &image->pixels,
                                                      &result->pixels, options, &report)
                            : errdiff_dither(&image->pixels, &result->pixels, options, &report);
    if (dithered != ERRDIFF_OK)
        return fail(EXIT_FAILED, "%s", report.message.text);
    if (image->alpha && result->pixels.bits < image->pixels.bits)
        image_narrow_alpha(image);
    int status = write_result(result, arguments, options->palette ? colors : NULL, dots, results);
    /* The report must not end up in the image. If the output is not a regular file, it may be
     * standard output. */
    if (status == 0 && arguments->json) {
        progress_line_end();
        report_write_json(results->output->new_file ? stdout : stderr, arguments, options->palette,
                          &image->pixels, &report);
    }
    return status;
}

/* The share of the work after which a palette is made. */
static const double palette_share = 0.3;

static int dither_ready(struct image *image, const struct arguments *arguments, struct dots *dots,
                        errdiff_palette *palette, struct results *results)
{
    errdiff_options options = arguments->options;
    bool makes_palette = arguments->colors > 0;
    errdiff_progress_share first = {options.progress, options.progress_user, 0, palette_share};
    errdiff_progress_share rest = {options.progress, options.progress_user,
                                   makes_palette ? palette_share : 0, 1};
    options.measure = arguments->json;
    options.progress = errdiff_progress_share_report;
    options.progress_user = &first;
    int status = palette_make(arguments, &image->pixels, &options, palette);
    options.progress_user = &rest;
    if (palette->count > 0)
        options.palette = palette;
    struct image result;
    struct result_colors colors;
    if (status == 0)
        status = result_prepare(&result, image, arguments, &options, &colors);
    if (status != 0)
        return status;
    bool has_own = result.pixels.data != image->pixels.data;
    options.max_memory = memory_limit_rest(image->held + image_memory(image) +
                                           (has_own ? image_memory(&result) : 0));
    status = image_check_single(image, &result, arguments->out);
    if (status == 0)
        status = run(image, &result, arguments, &colors.written, dots, &options, results);
    if (has_own)
        free(result.pixels.data);
    return status;
}

static int dither_image(struct image *image, const struct arguments *arguments,
                        errdiff_palette *palette, struct results *results)
{
    struct dots dots;
    int status = image_make_ready(image, arguments, &dots);
    if (status == 0)
        status = dither_ready(image, arguments, &dots, palette, results);
    int error = errno; /* it may say why the output failed */
    free(dots.alpha);
    errno = error;
    return status;
}

/* If nothing was asked, a palette is made for each color image, as the library does. The command
 * makes it here, since the palette decides how the result is written. With --inks the colors are
 * those of three inks. */
static void complete_colors(struct arguments *arguments, const struct image *image,
                            const errdiff_palette *palette)
{
    int *levels = arguments->options.levels;
    if (levels[0] != 0 || arguments->colors != 0 || palette->count != 0 ||
        image->pixels.channels != 3 || arguments->options.gray)
        return;
    if (arguments->inks)
        levels[0] = levels[1] = levels[2] = 2;
    else
        arguments->colors = ERRDIFF_USUAL_COLORS;
}

/* Says, once in a call, that levels of each channel make colors. */
static void note_colors(const struct image *image, const struct arguments *arguments)
{
    static atomic_flag is_said = ATOMIC_FLAG_INIT;
    if (arguments->has_two_levels && !arguments->json && !arguments->options.gray &&
        image->pixels.channels == 3 && !atomic_flag_test_and_set(&is_said))
        note("two levels of red, green and blue make up to 8 colors; for black and white, use "
             "--gray");
}

static int read_and_dither(struct image *image, const struct arguments *arguments,
                           errdiff_palette *palette, struct results *results)
{
    struct arguments own = *arguments;
    bool is_done = false;
    int status = 0;
    image->device = own.device;
    if (image_comes_in_rows(image))
        complete_colors(&own, image, palette);
    if (pieces_suit(image, &own) && !own.inks && !image_becomes_animation(image, own.out))
        status = pieces_dither(image, &own, palette, results->output, &is_done);
    if (status == 0 && !is_done)
        status = image_read(image);
    if (status == 0 && !is_done) {
        complete_colors(&own, image, palette);
        status = dither_image(image, &own, palette, results);
    }
    if (status == 0)
        note_colors(image, &own);
    return status;
}

/* Makes one palette from all frames of an animation, and goes back to the first one. */
static int share_palette(struct image *image, struct arguments *arguments, errdiff_palette *palette)
{
    if (!image->animation)
        return fail(EXIT_WRONG_CALL, "--shared-palette needs --to, or an animation");
    int count = image->animation->frame_count, sampled = 0, status = 0;
    errdiff_image *samples = calloc((size_t)count, sizeof *samples);
    bool has_next = true;
    if (!samples)
        return fail(EXIT_FAILED, "%s: not enough memory", image->name);
    while (status == 0 && has_next) {
        status = shared_palette_sample(image, arguments, count, &samples[sampled]);
        sampled += samples[sampled].data != NULL;
        if (status == 0)
            status = image_open_next(image, &has_next);
    }
    if (status == 0)
        status = shared_palette_make(arguments, samples, sampled, palette);
    for (int i = 0; i < sampled; i++)
        free(samples[i].data);
    free(samples);
    arguments->colors = 0;
    return status == 0 ? image_open_again(image) : status;
}

static int dither_images(struct image *image, const struct arguments *arguments,
                         errdiff_palette *palette, struct results *results)
{
    struct arguments own = *arguments;
    bool has_next = true;
    int status = 0;
    /* With --to, the palette of all files has been made. */
    if (own.shares_palette && own.colors > 0)
        status = share_palette(image, &own, palette);
    while (status == 0 && has_next && !ferror(results->output->file)) {
        bool had_animation = results->has_animation;
        status = read_and_dither(image, &own, palette, results);
        if (!had_animation && results->has_animation)
            image->held += results->animation.memory;
        int error = errno; /* it may say why the output failed */
        if (status == 0 && !ferror(results->output->file))
            status = image_open_next(image, &has_next);
        errno = error;
    }
    if (status == 0 && results->has_animation && !ferror(results->output->file))
        status = animation_writer_end(&results->animation);
    return status;
}

int dither_file(const struct arguments *arguments, errdiff_palette *palette,
                struct output_file *output)
{
    struct image image;
    struct results results = {.output = output};
    struct arguments own = *arguments;
    int status = image_open(&image, arguments->in);
    if (status == 0)
        status = screen_take_resolution(&own.options, &image);
    if (status == 0)
        status = dither_images(&image, &own, palette, &results);
    int error = errno;
    if (results.has_animation)
        animation_writer_free(&results.animation);
    image_free(&image);
    errno = error;
    return status;
}
