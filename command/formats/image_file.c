/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads and writes image files of all formats. */
#include "image_file.h"

#include "animation.h"
#include "color_profile.h"
#include "fail.h"
#include "file_bytes.h"
#include "image_format.h"
#include "image_tags.h"
#include "image_writer.h"
#include "input_file.h"

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static bool has_alpha_channel(const struct image *image)
{
    return image->pixels.channels % 2 == 0;
}

static uint32_t per_meter(double resolution)
{
    /* The largest number that a PNG can hold. */
    return resolution >= 0.5 && resolution <= INT32_MAX ? (uint32_t)lround(resolution) : 0;
}

/* Converts the colors of what was decoded to sRGB, and turns the image upright. */
static int finish_decoding(struct image *image, const struct image_tags *tags)
{
    int status = color_profile_apply(image, tags);
    image->resolution =
        (struct resolution){.x = per_meter(tags->x_resolution), .y = per_meter(tags->y_resolution)};
    return status == 0 ? orientation_turn(image, tags->orientation) : status;
}

static int read_whole(struct image *image)
{
    uint8_t *bytes = NULL;
    size_t size = 0;
    struct image_tags tags = {.orientation = ORIENTATION_UPRIGHT};
    int status = file_read_rest(image->file, image->name, &bytes, &size);
    image->held = size;
    if (status == 0)
        status = image->format->decode(image, bytes, size, &tags);
    if (image->animation) {
        image->animation->tags = tags;
    } else {
        free(bytes);
        image->held = 0;
    }
    if (status == 0)
        status = finish_decoding(image, &tags);
    if (!image->animation)
        free(tags.profile);
    return status;
}

static int open_format(struct image *image)
{
    const struct image_format *format = image->format;
    if (!format)
        return fail(EXIT_FAILED, "%s: it is not an image of a known format", image->name);
    if (format->decode)
        return read_whole(image);
    if (format->open)
        return format->open(image);
    return fail(EXIT_FAILED, "%s: this errdiff was built without %s, which the file is",
                image->name, format->name);
}

int image_open_stream(struct image *image, FILE *file, const char *name)
{
    *image = (struct image){.file = file, .name = name};
    int first = getc(file);
    if (first == EOF)
        return fail(EXIT_FAILED, "%s: %s", name,
                    ferror(file) ? strerror(errno) : "the file is empty");
    ungetc(first, file);
    image->format = image_format_of_byte(first);
    return open_format(image);
}

int image_open(struct image *image, const char *path)
{
    if (strcmp(path, "-") == 0)
        return image_open_stream(image, stdin, "standard input");
    FILE *file;
    *image = (struct image){.name = path};
    int status = input_file_open(path, &file);
    return status == 0 ? image_open_stream(image, file, path) : status;
}

int image_read_rows(const struct image *image, const errdiff_image *rows, int first_row)
{
    return image->format->read_rows(image, rows, first_row);
}

bool image_needs_conversion(const struct image *image)
{
    if (!image->format->tags)
        return false;
    struct image_tags tags = image->format->tags(image);
    return color_profile_is_needed(image, &tags);
}

int image_convert(struct image *image)
{
    if (!image->format->tags)
        return 0;
    struct image_tags tags = image->format->tags(image);
    return color_profile_apply(image, &tags);
}

static const double meters_per_inch = 0.0254;

double image_dpi(const struct image *image)
{
    double x = image->format->tags ? image->format->tags(image).x_resolution : image->resolution.x;
    /* Pixels per meter are stored as whole numbers, from pixels per inch that mostly are whole. */
    double whole = round(x * meters_per_inch);
    return round(whole / meters_per_inch) == round(x) ? whole : x * meters_per_inch;
}

void image_set_dpi(struct image *image, double dpi)
{
    uint32_t resolution = per_meter(dpi / meters_per_inch);
    image->resolution = (struct resolution){.x = resolution, .y = resolution};
}

/* How the pixels must be turned that have not been read yet. */
static int orientation_of(const struct image *image)
{
    return image->format->tags ? image->format->tags(image).orientation : ORIENTATION_UPRIGHT;
}

