/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_FAIL_H
#define CLI_FAIL_H

/* Exit statuses. */
enum { EXIT_DONE = 0, EXIT_FAILED = 1, EXIT_WRONG_CALL = 2 };

/* From now on, the lines that this thread would write to standard error are appended to *lines, a
 * text from malloc, or NULL if it is empty. With `lines` NULL they are written again. */
void fail_collect(char **lines);

/* Writes lines that another thread collected, or appends them to those that this thread
 * collects. */
void fail_repeat(const char *lines);

/* Writes "errdiff: …" to standard error, as one line, and returns `status`. */
int fail(int status, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Writes "errdiff: warning: …" to standard error, as one line; the work goes on. */
void warn(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Writes "errdiff: note: …", as warn: the work was done, but perhaps not the one that was meant. */
void note(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
