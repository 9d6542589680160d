/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the size of a result as people write it, such as 800x480 or 80mm. */
#include "size_text.h"

#include <math.h>
#include <string.h>

const char *const size_fit_names[] = {"fit", "fill", "stretch", NULL};

static bool is_digit(char letter)
{
    return letter >= '0' && letter <= '9';
}

/* Reads digits and, after a point, decimals, in every locale. Moves *text behind them. */
static double read_number(const char **text)
{
    double number = 0, place = 1;
    for (; is_digit(**text); (*text)++)
        number = 10 * number + (**text - '0');
    if (**text == '.' && is_digit((*text)[1]))
        for ((*text)++; is_digit(**text); (*text)++)
            number += (**text - '0') * (place /= 10);
    return number;
}

/* Reads the number at *text as a side; without any it is 0. */
static bool read_side(const char **text, double *side)
{
    *side = 0;
    if (!is_digit(**text))
        return true;
    *side = read_number(text);
    return *side > 0 && *side <= ERRDIFF_MAX_SIDE;
}

static bool is_whole(double number)
{
    return floor(number) == number;
}

static bool read_sides(const char *text, struct named_size *size)
{
    bool is_good = read_side(&text, &size->width);
    if (is_good && *text == 'x') {
        text++;
        is_good = read_side(&text, &size->height);
    }
    size->is_in_millimeters = strcmp(text, "mm") == 0;
    if (!size->is_in_millimeters && (*text != '\0' || !is_whole(size->width + size->height)))
        return false;
    return is_good && size_text_is_named(size);
}

static bool read_percent(const char *text, struct named_size *size)
{
    bool is_number = is_digit(*text);
    double percent = read_number(&text);
    if (!is_number || strcmp(text, "%") != 0 || percent <= 0 || percent > SIZE_TEXT_MAX_PERCENT)
        return false;
    if (percent > 100 && is_whole(percent / 100))
        size->factor = (int)(percent / 100);
    else
        size->percent = percent;
    return true;
}

bool size_text_read(const char *text, struct named_size *size)
{
    *size = (struct named_size){0};
    return strchr(text, '%') ? read_percent(text, size) : read_sides(text, size);
}

bool size_text_is_named(const struct named_size *size)
{
    return size->width > 0 || size->height > 0 || size->percent > 0 || size->factor > 0;
}

bool size_text_keeps_shape(const struct named_size *size)
{
    return size->width == 0 || size->height == 0;
}

static int at_least_one(double length)
{
    return length < 1 ? 1 : length > ERRDIFF_MAX_SIDE ? ERRDIFF_MAX_SIDE + 1 : (int)lround(length);
}

void size_text_to_pixels(struct named_size *size, double dpi)
{
    if (!size->is_in_millimeters)
        return;
    if (size->width > 0)
        size->width = at_least_one(size->width * dpi / MILLIMETERS_PER_INCH);
    if (size->height > 0)
        size->height = at_least_one(size->height * dpi / MILLIMETERS_PER_INCH);
    size->is_in_millimeters = false;
}

static double scale_of(const struct named_size *size, double width, double height)
{
    double across = size->width / width, down = size->height / height;
    if (size->factor > 0 || size->percent > 0)
        return size->factor > 0 ? size->factor : size->percent / 100;
    if (size_text_keeps_shape(size))
        return size->width > 0 ? across : down;
    return across < down ? across : down;
}

void size_text_fit(const struct named_size *size, enum size_fit fit, double width, double height,
                   int *fitted_width, int *fitted_height)
{
    if (size_text_keeps_shape(size) || fit == SIZE_FIT) {
        double scale = scale_of(size, width, height);
        *fitted_width = at_least_one(width * scale);
        *fitted_height = at_least_one(height * scale);
    } else {
        *fitted_width = (int)size->width;
        *fitted_height = (int)size->height;
    }
}
