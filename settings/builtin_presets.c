/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists the presets that come with the program. */
#include "builtin_presets.h"

#include "preset_file.h"

#include <glib/gi18n.h>
#include <string.h>

/* A smooth texture without patterns; the best scores of all kernels for few tones or inks
 * (tests/compare/presets.py). */
#define SMOOTH "kernel=zhou-fang\nserpentine=true\n"
#define LINEAR "linear=true\n"
/* How far the lightness of pictures is compressed: as little as still shows details in the lights
 * and shadows of a device that reaches neither black nor white. */
#define COMPRESS(percent) "gamut=compress\ncompress=" #percent "\n"

#define NEWSPRINT "#2b2a29,#ece6d8"
/* White paper, blue ink, fluorescent pink ink, and the overprint of both: the product of their
 * reflectances. */
#define RISOGRAPH "#ffffff,#0078bf,#ff48b0,#002284"

static const struct {
    const gchar *name, *title;
    const gchar *settings; /* as in a preset's file (preset_file.h) */
} presets[] = {
    {"newspaper", N_("Newspaper"), "palette=" NEWSPRINT "\n" SMOOTH LINEAR COMPRESS(30)},
    {"risograph", N_("Risograph, two inks"),
     "palette=" RISOGRAPH "\nserpentine=true\n" LINEAR COMPRESS(35)},
    {"laser-engraving", N_("Laser engraving, 1 bit"),
     "palette=black-and-white\n" SMOOTH LINEAR "detail=50\n"},
    {"receipt-printer", N_("Receipt printer"),
     "palette=black-and-white\n" SMOOTH LINEAR "detail=50\nkeep-exact=true\n"},
    /* Atkinson's kernel drops a quarter of the error, so dark areas become black. The changes of
     * tone bring back some of their details. */
    {"classic-mac", N_("Early Macintosh"),
     "kernel=atkinson\npalette=black-and-white\nserpentine=true\n" LINEAR
     "gamma=1.2\ncontrast=-10\nbrightness=20\n"},
    {"e-paper-3", N_("E-paper, 3 inks"), "palette=e-paper-3\n" SMOOTH LINEAR},
    {"e-paper-7", N_("E-paper, 7 inks"), "palette=e-paper-7\n" SMOOTH LINEAR},
    {"spectra-6", N_("E-paper Spectra 6"), "palette=spectra-6\n" SMOOTH LINEAR COMPRESS(60)},
    {"acep-7", N_("E-paper ACeP, 7 inks"), "palette=acep-7\n" SMOOTH LINEAR COMPRESS(30)},
    {"bwry", N_("E-paper, black, white, yellow, red"), "palette=bwry\n" SMOOTH LINEAR COMPRESS(40)},
    {"game-boy", N_("Game Boy"), "palette=game-boy\n" LINEAR COMPRESS(40)},
    {"ega", N_("EGA"), "palette=ega\n" LINEAR},
    {"c64", N_("Commodore 64"), "kernel=sierra-lite\npalette=c64\nmatch=oklab\n" LINEAR},
    {"zx-spectrum", N_("ZX Spectrum"), "palette=zx-spectrum\n" SMOOTH LINEAR},
    {"web-safe", N_("Web-safe"), "palette=web-safe\n" LINEAR},
    {"pico-8", N_("PICO-8"), "palette=pico-8\n" LINEAR},
    {"pixel-art-16", N_("Clean pixel art, 16 colors"),
     "kernel=sierra-lite\npalette=adaptive:16\nmatch=oklab\nstrength=60\n"},
};

gint builtin_presets_count(void)
{
    return G_N_ELEMENTS(presets);
}

void builtin_presets_names(gint index, const gchar **name, const gchar **title)
{
    *name = presets[index].name;
    *title = presets[index].title;
}

DitherSettings *builtin_presets_settings(gint index)
{
    gchar *text = g_strconcat("[errdiff preset]\n", presets[index].settings, NULL);
    gchar *message = NULL;
    DitherSettings *settings = preset_file_parse(text, strlen(text), &message);

    if (settings == NULL)
        g_error("%s: %s", presets[index].name, message);
    g_free(text);
    return settings;
}
