/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Palettes: those with a name, and those in files. */
#ifndef ERRDIFF_PALETTES_H
#define ERRDIFF_PALETTES_H

#include "status.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ERRDIFF_MAX_COLORS 256

/*
 * The colors of a result: 8-bit display values of red, green and blue. A device may have to be
 * sent other values than those that its colors look like: a panel whose red looks like #62201e may
 * expect #ff0000. Images are dithered with the colors as they look.
 */
typedef struct errdiff_palette {
    int count;                             /* 1..ERRDIFF_MAX_COLORS */
    uint8_t colors[ERRDIFF_MAX_COLORS][3]; /* as they look */
    int has_sent;                          /* 0: the device is sent these; 1: it is sent `sent` */
    uint8_t sent[ERRDIFF_MAX_COLORS][3];   /* for each color; only if has_sent is 1 */
} errdiff_palette;

/* What the colors of a palette are those of. */
typedef enum { ERRDIFF_PALETTES_OF_SCREENS, ERRDIFF_PALETTES_OF_E_PAPER } errdiff_palette_group;

typedef struct errdiff_palette_info {
    const char *name;  /* for options: "game-boy"; static */
    const char *title; /* for people: "Game Boy"; static, UTF-8 */
    errdiff_palette_group group;
} errdiff_palette_info;

/* The number of palettes that have a name. */
ERRDIFF_API int errdiff_palette_count(void);

/* Copies the names of palette `index`, 0..errdiff_palette_count() - 1, to *info. ERRDIFF_OK, or
 * ERRDIFF_BAD_ARGUMENT for another index; *info is then unchanged. */
ERRDIFF_API errdiff_status errdiff_palette_get(int index, errdiff_palette_info *info);

/* Copies the palette of that name to *palette. Returns ERRDIFF_OK, or ERRDIFF_BAD_ARGUMENT with the
 * possible names in *message (which may be NULL); *palette is then unchanged. */
ERRDIFF_API errdiff_status errdiff_palette_find(const char *name, errdiff_palette *palette,
                                                errdiff_message *message);

/*
 * Reads a palette from `contents`, the `size` bytes of a palette file: GIMP (.gpl), JASC (.pal),
 * Paint.NET (.txt, which begins with ;), one hexadecimal color on each line (.hex), or Adobe color
 * table (.act). The format is recognized by the contents. In a .hex file "#f80" is "#ff8800", and
 * colors may have their names of CSS, such as "tomato". There = and another color may follow a
 * color, "62201e=ff0000", and in a .gpl file the name of a color may end with a word like
 * "=#ff0000": what the device is sent for it. A color without that is sent as it is. A byte order
 * mark is skipped.
 *
 * Returns ERRDIFF_OK, or ERRDIFF_BAD_ARGUMENT with the reason in *message (which may be NULL) if
 * the contents have none of these formats, are broken, or have no colors or more than
 * ERRDIFF_MAX_COLORS; *palette is then unchanged.
 */
ERRDIFF_API errdiff_status errdiff_palette_parse(const void *contents, size_t size,
                                                 errdiff_palette *palette,
                                                 errdiff_message *message);

/* Whether every color, as it looks, is a gray: 1 or 0. It is 1 for a palette without colors. */
ERRDIFF_API int errdiff_palette_is_gray(const errdiff_palette *palette);

/* The number of the color whose light has the largest luminance, as it looks; of several the
 * first. */
ERRDIFF_API int errdiff_palette_lightest(const errdiff_palette *palette);

/* Sets *written to the colors that a result contains: if `sent` is 1, those that the device is
 * sent; if it is 0, those of `palette` as they look. written->has_sent becomes 0. */
ERRDIFF_API void errdiff_palette_written(const errdiff_palette *palette, int sent,
                                         errdiff_palette *written);

#define ERRDIFF_MAX_INKS 32

/* The inks with which the colors of a palette are printed, one plate each. */
typedef struct errdiff_inks {
    int count;                   /* 1..ERRDIFF_MAX_INKS */
    int paper;                   /* the number of the lightest color, which no ink prints */
    int color[ERRDIFF_MAX_INKS]; /* for each ink the number of the color that it has alone */
    uint32_t plates[ERRDIFF_MAX_COLORS]; /* of each color: bit i is set if ink i prints it */
} errdiff_inks;

/*
 * Finds the inks of a palette, in the order of its colors as they look. The lightest one
 * (errdiff_palette_lightest) is the paper. A color is an overprint if its reflectance is the
 * product of those of two or three others, relative to the paper and within one level of 255; the
 * plates of these then print it. Black is an ink of its own, because it is the product of too
 * many. Equal colors have the same plates.
 *
 * Returns ERRDIFF_OK; or ERRDIFF_BAD_ARGUMENT, with the reason in *message (which may be NULL), if
 * there are no inks or more than ERRDIFF_MAX_INKS.
 */
ERRDIFF_API errdiff_status errdiff_palette_inks(const errdiff_palette *palette, errdiff_inks *inks,
                                                errdiff_message *message);

#ifdef __cplusplus
}
#endif

#endif
