/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A digest of many results. Those of two versions of the program are equal if all results are. */
#ifndef SUPPORT_DIGEST_H
#define SUPPORT_DIGEST_H

#include <stddef.h>
#include <stdint.h>

/* The digest of no bytes. */
static const uint64_t digest_start = 0xcbf29ce484222325;

/* The digest of the bytes of `digest`, and then these: FNV-1a, with 64 bits. */
static inline uint64_t digest_continue(uint64_t digest, const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        digest = (digest ^ ((const uint8_t *)bytes)[i]) * 0x100000001b3;
    return digest;
}

#endif
