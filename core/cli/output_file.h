/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An output file that is replaced only when the new contents are complete. */
#ifndef CLI_OUTPUT_FILE_H
#define CLI_OUTPUT_FILE_H

#include <stdbool.h>
#include <stdio.h>

struct output_file {
    FILE *file;
    const char *name; /* for messages */
    char *path;       /* its final path; NULL if it is written directly (a device or a pipe) */

    /* Only used in output_file.c. */
    int descriptor;   /* of the new file, for reading and writing; -1: none */
    char *temporary;  /* the path of the new file until it is finished; NULL: it has no name */
    bool is_in_place; /* the existing file will be overwritten instead of being replaced */
};

/* These functions return 0, or an exit status after an error message. Several threads may each have
 * output files. */

/* Makes standard output the output file. */
int output_file_standard(struct output_file *output);

/*
 * Opens a new file that will get the path `path`, which must outlive *output. If the file system
 * supports unnamed files (O_TMPFILE, on most file systems of Linux), the new file has no name, so
 * that nothing is left behind however the process ends. Otherwise it has a temporary name in the
 * folder of `path`, which is removed by exit() and by the signals that end the process.
 */
int output_file_open(struct output_file *output, const char *path);

/*
 * Closes the file and, if everything could be written, moves it to its path. An existing file is
 * replaced atomically, and the new file gets its permissions. In two cases the existing file is
 * overwritten instead: if its folder is write-protected, and if it has several names (hard links),
 * all of which should lead to the new picture.
 */
int output_file_finish(struct output_file *output);

/* Closes and discards the new file. `path` is left as it was. */
void output_file_abandon(struct output_file *output);

/* Removes all temporary names, and waits for ever when another thread opens or finishes an output
 * file after that; for a process that is about to end while other threads still work. */
void output_file_abandon_all(void);

#endif
