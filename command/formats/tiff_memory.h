/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A TIFF file in memory that libtiff reads or writes. Only where the command is built with
 * libtiff. */
#ifndef CLI_TIFF_MEMORY_H
#define CLI_TIFF_MEMORY_H

#include <stddef.h>
#include <stdint.h>
#include <tiffio.h>

struct tiff_memory {
    const uint8_t *bytes;
    uint64_t size, at;
    uint8_t *made;     /* `bytes` of a file that is written, from malloc; the caller frees it */
    uint64_t room;     /* in it */
    char message[200]; /* libtiff's first error; "": none so far */
};

/* Opens the file of *memory: one whose bytes and size the caller has set for reading ("r"), or an
 * empty one for writing ("w"). Of libtiff's own memory, reading may take as much as memory_limit()
 * at once. Errors are noted in memory->message. Returns NULL on failure. */
TIFF *tiff_memory_open(struct tiff_memory *memory, const char *name, char mode);

#endif
