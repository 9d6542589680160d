/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The texts of levels. */
#include "fuzz.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = text_of(data, size);
    int levels[3] = {-1, -1, -1};
    errdiff_message message = {""};
    errdiff_status status = errdiff_levels_parse(text, levels, &message);
    require_sound_message(status, &message);
    bool is_automatic = levels[0] == 0 && levels[1] == 0 && levels[2] == 0;
    for (int i = 0; i < 3; i++)
        REQUIRE(status == ERRDIFF_OK ? is_automatic || (levels[i] >= 2 && levels[i] <= 256)
                                     : levels[i] == -1);
    free(text);
    return 0;
}
