/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ERRDIFF_MESSAGE_H
#define ERRDIFF_MESSAGE_H

#include "errdiff.h"

#if defined(__GNUC__)
#define ERRDIFF_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define ERRDIFF_PRINTF(text, first)
#endif

/*
 * Writes *message (which may be NULL) and returns `status`, so that a check can end with
 * `return errdiff_fail(…)`. `format` is translated first. Whatever the arguments contain, the
 * message is one line of valid UTF-8: other bytes become question marks.
 */
ERRDIFF_API errdiff_status errdiff_fail(errdiff_message *message, errdiff_status status,
                                        const char *format, ...) ERRDIFF_PRINTF(3, 4);

/* The text in the user's language, if there is a translation, and otherwise the text itself. */
const char *errdiff_translated(const char *text);

/* Appends to *message (which may be NULL), with the same guarantees. */
ERRDIFF_API void errdiff_append(errdiff_message *message, const char *format, ...)
    ERRDIFF_PRINTF(2, 3);

#endif
