/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What happens to an image between reading and dithering, and between dithering and writing: its
 * size, its dots, its transparency, and the memory of its result. */
#include "image_stages.h"

#include "device_option.h"
#include "fail.h"
#include "image_file.h"
#include "image_format.h"
#include "resize_image.h"

#include <math.h>
#include <stdlib.h>

/* ---- Sizes --------------------------------------------------------------------------------- */

bool resize_is_needed(const struct arguments *arguments)
{
    return size_text_is_named(&arguments->resize) || arguments->dot > 1;
}

/* ---- Larger pixels ------------------------------------------------------------------------ */

/* Gives the image the alpha channel that was kept. */
static void take_alpha(struct image *image, struct dots *dots)
{
    free(image->alpha);
    image->alpha = dots->alpha;
    dots->alpha = NULL;
    if (image->pixels.bits < dots->alpha_bits)
        image_narrow_alpha(image);
}

static errdiff_status enlarge(const struct image *from, struct image *to, struct dots *dots,
                              errdiff_message *message)
{
    errdiff_image dots_alpha = image_alpha(from), alpha = image_alpha(to);
    errdiff_status status = errdiff_dots_enlarge(&from->pixels, dots->side, &to->pixels, message);
    if (status == ERRDIFF_OK && dots->alpha)
        take_alpha(to, dots);
    else if (status == ERRDIFF_OK && from->alpha)
        status = errdiff_dots_enlarge(&dots_alpha, dots->side, &alpha, message);
    if (status == ERRDIFF_OK)
        image_update_mask(to);
    return status;
}

/* ---- Before dithering ---------------------------------------------------------------------- */

static errdiff_status reduce(const struct image *from, int dot, struct image *to,
                             errdiff_message *message)
{
    errdiff_image alpha = image_alpha(from), dots_alpha = image_alpha(to);
    errdiff_status status = errdiff_dots_reduce(&from->pixels, from->alpha ? &alpha : NULL,
                                                ERRDIFF_MEAN_LIGHT, dot, &to->pixels, 0, message);
    if (status == ERRDIFF_OK && from->alpha)
        status =
            errdiff_dots_reduce(&alpha, NULL, ERRDIFF_MEAN_ALPHA, dot, &dots_alpha, 0, message);
    if (status == ERRDIFF_OK)
        image_update_mask(to);
    return status;
}

/* Reduces an image that was read, with its alpha and mask, to a pixel for each dot, which is the
 * mean of the dot's light. dots->side is set. With `keeps_alpha`, dots->alpha is set to the alpha
 * channel of all pixels; the caller frees it. Returns 0, or an exit status after an error
 * message. */
static int reduce_to_dots(struct image *image, struct dots *dots, bool keeps_alpha)
{
    struct image reduced;
    int status =
        image_allocate_resized(&reduced, image, errdiff_dots_along(image->pixels.width, dots->side),
                               errdiff_dots_along(image->pixels.height, dots->side), 0);
    if (status != 0)
        return status;
    errdiff_message message;
    if (reduce(image, dots->side, &reduced, &message) != ERRDIFF_OK) {
        image_free_pixels(&reduced);
        return fail(EXIT_FAILED, "%s: %s", image->name, message.text);
    }
    if (keeps_alpha) {
        dots->alpha = image->alpha;
        dots->alpha_bits = image->pixels.bits;
        image->alpha = NULL;
    }
    image_free_pixels(image);
    *image = reduced;
    return 0;
}

/* Makes a square of pixels of each pixel, before dithering. */
static int magnify(struct image *image, const struct resize_plan *plan, int factor)
{
    struct image larger;
    struct dots dots = {.side = factor};
    errdiff_message message;
    int status = image_allocate_resized(&larger, image, plan->out_width, plan->out_height, 0);
    if (status != 0)
        return status;
    if (enlarge(image, &larger, &dots, &message) != ERRDIFF_OK) {
        image_free_pixels(&larger);
        return fail(EXIT_FAILED, "%s: %s", image->name, message.text);
    }
    image_free_pixels(image);
    *image = larger;
    return 0;
}

