/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The built-in palettes. */
#include "base/message.h"
#include "base/translate.h"
#include "errdiff.h"

#include <string.h>

enum { LISTED_COLORS = 16, WEB_SAFE_STEPS = 6, WEB_SAFE_STEP = 51 };

struct named_palette {
    errdiff_palette_info info;
    int count;
    uint32_t colors[LISTED_COLORS]; /* 0xRRGGBB */
};

static const struct named_palette named_palettes[] = {
    {{"black-and-white", N_("Black and white"), ERRDIFF_PALETTES_OF_SCREENS},
     2,
     {0x000000, 0xFFFFFF}},
    {{"game-boy", N_("Game Boy"), ERRDIFF_PALETTES_OF_SCREENS},
     4,
     {0x0F380F, 0x306230, 0x8BAC0F, 0x9BBC0F}},
    {{"cga", N_("CGA, cyan and magenta"), ERRDIFF_PALETTES_OF_SCREENS},
     4,
     {0x000000, 0x55FFFF, 0xFF55FF, 0xFFFFFF}},
    {{"ega", N_("EGA"), ERRDIFF_PALETTES_OF_SCREENS},
     16,
     {0x000000, 0x0000AA, 0x00AA00, 0x00AAAA, 0xAA0000, 0xAA00AA, 0xAA5500, 0xAAAAAA, 0x555555,
      0x5555FF, 0x55FF55, 0x55FFFF, 0xFF5555, 0xFF55FF, 0xFFFF55, 0xFFFFFF}},
    {{"zx-spectrum", N_("ZX Spectrum"), ERRDIFF_PALETTES_OF_SCREENS},
     15,
     {0x000000, 0x0000D7, 0xD70000, 0xD700D7, 0x00D700, 0x00D7D7, 0xD7D700, 0xD7D7D7, 0x0000FF,
      0xFF0000, 0xFF00FF, 0x00FF00, 0x00FFFF, 0xFFFF00, 0xFFFFFF}},
    {{"c64", N_("Commodore 64"), ERRDIFF_PALETTES_OF_SCREENS},
     16,
     {0x000000, 0xFFFFFF, 0x68372B, 0x70A4B2, 0x6F3D86, 0x588D43, 0x352879, 0xB8C76F, 0x6F4F25,
      0x433900, 0x9A6759, 0x444444, 0x6C6C6C, 0x9AD284, 0x6C5EB5, 0x959595}},
    {{"pico-8", N_("PICO-8"), ERRDIFF_PALETTES_OF_SCREENS},
     16,
     {0x000000, 0x1D2B53, 0x7E2553, 0x008751, 0xAB5236, 0x5F574F, 0xC2C3C7, 0xFFF1E8, 0xFF004D,
      0xFFA300, 0xFFEC27, 0x00E436, 0x29ADFF, 0x83769C, 0xFF77A8, 0xFFCCAA}},
    {{"web-safe", N_("Web-safe"), ERRDIFF_PALETTES_OF_SCREENS},
     WEB_SAFE_STEPS *WEB_SAFE_STEPS *WEB_SAFE_STEPS,
     {0}},
    {{"e-paper-3", N_("E-paper, 3 inks"), ERRDIFF_PALETTES_OF_E_PAPER},
     3,
     {0x000000, 0xFFFFFF, 0xFF0000}},
    {{"e-paper-4", N_("E-paper, 4 inks"), ERRDIFF_PALETTES_OF_E_PAPER},
     4,
     {0x000000, 0xFFFFFF, 0xFF0000, 0xFFFF00}},
    {{"e-paper-6", N_("E-paper, 6 inks"), ERRDIFF_PALETTES_OF_E_PAPER},
     6,
     {0x000000, 0xFFFFFF, 0xFF0000, 0xFFFF00, 0x0000FF, 0x00FF00}},
    {{"e-paper-7", N_("E-paper, 7 inks"), ERRDIFF_PALETTES_OF_E_PAPER},
     7,
     {0x000000, 0xFFFFFF, 0x00FF00, 0x0000FF, 0xFF0000, 0xFFFF00, 0xFF8000}},
    /*
     * E-paper as it looks; docs/e-paper.md says more about the measurements. The order is that of
     * the colors' numbers in the drivers.
     *
     * spectra-6: a panel of 7.3 inches; CHNSpec CR30, D65, 2 degrees, spectra converted to sRGB,
     * mean of ten readings; GuySie, 2026-07-30,
     * https://github.com/GuySie/opendithering/blob/main/src/palettes/spectra6.ts ("guysie").
     */
    {{"spectra-6", N_("Spectra 6, as it looks (7.3 in)"), ERRDIFF_PALETTES_OF_E_PAPER},
     6,
     {0x211724, 0x8F9A98, 0x9E9812, 0x6A1712, 0x08477F, 0x224E3F}},
    /* Good Display, data sheet of GDEP133C02, revision 1.0 (2024-05-30), section 8.1, typical
     * L*a*b*: black 12, 7, -11; white 66.5, -4, 0; yellow 62, -11, 65; red 26.5, 41, 30; blue 34,
     * 3.5, -37; green 35, -22, 15; as quoted at the address above ("GooDisplay"). Converted to sRGB
     * with the white point D65. */
    {{"spectra-6-13in", N_("Spectra 6, data sheet (13.3 in)"), ERRDIFF_PALETTES_OF_E_PAPER},
     6,
     {0x211D2F, 0x9AA4A2, 0xA19903, 0x7B1913, 0x18528B, 0x345B3A}},
    /* SATURATED_PALETTE of Pimoroni's driver, from a photograph whose white is that of the panel,
     * https://github.com/pimoroni/inky/blob/main/inky/inky_uc8159.py and issue 89 there. */
    {{"acep-7", N_("ACeP, 7 inks, as it looks"), ERRDIFF_PALETTES_OF_E_PAPER},
     7,
     {0x393039, 0xFFFFFF, 0x3A5B46, 0x3D3B5E, 0x9C484B, 0xD0BE47, 0xB16A49}},
    /* A panel of 3.97 inches (EP397YR), from a raw photograph with paper of RGB 205 as reference,
     * 2026-03-06, https://github.com/OpenDisplay/epaper-dithering/blob/main/packages/rust/core/src/
     * measured_palettes.rs (BWRY_3_97). */
    {{"bwry", N_("BWRY, 4 inks, as it looks"), ERRDIFF_PALETTES_OF_E_PAPER},
     4,
     {0x0A070E, 0xADB2AE, 0xAC8000, 0x55180E}},
};

