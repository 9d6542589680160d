/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file that appears whole or not at all. */
#ifndef CLI_OUTPUT_FILE_H
#define CLI_OUTPUT_FILE_H

#include <stdbool.h>
#include <stdio.h>

struct output_file {
    FILE *file;
    const char *name; /* for messages */
    char *path;       /* where it goes; NULL where it is written to directly (a device, a pipe) */

    /* For output_file.c alone. */
    int descriptor;   /* of the new file, for reading and writing; -1: none */
    char *temporary;  /* the name of the new file until it is finished; NULL: it has none */
    bool is_in_place; /* the existing file is to be written to when the new one is finished */
};

/* These return 0, or an exit status after they have told the user what is wrong. */

int output_file_standard(struct output_file *output);

/*
 * Opens a new file for what is to be at `path`, which must outlive *output. The new file has no
 * name where the system has files without one (Linux, on most file systems), so that nothing is
 * left however the process ends; else it has a temporary name in the folder of `path`, which
 * signals that end the process and exit() remove.
 */
int output_file_open(struct output_file *output, const char *path);

/*
 * Closes it, and puts it in its place after everything was written. An existing file is replaced in
 * one step and keeps its permissions. If that is not possible, because its folder is
 * write-protected, or not wanted, because the file has several names (hard links), which should all
 * lead to the new picture, the existing file is overwritten.
 */
int output_file_finish(struct output_file *output);

/* Closes it and leaves `path` as it was. */
void output_file_abandon(struct output_file *output);

#endif
