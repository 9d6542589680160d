/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Palette files: .gpl, .hex, .act. */
#include "fuzz.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { UNCHANGED = 77 };
    errdiff_palette palette = {.count = UNCHANGED};
    errdiff_message message = {""};
    errdiff_status status = errdiff_palette_parse(data, size, &palette, &message);
    require_sound_message(status, &message);
    if (status == ERRDIFF_OK)
        REQUIRE(palette.count >= 1 && palette.count <= ERRDIFF_MAX_COLORS);
    else
        REQUIRE(palette.count == UNCHANGED);
    return 0;
}
