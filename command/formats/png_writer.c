/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes PNG files with libpng, row by row. */
#include "fail.h"
#include "few_colors.h"
#include "image_tags.h"
#include "png_source.h"

#include <errno.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

/* ---- Chunks of the file that was read ------------------------------------------------------ */

static bool has_colors(png_const_structp png, png_const_infop info)
{
    return png_get_color_type(png, info) & PNG_COLOR_MASK_COLOR;
}

/* The color space of an ICC profile is named at byte 16. */
static bool is_for(const char *space, png_const_bytep profile, png_uint_32 length)
{
    return length >= 20 && memcmp(profile + 16, space, 4) == 0;
}

static void copy_profile(png_structp png, png_infop info, const struct png_source *source,
                         const char *name)
{
    png_charp profile_name;
    png_bytep profile;
    png_uint_32 length;
    int compression;
    if (!png_get_iCCP(source->png, source->info, &profile_name, &compression, &profile, &length))
        return;
    if (has_colors(png, info) && is_for("GRAY", profile, length))
        warn("%s: the result has colors, so the color profile, which is for gray, is not copied",
             name);
    else if (has_colors(png, info) || !is_for("RGB ", profile, length)) /* then it is like sRGB's */
        png_set_iCCP(png, info, profile_name, compression, profile, length);
}

static void copy_color_space(png_structp png, png_infop info, const struct png_source *source,
                             const char *name)
{
    int intent;
    png_fixed_point gamma, c[8];
    copy_profile(png, info, source, name);
    if (png_get_sRGB(source->png, source->info, &intent))
        png_set_sRGB(png, info, intent);
    if (png_get_gAMA_fixed(source->png, source->info, &gamma))
        png_set_gAMA_fixed(png, info, gamma);
    if (png_get_cHRM_fixed(source->png, source->info, c, c + 1, c + 2, c + 3, c + 4, c + 5, c + 6,
                           c + 7))
        png_set_cHRM_fixed(png, info, c[0], c[1], c[2], c[3], c[4], c[5], c[6], c[7]);
}

static png_byte at_most(png_byte bits, int depth)
{
    return bits < depth ? bits : (png_byte)depth;
}

/* If a gray image becomes a color image, each channel gets the significant bits of gray. In
 * the colors of a palette all bits are significant, and in pixels of a resized image, too. */
static void copy_significant_bits(png_structp png, png_infop info, const struct png_source *source)
{
    png_color_8p bits;
    int depth = png_get_bit_depth(png, info);
    png_uint_32 width = png_get_image_width(png, info), height = png_get_image_height(png, info);
    bool is_sideways = orientation_is_sideways(source->orientation);
    if (png_get_color_type(png, info) == PNG_COLOR_TYPE_PALETTE ||
        (is_sideways ? height : width) != png_get_image_width(source->png, source->info) ||
        (is_sideways ? width : height) != png_get_image_height(source->png, source->info) ||
        !png_get_sBIT(source->png, source->info, &bits))
        return;
    bool was_gray = !has_colors(source->png, source->info);
    png_color_8 kept = {
        .red = at_most(was_gray ? bits->gray : bits->red, depth),
        .green = at_most(was_gray ? bits->gray : bits->green, depth),
        .blue = at_most(was_gray ? bits->gray : bits->blue, depth),
        .gray = at_most(bits->gray, depth),
        .alpha = at_most(bits->alpha > 0 ? bits->alpha : (png_byte)depth, depth),
    };
    png_set_sBIT(png, info, &kept);
}

/* Those of 16-bit samples that have fewer. The alpha channel keeps its own. */
static void set_significant_bits(png_structp png, png_infop info, const struct image *image)
{
    png_color_8p copied = NULL;
    const png_byte bits = (png_byte)image->significant_bits;
    png_color_8 set = {.red = bits, .green = bits, .blue = bits, .gray = bits, .alpha = 16};
    if (bits == 0 || png_get_bit_depth(png, info) != 16)
        return;
    if (png_get_sBIT(png, info, &copied))
        set.alpha = copied->alpha;
    png_set_sBIT(png, info, &set);
}

static void copy_resolution(png_structp png, png_infop info, const struct png_source *source)
{
    png_uint_32 x, y;
    int unit;
    if (png_get_pHYs(source->png, source->info, &x, &y, &unit))
        png_set_pHYs(png, info, x, y, unit);
}

/* Copies texts, such as author and comments, and the time of the last change. */
static void copy_texts(png_structp png, png_infop info, png_structp from_png, png_infop from)
{
    png_textp texts;
    int count;
    png_timep time;
    if (png_get_text(from_png, from, &texts, &count) > 0)
        png_set_text(png, info, texts, count);
    if (png_get_tIME(from_png, from, &time))
        png_set_tIME(png, info, time);
}

