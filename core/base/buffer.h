/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory that is kept from one piece of an image to the next. */
#ifndef ERRDIFF_BUFFER_H
#define ERRDIFF_BUFFER_H

#include <stdbool.h>
#include <stdlib.h>

/* All members are NULL or 0 at first. The owner frees `data`. */
struct errdiff_buffer {
    void *data;
    size_t size; /* bytes */
};

/* Makes the buffer at least as large as `size` bytes; its contents may be lost. Returns false, with
 * an empty buffer, if there is not enough memory. */
static inline bool errdiff_buffer_enlarge(struct errdiff_buffer *buffer, size_t size)
{
    if (size <= buffer->size)
        return true;
    free(buffer->data);
    buffer->data = malloc(size);
    buffer->size = buffer->data ? size : 0;
    return buffer->data != NULL;
}

#endif