/* Resizes an image that was read, with its alpha and mask. */
static int resize(struct image *image, const struct resize_plan *plan)
{
    struct image resized;
    errdiff_message message;
    bool has_alpha = image->alpha != NULL;
    uint64_t bytes = resize_image_bytes(image->pixels.width, image->pixels.height, has_alpha, plan);
    int status = image_allocate_resized(&resized, image, plan->width, plan->height, bytes);
    if (status != 0)
        return status;
    errdiff_image alpha = image_alpha(image), resized_alpha = image_alpha(&resized);
    if (resize_image(&image->pixels, has_alpha ? &alpha : NULL, &resized.pixels,
                     has_alpha ? &resized_alpha : NULL, plan, NULL, NULL, &message) != ERRDIFF_OK) {
        image_free_pixels(&resized);
        return fail(EXIT_FAILED, "%s: %s", image->name, message.text);
    }
    image_update_mask(&resized);
    image_free_pixels(image);
    *image = resized;
    return 0;
}

static int change_size(struct image *image, const struct arguments *arguments, struct dots *dots)
{
    struct named_size size = arguments->resize;
    int status = resize_take_resolution(&size, arguments->options.dpi, image);
    if (status != 0)
        return status;
    struct resize_plan plan = resize_plan_make(&size, arguments->fit, arguments->dot,
                                               image->pixels.width, image->pixels.height);
    *dots = (struct dots){arguments->dot, plan.out_width, plan.out_height, NULL, 0};
    if (plan.out_width > ERRDIFF_MAX_SIDE || plan.out_height > ERRDIFF_MAX_SIDE)
        return fail(EXIT_FAILED, "%s: resized, a side would be longer than %d pixels", image->name,
                    ERRDIFF_MAX_SIDE);
    if (size.factor > 0) {
        status = magnify(image, &plan, size.factor);
        if (status != 0)
            return status;
    } else if (size_text_is_named(&size)) {
        return resize(image, &plan);
    }
    if (arguments->dot > 1)
        return reduce_to_dots(image, dots, arguments->alpha == ERRDIFF_ALPHA_KEEP);
    return 0;
}

static int reduce_alpha(struct image *image, const struct arguments *arguments)
{
    if (!image->alpha)
        return 0;
    errdiff_image alpha = image_alpha(image);
    errdiff_options options = arguments->options;
    options.progress = NULL; /* that of the colors begins at 0 again */
    errdiff_report report;
    if (errdiff_alpha_reduce(&alpha, arguments->alpha, &options, &report) != ERRDIFF_OK)
        return fail(EXIT_FAILED, "%s", report.message.text);
    image_update_mask(image);
    return 0;
}

bool needs_srgb(const struct image *image, const struct arguments *arguments)
{
    return arguments->palette || arguments->colors > 0 ||
           (arguments->options.gray && image->pixels.channels == 3) ||
           (arguments->out && (image_becomes_animation(image, arguments->out) ||
                               image_output_format(image, arguments->out)->is_srgb));
}

int image_make_ready(struct image *image, const struct arguments *arguments, struct dots *dots)
{
    *dots = (struct dots){.side = 1};
    int status = needs_srgb(image, arguments) ? image_convert(image) : 0;
    if (status == 0)
        status = change_size(image, arguments, dots);
    if (status == 0 && arguments->device)
        status = device_check_result(arguments->device, image, dots->width, dots->height);
    return status == 0 ? reduce_alpha(image, arguments) : status;
}

/* ---- After dithering ----------------------------------------------------------------------- */

/* The value of a level, as docs/rule.md has it. */
static int64_t value_of_level(int level, int count, int64_t white)
{
    return (2 * level * white + count - 1) / (2 * ((int64_t)count - 1));
}

/* Whether all levels have values that a file with 8 bits can store. */
static bool are_of_8_bits(int count, int bits)
{
    for (int i = 0; i < count && bits == 16; i++)
        if (value_of_level(i, count, UINT16_MAX) != 257 * value_of_level(i, count, UINT8_MAX))
            return false;
    return true;
}

