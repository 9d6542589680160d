/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The display that a hologram is made for: the size of its panel, the phases that are added for it,
 * and the samples that it is sent. */
#ifndef CLI_HOLOGRAM_DEVICE_H
#define CLI_HOLOGRAM_DEVICE_H

#include "errdiff_hologram.h"

#include <stdbool.h>

struct hologram_device {
    const char *panel; /* its name or "WxH"; NULL: the hologram's size */
    int width, height; /* of the panel in pixels; 0: the hologram's size */
    int x, y;          /* how far the hologram's middle is right of the panel's, and below it */
    double lens;       /* focal length in millimeters; 0: none */
    double period_x, period_y; /* of a grating, in pixels; 0: none */
    const char *correction;    /* a gray picture of phases; NULL: none */
    const char *table;         /* a file of the phases of samples, see gray_table.h; NULL: none */
    int two_pi;                /* the sample for a phase of 2π; 0: 2^bits */
};

/* Reads device->panel, and sets the pitch if it is 0 and the panel's name implies it. Returns FALSE
 * after an error message, as do the functions below. */
bool hologram_device_find_panel(struct hologram_device *device, errdiff_optics *optics);

/* Checks that the other members suit each other and `options`, and sets options->added. `bits` is
 * that of the output. */
bool hologram_device_check(const struct hologram_device *device, errdiff_hologram_options *options,
                           int bits);

/* Returns 0, or an exit status after an error message. */

/* Replaces the hologram by one of the panel's size, with zeros around it. What is outside of the
 * panel is lost. */
int hologram_device_place(const struct hologram_device *device, errdiff_field *hologram);

/* Reads the correction for a hologram of width × height pixels. *phases is NULL if there is none;
 * the caller frees it. */
int hologram_device_read_correction(const struct hologram_device *device, int width, int height,
                                    float **phases);

/* Sets samples[k] to the sample for level k, for all levels. */
int hologram_device_samples(const struct hologram_device *device,
                            const errdiff_hologram_options *options, int bits, uint16_t *samples);

#endif
