/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "builtin_presets.h"

#include <glib/gi18n.h>

#define NEWSPRINT "#2b2a29,#ece6d8"
/* White paper, blue ink, fluorescent pink ink, and the overprint of both: the product of their
 * reflectances. */
#define RISOGRAPH "#ffffff,#0078bf,#ff48b0,#002284"

static const struct {
    const gchar *name, *title;
    const gchar *kernel, *palette, *match;
    gint strength, noise;
    gboolean linear;
    const gchar *gamut;
} presets[] = {
    {"newspaper", N_("Newspaper"), "stucki", NEWSPRINT, "rgb", 100, 10, TRUE, "clip"},
    {"risograph", N_("Risograph, two inks"), "jarvis-judice-ninke", RISOGRAPH, "oklab", 100, 0,
     FALSE, "clip"},
    {"laser-engraving", N_("Laser engraving, 1 bit"), "jarvis-judice-ninke", "black-and-white",
     "rgb", 100, 0, TRUE, "clip"},
    {"receipt-printer", N_("Receipt printer"), "floyd-steinberg", "black-and-white", "rgb", 100, 0,
     FALSE, "clip"},
    {"classic-mac", N_("Early Macintosh"), "atkinson", "black-and-white", "rgb", 100, 0, FALSE,
     "clip"},
    {"e-paper-3", N_("E-paper, 3 inks"), "floyd-steinberg", "e-paper-3", "rgb", 100, 0, TRUE,
     "clip"},
    {"e-paper-7", N_("E-paper, 7 inks"), "floyd-steinberg", "e-paper-7", "rgb", 100, 0, TRUE,
     "clip"},
    /* These inks are so much darker than white and so much lighter than black that lightness has to
     * be compressed. */
    {"spectra-6", N_("E-paper Spectra 6"), "floyd-steinberg", "spectra-6", "rgb", 100, 0, TRUE,
     "compress"},
    {"acep-7", N_("E-paper ACeP, 7 inks"), "floyd-steinberg", "acep-7", "rgb", 100, 0, TRUE,
     "compress"},
    {"bwry", N_("E-paper, black, white, yellow, red"), "floyd-steinberg", "bwry", "rgb", 100, 0,
     TRUE, "compress"},
    {"game-boy", N_("Game Boy"), "floyd-steinberg", "game-boy", "rgb", 100, 0, FALSE, "clip"},
    {"ega", N_("EGA"), "floyd-steinberg", "ega", "rgb", 100, 0, FALSE, "clip"},
    {"c64", N_("Commodore 64"), "sierra-lite", "c64", "oklab", 85, 0, FALSE, "clip"},
    {"zx-spectrum", N_("ZX Spectrum"), "floyd-steinberg", "zx-spectrum", "rgb", 100, 0, FALSE,
     "clip"},
    {"web-safe", N_("Web-safe"), "floyd-steinberg", "web-safe", "rgb", 100, 0, FALSE, "clip"},
    {"pico-8", N_("PICO-8"), "floyd-steinberg", "pico-8", "oklab", 100, 0, FALSE, "clip"},
    {"pixel-art-16", N_("Clean pixel art, 16 colors"), "sierra-lite", "adaptive:16", "oklab", 60, 0,
     FALSE, "clip"},
};

gint builtin_presets_count(void)
{
    return G_N_ELEMENTS(presets);
}

static void replace(gchar **text, const gchar *new_text)
{
    g_free(*text);
    *text = g_strdup(new_text);
}

DitherSettings *builtin_presets_get(gint index, const gchar **name, const gchar **title)
{
    DitherSettings *settings = dither_settings_new();

    replace(&settings->kernel, presets[index].kernel);
    replace(&settings->palette, presets[index].palette);
    replace(&settings->match, presets[index].match);
    replace(&settings->gamut, presets[index].gamut);
    settings->strength = presets[index].strength;
    settings->noise = presets[index].noise;
    settings->linear = presets[index].linear;
    *name = presets[index].name;
    *title = presets[index].title;
    return settings;
}
