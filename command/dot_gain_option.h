/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_DOT_GAIN_OPTION_H
#define CLI_DOT_GAIN_OPTION_H

#include "option_reading.h"

#include <stdbool.h>

/* Whether this is the option --dot-gain, whose value may be a file here. */
bool is_dot_gain(const errdiff_option_info *info);

/* Says in an option --dot-gain of the library's table that its value may be a file. */
void dot_gain_describe(struct option *option);

/* Sets *text to what --dot-gain asks for: `value` or, if that has a letter or a slash, the text of
 * the file of that name, which stays in memory. Returns 0, or an exit status after an error
 * message. */
int dot_gain_read(const char *value, const char **text);

#endif
