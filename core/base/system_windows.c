/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The library's calls of the operating system that differ between systems, for Windows. */
#include "system.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <limits.h>
#include <locale.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <windows.h>

void *errdiff_system_allocate_aligned(size_t alignment, size_t size)
{
    return _aligned_malloc(size, alignment);
}

void errdiff_system_free_aligned(void *memory)
{
    _aligned_free(memory);
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

/* ---- The cache ----------------------------------------------------------------------------- */

const char errdiff_system_cache_variables[] = "neither XDG_CACHE_HOME nor LOCALAPPDATA";

bool errdiff_system_find_cache(char *path, size_t size)
{
    /* The first one is for tests, which keep away from the user's files. */
    const char *cache = getenv("XDG_CACHE_HOME");
    if (!cache || *cache == '\0')
        cache = getenv("LOCALAPPDATA");
    int length = cache ? snprintf(path, size, "%s", cache) : 0;
    return length > 0 && (size_t)length < size;
}

bool errdiff_system_make_folder(const char *path)
{
    return mkdir(path) == 0 || errno == EEXIST;
}

bool errdiff_system_can_write_in(const char *folder)
{
    return access(folder, W_OK) == 0;
}

/* Not by mkstemp: that of mingw-w64 makes files that are removed when they are closed. */
FILE *errdiff_system_make_file(char *path)
{
    if (_mktemp_s(path, strlen(path) + 1) != 0)
        return NULL;
    int handle = open(path, O_WRONLY | O_CREAT | O_EXCL | O_BINARY | O_NOINHERIT, 0600);
    FILE *file = handle < 0 ? NULL : fdopen(handle, "wb");
    if (handle >= 0 && !file) {
        close(handle);
        unlink(path);
    }
    return file;
}

bool errdiff_system_finish_file(FILE *file, const char *from, const char *to)
{
    bool is_written = !ferror(file) && fflush(file) == 0 && _commit(fileno(file)) == 0;
    is_written &= fclose(file) == 0;
    if (is_written && MoveFileExA(from, to, MOVEFILE_REPLACE_EXISTING))
        return true;
    unlink(from);
    errno = is_written ? EACCES : EIO;
    return false;
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
