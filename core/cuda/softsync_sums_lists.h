/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The colors that can be nearest to a value, in few enough bytes for the shared memory of a GPU:
 * the cells of struct errdiff_search, of which 2 × 2 × 2 have one list. */
#ifndef ERRDIFF_SOFTSYNC_SUMS_LISTS_H
#define ERRDIFF_SOFTSYNC_SUMS_LISTS_H

#include "rule/rule.h"

#include <stdlib.h>
#include <string.h>

enum {
    ERRDIFF_LISTS_PER_SIDE = ERRDIFF_CELLS_PER_SIDE / 2,
    ERRDIFF_LISTS = ERRDIFF_LISTS_PER_SIDE * ERRDIFF_LISTS_PER_SIDE * ERRDIFF_LISTS_PER_SIDE,
    ERRDIFF_LIST_GROUP = 4, /* numbers are read in groups; the last one of a list is repeated */
    ERRDIFF_LIST_GROUP_BITS = 8
};

struct errdiff_sums_lists {
    uint32_t heads[ERRDIFF_LISTS]; /* the first group << 8, and the number of groups */
    uint8_t *numbers;              /* of colors */
    int32_t size;                  /* bytes in `numbers` */
};

/* The list of a value that lies in these cells; for OKLab, cells along lightness, green-red and
 * blue-yellow. */
HOST_DEVICE_INLINE int32_t errdiff_sums_list_of(int32_t red, int32_t green, int32_t blue)
{
    return ((red >> 1) * ERRDIFF_LISTS_PER_SIDE + (green >> 1)) * ERRDIFF_LISTS_PER_SIDE +
           (blue >> 1);
}

/* Marks the colors of a cell and of its parts. */
static inline void errdiff_sums_mark_cell(const struct errdiff_search *search,
                                          const struct errdiff_cell *cell, bool marked[256])
{
    const uint32_t parts = 1u << 3 * ERRDIFF_PART_BITS;
    for (uint32_t i = 0; i < cell->count; i++)
        marked[search->candidates[cell->first + i]] = true;
    for (uint32_t i = 0; cell->count == 0 && i < parts; i++)
        errdiff_sums_mark_cell(search, &search->cells[cell->first + i], marked);
}

/* Appends the marked numbers as a list, and returns its head. */
static inline uint32_t errdiff_sums_add_list(struct errdiff_sums_lists *lists,
                                             const bool marked[256])
{
    const int32_t first = lists->size;
    for (int i = 0; i < 256; i++)
        if (marked[i])
            lists->numbers[lists->size++] = (uint8_t)i;
    while (lists->size % ERRDIFF_LIST_GROUP != 0) {
        lists->numbers[lists->size] = lists->numbers[lists->size - 1];
        lists->size++;
    }
    const uint32_t groups = (uint32_t)(lists->size - first) / ERRDIFF_LIST_GROUP;
    return (uint32_t)first / ERRDIFF_LIST_GROUP << ERRDIFF_LIST_GROUP_BITS | groups;
}

/* Makes the lists. Returns NULL if there is not enough memory, or if they have more than `max_size`
 * bytes; otherwise the caller frees the result. */
static inline struct errdiff_sums_lists *
errdiff_sums_lists_make(const struct errdiff_search *search, int32_t max_size)
{
    const size_t margin = 256;
    struct errdiff_sums_lists *lists =
        (struct errdiff_sums_lists *)malloc(sizeof *lists + (size_t)max_size + margin);
    if (!lists)
        return NULL;
    lists->numbers = (uint8_t *)(lists + 1);
    lists->size = 0;
    for (int32_t i = 0; i < ERRDIFF_LISTS && lists->size <= max_size; i++) {
        const int32_t side = ERRDIFF_LISTS_PER_SIDE;
        const int32_t red = i / side / side * 2, green = i / side % side * 2, blue = i % side * 2;
        bool marked[256] = {false};
        for (int32_t part = 0; part < 8; part++)
            errdiff_sums_mark_cell(search,
                                   &search->cells[((red + (part >> 2)) * ERRDIFF_CELLS_PER_SIDE +
                                                   green + (part >> 1 & 1)) *
                                                      ERRDIFF_CELLS_PER_SIDE +
                                                  blue + (part & 1)],
                                   marked);
        lists->heads[i] = errdiff_sums_add_list(lists, marked);
    }
    if (lists->size <= max_size)
        return lists;
    free(lists);
    return NULL;
}

#endif
