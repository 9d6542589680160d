/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads and writes chunks of PNG files in memory. */
#include "png_chunk.h"

#include <stdlib.h>
#include <string.h>

uint32_t png_number_read(const uint8_t bytes[4])
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

void png_number_write(uint8_t bytes[4], uint32_t number)
{
    for (int i = 0; i < 4; i++)
        bytes[i] = (uint8_t)(number >> (24 - 8 * i));
}

/* The checksum of the PNG specification, annex D, four bits at a time. */
static uint32_t checksum(const uint8_t *bytes, size_t size)
{
    static const uint32_t table[16] = {
        0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4,
        0x4db26158, 0x5005713c, 0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
        0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c,
    };
    uint32_t sum = UINT32_MAX;
    for (size_t i = 0; i < size; i++) {
        sum ^= bytes[i];
        sum = sum >> 4 ^ table[sum & 15];
        sum = sum >> 4 ^ table[sum & 15];
    }
    return ~sum;
}

bool png_chunk_read(const uint8_t *bytes, size_t size, size_t *at, struct png_chunk *chunk)
{
    if (size - *at < PNG_CHUNK_EXTRA)
        return false;
    const uint8_t *start = bytes + *at;
    uint32_t length = png_number_read(start);
    if (length > size - *at - PNG_CHUNK_EXTRA)
        return false;
    memcpy(chunk->name, start + 4, 4);
    chunk->name[4] = '\0';
    chunk->data = start + 8;
    chunk->length = length;
    *at += PNG_CHUNK_EXTRA + (size_t)length;
    return png_number_read(start + 8 + length) == checksum(start + 4, 4 + (size_t)length);
}

bool png_chunk_is(const struct png_chunk *chunk, const char *name)
{
    return memcmp(chunk->name, name, 4) == 0;
}

void png_bytes_append(struct png_bytes *bytes, const void *data, size_t size)
{
    size_t needed = bytes->size + size, twice = 2 * bytes->capacity;
    if (needed > bytes->capacity && !bytes->has_failed) {
        size_t capacity = needed > twice ? needed : twice;
        uint8_t *grown = realloc(bytes->data, capacity);
        bytes->has_failed = !grown;
        bytes->data = grown ? grown : bytes->data;
        bytes->capacity = grown ? capacity : bytes->capacity;
    }
    if (bytes->has_failed || size == 0)
        return;
    memcpy(bytes->data + bytes->size, data, size);
    bytes->size = needed;
}

void png_chunk_append(struct png_bytes *bytes, const char *name, const uint8_t *data,
                      uint32_t length)
{
    uint8_t number[4];
    png_number_write(number, length);
    png_bytes_append(bytes, number, sizeof number);
    size_t start = bytes->size;
    png_bytes_append(bytes, name, 4);
    png_bytes_append(bytes, data, length);
    if (!bytes->has_failed)
        png_number_write(number, checksum(bytes->data + start, 4 + (size_t)length));
    png_bytes_append(bytes, number, sizeof number);
}
