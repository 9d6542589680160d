/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the size that --resize names. */
#include "resize_option.h"

#include "errdiff.h"
#include "fail.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_PERCENT = 100 * ERRDIFF_MAX_DOT }; /* a pixel then becomes as large as a dot can be */

const char resize_syntax[] = "WxH, a width like 800, a height like x480, or a percentage like 50%";

/* Reads the digits at *text as a side; without any it is 0. */
static bool read_side(const char **text, int *side)
{
    char *end;
    *side = 0;
    if (**text < '0' || **text > '9')
        return true;
    long long length = strtoll(*text, &end, 10);
    *text = end;
    *side = length <= ERRDIFF_MAX_SIDE ? (int)length : 0;
    return *side > 0;
}

static bool read_sides(const char *text, struct resize_request *request)
{
    bool is_good = read_side(&text, &request->width);
    if (is_good && *text == 'x') {
        text++;
        is_good = read_side(&text, &request->height);
    }
    return is_good && *text == '\0' && resize_is_asked(request);
}

static bool read_percent(const char *text, struct resize_request *request)
{
    char *end;
    double percent = strtod(text, &end);
    if (end == text || strcmp(end, "%") != 0 || !(percent > 0 && percent <= MAX_PERCENT))
        return false;
    if (percent > 100 && fmod(percent, 100) == 0)
        request->factor = (int)(percent / 100);
    else
        request->percent = percent;
    return true;
}

bool resize_read(const char *text, struct resize_request *request)
{
    *request = (struct resize_request){0};
    if (strchr(text, '%') ? read_percent(text, request) : read_sides(text, request))
        return true;
    fail(EXIT_WRONG_CALL,
         "resize: \"%s\" is not possible; it must be %s, with sides of 1 to %d pixels and at most "
         "%d percent",
         text, resize_syntax, ERRDIFF_MAX_SIDE, MAX_PERCENT);
    return false;
}

bool resize_is_asked(const struct resize_request *request)
{
    return request->width > 0 || request->height > 0 || request->percent > 0 || request->factor > 0;
}

bool resize_keeps_shape(const struct resize_request *request)
{
    return request->width == 0 || request->height == 0;
}
