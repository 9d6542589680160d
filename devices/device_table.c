/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of devices, with the sources of what each of them takes. */
#include "devices.h"

#include <string.h>

/* ---- Colors and their codes ---------------------------------------------------------------- */

/* Marks a title for translation, which is left to the dialog. */
#define N_(text) text

#define INKS(...)          \
    .inks = {__VA_ARGS__}, \
    .ink_count = sizeof((struct device_ink[]){__VA_ARGS__}) / sizeof(struct device_ink)

#define BLACK 0x000000
#define WHITE 0xFFFFFF
#define RED 0xFF0000
#define YELLOW 0xFFFF00

/* Two planes of Pimoroni's Inky: 0 is black in the first one, and 1 is the color in the second. */
#define INKY_PLANES(color) .planes = 2, .ending = "bin", INKS({BLACK, 0}, {WHITE, 1}, {color, 3})
/* Two planes of Waveshare's library in C: 0 is black in the first one, and red in the second. */
#define WAVESHARE_PLANES                                                        \
    .planes = 2, .ending = "bin", .can_be_turned = true, .preset = "e-paper-3", \
    .palette = "e-paper-3", INKS({BLACK, 2}, {WHITE, 3}, {RED, 1})
#define FOUR_INKS                                                    \
    .bits = 2, .ending = "bin", .preset = "bwry", .palette = "bwry", \
    INKS({BLACK, 0}, {WHITE, 1}, {YELLOW, 2}, {RED, 3})
#define SPECTRA(colors)                                                     \
    .bits = 4, .ending = "bin", .preset = "spectra-6", .palette = (colors), \
    INKS({BLACK, 0}, {WHITE, 1}, {YELLOW, 2}, {RED, 3}, {0x0000FF, 5}, {0x00FF00, 6})
#define ACEP                                                                          \
    .bits = 4, .ending = "bin", .preset = "acep-7", .palette = "acep-7",              \
    INKS({BLACK, 0}, {WHITE, 1}, {0x00FF00, 2}, {0x0000FF, 3}, {RED, 4}, {YELLOW, 5}, \
         {0xFF8000, 6})
#define TWO_GRAYS .grays = 2, .bits = 1, .ending = "bin", .palette = "black-and-white"
#define FOUR_GRAYS \
    .grays = 4, .bits = 2, .ending = "bin", .palette = "#000000,#555555,#aaaaaa,#ffffff"

/* Printers: paper is 0. */
#define PRINTED                                                                 \
    .preset = "receipt-printer", .palette = "black-and-white", .ending = "bin", \
    INKS({WHITE, 0}, {BLACK, 1})
#define ESC_POS .bits = 1, .frame = DEVICE_ESC_POS, PRINTED
#define BROTHER(mm, length_mm, margin, feed_dots)                                      \
    .bits = 1, .frame = DEVICE_BROTHER, PRINTED, .label = &(const struct device_label) \
    {                                                                                  \
        mm, length_mm, margin, feed_dots, false                                        \
    }
#define CONTINUOUS .min_height = 150, .max_height = 11811
#define SIXTEEN_GRAYS                                                             \
    .grays = 16, .bits = 4, .ending = "bin",                                      \
    .palette = "#000000,#111111,#222222,#333333,#444444,#555555,#666666,#777777," \
               "#888888,#999999,#aaaaaa,#bbbbbb,#cccccc,#dddddd,#eeeeee,#ffffff"

/* ---- The table ----------------------------------------------------------------------------- */

