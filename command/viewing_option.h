/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_VIEWING_OPTION_H
#define CLI_VIEWING_OPTION_H

#include "option_reading.h"

#include <stdbool.h>

/* Whether this is the option --viewing, whose value may be a distance and a resolution here. */
bool is_viewing(const errdiff_option_info *info);

/* Says in an option --viewing of the library's table that its value may be a distance and a
 * resolution. */
void viewing_describe(struct option *option);

/* Sets *pixels_per_degree to what --viewing asks for: a number, or those of a distance and a
 * resolution, "60cm,96dpi". Returns false after an error message. */
bool viewing_read(const errdiff_option_info *info, const char *value, double *pixels_per_degree);

#endif
