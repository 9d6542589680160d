/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a text begins, which may be a byte order mark of some editor. */
#ifndef ERRDIFF_TEXT_START_H
#define ERRDIFF_TEXT_START_H

#include "message.h"

#include <stddef.h>

/* The bytes of the mark of UTF-8 that the text of `size` bytes begins with: 3, or 0. */
size_t errdiff_text_mark(const char *text, size_t size);

/* Returns ERRDIFF_OK, or ERRDIFF_BAD_ARGUMENT if the text begins with a mark of UTF-16, which
 * nothing here reads. *message (which may be NULL) then begins with `subject`, like "palette: ". */
errdiff_status errdiff_text_check(const char *subject, const char *text, size_t size,
                                  errdiff_message *message);

#endif
