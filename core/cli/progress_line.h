/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_PROGRESS_LINE_H
#define CLI_PROGRESS_LINE_H

#include "errdiff.h"

/* Shows how far long work has come, where standard error is a terminal. */
void progress_line_start(errdiff_options *options);

/* Shows one line of text in its place, where standard error is a terminal. */
void progress_line_show(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Removes the line; to be called before anything else is written. */
void progress_line_end(void);

#endif
