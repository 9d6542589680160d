/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The library's calls of the operating system that differ between systems, for POSIX systems. */
#define _POSIX_C_SOURCE 200809L
#define _DEFAULT_SOURCE /* madvise() */

#include "system.h"

#include "message.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <locale.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PLANE_ALIGNMENT = 64, HUGE_PAGE = 1 << 21, LARGE_PLANE = 4 * HUGE_PAGE };

void *errdiff_system_allocate_aligned(size_t alignment, size_t size)
{
    return aligned_alloc(alignment, size);
}

void errdiff_system_free_aligned(void *memory)
{
    free(memory);
}

void *errdiff_system_allocate_plane(size_t size)
{
    size_t alignment = size < LARGE_PLANE ? PLANE_ALIGNMENT : HUGE_PAGE;
    size_t rounded = (size + alignment - 1) / alignment * alignment;
    void *plane = rounded < size ? NULL : aligned_alloc(alignment, rounded);
#ifdef MADV_HUGEPAGE
    if (plane && size >= LARGE_PLANE)
        (void)madvise(plane, rounded, MADV_HUGEPAGE); /* without them it is only slower */
#endif
    return plane;
}

void errdiff_system_watch_forks(void (*note)(void))
{
    pthread_atfork(NULL, NULL, note);
}

int errdiff_system_free_processors(int processors, int own)
{
    /* Linux: three averages, and the number of all threads that run or wait for a processor. */
    FILE *file = fopen("/proc/loadavg", "re");
    int running = 0, online = (int)sysconf(_SC_NPROCESSORS_ONLN);
    bool is_told = file && fscanf(file, "%*s %*s %*s %d/", &running) == 1 && running > 0;
    if (file)
        fclose(file);
    if (!is_told || processors < online)
        return INT_MAX;
    int others = running - 1 - own;
    return online - (others > 0 ? others : 0);
}

int errdiff_system_open(const char *path)
{
    /* Without O_NONBLOCK, opening a pipe would wait for a writer. Regular files ignore it. */
    return open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
}

double errdiff_system_read_number(const char *text, char **end)
{
    *end = (char *)text;
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (plain == (locale_t)0)
        return 0;
    locale_t usual = uselocale(plain);
    double number = strtod(text, end);
    uselocale(usual);
    freelocale(plain);
    return number;
}

/* ---- Libraries ----------------------------------------------------------------------------- */

/* Returns whether an error message of dlopen means that the file itself does not exist. The message
 * begins with the file's path, in which $ORIGIN is replaced; the rest is in the user's language. */
static bool is_missing(const char *error, const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    const char *found = strstr(error, name);
    char whole[4096];
    if (!found || found[strlen(name)] != ':')
        return false;
    int length = (int)(found - error) + (int)strlen(name);
    return snprintf(whole, sizeof whole, "%.*s", length, error) == length &&
           access(whole, F_OK) != 0;
}

void *errdiff_system_load_library(const char *path, errdiff_message *reason)
{
    /* The dynamic loader replaces $ORIGIN. */
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    const char *error = library ? NULL : dlerror();
    reason->text[0] = '\0';
    if (error && !is_missing(error, path))
        errdiff_fail(reason, ERRDIFF_CANNOT_RUN, "%s", error);
    return library;
}

void (*errdiff_system_find_function(void *library, const char *name))(void)
{
    void *symbol = dlsym(library, name);
    /* ISO C has no cast from an object pointer to a function pointer; POSIX guarantees that this
     * works. */
    void (*function)(void);
    memcpy(&function, &symbol, sizeof function);
    return function;
}