/* Copies Exif, the data of cameras. */
static void copy_exif(png_structp png, png_infop info, png_structp from_png, png_infop from)
{
    png_uint_32 length;
    png_bytep exif;
    if (png_get_eXIf_1(from_png, from, &length, &exif))
        png_set_eXIf_1(png, info, length, exif);
}

static void copy_chunks(png_structp png, png_infop info, const struct image *image,
                        const char *name)
{
    const struct png_source *source = image->png_source;
    if (!image->is_srgb)
        copy_color_space(png, info, source, name);
    copy_significant_bits(png, info, source);
    copy_resolution(png, info, source);
    copy_texts(png, info, source->png, source->info);
    copy_exif(png, info, source->png, source->info);
}

static void copy_end_chunks(png_structp png, png_infop end, const struct png_source *source)
{
    copy_texts(png, end, source->png, source->end);
    if (!png_get_valid(source->png, source->info, PNG_INFO_eXIf))
        copy_exif(png, end, source->png, source->end);
}

/* ---- The file ------------------------------------------------------------------------------ */

enum { COMPRESSION_LEVEL = 4 };

struct png_writer {
    png_structp png;
    png_infop info;
    png_infop end; /* what comes after the pixels */
    const struct png_source *source;
    const char *name;
    struct png_failure failure;
    struct few_colors *few; /* of which it stores numbers or grays; NULL: it stores samples */
    bool has_grays;
    uint8_t *numbers; /* a row */
    int width;
};

static int fail_write(const struct png_writer *writer)
{
    if (writer->failure.is_of_memory)
        return fail(EXIT_FAILED, "%s: not enough memory", writer->name);
    return fail(EXIT_FAILED, "%s: %s", writer->name,
                errno != 0 ? strerror(errno) : writer->failure.message);
}

/* Sets the palette. With alpha, pixels with alpha 0 get an additional color after the last one. */
static void set_palette(png_structp png, png_infop info, const errdiff_palette *palette,
                        bool has_alpha)
{
    png_color colors[PNG_MAX_PALETTE_LENGTH] = {{0}};
    png_byte alphas[PNG_MAX_PALETTE_LENGTH];
    for (int i = 0; i < palette->count; i++) {
        colors[i] =
            (png_color){palette->colors[i][0], palette->colors[i][1], palette->colors[i][2]};
        alphas[i] = UINT8_MAX;
    }
    png_set_PLTE(png, info, colors, palette->count + has_alpha);
    if (has_alpha) {
        alphas[palette->count] = 0;
        png_set_tRNS(png, info, alphas, palette->count + 1, NULL);
    }
}

/* The bits of a sample: 8 or 16 or, with a palette, the fewest bits that hold the colors'
 * numbers. */
static int depth_of(const struct png_writer *writer, const struct image *image)
{
    if (writer->few)
        return writer->has_grays ? writer->few->gray_bits : writer->few->number_bits;
    if (!image->palette)
        return image->pixels.bits;
    int count = image->palette->count + (image->alpha != NULL);
    return count <= 2 ? 1 : count <= 4 ? 2 : count <= 16 ? 4 : 8;
}

static int color_type_of(const struct png_writer *writer, const struct image *image)
{
    if (writer->few)
        return writer->has_grays ? PNG_COLOR_TYPE_GRAY : PNG_COLOR_TYPE_PALETTE;
    if (image->palette)
        return PNG_COLOR_TYPE_PALETTE;
    return (image->pixels.channels == 3 ? PNG_COLOR_MASK_COLOR : 0) |
           (image->alpha ? PNG_COLOR_MASK_ALPHA : 0);
}

/* Whether the image's profile is one for gray, which a file with a palette cannot have. */
static bool has_gray_profile(const struct image *shape)
{
    png_charp name;
    png_bytep profile;
    png_uint_32 length;
    int compression;
    return shape->png_source && !shape->is_srgb &&
           png_get_iCCP(shape->png_source->png, shape->png_source->info, &name, &compression,
                        &profile, &length) &&
           is_for("GRAY", profile, length);
}

/* Plans to store the few colors of an image with fewer bits than its samples have. Returns false
 * if there is not enough memory. */
