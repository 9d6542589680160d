/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one table of the presets that come with the programs. */
#include "base/translate.h"
#include "errdiff.h"

/* For inks that reach neither white nor black: their lightest color is the white of the image, as
 * in printing. Their colors are so pale that luminance needs no weight of its own. */
#define PAPER "gamut=relative\nmatch=rgb\n"
/* How far the lightness of images is compressed: as little as still shows details in the lights and
 * shadows of a device that reaches neither black nor white. */
#define COMPRESS(percent) "gamut=compress\ncompress=" #percent "\n"

/* For devices whose dots are their pixels, and for which all measures of quality get better. */
#define REFINED "refine=2\n"

#define NEWSPRINT "#2b2a29,#ece6d8"
/* White paper, blue ink, fluorescent pink ink, and the overprint of both: the product of their
 * reflectances. */
#define RISOGRAPH "#ffffff,#0078bf,#ff48b0,#002284"

/* Single dots of ink on newsprint, of a laser's spot and of a thermal head gain about as much as
 * the presets for them say; a device that matters is measured with a step wedge. */
static const errdiff_preset_info presets[] = {
    {"newspaper", N_("Newspaper"), "palette=" NEWSPRINT "\ntone=auto\ndot-gain=25\n" PAPER},
    {"risograph", N_("Risograph, two inks"), "palette=" RISOGRAPH "\nserpentine=true\n" PAPER},
    {"laser-engraving", N_("Laser engraving, 1 bit"),
     "palette=black-and-white\ntone=auto\ndot-gain=20\ndetail=50\n"},
    {"receipt-printer", N_("Receipt printer"),
     "palette=black-and-white\ntone=auto\ndot-gain=15\ndetail=50\nkeep-exact=true\n"},
    /* Atkinson's kernel drops a quarter of the error, so dark areas become black. The changes of
     * tone bring back some of their details. */
    {"classic-mac", N_("Early Macintosh"),
     "kernel=atkinson\npalette=black-and-white\nserpentine=true\n"
     "gamma=1.2\ncontrast=-10\nbrightness=20\n"},
    {"e-paper-3", N_("E-paper, 3 inks"), "palette=e-paper-3\ntone=auto\n" REFINED},
    {"e-paper-7", N_("E-paper, 7 inks"), "palette=e-paper-7\ntone=auto\n" REFINED},
    {"spectra-6", N_("E-paper Spectra 6"), "palette=spectra-6\n" PAPER REFINED},
    {"acep-7", N_("E-paper ACeP, 7 inks"), "palette=acep-7\nmatch=rgb\n" COMPRESS(30)},
    {"bwry", N_("E-paper BWRY, 4 inks"), "palette=bwry\n" PAPER},
    {"game-boy", N_("Game Boy"), "palette=game-boy\n" COMPRESS(40)},
    {"ega", N_("EGA"), "palette=ega\n"},
    {"c64", N_("Commodore 64"), "kernel=sierra-lite\npalette=c64\nmatch=oklab\n"},
    {"zx-spectrum", N_("ZX Spectrum"), "palette=zx-spectrum\n"},
    {"web-safe", N_("Web-safe"), "palette=web-safe\n"},
    {"pico-8", N_("PICO-8"), "palette=pico-8\n"},
    {"pixel-art-16", N_("Clean pixel art, 16 colors"),
     "kernel=sierra-lite\npalette=adaptive:16\nmatch=oklab\nstrength=60\nlinear=false\n"},
    /* Halftones as they are printed, at the resolution of a laser printer. */
    {"newspaper-85", N_("Newspaper, 85 lpi"),
     "palette=" NEWSPRINT "\ntone=auto\nstrength=0\nscreen=round\nscreen-size=85lpi\n"
     "screen-angle=45\ndpi=600\n" PAPER},
    {"screen-print-45", N_("Screen print, 45 lpi"),
     "levels=2\nstrength=0\nscreen=round\nscreen-size=45lpi\nscreen-angle=15,75,0,45\n"
     "dpi=300\n"},
    {"bayer-4", N_("Bayer, 4 × 4"), "levels=2\nstrength=0\nscreen=bayer-4\n"},
    {"blue-noise", N_("Blue noise"), "levels=2\nstrength=0\nscreen=blue-noise\n"},
};

int errdiff_preset_count(void)
{
    return sizeof presets / sizeof *presets;
}

errdiff_status errdiff_preset_get(int index, errdiff_preset_info *info)
{
    if (index < 0 || index >= errdiff_preset_count())
        return ERRDIFF_BAD_ARGUMENT;
    *info = presets[index];
    return ERRDIFF_OK;
}
