/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads what --viewing names: pixels per degree, or a distance and a resolution. */
#include "viewing_option.h"

#include "fail.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    double inches;
} units[] = {{"mm", 1 / 25.4}, {"cm", 1 / 2.54}, {"m", 100 / 2.54}, {"in", 1}, {"ft", 12}};

bool is_viewing(const errdiff_option_info *info)
{
    return strcmp(info->name, "viewing") == 0;
}

void viewing_describe(struct option *option)
{
    option->value_name = "PIXELS_PER_DEGREE";
    option->info.syntax = "15 to 200, or the viewer's distance in mm, cm, m, in or ft and the "
                          "resolution, like 60cm,96dpi";
}

/* Reads a number above 0 at the start of a text. NULL: there is none; else the rest. */
static const char *read_number(const char *text, double *number)
{
    char *end;
    *number = strtod(text, &end);
    return end != text && isfinite(*number) && *number > 0 ? end : NULL;
}

/* Reads a distance and the comma after it. NULL: it is none; else the rest. */
static const char *read_distance(const char *text, double *inches)
{
    const char *unit = read_number(text, inches);
    for (size_t i = 0; unit && i < sizeof units / sizeof *units; i++) {
        size_t length = strlen(units[i].name);
        if (strncmp(unit, units[i].name, length) == 0 && unit[length] == ',') {
            *inches *= units[i].inches;
            return unit + length + 1;
        }
    }
    return NULL;
}

static bool read_place(const char *text, double *pixels_per_degree)
{
    static const double degree = 3.14159265358979324 / 180;
    double inches, dpi;
    const char *rest = read_distance(text, &inches);
    rest = rest ? read_number(rest, &dpi) : NULL;
    if (!rest || strcmp(rest, "dpi") != 0)
        return false;
    *pixels_per_degree = dpi * inches * degree;
    return true;
}

bool viewing_read(const errdiff_option_info *info, const char *value, double *pixels_per_degree)
{
    char *end;
    double number = strtod(value, &end);
    if (end != value && *end == '\0' && isfinite(number)) {
        *pixels_per_degree = number; /* the library checks its range */
        return true;
    }
    if (!read_place(value, &number)) {
        fail(EXIT_WRONG_CALL,
             "viewing: \"%s\" is neither a number of pixels per degree, like 45, nor a distance "
             "and a resolution, like 60cm,96dpi",
             value);
        return false;
    }
    if (number < info->min || number > info->max) {
        fail(EXIT_WRONG_CALL, "viewing: %s is %.4g pixels per degree; it must be %g to %g", value,
             number, info->min, info->max);
        return false;
    }
    *pixels_per_degree = number;
    return true;
}
