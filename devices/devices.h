/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The devices that show or print images, and the bytes that each of them or its driver takes. */
#ifndef DEVICES_H
#define DEVICES_H

#include "errdiff.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { DEVICE_MAX_INKS = 8, DEVICE_TRANSPARENT = 256 };

/* A color that the device has, and the code of a pixel of that color. */
struct device_ink {
    uint32_t color; /* 0xRRGGBB, as drivers name it */
    uint8_t code;
};

/* A quarter turn of the image before it is packed. */
enum device_turn { DEVICE_UPRIGHT, DEVICE_CLOCKWISE, DEVICE_COUNTERCLOCKWISE };

/* What is written around the packed pixels. */
enum device_frame {
    DEVICE_BARE,    /* nothing */
    DEVICE_ESC_POS, /* the command GS v 0 of receipt printers, one for each 960 rows */
    DEVICE_BROTHER, /* a job of Brother's label printers in raster mode */
    DEVICE_PLAYDATE /* an image file of the Playdate, .pdi */
};

/* A label of Brother's label printers. Its printable size is that of the device. */
struct device_label {
    uint8_t width, length; /* mm; 0: the tape is continuous */
    int right_margin;      /* dots */
    int feed;              /* dots of a margin before and after the image */
    bool is_red;           /* it is printed in black and red */
};

/* A row of the table of devices. */
struct device {
    const char *name;    /* for options: "inky-what-red" */
    const char *title;   /* for people */
    const char *ending;  /* the usual one of its files, such as "bin" */
    const char *preset;  /* of the library, for images on this device; NULL: none */
    const char *palette; /* its name or colors, as the option palette has them; it takes the place
                          * of that of the preset */

    int width, height;          /* in pixels; 0: any */
    bool can_be_turned;         /* an image of height × width is turned counterclockwise */
    int max_width;              /* 0: any up to ERRDIFF_MAX_SIDE */
    int min_height, max_height; /* 0: any */
    enum device_turn turn;      /* of all images */

    /* The colors: listed, or `grays` even steps, whose codes are 0 for black and grays - 1 for
     * white. If takes_numbers is set, a palette may have other colors, and the code of a pixel is
     * then the number of its color in the palette. */
    struct device_ink inks[DEVICE_MAX_INKS];
    int ink_count, grays;
    bool takes_numbers;

    /* The packing. With planes > 0, bit p of each code goes to plane p, which holds 1 bit for each
     * pixel; the planes are one after the other. Otherwise a code takes `bits` bits: 1, 2, 4 or 8.
     * Each row begins at a byte, and what is left of its last byte is 0. */
    int bits, planes;
    bool is_low_first; /* the first pixel is in the lowest bits of a byte, not in the highest */
    int row_pixels;    /* as many pixels are stored of each row; those after the image are 0; 0:
                        * only those of the image */
    int halves;        /* 2: the left half of all rows comes before the right half; else 0 */

    enum device_frame frame;
    const struct device_label *label; /* only of DEVICE_BROTHER */
};

/* Sets what translates messages about devices, as errdiff_set_translation does for the library. */
void devices_set_translation(const char *(*function)(const char *text));

/* Rows of the table, from 0 on; NULL: there are no more. */
const struct device *device_get(int index);

/* The device of that name; NULL: none. */
const struct device *device_find(const char *name);

/* Sets *palette to the colors of the device, as drivers name them, in the order of the table. It
 * has none if the device only takes numbers. */
void device_palette(const struct device *device, errdiff_palette *palette);

/* How many colors a palette for the device can have. */
int device_max_colors(const struct device *device);

/*
 * Sets codes[i] to the code of the color i of `written`: of a palette as the device is sent it, see
 * errdiff_palette_written. codes[DEVICE_TRANSPARENT] becomes that of transparent pixels: that of
 * the lightest color, unless the device has transparency. ERRDIFF_OK, or ERRDIFF_BAD_ARGUMENT with
 * the reason in *message if the device does not have one of the colors.
 */
errdiff_status device_codes(const struct device *device, const errdiff_palette *written,
                            uint8_t codes[DEVICE_TRANSPARENT + 1], errdiff_message *message);

/* ERRDIFF_OK if the device takes an image of width × height pixels, or ERRDIFF_BAD_ARGUMENT with
 * the reason in *message. */
errdiff_status device_check_size(const struct device *device, int width, int height,
                                 errdiff_message *message);

/*
 * Writes an image as the device takes it: `codes` has width × height codes, row by row, of a size
 * that device_check_size accepts. If `path` ends in .h, the bytes are written as an array in C,
 * which is named after the path. Returns ERRDIFF_OK or ERRDIFF_NO_MEMORY; errors of writing are
 * left to ferror.
 */
errdiff_status device_write(const struct device *device, const uint8_t *codes, int width,
                            int height, const char *path, FILE *file);

#endif
