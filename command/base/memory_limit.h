/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The memory that an image or a hologram may take: --max-memory. It is compared with what headers
 * say before anything is unpacked or allocated, because a short file can unpack to any size. */
#ifndef CLI_MEMORY_LIMIT_H
#define CLI_MEMORY_LIMIT_H

#include <stdbool.h>
#include <stdint.h>

#define MEMORY_LIMIT_NAME "max-memory"

/* The row of a table of struct option for it. */
#define MEMORY_LIMIT_ROW(option_id)                                                               \
    {                                                                                             \
        {.name = MEMORY_LIMIT_NAME,                                                               \
         .explanation = "The most memory that an image may take, in bytes, or with K, M, G or T " \
                        "for KiB, MiB, GiB or TiB, such as 4G; 0: no limit",                      \
         .default_value = "three quarters of the machine's memory"},                              \
            .value_name = "SIZE", .id = (option_id)                                               \
    }

/* Reads the value of the option; *bytes becomes UINT64_MAX if there is no limit. Returns false
 * after an error message. */
bool memory_limit_read(const char *text, uint64_t *bytes);

/* Sets the limit of the process; 0: the default. Call it before any file is opened. */
void memory_limit_set(uint64_t bytes);

/* The limit in bytes. */
uint64_t memory_limit(void);

/* What is left of the limit if `held` bytes are taken, for errdiff_options.max_memory: in MiB, at
 * least 1; 0: there is no limit. */
int memory_limit_rest(uint64_t held);

/* Returns 0 if `bytes` are allowed. Otherwise returns an exit status after an error message, which
 * begins with `name`, that of the file. */
int memory_limit_check(uint64_t bytes, const char *name);

#endif
