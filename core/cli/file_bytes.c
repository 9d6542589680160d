/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file_bytes.h"

#include "fail.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const size_t first_capacity = (size_t)1 << 16;
static const uint64_t largest_capacity = (uint64_t)1 << 34; /* more than 32 bits can allocate */

int file_bytes_read(FILE *file, const char *name, uint8_t **bytes, size_t *size)
{
    *bytes = NULL;
    *size = 0;
    for (size_t capacity = first_capacity; capacity <= largest_capacity; capacity *= 2) {
        uint8_t *grown = realloc(*bytes, capacity);
        if (!grown)
            return fail(EXIT_FAILED, "%s: not enough memory", name);
        *bytes = grown;
        *size += fread(grown + *size, 1, capacity - *size, file);
        if (ferror(file))
            return fail(EXIT_FAILED, "%s: %s", name, strerror(errno));
        if (*size < capacity)
            return 0;
    }
    return fail(EXIT_FAILED, "%s: the file is larger than 16 GiB", name);
}
