/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the size that --resize names. */
#include "resize_option.h"

#include "fail.h"
#include "image_file.h"

const char resize_syntax[] = "WxH, a width like 800, a height like x480, with mm after them for "
                             "millimeters, or a percentage like 50%";

bool resize_read(const char *text, struct named_size *size)
{
    if (size_text_read(text, size))
        return true;
    fail(EXIT_WRONG_CALL,
         "resize: \"%s\" is not possible; it must be %s, with sides of 1 to %d pixels and at most "
         "%d percent",
         text, resize_syntax, ERRDIFF_MAX_SIDE, SIZE_TEXT_MAX_PERCENT);
    return false;
}

int resize_take_resolution(struct named_size *size, double dpi, struct image *image)
{
    if (!size->is_in_millimeters)
        return 0;
    if (dpi == 0)
        dpi = image_dpi(image);
    if (dpi == 0)
        return fail(EXIT_WRONG_CALL,
                    "%s: the file does not say how many pixels an inch has, which a size in "
                    "millimeters needs; add --dpi, such as --dpi 300",
                    image->name);
    size_text_to_pixels(size, dpi);
    image_set_dpi(image, dpi);
    return 0;
}
