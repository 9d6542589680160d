/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE

#include "fuzz.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* The sanitizers ask for these. What a header promises may be more than the machine has: malloc
 * then says no, and the reader has to. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "allocator_may_return_null=1:max_allocation_size_mb=64";
}

const char *__ubsan_default_options(void);
const char *__ubsan_default_options(void)
{
    return "halt_on_error=1:print_stacktrace=1";
}

void require(bool is_met, const char *condition)
{
    if (is_met)
        return;
    fprintf(stderr, "this does not hold: %s\n", condition);
    abort();
}

/* The number of bytes of the UTF-8 character at `text`; 0 where it is none, or a control
 * character. */
static int character_bytes(const unsigned char *text)
{
    int more = *text >= 0xF0 ? 3 : *text >= 0xE0 ? 2 : *text >= 0xC0 ? 1 : 0;
    if (*text < 0x20 || *text == 0x7F || (*text >= 0x80 && *text < 0xC2) || *text > 0xF4)
        return 0;
    for (int i = 1; i <= more; i++)
        if ((text[i] & 0xC0) != 0x80)
            return 0;
    return 1 + more;
}

void require_sound_message(errdiff_status status, const errdiff_message *message)
{
    const char *end = memchr(message->text, '\0', sizeof message->text);
    REQUIRE(end != NULL);
    REQUIRE(status == ERRDIFF_OK || end != message->text);
    const unsigned char *text = (const unsigned char *)message->text;
    while (*text != '\0') {
        int bytes = character_bytes(text);
        REQUIRE(bytes > 0);
        text += bytes;
    }
}

char *text_of(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    REQUIRE(text != NULL);
    if (size > 0)
        memcpy(text, data, size);
    text[size] = '\0';
    return text;
}

FILE *file_of(const uint8_t *data, size_t size)
{
    int descriptor = memfd_create("input", MFD_CLOEXEC);
    REQUIRE(descriptor >= 0);
    FILE *file = fdopen(descriptor, "w+b");
    REQUIRE(file != NULL);
    REQUIRE(fwrite(data, 1, size, file) == size);
    REQUIRE(fflush(file) == 0);
    rewind(file);
    return file;
}
