/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a reader gets the bytes of a file from, one after the other. */
#ifndef CLI_BYTE_SOURCE_H
#define CLI_BYTE_SOURCE_H

#include <stddef.h>

struct byte_source {
    /* Stores the next `count` bytes, and returns how many there were; fewer at the end, or after
     * an error. */
    size_t (*read)(void *user, void *bytes, size_t count);
    void *user;
};

#endif
