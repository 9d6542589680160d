/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sets defaults and checks values for the options of any table. The functions find the value of an
 * option at its offset in the struct that `options` points to. */
#ifndef ERRDIFF_OPTION_VALUE_H
#define ERRDIFF_OPTION_VALUE_H

#include "errdiff.h"

/* The explanations of the options that every table has. */
extern const char errdiff_engine_explanation[], errdiff_threads_explanation[];

/* Sets the value of an option to its default, or to 0 if it has none. Not for options of the type
 * ERRDIFF_OPTION_LEVELS. */
void errdiff_option_set_default(const errdiff_option_info *option, void *options);

/* Copies the value of an option from one struct of options to another. */
void errdiff_option_copy(const errdiff_option_info *option, void *to, const void *from);

/* Checks that a value is in its range. Returns ERRDIFF_OK, or ERRDIFF_BAD_ARGUMENT with a *message
 * (which may be NULL) that names the option, its value and what is possible. Of a text it is only
 * checked that it is not NULL. */
errdiff_status errdiff_option_check(const errdiff_option_info *option, const void *options,
                                    errdiff_message *message);

/* Checks in the same way a whole number whose range is not in a table. `unit` is written after the
 * range, translated; it may be NULL. */
errdiff_status errdiff_range_check(const char *name, int value, int min, int max, const char *unit,
                                   errdiff_message *message);

#endif
