/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What libpng finds wrong. */
#ifndef CLI_PNG_FAILURE_H
#define CLI_PNG_FAILURE_H

#include <png.h>
#include <stdbool.h>

/* libpng's error pointer. What it says is kept until whoever called it can say it in one line. */
struct png_failure {
    char message[200]; /* "" while nothing is wrong */
    bool is_of_memory;
};

/* For png_create_read_struct and png_create_write_struct. Errors go to setjmp. So do two kinds of
 * warnings: that memory was short, since libpng goes on then without the chunk that it had no
 * memory for, and that a text is longer than the limit. */
void png_failure_by_error(png_structp png, png_const_charp message);
void png_failure_by_warning(png_structp png, png_const_charp message);

#endif
