/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory for test programs, which end if there is not enough. */
#ifndef TESTS_CHECKED_MALLOC_H
#define TESTS_CHECKED_MALLOC_H

#include <stdio.h>
#include <stdlib.h>

/* The caller frees the result. */
static inline void *checked_malloc(size_t size)
{
    void *memory = malloc(size);

    if (!memory) {
        fprintf(stderr, "out of memory\n");
        exit(2);
    }
    return memory;
}

#endif
