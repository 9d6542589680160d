/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The library's calls of the operating system that differ between systems, for Windows. */
#include "system.h"

#include <fcntl.h>
#include <io.h>
#include <limits.h>
#include <locale.h>
#include <malloc.h>
#include <stdlib.h>
#include <windows.h>

void *errdiff_system_allocate_aligned(size_t alignment, size_t size)
{
    return _aligned_malloc(size, alignment);
}

void errdiff_system_free_aligned(void *memory)
{
    _aligned_free(memory);
}

void *errdiff_system_allocate_plane(size_t size)
{
    return errdiff_system_allocate_aligned(64, size);
}

void errdiff_system_watch_forks(void (*note)(void))
{
    (void)note; /* Windows has no fork() */
}

int errdiff_system_free_processors(int processors, int own)
{
    (void)processors;
    (void)own;
    return INT_MAX;
}

int errdiff_system_open(const char *path)
{
    return open(path, O_RDONLY | O_BINARY | O_NOINHERIT);
}

double errdiff_system_read_number(const char *text, char **end)
{
    *end = (char *)text;
    _locale_t plain = _create_locale(LC_ALL, "C");
    if (!plain)
        return 0;
    double number = _strtod_l(text, end, plain);
    _free_locale(plain);
    return number;
}

/* ---- Libraries ----------------------------------------------------------------------------- */

/* The only library that is loaded is the module of GPU engines, which is not built for Windows. */
void *errdiff_system_load_library(const char *path, errdiff_message *reason)
{
    (void)path;
    reason->text[0] = '\0';
    return NULL;
}

void (*errdiff_system_find_function(void *library, const char *name))(void)
{
    (void)library;
    (void)name;
    return NULL;
}
