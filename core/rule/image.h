/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ERRDIFF_IMAGE_H
#define ERRDIFF_IMAGE_H

#include "errdiff.h"

#include <stdbool.h>

/* Checks what errdiff.h says of a picture. ERRDIFF_OK, or ERRDIFF_BAD_ARGUMENT with a *message (which
 * may be NULL) that calls it `name`. */
errdiff_status errdiff_image_check(const errdiff_image *image, const char *name,
                                   errdiff_message *message);

/* The same of width, height, channels and bits alone, which are all that is looked at. */
errdiff_status errdiff_image_check_shape(const errdiff_image *image, const char *name,
                                         errdiff_message *message);

#endif
