/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_FILE_BYTES_H
#define CLI_FILE_BYTES_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Reads all that is left in `file`, which may be a pipe. The caller frees *bytes, also after a
 * failure. Returns 0, or an exit status after an error message that begins with `name`: if reading
 * fails, if there is not enough memory, or if there is more than --max-memory allows. */
int file_bytes_read(FILE *file, const char *name, uint8_t **bytes, size_t *size);

#endif
