/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text in PNM files: headers, and the samples of P1 to P3. */
#ifndef CLI_PNM_NUMBER_H
#define CLI_PNM_NUMBER_H

#include <stdio.h>

/* The next character, or EOF; a comment is taken as the end of its line. */
int pnm_next_character(FILE *file);

/* The next character that is not blank, or EOF. */
int pnm_skip_blanks(FILE *file);

/* Skips blanks and reads a decimal number and the one blank after it, which the end of the file may
 * replace. Returns at most INT32_MAX, or -1 where there is no such number. */
int pnm_read_number(FILE *file);

#endif