static bool plan_few(struct png_writer *writer, const struct image *shape)
{
    struct few_colors *few = malloc(sizeof *few);
    if (!few)
        return false;
    writer->few = few;
    few_colors_prepare(few, shape);
    /* An image in color loses such a profile anyway. */
    bool keeps_profile = shape->pixels.channels == 1 && has_gray_profile(shape);
    writer->has_grays = few->gray_bits > 0 && (few->gray_bits <= few->number_bits || keeps_profile);
    int bits = writer->has_grays ? few->gray_bits : few->number_bits;
    bool is_smaller = bits < shape->pixels.bits * shape->pixels.channels;
    if (!is_smaller || (!writer->has_grays && keeps_profile)) {
        free(few);
        writer->few = NULL;
        return true;
    }
    writer->width = shape->pixels.width;
    writer->numbers = malloc((size_t)writer->width);
    return writer->numbers != NULL;
}

static void write_header(const struct png_writer *writer, const struct image *shape)
{
    png_structp png = writer->png;
    const errdiff_image *pixels = &shape->pixels;
    png_set_IHDR(png, writer->info, (png_uint_32)pixels->width, (png_uint_32)pixels->height,
                 depth_of(writer, shape), color_type_of(writer, shape), PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    if (shape->palette || (writer->few && !writer->has_grays))
        set_palette(png, writer->info, shape->palette ? shape->palette : shape->few,
                    shape->alpha != NULL);
    if (writer->source)
        copy_chunks(png, writer->info, shape, writer->name);
    if (shape->resolution.x > 0 && shape->resolution.y > 0)
        png_set_pHYs(png, writer->info, shape->resolution.x, shape->resolution.y,
                     PNG_RESOLUTION_METER);
    set_significant_bits(png, writer->info, shape);
    png_write_info(png, writer->info);
    png_set_packing(png);
    if (host_is_little_endian())
        png_set_swap(png);
    /* PNG's filters find no pattern in dithered rows, so they would only cost time and size. Higher
     * levels of compression take several times as long and make files a tenth smaller. */
    png_set_compression_level(png, COMPRESSION_LEVEL);
    png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
}

static void start(struct png_writer *writer, const struct image *shape, FILE *file)
{
    writer->info = png_create_info_struct(writer->png);
    writer->end = png_create_info_struct(writer->png);
    if (!writer->info || !writer->end)
        png_error(writer->png, "out of memory");
    /* Chunks that were read are written again, even if libpng considers them faulty. */
    png_set_benign_errors(writer->png, 1);
    png_set_user_limits(writer->png, ERRDIFF_MAX_SIDE, ERRDIFF_MAX_SIDE);
    png_init_io(writer->png, file);
    errno = 0;
    write_header(writer, shape);
}

static int start_file(struct image_writer *file, const struct image *shape)
{
    struct png_writer *writer = calloc(1, sizeof *writer);
    file->state = writer;
    if (writer) {
        writer->name = file->name;
        writer->source = shape->png_source;
        writer->png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &writer->failure,
                                              png_failure_by_error, png_failure_by_warning);
    }
    if (!writer || !writer->png || (shape->few && !plan_few(writer, shape)))
        return fail(EXIT_FAILED, "%s: not enough memory", file->name);
    if (setjmp(png_jmpbuf(writer->png)))
        return fail_write(writer);
    start(writer, shape, file->file);
    return 0;
}

/* Makes the row of numbers or grays of a row of samples. */
static int number_row(const struct png_writer *writer, const void *row)
{
    if (!few_colors_of_row(writer->few, row, writer->width, writer->numbers))
        return fail(EXIT_FAILED, "%s: a pixel has none of the colors; use --true-color",
                    writer->name);
    for (int x = 0; x < writer->width && writer->has_grays; x++)
        writer->numbers[x] = few_colors_gray(writer->few, writer->numbers[x]);
    return 0;
}

static int write_row(struct image_writer *file, const void *row)
{
    struct png_writer *writer = file->state;
    int status = writer->few ? number_row(writer, row) : 0;
    if (status != 0)
        return status;
    if (setjmp(png_jmpbuf(writer->png)))
        return fail_write(writer);
    errno = 0;
    png_write_row(writer->png, writer->few ? writer->numbers : row);
    return 0;
}

static int end_file(struct image_writer *file)
{
    struct png_writer *writer = file->state;
    if (setjmp(png_jmpbuf(writer->png)))
        return fail_write(writer);
    errno = 0;
    if (writer->source)
        copy_end_chunks(writer->png, writer->end, writer->source);
    /* With writer->info in place of writer->end libpng would write Exif a second time. */
    png_write_end(writer->png, writer->end);
    return 0;
}

static void release(struct image_writer *file)
{
    struct png_writer *writer = file->state;
    if (!writer)
        return;
    if (writer->png)
        png_destroy_info_struct(writer->png, &writer->end);
    png_destroy_write_struct(&writer->png, &writer->info);
    free(writer->few);
    free(writer->numbers);
    free(writer);
}

const struct image_encoder png_encoder = {
    .start = start_file, .write_row = write_row, .end = end_file, .release = release};
