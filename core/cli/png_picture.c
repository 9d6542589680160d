/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "png_picture.h"

#include "fail.h"

#include <errno.h>
#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

enum { COMPRESSION_LEVEL = 4 };

struct png_source {
    png_structp png;
    png_infop info;
};

/* libpng's own messages go to the one line that the user gets. */
static void png_read_failed(png_structp png, png_const_charp message)
{
    fail(EXIT_FAILED, "%s: the PNG file is broken or cut short (%s)",
         (const char *)png_get_error_ptr(png), message);
    png_longjmp(png, 1);
}

static void png_write_failed(png_structp png, png_const_charp message)
{
    fail(EXIT_FAILED, "%s: %s", (const char *)png_get_error_ptr(png),
         errno != 0 ? strerror(errno) : message);
    png_longjmp(png, 1);
}

static void png_warned(png_structp png, png_const_charp message)
{
    (void)png;
    (void)message;
}

static bool is_little_endian(void)
{
    const uint16_t one = 1;
    return *(const uint8_t *)&one == 1;
}

void png_source_free(struct png_source *source)
{
    if (source)
        png_destroy_read_struct(&source->png, &source->info, NULL);
    free(source);
}

/* Full alpha has all bits set, in 8 bits and in 16. */
static bool is_opaque(const uint8_t *alpha, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (alpha[i] != UINT8_MAX)
            return false;
    return true;
}

/* Takes colours and alpha apart, in place, and leaves out what alpha 0 makes invisible. Alpha that is
 * full everywhere says nothing, and is dropped. */
static int split_alpha(struct picture *picture, int colour_channels, const char *name)
{
    errdiff_image *image = &picture->image;
    size_t sample_bytes = (size_t)image->bits / 8;
    size_t colour_bytes = (size_t)colour_channels * sample_bytes;
    size_t pixels = (size_t)image->width * (size_t)image->height;
    image->mask = malloc(pixels);
    image->mask_stride = image->width;
    picture->alpha = malloc(pixels * sample_bytes);
    if (!image->mask || !picture->alpha)
        return fail(EXIT_FAILED, "%s: not enough memory for %d × %d pixels", name, image->width,
                    image->height);

    const uint8_t *from = image->data;
    uint8_t *colour = image->data, *alpha = picture->alpha;
    for (size_t i = 0; i < pixels; i++) {
        memmove(colour, from, colour_bytes);
        memcpy(alpha, from + colour_bytes, sample_bytes);
        from += colour_bytes + sample_bytes;
        colour += colour_bytes;
        alpha += sample_bytes;
    }
    image->channels = colour_channels;
    image->stride = (ptrdiff_t)image->width * (ptrdiff_t)colour_bytes;
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

static void set_transformations(png_structp png, png_infop info)
{
    png_set_expand(png);
    if (is_little_endian())
        png_set_swap(png);
    png_set_interlace_handling(png);
    png_read_update_info(png, info);
}

int png_picture_read(struct picture *picture, FILE *file, const char *name)
{
    struct png_source *source = calloc(1, sizeof *source);
    picture->png_source = source;
    if (source)
        source->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, (void *)name, png_read_failed,
                                             png_warned);
    if (source && source->png)
        source->info = png_create_info_struct(source->png);
    if (!source || !source->info)
        return fail(EXIT_FAILED, "%s: not enough memory", name);
    png_bytep *volatile rows = NULL;
    if (setjmp(png_jmpbuf(source->png))) {
        free(rows);
        return EXIT_FAILED;
    }

    png_set_user_limits(source->png, ERRDIFF_MAX_SIDE, ERRDIFF_MAX_SIDE);
    png_init_io(source->png, file);
    png_read_info(source->png, source->info);
    set_transformations(source->png, source->info);
    int channels = png_get_channels(source->png, source->info);
    errdiff_image *image = &picture->image;
    image->width = (int)png_get_image_width(source->png, source->info);
    image->height = (int)png_get_image_height(source->png, source->info);
    image->bits = png_get_bit_depth(source->png, source->info);
    image->channels = channels;
    if (picture_allocate(picture, name) != 0)
        return EXIT_FAILED;
    rows = malloc((size_t)image->height * sizeof *rows);
    if (!rows)
        return fail(EXIT_FAILED, "%s: not enough memory", name);
    for (int y = 0; y < image->height; y++)
        rows[y] = (png_bytep)image->data + y * image->stride;
    png_read_image(source->png, rows);
    png_read_end(source->png, source->info);
    free(rows);
    return channels % 2 == 0 ? split_alpha(picture, channels - 1, name) : 0;
}

