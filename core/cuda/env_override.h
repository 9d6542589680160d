/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sizes that environment variables override, for tests and measurements. */
#ifndef ERRDIFF_ENV_OVERRIDE_H
#define ERRDIFF_ENV_OVERRIDE_H

#include "errdiff.h"

/*
 * Sets *number to the value of environment variable `name`, a whole number in least..most, or
 * leaves it unchanged if the variable is not set. Returns ERRDIFF_OK, or ERRDIFF_CANNOT_RUN with
 * the reason in *message.
 */
errdiff_status errdiff_env_number(const char *name, int least, int most, int *number,
                                  errdiff_message *message);

/* The same for a size such as "64x32": a width in 1..most and a height in 1..most_height. */
errdiff_status errdiff_env_size(const char *name, int most, int most_height, int *width,
                                int *height, errdiff_message *message);

#endif
