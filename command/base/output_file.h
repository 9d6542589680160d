/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An output file that is replaced only when the new contents are complete. */
#ifndef CLI_OUTPUT_FILE_H
#define CLI_OUTPUT_FILE_H

#include <stdio.h>

struct new_file;

struct output_file {
    FILE *file;
    const char *name;          /* for messages */
    struct new_file *new_file; /* NULL if it is written directly (a device or a pipe) */
};

/* These functions return 0, or an exit status after an error message. Several threads may each have
 * output files. */

/* Opens a new file that will get the path `path`, which must outlive *output, or for - standard
 * output. */
int output_file_open(struct output_file *output, const char *path);

/* Writes what stdio still holds, so that a file that cannot be written is known before others get
 * their paths. */
int output_file_flush(struct output_file *output);

/* Closes the file and, if `status` is 0 and everything could be written, gives it its path;
 * new_file.h says how an existing file is replaced. Otherwise the new file is discarded, and the
 * one at its path is left as it was. Returns `status` if that is not 0. */
int output_file_finish(struct output_file *output, int status);

#endif
