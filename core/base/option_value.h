/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sets defaults and checks values for the options of any table. The functions find the value of an
 * option at its offset in the struct that `options` points to. */
#ifndef ERRDIFF_OPTION_VALUE_H
#define ERRDIFF_OPTION_VALUE_H

#include "errdiff.h"

#include <stddef.h>
#include <stdint.h>

/* The explanations of the options that every table has. */
ERRDIFF_API extern const char errdiff_engine_explanation[];
ERRDIFF_API extern const char errdiff_threads_explanation[];

/* Sets the value of an option to its default, or to 0 if it has none. Not for options of the type
 * ERRDIFF_OPTION_LEVELS. */
ERRDIFF_API void errdiff_option_set_default(const errdiff_option_info *option, void *options);

/* Checks that a value is in its range. Returns ERRDIFF_OK, or ERRDIFF_BAD_ARGUMENT with a *message
 * (which may be NULL) that names the option, its value and what is possible. Of a text it is only
 * checked that it is not NULL. */
ERRDIFF_API errdiff_status errdiff_option_check(const errdiff_option_info *option,
                                                const void *options, errdiff_message *message);

/* Checks, as errdiff_option_check does, the options of a table whose members lie from offset
 * `first` to offset `last`, in the order of the table. get() returns a row of it. */
errdiff_status errdiff_option_check_members(errdiff_status (*get)(int index, errdiff_option_info *),
                                            const void *options, ptrdiff_t first, ptrdiff_t last,
                                            errdiff_message *message);

/* Checks, as errdiff_option_check does, a whole number whose range is not in a table. `unit` is
 * written after the range, translated; it may be NULL. */
ERRDIFF_API errdiff_status errdiff_range_check(const char *name, int value, int min, int max,
                                               const char *unit, errdiff_message *message);

/* Compares the bytes that a call allocates for width × height pixels with max_memory, in MiB; 0: no
 * limit. Returns ERRDIFF_OK, or ERRDIFF_NO_MEMORY, with a *message if they are more. */
ERRDIFF_API errdiff_status errdiff_memory_check(uint64_t bytes, int max_memory, int width,
                                                int height, errdiff_message *message);

#endif
