/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts the fields and cells that the bytes of a variable of MATLAB's version 5 claim to have, of
 * which matio makes records, without keeping the bytes. */
#ifndef CLI_MATLAB_RECORD_COUNT_H
#define CLI_MATLAB_RECORD_COUNT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct record_count {
    bool is_little;
    uint64_t records; /* so far; 2⁵⁰ if there are more */

    /* The element that is read: its tag, and what is left of it with and without padding. */
    unsigned char bytes[8];
    size_t byte_count;
    uint32_t kind;
    uint64_t left, left_data;

    bool has_class;       /* the first number of the last flags was read */
    uint32_t class;       /* of the last matrix */
    uint64_t elements;    /* of the last matrix: the product of its sides */
    uint32_t name_length; /* of each field, if the last element said that; else 0 */
};

/* Takes the next `size` bytes, from the tag of the variable on. The counter is 0 at first, except
 * for is_little. */
void record_count_add(struct record_count *count, const unsigned char *bytes, size_t size);

#endif
