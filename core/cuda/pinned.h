/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pinned memory: host memory that the device can access directly, while everything else goes on. */
#ifndef ERRDIFF_PINNED_H
#define ERRDIFF_PINNED_H

#include <stddef.h>

/* Implement errdiff_cuda_module.pinned_allocate and pinned_free. */
void *errdiff_pinned_allocate(size_t size);
void errdiff_pinned_free(void *memory);

/* Whether the bytes from *first to *last are pinned memory. */
bool errdiff_is_pinned(const void *first, const void *last);

#endif
