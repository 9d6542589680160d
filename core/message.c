/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "message.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* The length of the printable UTF-8 character at `text`; 0 where there is none. Overlong forms and
 * surrogates need no telling apart here: no text of this library holds them, and GLib, which shows
 * what users type, has refused them before. */
static int character_length(const unsigned char *text)
{
    if (*text < 0x80)
        return *text >= 0x20 && *text != 0x7F;
    int length = *text >= 0xF0 ? 4 : *text >= 0xE0 ? 3 : *text >= 0xC2 ? 2 : 0;
    for (int i = 1; i < length; i++)
        if ((text[i] & 0xC0) != 0x80)
            return 0;
    return length;
}

static void write_at(errdiff_message *message, size_t start, const char *format, va_list arguments)
{
    vsnprintf(message->text + start, sizeof message->text - start, format, arguments);
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
