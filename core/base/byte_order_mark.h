/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The byte order marks with which some editors begin a text. */
#ifndef ERRDIFF_BYTE_ORDER_MARK_H
#define ERRDIFF_BYTE_ORDER_MARK_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Whether the text of `size` bytes begins with a mark of UTF-16, which nothing here reads. */
static inline bool errdiff_is_utf_16(const char *text, size_t size)
{
    return size >= 2 && (memcmp(text, "\xFF\xFE", 2) == 0 || memcmp(text, "\xFE\xFF", 2) == 0);
}

/* The bytes of the mark of UTF-8 that the text of `size` bytes begins with: 3, or 0. */
static inline size_t errdiff_byte_order_mark(const char *text, size_t size)
{
    static const char mark[] = "\xEF\xBB\xBF";
    size_t length = strlen(mark);
    return size >= length && memcmp(text, mark, length) == 0 ? length : 0;
}

#endif
