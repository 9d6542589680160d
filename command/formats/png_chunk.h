/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The chunks of PNG files, of which libpng does not know those of animations. */
#ifndef CLI_PNG_CHUNK_H
#define CLI_PNG_CHUNK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    PNG_SIGNATURE_BYTES = 8,
    PNG_CHUNK_EXTRA = 12, /* the bytes of a chunk besides its data */
    FRAME_CONTROL_BYTES = 26
};

/* A chunk in memory. */
struct png_chunk {
    char name[5];
    const uint8_t *data;
    uint32_t length;
};

/* Memory that grows. */
struct png_bytes {
    uint8_t *data;
    size_t size, capacity;
    bool has_failed; /* there was not enough memory */
};

uint32_t png_number_read(const uint8_t bytes[4]);
void png_number_write(uint8_t bytes[4], uint32_t number);

/* Sets *chunk to the one that begins at bytes[*at], and *at to its end. Returns FALSE if the bytes
 * end too early, or if its checksum is wrong. */
bool png_chunk_read(const uint8_t *bytes, size_t size, size_t *at, struct png_chunk *chunk);

bool png_chunk_is(const struct png_chunk *chunk, const char *name);

/* Appends bytes, or a chunk with the right checksum, to *bytes. */
void png_bytes_append(struct png_bytes *bytes, const void *data, size_t size);
void png_chunk_append(struct png_bytes *bytes, const char *name, const uint8_t *data,
                      uint32_t length);

#endif