static void copy_colour_space(png_structp png, png_infop info, const struct png_source *source)
{
    png_charp profile_name;
    png_bytep profile;
    png_uint_32 profile_length;
    int compression, intent;
    double gamma, chromaticities[8];
    if (png_get_iCCP(source->png, source->info, &profile_name, &compression, &profile,
                     &profile_length))
        png_set_iCCP(png, info, profile_name, compression, profile, profile_length);
    if (png_get_sRGB(source->png, source->info, &intent))
        png_set_sRGB(png, info, intent);
    if (png_get_gAMA(source->png, source->info, &gamma))
        png_set_gAMA(png, info, gamma);
    double *c = chromaticities;
    if (png_get_cHRM(source->png, source->info, c, c + 1, c + 2, c + 3, c + 4, c + 5, c + 6, c + 7))
        png_set_cHRM(png, info, c[0], c[1], c[2], c[3], c[4], c[5], c[6], c[7]);
}

static void copy_resolution(png_structp png, png_infop info, const struct png_source *source)
{
    png_uint_32 x, y;
    int unit;
    if (png_get_pHYs(source->png, source->info, &x, &y, &unit))
        png_set_pHYs(png, info, x, y, unit);
}

/* Author, comments, and what a camera wrote, its orientation for one. */
static void copy_texts(png_structp png, png_infop info, const struct png_source *source)
{
    png_textp texts;
    int count;
    png_uint_32 exif_length;
    png_bytep exif;
    if (png_get_text(source->png, source->info, &texts, &count) > 0)
        png_set_text(png, info, texts, count);
    if (png_get_eXIf_1(source->png, source->info, &exif_length, &exif))
        png_set_eXIf_1(png, info, exif_length, exif);
}

static void join_alpha(const struct picture *picture, int y, uint8_t *row)
{
    const errdiff_image *image = &picture->image;
    if (picture->palette) {
        for (ptrdiff_t x = 0; x < image->width; x++)
            row[x] = image->mask[y * image->mask_stride + x] != 0
                         ? ((const uint8_t *)image->data)[y * image->stride + x]
                         : (uint8_t)picture->palette->count;
        return;
    }
    size_t sample_bytes = (size_t)image->bits / 8;
    size_t colour_bytes = (size_t)image->channels * sample_bytes;
    const uint8_t *colour = (const uint8_t *)image->data + y * image->stride;
    const uint8_t *alpha =
        (const uint8_t *)picture->alpha + (size_t)y * (size_t)image->width * sample_bytes;
    for (int x = 0; x < image->width; x++) {
        memcpy(row, colour, colour_bytes);
        memcpy(row + colour_bytes, alpha, sample_bytes);
        row += colour_bytes + sample_bytes;
        colour += colour_bytes;
        alpha += sample_bytes;
    }
}

static void write_rows(png_structp png, const struct picture *picture, uint8_t *alpha_row)
{
    const errdiff_image *image = &picture->image;
    for (int y = 0; y < image->height; y++) {
        if (alpha_row)
            join_alpha(picture, y, alpha_row);
        png_write_row(png,
                      alpha_row ? alpha_row : (const uint8_t *)image->data + y * image->stride);
    }
}

