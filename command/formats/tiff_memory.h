/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_TIFF_MEMORY_H
#define CLI_TIFF_MEMORY_H

#include <stddef.h>
#include <stdint.h>
#include <tiffio.h>

/* A TIFF file in memory while libtiff reads it. */
struct tiff_memory {
    const uint8_t *bytes;
    size_t size;
    uint64_t at;
    char message[200]; /* libtiff's first error; "": none so far */
};

/* Opens the file of *memory, whose bytes and size the caller has set, for reading. Errors are noted
 * in memory->message. Returns NULL on failure; the caller closes it with TIFFClose. */
TIFF *tiff_memory_open(struct tiff_memory *memory, const char *name);

#endif
