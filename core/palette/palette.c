/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The built-in palettes. */
#include "base/message.h"
#include "base/translate.h"
#include "errdiff.h"

#include <string.h>

enum { LISTED_COLOURS = 16, WEB_SAFE_STEPS = 6, WEB_SAFE_STEP = 51 };

struct named_palette {
    errdiff_palette_info info;
    int count;
    uint32_t colours[LISTED_COLOURS]; /* 0xRRGGBB */
};

static const struct named_palette named_palettes[] = {
    {{"black-and-white", N_("Black and white")}, 2, {0x000000, 0xFFFFFF}},
    {{"game-boy", N_("Game Boy")}, 4, {0x0F380F, 0x306230, 0x8BAC0F, 0x9BBC0F}},
    {{"cga", N_("CGA, cyan and magenta")}, 4, {0x000000, 0x55FFFF, 0xFF55FF, 0xFFFFFF}},
    {{"ega", N_("EGA")},
     16,
     {0x000000, 0x0000AA, 0x00AA00, 0x00AAAA, 0xAA0000, 0xAA00AA, 0xAA5500, 0xAAAAAA, 0x555555,
      0x5555FF, 0x55FF55, 0x55FFFF, 0xFF5555, 0xFF55FF, 0xFFFF55, 0xFFFFFF}},
    {{"zx-spectrum", N_("ZX Spectrum")},
     15,
     {0x000000, 0x0000D7, 0xD70000, 0xD700D7, 0x00D700, 0x00D7D7, 0xD7D700, 0xD7D7D7, 0x0000FF,
      0xFF0000, 0xFF00FF, 0x00FF00, 0x00FFFF, 0xFFFF00, 0xFFFFFF}},
    {{"c64", N_("Commodore 64")},
     16,
     {0x000000, 0xFFFFFF, 0x68372B, 0x70A4B2, 0x6F3D86, 0x588D43, 0x352879, 0xB8C76F, 0x6F4F25,
      0x433900, 0x9A6759, 0x444444, 0x6C6C6C, 0x9AD284, 0x6C5EB5, 0x959595}},
    {{"pico-8", N_("PICO-8")},
     16,
     {0x000000, 0x1D2B53, 0x7E2553, 0x008751, 0xAB5236, 0x5F574F, 0xC2C3C7, 0xFFF1E8, 0xFF004D,
      0xFFA300, 0xFFEC27, 0x00E436, 0x29ADFF, 0x83769C, 0xFF77A8, 0xFFCCAA}},
    {{"web-safe", N_("Web-safe")}, WEB_SAFE_STEPS *WEB_SAFE_STEPS *WEB_SAFE_STEPS, {0}},
    {{"e-paper-3", N_("E-paper, 3 inks")}, 3, {0x000000, 0xFFFFFF, 0xFF0000}},
    {{"e-paper-4", N_("E-paper, 4 inks")}, 4, {0x000000, 0xFFFFFF, 0xFF0000, 0xFFFF00}},
    {{"e-paper-6", N_("E-paper, 6 inks")},
     6,
     {0x000000, 0xFFFFFF, 0xFF0000, 0xFFFF00, 0x0000FF, 0x00FF00}},
    {{"e-paper-7", N_("E-paper, 7 inks")},
     7,
     {0x000000, 0xFFFFFF, 0x00FF00, 0x0000FF, 0xFF0000, 0xFFFF00, 0xFF8000}},
};

enum { NAMED_COUNT = sizeof named_palettes / sizeof *named_palettes };

int errdiff_palette_count(void)
{
    return NAMED_COUNT;
}

errdiff_status errdiff_palette_get(int index, errdiff_palette_info *info)
{
    if (index < 0 || index >= NAMED_COUNT)
        return ERRDIFF_BAD_ARGUMENT;
    *info = named_palettes[index].info;
    return ERRDIFF_OK;
}

/* The colours of this palette are computed: all those with six evenly spaced values in each
 * channel. */
static uint32_t web_safe_colour(int index)
{
    uint32_t red = (uint32_t)(index / (WEB_SAFE_STEPS * WEB_SAFE_STEPS));
    uint32_t green = (uint32_t)(index / WEB_SAFE_STEPS % WEB_SAFE_STEPS);
    uint32_t blue = (uint32_t)(index % WEB_SAFE_STEPS);
    return (red << 16 | green << 8 | blue) * WEB_SAFE_STEP;
}

errdiff_status errdiff_palette_find(const char *name, errdiff_palette *palette,
                                    errdiff_message *message)
{
    if (!name)
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT, "%s: none is named", "palette");
    for (int i = 0; i < NAMED_COUNT; i++) {
        const struct named_palette *named = &named_palettes[i];
        if (strcmp(name, named->info.name) != 0)
            continue;
        palette->count = named->count;
        for (int j = 0; j < named->count; j++) {
            uint32_t colour =
                named->count > LISTED_COLOURS ? web_safe_colour(j) : named->colours[j];
            palette->colours[j][0] = (uint8_t)(colour >> 16);
            palette->colours[j][1] = (uint8_t)(colour >> 8);
            palette->colours[j][2] = (uint8_t)colour;
        }
        return ERRDIFF_OK;
    }
    errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                 N_("palette: \"%.60s\" is not a palette; choose from"), name);
    for (int i = 0; i < NAMED_COUNT; i++)
        errdiff_append(message, "%s %s", i == 0 ? "" : ",", named_palettes[i].info.name);
    return ERRDIFF_BAD_ARGUMENT;
}

int errdiff_palette_is_gray(const errdiff_palette *palette)
{
    for (int i = 0; i < palette->count; i++)
        if (palette->colours[i][0] != palette->colours[i][1] ||
            palette->colours[i][0] != palette->colours[i][2])
            return 0;
    return 1;
}
