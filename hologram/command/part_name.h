/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tells the parts of complex numbers apart by the names of channels and arrays. */
#ifndef CLI_PART_NAME_H
#define CLI_PART_NAME_H

#include <strings.h>

/* The part, 0 or 1, that a name begins with: "re" or "am" for the real part or the amplitude, "im"
 * or "ph" for the other; -1: none. */
static inline int part_of_name(const char *name)
{
    if (strncasecmp(name, "re", 2) == 0 || strncasecmp(name, "am", 2) == 0)
        return 0;
    return strncasecmp(name, "im", 2) == 0 || strncasecmp(name, "ph", 2) == 0 ? 1 : -1;
}

#endif