static const struct device devices[] = {
    /* What the drivers of Pimoroni's library inky send with the data commands,
     * https://github.com/pimoroni/inky: inky.py, inky_ssd1683.py, inky_jd79661.py,
     * inky_jd79668.py, inky_uc8159.py, inky_ac073tc1a.py, inky_e640.py, inky_e673.py and
     * inky_el133uf1.py. */
    {.name = "inky-phat-red",
     .title = N_("Inky pHAT, black, white, red (212 × 104)"),
     .width = 212,
     .height = 104,
     .turn = DEVICE_CLOCKWISE,
     .preset = "e-paper-3",
     .palette = "e-paper-3",
     INKY_PLANES(RED)},
    {.name = "inky-phat-yellow",
     .palette = "#000000,#ffffff,#ffff00",
     .title = N_("Inky pHAT, black, white, yellow (212 × 104)"),
     .width = 212,
     .height = 104,
     .turn = DEVICE_CLOCKWISE,
     INKY_PLANES(YELLOW)},
    {.name = "inky-phat-4",
     .title = N_("Inky pHAT, 4 colors (250 × 122)"),
     .width = 250,
     .height = 122,
     .turn = DEVICE_CLOCKWISE,
     .row_pixels = 128,
     FOUR_INKS},
    {.name = "inky-what-red",
     .title = N_("Inky wHAT, black, white, red"),
     .width = 400,
     .height = 300,
     .preset = "e-paper-3",
     .palette = "e-paper-3",
     INKY_PLANES(RED)},
    {.name = "inky-what-yellow",
     .palette = "#000000,#ffffff,#ffff00",
     .title = N_("Inky wHAT, black, white, yellow"),
     .width = 400,
     .height = 300,
     INKY_PLANES(YELLOW)},
    {.name = "inky-what-4",
     .title = N_("Inky wHAT, 4 colors"),
     .width = 400,
     .height = 300,
     FOUR_INKS},
    {.name = "inky-impression-4",
     .title = N_("Inky Impression 4 in, 7 colors"),
     .width = 640,
     .height = 400,
     ACEP},
    {.name = "inky-impression-5.7",
     .title = N_("Inky Impression 5.7 in, 7 colors"),
     .width = 600,
     .height = 448,
     ACEP},
    {.name = "inky-impression-7.3",
     .title = N_("Inky Impression 7.3 in, 7 colors"),
     .width = 800,
     .height = 480,
     ACEP},
    {.name = "inky-spectra-4",
     .title = N_("Inky Impression 4 in, Spectra 6"),
     .width = 600,
     .height = 400,
     .turn = DEVICE_CLOCKWISE,
     SPECTRA("spectra-6")},
    {.name = "inky-spectra-7.3",
     .title = N_("Inky Impression 7.3 in, Spectra 6"),
     .width = 800,
     .height = 480,
     SPECTRA("spectra-6")},
    {.name = "inky-spectra-13.3",
     .title = N_("Inky Impression 13.3 in, Spectra 6"),
     .width = 1600,
     .height = 1200,
     .turn = DEVICE_CLOCKWISE,
     .halves = 2,
     SPECTRA("spectra-6-13in")},

    /* What the Display functions of Waveshare's library in C take,
     * https://github.com/waveshareteam/e-Paper, EPD_*.c; with two planes, first the buffer of
     * black and then that of red. getbuffer in Python returns the same, except that it exchanges
     * 0 and 1 for 7.5 inches. The grays are those of getbuffer_4Gray. */
    {.name = "waveshare-2.13",
     .title = N_("Waveshare 2.13 in V4"),
     .width = 122,
     .height = 250,
     TWO_GRAYS,
     .can_be_turned = true},
    {.name = "waveshare-2.9",
     .title = N_("Waveshare 2.9 in V2"),
     .width = 128,
     .height = 296,
     TWO_GRAYS,
     .can_be_turned = true},
    {.name = "waveshare-4.2",
     .title = N_("Waveshare 4.2 in V2"),
     .width = 400,
     .height = 300,
     TWO_GRAYS,
     .can_be_turned = true},
    {.name = "waveshare-7.5",
     .title = N_("Waveshare 7.5 in V2"),
     .width = 800,
     .height = 480,
     TWO_GRAYS,
     .can_be_turned = true},
    {.name = "waveshare-4.2-gray",
     .title = N_("Waveshare 4.2 in V2, 4 grays"),
     .width = 400,
     .height = 300,
     FOUR_GRAYS,
     .can_be_turned = true},
    {.name = "waveshare-7.5-gray",
     .title = N_("Waveshare 7.5 in V2, 4 grays"),
     .width = 800,
     .height = 480,
     FOUR_GRAYS,
     .can_be_turned = true},
    {.name = "waveshare-2.13-red",
     .title = N_("Waveshare 2.13 in (B) V4, red"),
     .width = 122,
     .height = 250,
     WAVESHARE_PLANES},
    {.name = "waveshare-2.9-red",
     .title = N_("Waveshare 2.9 in (B) V4, red"),
     .width = 128,
     .height = 296,
     WAVESHARE_PLANES},
    {.name = "waveshare-4.2-red",
     .title = N_("Waveshare 4.2 in (B) V2, red"),
     .width = 400,
     .height = 300,
     WAVESHARE_PLANES},
    {.name = "waveshare-5.83-red",
     .title = N_("Waveshare 5.83 in (B) V2, red"),
     .width = 648,
     .height = 480,
     WAVESHARE_PLANES},
    {.name = "waveshare-7.5-red",
     .title = N_("Waveshare 7.5 in (B) V2, red"),
     .width = 800,
     .height = 480,
     WAVESHARE_PLANES},
    {.name = "waveshare-7.3-4",
     .title = N_("Waveshare 7.3 in (G), 4 colors"),
     .width = 800,
     .height = 480,
     .can_be_turned = true,
     FOUR_INKS},
    {.name = "waveshare-5.65-7",
     .title = N_("Waveshare 5.65 in (F), 7 colors"),
     .width = 600,
     .height = 448,
     .can_be_turned = true,
     ACEP},
    {.name = "waveshare-7.3-7",
     .title = N_("Waveshare 7.3 in (F), 7 colors"),
     .width = 800,
     .height = 480,
     .can_be_turned = true,
     ACEP},
    {.name = "waveshare-4-spectra",
     .title = N_("Waveshare 4 in (E), Spectra 6"),
     .width = 400,
     .height = 600,
     .can_be_turned = true,
     SPECTRA("spectra-6")},
    {.name = "waveshare-7.3-spectra",
     .title = N_("Waveshare 7.3 in (E), Spectra 6"),
     .width = 800,
     .height = 480,
     .can_be_turned = true,
     SPECTRA("spectra-6")},
    {.name = "waveshare-13.3-spectra",
     .title = N_("Waveshare 13.3 in (E), Spectra 6"),
     .width = 1200,
     .height = 1600,
     .can_be_turned = true,
     SPECTRA("spectra-6-13in")},

    /* Epson, "ESC/POS Command Reference", GS v 0. The widths are those of print heads with 203
     * dots per inch. */
    {.name = "escpos-58",
     .title = N_("Receipt printer, ESC/POS, 58 mm"),
     .max_width = 384,
     ESC_POS},
    {.name = "escpos-80",
     .title = N_("Receipt printer, ESC/POS, 80 mm"),
     .max_width = 576,
     ESC_POS},

    /* Brother, "Software Developer's Manual, Raster Command Reference, QL-800/810W/820NWB",
     * version 1.00, section 2.3.2: the sizes and margins of labels. */
    {.name = "brother-ql-12",
     .title = "Brother QL, 12 mm",
     .width = 106,
     CONTINUOUS,
     BROTHER(12, 0, 29, 35)},
    {.name = "brother-ql-29",
     .title = "Brother QL, 29 mm",
     .width = 306,
     CONTINUOUS,
     BROTHER(29, 0, 6, 35)},
    {.name = "brother-ql-38",
     .title = "Brother QL, 38 mm",
     .width = 413,
     CONTINUOUS,
     BROTHER(38, 0, 12, 35)},
    {.name = "brother-ql-50",
     .title = "Brother QL, 50 mm",
     .width = 554,
     CONTINUOUS,
     BROTHER(50, 0, 12, 35)},
    {.name = "brother-ql-62",
     .title = "Brother QL, 62 mm",
     .width = 696,
     CONTINUOUS,
     BROTHER(62, 0, 12, 35)},
    {.name = "brother-ql-62-red",
     .title = N_("Brother QL-800 series, 62 mm, black and red"),
     .width = 696,
     CONTINUOUS,
     .preset = "e-paper-3",
     .palette = "e-paper-3",
     .planes = 2,
     .ending = "bin",
     INKS({BLACK, 1}, {WHITE, 0}, {RED, 2}),
     .frame = DEVICE_BROTHER,
     .label = &(const struct device_label){62, 0, 12, 35, true}},
    {.name = "brother-ql-29x90",
     .title = "Brother QL, 29 × 90 mm",
     .width = 306,
     .height = 991,
     BROTHER(29, 90, 6, 0)},
    {.name = "brother-ql-62x29",
     .title = "Brother QL, 62 × 29 mm",
     .width = 696,
     .height = 271,
     BROTHER(62, 29, 12, 0)},
    {.name = "brother-ql-62x100",
     .title = "Brother QL, 62 × 100 mm",
     .width = 696,
     .height = 1109,
     BROTHER(62, 100, 12, 0)},

    /* Bit 1 is that of the plane of opaque pixels. */
    {.name = "playdate",
     .palette = "black-and-white",
     .title = "Playdate",
     .ending = "pdi",
     .planes = 2,
     .frame = DEVICE_PLAYDATE,
     INKS({BLACK, 2}, {WHITE, 3})},

    {.name = "rows-1",
     .title = N_("Rows of 1 bit for each pixel, the first one highest"),
     TWO_GRAYS,
     .takes_numbers = true},
    {.name = "rows-1-low",
     .title = N_("Rows of 1 bit for each pixel, the first one lowest"),
     .is_low_first = true,
     TWO_GRAYS,
     .takes_numbers = true},
    {.name = "rows-2",
     .title = N_("Rows of 2 bits for each pixel, the first one highest"),
     FOUR_GRAYS,
     .takes_numbers = true},
    {.name = "rows-4",
     .title = N_("Rows of 4 bits for each pixel, the first one highest"),
     SIXTEEN_GRAYS,
     .takes_numbers = true},
    {.name = "rows-8",
     .title = N_("Rows of a byte for each pixel"),
     .bits = 8,
     .ending = "bin",
     .palette = "web-safe",
     .takes_numbers = true},
};

enum { DEVICE_COUNT = sizeof devices / sizeof *devices };

const struct device *device_get(int index)
{
    return index < DEVICE_COUNT ? &devices[index] : NULL;
}

const struct device *device_find(const char *name)
{
    for (int i = 0; i < DEVICE_COUNT; i++)
        if (strcmp(devices[i].name, name) == 0)
            return &devices[i];
    return NULL;
}
