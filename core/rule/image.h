/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ERRDIFF_IMAGE_H
#define ERRDIFF_IMAGE_H

#include "errdiff.h"

#include <stdbool.h>

/* Checks that *image, which is read, is as errdiff.h demands. Returns ERRDIFF_OK, or
 * ERRDIFF_BAD_ARGUMENT with a *message (which may be NULL) that calls the image `name`. */
errdiff_status errdiff_image_check(const errdiff_image *image, const char *name,
                                   errdiff_message *message);

/* Like errdiff_image_check, but checks only width, height, channels and bits. */
errdiff_status errdiff_image_check_shape(const errdiff_image *image, const char *name,
                                         errdiff_message *message);

/* Like errdiff_image_check, for an image that is written. */
errdiff_status errdiff_image_check_written(const errdiff_image *image, const char *name,
                                           errdiff_message *message);

#endif
