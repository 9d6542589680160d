/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "png_checksums.h"

#include "config.h"
#ifdef HAVE_PNG
#include <zlib.h>
#endif

void png_mend_checksums(uint8_t *data, size_t size)
{
#ifdef HAVE_PNG
    enum { SIGNATURE = 8, LENGTH = 4, NAME = 4, CHECKSUM = 4 };
    size_t at = SIGNATURE;
    while (at + LENGTH + NAME + CHECKSUM <= size) {
        const uint8_t *chunk = data + at;
        size_t length =
            (size_t)chunk[0] << 24 | (size_t)chunk[1] << 16 | (size_t)chunk[2] << 8 | chunk[3];
        if (length > size - at - LENGTH - NAME - CHECKSUM)
            return;
        size_t checked = NAME + length;
        uint32_t sum = (uint32_t)crc32(0, data + at + LENGTH, (uInt)checked);
        for (int i = 0; i < CHECKSUM; i++)
            data[at + LENGTH + checked + (size_t)i] = (uint8_t)(sum >> (24 - 8 * i));
        at += LENGTH + checked + CHECKSUM;
    }
#else
    (void)data;
    (void)size;
#endif
}