/* One more colour than the palette has stands for the pixels that alpha makes invisible. */
static void set_palette(png_structp png, png_infop info, const struct picture *picture)
{
    const errdiff_palette *palette = picture->palette;
    png_color colours[PNG_MAX_PALETTE_LENGTH] = {{0}};
    png_byte alphas[PNG_MAX_PALETTE_LENGTH];
    for (int i = 0; i < palette->count; i++) {
        colours[i] =
            (png_color){palette->colours[i][0], palette->colours[i][1], palette->colours[i][2]};
        alphas[i] = UINT8_MAX;
    }
    png_set_PLTE(png, info, colours, palette->count + (picture->alpha != NULL));
    if (picture->alpha) {
        alphas[palette->count] = 0;
        png_set_tRNS(png, info, alphas, palette->count + 1, NULL);
    }
}

/* The fewest bits that hold the colours' numbers; 8 or 16 without a palette. */
static int depth_of(const struct picture *picture)
{
    if (!picture->palette)
        return picture->image.bits;
    int count = picture->palette->count + (picture->alpha != NULL);
    return count <= 2 ? 1 : count <= 4 ? 2 : count <= 16 ? 4 : 8;
}

static int colour_type_of(const struct picture *picture)
{
    if (picture->palette)
        return PNG_COLOR_TYPE_PALETTE;
    return (picture->image.channels == 3 ? PNG_COLOR_MASK_COLOR : 0) |
           (picture->alpha ? PNG_COLOR_MASK_ALPHA : 0);
}

static void write_picture(png_structp png, png_infop info, const struct picture *picture,
                          uint8_t *alpha_row)
{
    const errdiff_image *image = &picture->image;
    png_set_IHDR(png, info, (png_uint_32)image->width, (png_uint_32)image->height,
                 depth_of(picture), colour_type_of(picture), PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    if (picture->palette)
        set_palette(png, info, picture);
    if (picture->png_source) {
        copy_colour_space(png, info, picture->png_source);
        copy_resolution(png, info, picture->png_source);
        copy_texts(png, info, picture->png_source);
    }
    png_write_info(png, info);
    png_set_packing(png);
    if (is_little_endian())
        png_set_swap(png);
    /* Dithered rows are noise to the filters, which only cost time and size; higher levels of
     * compression take several times as long for a tenth less. */
    png_set_compression_level(png, COMPRESSION_LEVEL);
    png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
    write_rows(png, picture, alpha_row);
    png_write_end(png, info);
}

/* Apart from its caller, so that no variable changes between setjmp and longjmp. */
static int write_or_fail(png_structp png, png_infop info, const struct picture *picture, FILE *file,
                         uint8_t *alpha_row)
{
    if (setjmp(png_jmpbuf(png)))
        return EXIT_FAILED;
    /* What a file brought along goes out again, even where libpng finds fault with it. */
    png_set_benign_errors(png, 1);
    png_set_user_limits(png, ERRDIFF_MAX_SIDE, ERRDIFF_MAX_SIDE);
    png_init_io(png, file);
    errno = 0;
    write_picture(png, info, picture, alpha_row);
    return 0;
}

int png_picture_write(const struct picture *picture, FILE *file, const char *name)
{
    const errdiff_image *image = &picture->image;
    size_t alpha_row_bytes =
        (size_t)image->width * (size_t)(image->channels + 1) * (size_t)(image->bits / 8);
    uint8_t *alpha_row = picture->alpha ? malloc(alpha_row_bytes) : NULL;
    png_structp png =
        png_create_write_struct(PNG_LIBPNG_VER_STRING, (void *)name, png_write_failed, png_warned);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    int status;
    if (!info || (picture->alpha && !alpha_row))
        status = fail(EXIT_FAILED, "%s: not enough memory", name);
    else
        status = write_or_fail(png, info, picture, file, alpha_row);
    png_destroy_write_struct(&png, &info);
    free(alpha_row);
    return status;
}
