/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The sort of the C library of Linux, for libimagequant, whose palettes depend on it.
 *
 * libimagequant sorts by keys that are often equal, such as the variances of the channels of gray
 * colors, and its comparisons call the second of two equal elements the smaller one. C leaves open
 * what becomes of these, and the C library of Windows does something else with them than glibc,
 * which merges halves. This header is included before all else (-include).
 */
#ifndef MERGE_SORT_H
#define MERGE_SORT_H

#include <stdlib.h>
#include <string.h>

/* What libimagequant sorts: at most 256 colors, of at most 32 bytes each. */
enum { MERGE_SORT_BYTES = 256 * 32 };

typedef int merge_sort_order(const void *, const void *);

/* Sorts two elements or more, with scratch memory of their size. */
static inline void merge_sort_with(void *elements, size_t count, size_t size,
                                   merge_sort_order *order, char *scratch)
{
    size_t left_count = count / 2, right_count = count - left_count;
    char *left = elements, *right = left + left_count * size, *to = scratch;
    if (left_count > 1)
        merge_sort_with(left, left_count, size, order, scratch);
    if (right_count > 1)
        merge_sort_with(right, right_count, size, order, scratch);
    for (; left_count > 0 && right_count > 0; to += size) {
        if (order(left, right) <= 0) {
            memcpy(to, left, size);
            left += size;
            left_count--;
        } else {
            memcpy(to, right, size);
            right += size;
            right_count--;
        }
    }
    memcpy(to, left, left_count * size);
    /* What is left on the right is in its place. */
    memcpy(elements, scratch, (count - right_count) * size);
}

static inline void merge_sort(void *elements, size_t count, size_t size, merge_sort_order *order)
{
    char scratch[MERGE_SORT_BYTES];
    if (count > sizeof scratch / size)
        abort();
    if (count > 1)
        merge_sort_with(elements, count, size, order, scratch);
}

#define qsort merge_sort

#endif
