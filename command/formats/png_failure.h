/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keeps libpng's error messages. */
#ifndef CLI_PNG_FAILURE_H
#define CLI_PNG_FAILURE_H

#include <png.h>
#include <stdbool.h>

/* The error pointer given to libpng. The message is kept until the caller of libpng can print it in
 * one line. */
struct png_failure {
    char message[200]; /* "": no error so far */
    bool is_of_memory;
    bool has_left_out; /* chunks, because there were more than png_set_chunk_cache_max allows */
};

/* The error and warning functions for png_create_read_struct and png_create_write_struct. Errors
 * jump to setjmp. Two kinds of warnings count as errors, too: that there is not enough memory,
 * because libpng then only skips the chunk, and that a text is longer than the limit. */
void png_failure_by_error(png_structp png, png_const_charp message);
void png_failure_by_warning(png_structp png, png_const_charp message);

#endif
