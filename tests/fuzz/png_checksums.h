/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The checksums of PNG files. */
#ifndef FUZZ_PNG_CHECKSUMS_H
#define FUZZ_PNG_CHECKSUMS_H

#include <stddef.h>
#include <stdint.h>

/* The chunks of a PNG end in a checksum that chance does not hit: they all get the right one, so
 * that libpng goes on to read what is in them. */
void png_mend_checksums(uint8_t *data, size_t size);

#endif
