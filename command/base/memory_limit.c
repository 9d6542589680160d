/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the memory limit of --max-memory, and checks sizes against it. */
#include "memory_limit.h"

#include "fail.h"
#include "process.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t limit; /* 0: the default */

/* The power of 1024 that a letter stands for; -1: it is none of them. */
static int power_of(const char *letter)
{
    static const char letters[] = "KMGT";
    const char *found = strchr(letters, toupper((unsigned char)*letter));
    if (*letter == '\0')
        return 0;
    return found && letter[1] == '\0' ? 1 + (int)(found - letters) : -1;
}

bool memory_limit_read(const char *text, uint64_t *bytes)
{
    char *end = NULL;
    errno = 0;
    unsigned long long number = isdigit((unsigned char)*text) ? strtoull(text, &end, 10) : 0;
    int power = end ? power_of(end) : -1;
    if (power < 0 || errno != 0 || number > UINT64_MAX >> 10 * power) {
        fail(EXIT_WRONG_CALL,
             MEMORY_LIMIT_NAME ": \"%s\" is not possible; it must be a number of bytes, or one "
                               "with K, M, G or T",
             text);
        return false;
    }
    *bytes = number == 0 ? UINT64_MAX : (uint64_t)number << 10 * power;
    return true;
}

void memory_limit_set(uint64_t bytes)
{
    limit = bytes;
}

/* Is asked for every block of memory that libpng takes, so the system is asked once. */
static uint64_t default_limit(void)
{
    static _Atomic uint64_t known;
    double machine = known == 0 ? process_machine_memory() : 0;
    if (known == 0)
        known = machine > 0 ? (uint64_t)(machine / 4 * 3) : UINT64_MAX;
    return known;
}

uint64_t memory_limit(void)
{
    uint64_t most = limit > 0 ? limit : default_limit();
    /* With 32 bits the sizes of larger blocks would overflow. */
    return most < SIZE_MAX ? most : SIZE_MAX;
}

int memory_limit_rest(uint64_t held)
{
    uint64_t most = memory_limit(), rest = (most > held ? most - held : 0) >> 20;
    return most == UINT64_MAX || rest > INT_MAX ? 0 : rest < 1 ? 1 : (int)rest;
}

/* Writes a size with a decimal, rounded up or down. */
static void write_size(uint64_t bytes, bool rounds_up, char text[32])
{
    static const char *const units[] = {"KiB", "MiB", "GiB", "TiB"};
    double size = (double)bytes / 1024;
    size_t unit = 0;
    for (; size >= 1024 && unit < sizeof units / sizeof *units - 1; unit++)
        size /= 1024;
    snprintf(text, 32, "%.1f %s", (rounds_up ? ceil(size * 10) : floor(size * 10)) / 10,
             units[unit]);
}

int memory_limit_check(uint64_t bytes, const char *name)
{
    char needed[32], allowed[32];
    uint64_t most = memory_limit();
    if (bytes <= most)
        return 0;
    write_size(bytes, true, needed);
    write_size(most, false, allowed);
    return fail(EXIT_FAILED,
                "%s: this takes %s of memory, but only %s are allowed (see --" MEMORY_LIMIT_NAME
                ")",
                name, needed, allowed);
}
