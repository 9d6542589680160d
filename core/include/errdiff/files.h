/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small files. */
#ifndef ERRDIFF_FILES_H
#define ERRDIFF_FILES_H

#include "status.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Reads a whole regular file, such as a palette or a program's settings. It never waits for a pipe
 * and never reads a device, whatever the path names.
 *
 * max_size  largest size that is accepted, in bytes; this much memory is needed meanwhile
 * contents  set to the bytes and a NUL after the last one; the caller frees them with free()
 * size      set to the number of bytes, without that NUL
 *
 * Returns ERRDIFF_OK, or with the reason, which does not name the path, in *message (which may be
 * NULL): ERRDIFF_CANNOT_RUN if the file cannot be read, is larger than `max_size`, or is not a
 * regular file; ERRDIFF_NO_MEMORY. *contents and *size are then unchanged.
 */
ERRDIFF_API errdiff_status errdiff_file_read(const char *path, size_t max_size, char **contents,
                                             size_t *size, errdiff_message *message);

/*
 * Reads a text in UTF-8, as errdiff_file_read reads a file, without a byte order mark before it.
 * A text that begins with the mark of UTF-16 is refused with ERRDIFF_CANNOT_RUN.
 */
ERRDIFF_API errdiff_status errdiff_text_read(const char *path, size_t max_size, char **text,
                                             size_t *size, errdiff_message *message);

#ifdef __cplusplus
}
#endif

#endif