/* Lists the combinations of levels. Returns false if there are too many. */
static bool combine_levels(const errdiff_image *image, const int levels[3], errdiff_palette *few)
{
    int counts[3] = {levels[0] > 0 ? levels[0] : 2, 1, 1}, count = 1;
    for (int c = 1; c < 3 && image->channels == 3; c++)
        counts[c] = levels[c] > 0 ? levels[c] : 2;
    for (int c = 0; c < image->channels; c++) {
        count *= counts[c];
        if (count > ERRDIFF_MAX_COLORS || !are_of_8_bits(counts[c], image->bits))
            return false;
    }
    *few = (errdiff_palette){.count = count};
    for (int i = 0; i < count; i++) {
        int numbers[3] = {i / counts[2] / counts[1], i / counts[2] % counts[1], i % counts[2]};
        for (int c = 0; c < 3; c++) {
            int from = image->channels == 3 ? c : 0;
            few->colors[i][c] = (uint8_t)value_of_level(numbers[from], counts[from], UINT8_MAX);
        }
    }
    return true;
}

/* Lists the colors that a result without transparency can have. Returns false if they are too
 * many. */
static bool list_few(const struct image *result, const errdiff_options *options,
                     struct result_colors *colors)
{
    if (!options->palette)
        return combine_levels(&result->pixels, options->levels, &colors->few);
    colors->few = colors->written;
    return true;
}

int result_prepare(struct image *result, const struct image *image,
                   const struct arguments *arguments, const errdiff_options *options,
                   struct result_colors *colors)
{
    errdiff_palette *written = &colors->written;
    if (options->palette)
        errdiff_palette_written(options->palette, options->sent, written);
    *result = *image;
    result->palette = options->indexed ? written : NULL;
    if (result->palette && image->alpha &&
        (arguments->alpha == ERRDIFF_ALPHA_KEEP || options->palette->count == 256))
        return fail(EXIT_FAILED,
                    "%s: to write its transparency with --indexed, use --alpha threshold or "
                    "dither, and a palette of at most 255 colors",
                    arguments->in);
    if (arguments->depth > 8 && image->pixels.bits == 8)
        return fail(EXIT_FAILED,
                    "%s: it is read with 8 bits per sample; a --depth of %d is for images of 16",
                    arguments->in, arguments->depth);
    if (arguments->depth > 8 && image_becomes_animation(result, arguments->out))
        return fail(EXIT_FAILED, "%s: a %s has 8 bits per sample; use --depth 8",
                    arguments->out ? arguments->out : arguments->in,
                    image_output_format(result, arguments->out)->name);
    bool is_narrow = options->indexed || arguments->narrow || arguments->depth == 8;
    int bits = is_narrow ? 8 : image->pixels.bits;
    bool has_colors = options->palette && !errdiff_palette_is_gray(written);
    int channels = options->indexed ? 1
                   : has_colors     ? 3
                   : options->gray  ? 1
                                    : image->pixels.channels;
    result->significant_bits = arguments->depth > 8 ? arguments->depth : 0;
    result->pixels.bits = bits;
    result->pixels.channels = channels;
    result->few = NULL;
    if (!arguments->true_color && !options->indexed && !image->alpha &&
        list_few(result, options, colors))
        result->few = &colors->few;
    int status = image_check_shape(result, arguments->out);
    if (status != 0 || (bits == image->pixels.bits && channels == image->pixels.channels))
        return status;
    result->pixels.data = NULL;
    result->held = image->held + image_memory(image);
    return image_allocate(result, arguments->out);
}

int image_enlarge_dots(struct image *image, struct dots *dots)
{
    struct image enlarged;
    int status = image_allocate_resized(&enlarged, image, dots->width, dots->height, 0);
    if (status != 0)
        return status;
    errdiff_message message;
    if (enlarge(image, &enlarged, dots, &message) != ERRDIFF_OK) {
        image_free_pixels(&enlarged);
        return fail(EXIT_FAILED, "%s: %s", image->name, message.text);
    }
    *image = enlarged;
    return 0;
}
