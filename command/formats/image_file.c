/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads and writes picture files of all formats. */
#include "image_file.h"

#include "animation.h"
#include "color_profile.h"
#include "fail.h"
#include "file_bytes.h"
#include "image_format.h"
#include "image_tags.h"
#include "image_writer.h"

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static bool has_alpha_channel(const struct picture *picture)
{
    return picture->image.channels % 2 == 0;
}

static uint32_t per_meter(double resolution)
{
    /* The largest number that a PNG can hold. */
    return resolution >= 0.5 && resolution <= INT32_MAX ? (uint32_t)lround(resolution) : 0;
}

/* Converts the colors of what was decoded to sRGB, and turns the picture upright. */
static int finish_decoding(struct picture *picture, const struct picture_tags *tags)
{
    int status = color_profile_apply(picture, tags);
    picture->resolution =
        (struct resolution){.x = per_meter(tags->x_resolution), .y = per_meter(tags->y_resolution)};
    return status == 0 ? orientation_turn(picture, tags->orientation) : status;
}

static int read_whole(struct picture *picture)
{
    uint8_t *bytes = NULL;
    size_t size = 0;
    struct picture_tags tags = {.orientation = ORIENTATION_UPRIGHT};
    int status = file_read_rest(picture->file, picture->name, &bytes, &size);
    picture->held = size;
    if (status == 0)
        status = picture->format->decode(picture, bytes, size, &tags);
    if (picture->animation) {
        picture->animation->tags = tags;
    } else {
        free(bytes);
        picture->held = 0;
    }
    if (status == 0)
        status = finish_decoding(picture, &tags);
    if (!picture->animation)
        free(tags.profile);
    return status;
}

static int open_format(struct picture *picture)
{
    const struct picture_format *format = picture->format;
    if (!format)
        return fail(EXIT_FAILED, "%s: it is not a picture of a known format", picture->name);
    if (format->decode)
        return read_whole(picture);
    if (format->open)
        return format->open(picture);
    return fail(EXIT_FAILED, "%s: this errdiff was built without %s, which the file is",
                picture->name, format->name);
}

int picture_open_stream(struct picture *picture, FILE *file, const char *name)
{
    *picture = (struct picture){.file = file, .name = name};
    int first = getc(file);
    if (first == EOF && ferror(file) && errno == EISDIR)
        return fail(EXIT_FAILED, "%s: it is a folder; for all pictures in it, use --to", name);
    if (first == EOF)
        return fail(EXIT_FAILED, "%s: %s", name,
                    ferror(file) ? strerror(errno) : "the file is empty");
    ungetc(first, file);
    picture->format = picture_format_of_byte(first);
    return open_format(picture);
}

int picture_open(struct picture *picture, const char *path)
{
    if (strcmp(path, "-") == 0)
        return picture_open_stream(picture, stdin, "standard input");
    FILE *file = fopen(path, "rb");
    if (file)
        return picture_open_stream(picture, file, path);
    *picture = (struct picture){.name = path};
    return fail(EXIT_FAILED, "%s: %s", path, strerror(errno));
}

int picture_read_rows(const struct picture *picture, const errdiff_image *rows, int first_row)
{
    return picture->format->read_rows(picture, rows, first_row);
}

bool picture_needs_conversion(const struct picture *picture)
{
    if (!picture->format->tags)
        return false;
    struct picture_tags tags = picture->format->tags(picture);
    return color_profile_is_needed(picture, &tags);
}

int picture_convert(struct picture *picture)
{
    if (!picture->format->tags)
        return 0;
    struct picture_tags tags = picture->format->tags(picture);
    return color_profile_apply(picture, &tags);
}

double picture_dpi(const struct picture *picture)
{
    const double inch = 0.0254;
    double x =
        picture->format->tags ? picture->format->tags(picture).x_resolution : picture->resolution.x;
    /* Pixels per meter are stored as whole numbers, from pixels per inch that mostly are whole. */
    double whole = round(x * inch);
    return round(whole / inch) == round(x) ? whole : x * inch;
}

bool picture_comes_in_rows(const struct picture *picture)
{
    return !picture->is_interlaced && !picture->image.data && !has_alpha_channel(picture);
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
static int split_alpha(struct picture *picture)
{
    errdiff_image *image = &picture->image;
    int color_channels = image->channels - 1;
    size_t sample_bytes = (size_t)image->bits / 8;
    size_t color_bytes = (size_t)color_channels * sample_bytes;
    size_t pixels = (size_t)image->width * (size_t)image->height;
    int status = picture_allocate_alpha(picture);
    if (status != 0)
        return status;

    const uint8_t *from = image->data;
    uint8_t *color = image->data, *alpha = picture->alpha;
    for (size_t i = 0; i < pixels; i++) {
        memmove(color, from, color_bytes);
        memcpy(alpha, from + color_bytes, sample_bytes);
        from += color_bytes + sample_bytes;
        color += color_bytes;
        alpha += sample_bytes;
    }
    image->channels = color_channels;
    image->stride = (ptrdiff_t)image->width * (ptrdiff_t)color_bytes;
    if (is_opaque(picture->alpha, pixels * sample_bytes)) {
        free(picture->alpha);
        free((void *)image->mask);
        picture->alpha = NULL;
        image->mask = NULL;
        return 0;
    }
    picture_update_mask(picture);
    return 0;
}

int picture_read(struct picture *picture)
{
    int status = 0;
    if (!picture->image.data) {
        status = picture_allocate(picture, picture->name);
        if (status == 0)
            status = picture_read_rows(picture, &picture->image, 0);
    }
    return status == 0 && has_alpha_channel(picture) ? split_alpha(picture) : status;
}

int picture_check_single(const struct picture *picture, const struct picture *result,
                         const char *path)
{
    bool has_next = false;
    if (!picture->format->find_next || picture_output_format(result, path)->find_next)
        return 0;
    int status = picture->format->find_next(picture, &has_next);
    return has_next && status == 0
               ? fail(
                     EXIT_FAILED,
                     "%s: it contains several pictures; only PNM and PAM can contain their results",
                     picture->name)
               : status;
}

static int open_next_frame(struct picture *picture)
{
    picture_free_pixels(picture);
    int status = animation_next(picture);
    /* The colors of PNG are converted later, if at all. */
    return status == 0 && picture->format->decode
               ? finish_decoding(picture, &picture->animation->tags)
               : status;
}

int picture_open_again(struct picture *picture)
{
    int status = animation_rewind(picture);
    return status == 0 ? open_next_frame(picture) : status;
}

int picture_open_next(struct picture *picture, bool *has_next)
{
    *has_next = picture->animation && animation_has_next(picture);
    if (*has_next)
        return open_next_frame(picture);
    if (!picture->format->find_next)
        return 0;
    int status = picture->format->find_next(picture, has_next);
    if (status != 0 || !*has_next)
        return status;
    picture_free_pixels(picture);
    picture->alpha = NULL;
    return picture->format->open(picture);
}

int picture_write(const struct picture *picture, const struct output_file *output, const char *path)
{
    struct picture_writer writer;
    int status = picture_writer_start(&writer, picture, output, path);
    if (status == 0)
        status = picture_writer_rows(&writer, picture);
    if (status == 0)
        status = picture_writer_end(&writer);
    int error = errno;
    picture_writer_free(&writer);
    errno = error;
    return status;
}

void picture_free(struct picture *picture)
{
    if (picture->file && picture->file != stdin)
        fclose(picture->file);
    picture_free_pixels(picture);
    animation_free(picture->animation);
    if (picture->format && picture->format->close)
        picture->format->close(picture);
}