/* What devices are sent for the colors of some palettes. */
static const struct {
    const char *palette;
    uint32_t sent[LISTED_COLORS];
} devices[] = {
    {"spectra-6", {0x000000, 0xFFFFFF, 0xFFFF00, 0xFF0000, 0x0000FF, 0x00FF00}},
    {"spectra-6-13in", {0x000000, 0xFFFFFF, 0xFFFF00, 0xFF0000, 0x0000FF, 0x00FF00}},
    /* What Waveshare's driver looks for, https://github.com/waveshareteam/e-Paper, epd5in65f.py. */
    {"acep-7", {0x000000, 0xFFFFFF, 0x00FF00, 0x0000FF, 0xFF0000, 0xFFFF00, 0xFF8000}},
    {"bwry", {0x000000, 0xFFFFFF, 0xFFFF00, 0xFF0000}},
};

enum { DEVICE_COUNT = sizeof devices / sizeof *devices };

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

/* The colors of this palette are computed: all those with six evenly spaced values in each
 * channel. */
static uint32_t web_safe_color(int index)
{
    uint32_t red = (uint32_t)(index / (WEB_SAFE_STEPS * WEB_SAFE_STEPS));
    uint32_t green = (uint32_t)(index / WEB_SAFE_STEPS % WEB_SAFE_STEPS);
    uint32_t blue = (uint32_t)(index % WEB_SAFE_STEPS);
    return (red << 16 | green << 8 | blue) * WEB_SAFE_STEP;
}

static void set_color(uint8_t to[3], uint32_t color)
{
    to[0] = (uint8_t)(color >> 16);
    to[1] = (uint8_t)(color >> 8);
    to[2] = (uint8_t)color;
}

static void set_sent(errdiff_palette *palette, const char *name)
{
    for (int i = 0; i < DEVICE_COUNT; i++) {
        if (strcmp(name, devices[i].palette) != 0)
            continue;
        palette->has_sent = 1;
        for (int j = 0; j < palette->count; j++)
            set_color(palette->sent[j], devices[i].sent[j]);
    }
}

static errdiff_palette palette_of(const struct named_palette *named)
{
    errdiff_palette palette = {.count = named->count};
    for (int i = 0; i < named->count; i++)
        set_color(palette.colors[i],
                  named->count > LISTED_COLORS ? web_safe_color(i) : named->colors[i]);
    set_sent(&palette, named->info.name);
    return palette;
}

errdiff_status errdiff_palette_find(const char *name, errdiff_palette *palette,
                                    errdiff_message *message)
{
    if (!name)
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT, "%s: none is named", "palette");
    for (int i = 0; i < NAMED_COUNT; i++) {
        if (strcmp(name, named_palettes[i].info.name) != 0)
            continue;
        *palette = palette_of(&named_palettes[i]);
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
        if (palette->colors[i][0] != palette->colors[i][1] ||
            palette->colors[i][0] != palette->colors[i][2])
            return 0;
    return 1;
}

static double luminance(const uint8_t color[3])
{
    return 0.2126 * errdiff_srgb_to_linear(color[0] / 255.) +
           0.7152 * errdiff_srgb_to_linear(color[1] / 255.) +
           0.0722 * errdiff_srgb_to_linear(color[2] / 255.);
}

int errdiff_palette_lightest(const errdiff_palette *palette)
{
    int lightest = 0;
    double most = -1;
    for (int i = 0; i < palette->count; i++) {
        double light = luminance(palette->colors[i]);
        if (light > most) {
            most = light;
            lightest = i;
        }
    }
    return lightest;
}

void errdiff_palette_written(const errdiff_palette *palette, int sent, errdiff_palette *written)
{
    *written = *palette;
    if (sent && palette->has_sent)
        memcpy(written->colors, palette->sent, sizeof written->colors);
    written->has_sent = 0;
}
