/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text in PNM files: headers, and the samples of P1 to P3. */
#ifndef CLI_PNM_NUMBER_H
#define CLI_PNM_NUMBER_H

#include <stdio.h>

/* Reads the next character, or EOF; a comment counts as the end of its line. */
int pnm_next_character(FILE *file);

/* Skips blanks, and reads the next character or EOF. */
int pnm_skip_blanks(FILE *file);

/* Skips blanks, and reads a decimal number and the blank after it, which may be missing at the end
 * of the file. Returns the number, or INT32_MAX if it is larger, or -1 if there is no number. */
int pnm_read_number(FILE *file);

#endif
