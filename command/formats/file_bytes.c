/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads files that are decoded as a whole. */
#include "file_bytes.h"

#include "fail.h"
#include "memory_limit.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const size_t first_capacity = (size_t)1 << 16;

/* Gives back what is not needed. Also lets AddressSanitizer see reads past the end. */
static void fit(uint8_t **bytes, size_t size)
{
    uint8_t *fitting = size > 0 ? realloc(*bytes, size) : NULL;
    *bytes = fitting ? fitting : *bytes;
}

int file_read_rest(FILE *file, const char *name, uint8_t **bytes, size_t *size)
{
    /* One byte more than is allowed shows that the file is too large. */
    uint64_t limit = memory_limit();
    size_t largest = limit < SIZE_MAX / 2 ? (size_t)limit + 1 : SIZE_MAX / 2;
    for (size_t capacity = first_capacity + *size; *size < largest; capacity *= 2) {
        if (capacity > largest)
            capacity = largest;
        uint8_t *grown = realloc(*bytes, capacity);
        if (!grown)
            return fail(EXIT_FAILED, "%s: not enough memory", name);
        *bytes = grown;
        *size += fread(grown + *size, 1, capacity - *size, file);
        if (ferror(file))
            return fail(EXIT_FAILED, "%s: %s", name, strerror(errno));
        if (*size < capacity) {
            fit(bytes, *size);
            return 0;
        }
    }
    return memory_limit_check(*size, name) != 0 ? EXIT_FAILED
                                                : fail(EXIT_FAILED, "%s: not enough memory", name);
}
