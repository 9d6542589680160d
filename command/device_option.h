/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What --device asks for: the colors of a device, a size, and the names of files. */
#ifndef CLI_DEVICE_OPTION_H
#define CLI_DEVICE_OPTION_H

#include "memory_image.h"

#include <stdbool.h>

struct device;

/* Sets *device to the one of that name. Returns false after an error message if there is none. */
bool device_read(const char *name, const struct device **device);

/* These functions return 0, or an exit status after an error message. */

/* Checks that the file `path` is not named like an image, which it will not be. */
int device_check_path(const char *path);

/* Checks that the device has all colors that are written for a palette. */
int device_check_palette(const struct device *device, const errdiff_palette *palette);

/* Checks that the device takes a result of width × height pixels. */
int device_check_result(const struct device *device, const struct image *image, int width,
                        int height);

#endif
