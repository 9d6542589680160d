/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parses numbers of levels. */
#include "base/message.h"
#include "base/translate.h"
#include "errdiff.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

errdiff_status errdiff_levels_parse(const char *text, int levels[3], errdiff_message *message)
{
    if (!text)
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT, "%s: none is named", "levels");
    if (strcmp(text, "auto") == 0) {
        memset(levels, 0, 3 * sizeof *levels);
        return ERRDIFF_OK;
    }
    int parsed[3];
    int count = 0;
    const char *rest = text;
    for (;;) {
        char *end;
        while (isspace((unsigned char)*rest))
            rest++;
        long number = strtol(rest, &end, 10);
        if (end == rest || count == 3)
            break;
        int length = (int)(end - rest);
        while (isspace((unsigned char)*end))
            end++;
        if (*end != '\0' && *end != ',')
            break;
        if (number < 2 || number > 256)
            return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                                N_("levels: %.*s is out of range; it must be 2 to 256"), length,
                                rest);
        parsed[count++] = (int)number;
        if (*end == '\0') {
            if (count == 2)
                break;
            for (int c = 0; c < 3; c++)
                levels[c] = parsed[count == 3 ? c : 0];
            return ERRDIFF_OK;
        }
        rest = end + 1;
    }
    return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                        N_("levels: \"%.60s\" is not understood; give auto, one number from 2 to "
                           "256, or three for red, green and blue, like 4,8,4"),
                        text);
}
