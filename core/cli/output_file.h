/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file that appears whole or not at all, by POSIX's means. */
#ifndef CLI_OUTPUT_FILE_H
#define CLI_OUTPUT_FILE_H

#include <stdio.h>

struct output_file {
    FILE *file;
    const char *name; /* for messages */
    char *path;       /* where it goes; NULL where it is written in place (a device, a pipe) */
    char *temporary;  /* where it is until it is finished */
};

/* These return 0, or an exit status after they have told the user what is wrong. */

int output_file_standard(struct output_file *output);

/* Opens a temporary file in the folder of `path`, which must outlive *output. Signals that end the
 * process remove it. */
int output_file_open(struct output_file *output, const char *path);

/* Closes it, and puts it where it belongs when all was written. */
int output_file_finish(struct output_file *output);

/* Closes it and leaves `path` as it was. */
void output_file_abandon(struct output_file *output);

#endif
