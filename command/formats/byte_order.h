/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The byte order of this machine. */
#ifndef CLI_BYTE_ORDER_H
#define CLI_BYTE_ORDER_H

#include <stdbool.h>
#include <stdint.h>

static inline bool host_is_little_endian(void)
{
    const uint16_t one = 1;
    return *(const uint8_t *)&one == 1;
}

#endif
