/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "png_profile.h"

#include "color_profile.h"
#include "png_source.h"

#include <math.h>

/* Programs write 1/2.2 for sRGB's curve. libpng takes gammas for equal if they differ by
 * less than same_gamma. */
static const double srgb_gamma = 1 / 2.2, same_gamma = 0.05;

/* The tags of the chunks; their profile belongs to the source. */
static struct picture_tags read_tags(const struct png_source *source)
{
    struct picture_tags tags = {0};
    png_charp name;
    png_bytep profile;
    png_uint_32 size;
    int number;
    if (png_get_iCCP(source->png, source->info, &name, &number, &profile, &size)) {
        tags.profile = profile;
        tags.profile_size = size;
        return tags;
    }
    if (png_get_sRGB(source->png, source->info, &number))
        return tags;
    double gamma, *c = tags.chromaticities;
    if (png_get_gAMA(source->png, source->info, &gamma) && gamma > 0 &&
        fabs(gamma / srgb_gamma - 1) > same_gamma)
        tags.gamma = 1 / gamma;
    tags.has_chromaticities = png_get_cHRM(source->png, source->info, c, c + 1, c + 2, c + 3, c + 4,
                                           c + 5, c + 6, c + 7) != 0;
    return tags;
}

bool png_profile_is_needed(const struct picture *picture)
{
    struct picture_tags tags = read_tags(picture->png_source);
    return color_profile_is_needed(picture, &tags);
}

int png_profile_apply(struct picture *picture)
{
    struct picture_tags tags = read_tags(picture->png_source);
    return color_profile_apply(picture, &tags);
}
