/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What all tables of options have in common: the default of an option, and the check of its value.
 * Both find the value by the offset of the option, in the struct that `options` points to. */
#ifndef ERRDIFF_OPTION_VALUE_H
#define ERRDIFF_OPTION_VALUE_H

#include "errdiff.h"

/* Explanations that are the same in each table. */
extern const char errdiff_engine_explanation[], errdiff_threads_explanation[];

/* Sets the value of an option, which is not one of levels, to its default; to 0 if it has none. */
void errdiff_option_set_default(const errdiff_option_info *option, void *options);

/* Checks that a value is in its range. Returns ERRDIFF_OK, or ERRDIFF_BAD_ARGUMENT with a *message
 * (which may be NULL) that names the option, its value and what is possible. A text must not be
 * NULL; what it says is not checked. */
errdiff_status errdiff_option_check(const errdiff_option_info *option, const void *options,
                                    errdiff_message *message);

/* The same for a whole number that is not in a table. `unit` is written after the range; it may be
 * NULL. */
errdiff_status errdiff_range_check(const char *name, int value, int min, int max, const char *unit,
                                   errdiff_message *message);

#endif
