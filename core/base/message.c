/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes messages as one line of valid UTF-8, translated if there is a translation. */
#include "message.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static const char *(*translate)(const char *text);

void errdiff_set_translation(const char *(*function)(const char *text))
{
    translate = function;
}

const char *errdiff_translated(const char *text)
{
    return translate && *text ? translate(text) : text;
}

static int is_continuation(unsigned char byte)
{
    return (byte & 0xC0) == 0x80;
}

/* The length of the printable UTF-8 character at `text` (RFC 3629, section 4); 0 if there is none.
 * The second byte is enough to recognize overlong forms, surrogates, control characters, and code
 * points beyond Unicode. */
static int character_length(const unsigned char *text)
{
    unsigned char first = text[0], second = first ? text[1] : 0;
    if (first < 0x80)
        return first >= 0x20 && first != 0x7F;
    if (!is_continuation(second))
        return 0;
    if (first >= 0xC2 && first <= 0xDF)
        return first == 0xC2 && second < 0xA0 ? 0 : 2;
    if ((first & 0xF0) == 0xE0) {
        bool in_range = !(first == 0xE0 && second < 0xA0) && !(first == 0xED && second >= 0xA0);
        return in_range && is_continuation(text[2]) ? 3 : 0;
    }
    if (first >= 0xF0 && first <= 0xF4) {
        bool in_range = !(first == 0xF0 && second < 0x90) && !(first == 0xF4 && second >= 0x90);
        return in_range && is_continuation(text[2]) && is_continuation(text[3]) ? 4 : 0;
    }
    return 0;
}

static void write_at(errdiff_message *message, size_t start, const char *format, va_list arguments)
{
    vsnprintf(message->text + start, sizeof message->text - start, errdiff_translated(format),
              arguments);
    unsigned char *text = (unsigned char *)message->text + start;
    while (*text) {
        int length = character_length(text);
        if (length == 0)
            *text = '?';
        text += length == 0 ? 1 : length;
    }
}

errdiff_status errdiff_fail(errdiff_message *message, errdiff_status status, const char *format,
                            ...)
{
    if (message) {
        va_list arguments;
        va_start(arguments, format);
        write_at(message, 0, format, arguments);
        va_end(arguments);
    }
    return status;
}

void errdiff_append(errdiff_message *message, const char *format, ...)
{
    if (message) {
        va_list arguments;
        va_start(arguments, format);
        write_at(message, strlen(message->text), format, arguments);
        va_end(arguments);
    }
}
