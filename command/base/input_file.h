/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_INPUT_FILE_H
#define CLI_INPUT_FILE_H

#include <stdbool.h>
#include <stdio.h>

/* Whether a path is that of a folder. */
bool path_is_folder(const char *path);

/* Opens the file of a path. Returns 0, or an exit status after an error message. */
int input_file_open(const char *path, FILE **file);

#endif
