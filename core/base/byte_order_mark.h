/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The byte order mark with which some editors begin a text in UTF-8. */
#ifndef ERRDIFF_BYTE_ORDER_MARK_H
#define ERRDIFF_BYTE_ORDER_MARK_H

#include <stddef.h>
#include <string.h>

/* The bytes of the mark that the text of `size` bytes begins with: 3, or 0. */
static inline size_t errdiff_byte_order_mark(const char *text, size_t size)
{
    static const char mark[] = "\xEF\xBB\xBF";
    size_t length = strlen(mark);
    return size >= length && memcmp(text, mark, length) == 0 ? length : 0;
}

#endif