bool image_comes_in_rows(const struct image *image)
{
    return !image->is_interlaced && !image->pixels.data && !has_alpha_channel(image) &&
           orientation_of(image) == ORIENTATION_UPRIGHT;
}

/* Works for 8 and 16 bits, because opaque alpha has all bits set in both. */
static bool is_opaque(const uint8_t *alpha, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (alpha[i] != UINT8_MAX)
            return false;
    return true;
}

/* Separates colors and alpha, in place, and sets the mask to 0 for pixels with alpha 0. If all
 * pixels are opaque, alpha is dropped. */
static int split_alpha(struct image *image)
{
    errdiff_image *pixels = &image->pixels;
    int color_channels = pixels->channels - 1;
    size_t sample_bytes = (size_t)pixels->bits / 8;
    size_t color_bytes = (size_t)color_channels * sample_bytes;
    size_t count = (size_t)pixels->width * (size_t)pixels->height;
    int status = image_allocate_alpha(image);
    if (status != 0)
        return status;

    const uint8_t *from = pixels->data;
    uint8_t *color = pixels->data, *alpha = image->alpha;
    for (size_t i = 0; i < count; i++) {
        memmove(color, from, color_bytes);
        memcpy(alpha, from + color_bytes, sample_bytes);
        from += color_bytes + sample_bytes;
        color += color_bytes;
        alpha += sample_bytes;
    }
    pixels->channels = color_channels;
    pixels->stride = (ptrdiff_t)pixels->width * (ptrdiff_t)color_bytes;
    if (is_opaque(image->alpha, count * sample_bytes)) {
        free(image->alpha);
        free((void *)pixels->mask);
        image->alpha = NULL;
        pixels->mask = NULL;
        return 0;
    }
    image_update_mask(image);
    return 0;
}

int image_read(struct image *image)
{
    int status = 0;
    if (!image->pixels.data) {
        status = image_allocate(image, image->name);
        if (status == 0)
            status = image_read_rows(image, &image->pixels, 0);
        if (status == 0)
            status = orientation_turn(image, orientation_of(image));
    }
    return status == 0 && has_alpha_channel(image) ? split_alpha(image) : status;
}

int image_check_single(const struct image *image, const struct image *result, const char *path)
{
    bool has_next = false;
    if (!image->format->find_next || image_output_format(result, path)->find_next)
        return 0;
    int status = image->format->find_next(image, &has_next);
    return has_next && status == 0
               ? fail(EXIT_FAILED,
                      "%s: it contains several images; only PNM and PAM can contain their results",
                      image->name)
               : status;
}

static int open_next_frame(struct image *image)
{
    image_free_pixels(image);
    int status = animation_next(image);
    /* The colors of PNG are converted later, if at all. */
    return status == 0 && image->format->decode ? finish_decoding(image, &image->animation->tags)
                                                : status;
}

int image_open_again(struct image *image)
{
    int status = animation_rewind(image);
    return status == 0 ? open_next_frame(image) : status;
}

int image_open_next(struct image *image, bool *has_next)
{
    *has_next = image->animation && animation_has_next(image);
    if (*has_next)
        return open_next_frame(image);
    if (!image->format->find_next)
        return 0;
    int status = image->format->find_next(image, has_next);
    if (status != 0 || !*has_next)
        return status;
    image_free_pixels(image);
    image->alpha = NULL;
    return image->format->open(image);
}

int image_write(const struct image *image, const struct output_file *output, const char *path)
{
    struct image_writer writer;
    int status = image_writer_start(&writer, image, output, path);
    if (status == 0)
        status = image_writer_rows(&writer, image);
    if (status == 0)
        status = image_writer_end(&writer);
    int error = errno;
    image_writer_free(&writer);
    errno = error;
    return status;
}

void image_free(struct image *image)
{
    if (image->file && image->file != stdin)
        fclose(image->file);
    image_free_pixels(image);
    animation_free(image->animation);
    if (image->format && image->format->close)
        image->format->close(image);
}
