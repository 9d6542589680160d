/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "png_chunks.h"

#include "fail.h"

#include <string.h>

static bool has_colors(png_const_structp png, png_const_infop info)
{
    return png_get_color_type(png, info) & PNG_COLOR_MASK_COLOR;
}

/* The color space of an ICC profile is named at byte 16. */
static bool is_for_gray(png_const_bytep profile, png_uint_32 length)
{
    return length >= 20 && memcmp(profile + 16, "GRAY", 4) == 0;
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
    if (has_colors(png, info) && is_for_gray(profile, length))
        warn("%s: the result has colors, so the color profile, which is for gray, is not copied",
             name);
    else
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

/* If a gray picture becomes a color picture, each channel gets the significant bits of gray. In
 * the colors of a palette all bits are significant. */
static void copy_significant_bits(png_structp png, png_infop info, const struct png_source *source)
{
    png_color_8p bits;
    int depth = png_get_bit_depth(png, info);
    if (png_get_color_type(png, info) == PNG_COLOR_TYPE_PALETTE ||
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

/* Copies Exif, the data of cameras, such as the orientation. */
static void copy_exif(png_structp png, png_infop info, png_structp from_png, png_infop from)
{
    png_uint_32 length;
    png_bytep exif;
    if (png_get_eXIf_1(from_png, from, &length, &exif))
        png_set_eXIf_1(png, info, length, exif);
}

void png_chunks_copy(png_structp png, png_infop info, const struct picture *picture,
                     const char *name)
{
    const struct png_source *source = picture->png_source;
    if (!picture->is_srgb)
        copy_color_space(png, info, source, name);
    copy_significant_bits(png, info, source);
    copy_resolution(png, info, source);
    copy_texts(png, info, source->png, source->info);
    copy_exif(png, info, source->png, source->info);
}

void png_chunks_copy_end(png_structp png, png_infop end, const struct png_source *source)
{
    copy_texts(png, end, source->png, source->end);
    if (!png_get_valid(source->png, source->info, PNG_INFO_eXIf))
        copy_exif(png, end, source->png, source->end);
}
