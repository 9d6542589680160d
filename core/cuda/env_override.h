/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sizes that environment variables override, for tests and measurements. */
#ifndef ERRDIFF_ENV_OVERRIDE_H
#define ERRDIFF_ENV_OVERRIDE_H

#include "errdiff.h"

/*
 * Sets *number to the value of environment variable `name`, a whole number in min..max, or
 * leaves it unchanged if the variable is not set. Returns ERRDIFF_OK, or ERRDIFF_CANNOT_RUN with
 * the reason in *message.
 */
errdiff_status errdiff_env_number(const char *name, int min, int max, int *number,
                                  errdiff_message *message);

/* As errdiff_env_number, for a size such as "64x32": a width in 1..max_width and a height in
 * 1..max_height. */
errdiff_status errdiff_env_size(const char *name, int max_width, int max_height, int *width,
                                int *height, errdiff_message *message);

#endif
