/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bytes of files that are decoded as a whole. */
#ifndef CLI_FILE_BYTES_H
#define CLI_FILE_BYTES_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Reads all that is left in `file`, which may be a pipe, and puts it behind the *size bytes at
 * *bytes, which are from malloc or NULL. The caller frees *bytes, also after a failure. Returns 0,
 * or an exit status after an error message, which begins with `name`; also if the file is larger
 * than --max-memory allows. */
int file_read_rest(FILE *file, const char *name, uint8_t **bytes, size_t *size);

#endif
