/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What errdiff does with color profiles if it was built without lcms2. */

#include "color_profile.h"
#include "fail.h"

#include <string.h>

static bool contains(const struct picture_tags *tags, const char *word, size_t length)
{
    for (size_t i = 0; i + length <= tags->profile_size; i++)
        if (memcmp(tags->profile + i, word, length) == 0)
            return true;
    return false;
}

/* Whether the profile names sRGB, in ASCII or, as in newer profiles, in UTF-16. */
static bool is_srgb(const struct picture_tags *tags)
{
    static const char wide[] = "s\0R\0G\0B";
    return contains(tags, "sRGB", 4) || contains(tags, wide, sizeof wide - 1);
}

bool color_profile_is_needed(const struct picture *picture, const struct picture_tags *tags)
{
    (void)picture;
    return tags->profile && !is_srgb(tags);
}

int color_profile_apply(struct picture *picture, const struct picture_tags *tags)
{
    if (tags->is_cmyk)
        return fail(EXIT_FAILED,
                    "%s: its colors are CMYK, which errdiff cannot convert because it was built "
                    "without lcms2",
                    picture->name);
    if (!color_profile_is_needed(picture, tags))
        return 0;
    warn("%s: errdiff was built without lcms2, so the picture's color profile is ignored",
         picture->name);
    picture->is_srgb = true;
    return 0;
}
