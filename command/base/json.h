/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_JSON_H
#define CLI_JSON_H

#include "errdiff.h"

#include <stdio.h>

/* These functions write a member of an object and the comma after it. */
void json_write_text(FILE *file, const char *name, const char *text);
void json_write_number(FILE *file, const char *name, double number);
void json_write_positive(FILE *file, const char *name, double number); /* null if not above 0 */

/* Writes an option, except levels and palettes, with its value in the struct that `options` points
 * to. A real number is in the unit of the option. */
void json_write_option(FILE *file, const errdiff_option_info *option, const void *options);

/* Writes a quoted string with the necessary escapes. */
void json_write_string(FILE *file, const char *text);

#endif
