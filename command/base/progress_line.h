/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_PROGRESS_LINE_H
#define CLI_PROGRESS_LINE_H

#include "errdiff.h"

/* Makes options->progress show a percentage after two seconds, if standard error is a terminal. */
void progress_line_start(errdiff_options *options);

/* Shows a line of text instead, if standard error is a terminal. */
void progress_line_show(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Removes the line. Call it before anything else is written to the terminal. */
void progress_line_end(void);

#endif
