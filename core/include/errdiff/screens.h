/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Screens: patterns of thresholds, as of printing and of ordered dithering. */
#ifndef ERRDIFF_SCREENS_H
#define ERRDIFF_SCREENS_H

#include "status.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ERRDIFF_MAX_MATRIX 1024       /* largest side of a threshold matrix */
#define ERRDIFF_MAX_SCREEN_PERIOD 128 /* pixels from one dot to the next */
#define ERRDIFF_MAX_SCREEN_AMOUNT 400 /* percent */

/* A screen that has a name. */
typedef struct errdiff_screen_info {
    const char *name;  /* "bayer-4"; static */
    const char *title; /* for people, in English; static */
    int is_clustered;  /* 1: it has a size and angles */
} errdiff_screen_info;

/* The number of screens; the first one is "none". */
ERRDIFF_API int errdiff_screen_count(void);

/* Copies what is known of screen `index`, 0..errdiff_screen_count() - 1, to *info. ERRDIFF_OK, or
 * ERRDIFF_BAD_ARGUMENT for another index; *info is then unchanged. */
ERRDIFF_API errdiff_status errdiff_screen_get(int index, errdiff_screen_info *info);

/* Copies what is known of the screen of that name to *info. ERRDIFF_OK, or ERRDIFF_BAD_ARGUMENT if
 * there is none, as for NULL; *info is then unchanged. */
ERRDIFF_API errdiff_status errdiff_screen_find(const char *name, errdiff_screen_info *info);

/* A threshold matrix, which is repeated in both directions. Only the order of its numbers counts:
 * with a smaller number a pixel becomes light sooner. */
typedef struct errdiff_matrix {
    int width, height;       /* 1..ERRDIFF_MAX_MATRIX */
    const uint16_t *numbers; /* width · height, row after row from the top; the caller's */
} errdiff_matrix;

/*
 * Reads a threshold matrix from the contents of a file: a PGM with 8 or 16 bits, or a text with the
 * numbers of a row, 0..65535, in each line, separated by blanks, commas or semicolons. Lines that
 * are empty or begin with # are skipped, and so is a byte order mark.
 *
 * Returns ERRDIFF_OK, and sets *matrix, whose numbers the caller frees with free(). Otherwise
 * *matrix is unchanged: ERRDIFF_BAD_ARGUMENT with a *message (which may be NULL) that names the
 * line or says that the file is none of these, or ERRDIFF_NO_MEMORY.
 */
ERRDIFF_API errdiff_status errdiff_matrix_parse(const void *contents, size_t size,
                                                errdiff_matrix *matrix, errdiff_message *message);

#ifdef __cplusplus
}
#endif

#endif
