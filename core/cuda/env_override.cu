/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads sizes from environment variables, for tests and measurements. */
#include "env_override.h"

#include "session.h"

#include <ctype.h>
#include <stdlib.h>

/* Reads a decimal number. Returns what follows it, or NULL if there are no digits or the number is
 * outside min..max. */
static const char *read_number(const char *text, int min, int max, int *number)
{
    char *end;
    if (!isdigit((unsigned char)*text))
        return NULL;
    long read = strtol(text, &end, 10);
    *number = read <= max ? (int)read : max;
    return read >= min && read <= max ? end : NULL;
}

errdiff_status errdiff_env_number(const char *name, int min, int max, int *number,
                                  errdiff_message *message)
{
    const char *text = getenv(name), *end;
    int read;
    if (!text)
        return ERRDIFF_OK;
    end = read_number(text, min, max, &read);
    if (!end || *end != '\0')
        return errdiff_host->fail(message, ERRDIFF_CANNOT_RUN,
                                  "%s: \"%.20s\" is not a number from %d to %d", name, text, min,
                                  max);
    *number = read;
    return ERRDIFF_OK;
}

errdiff_status errdiff_env_size(const char *name, int max_width, int max_height, int *width,
                                int *height, errdiff_message *message)
{
    const char *text = getenv(name), *end;
    int wide, high;
    if (!text)
        return ERRDIFF_OK;
    end = read_number(text, 1, max_width, &wide);
    end = end && *end == 'x' ? read_number(end + 1, 1, max_height, &high) : NULL;
    if (!end || *end != '\0')
        return errdiff_host->fail(message, ERRDIFF_CANNOT_RUN,
                                  "%s: \"%.20s\" is not a size like 64x32, of %d by %d at most",
                                  name, text, max_width, max_height);
    *width = wide;
    *height = high;
    return ERRDIFF_OK;
}
