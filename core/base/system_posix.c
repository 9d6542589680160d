/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The library's calls of the operating system that differ between systems, for POSIX systems. */
#define _POSIX_C_SOURCE 200809L

#include "system.h"

#include "message.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <locale.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void *errdiff_system_allocate_aligned(size_t alignment, size_t size)
{
    return aligned_alloc(alignment, size);
}

void errdiff_system_free_aligned(void *memory)
{
    free(memory);
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

/* ---- The cache ----------------------------------------------------------------------------- */

const char errdiff_system_cache_variables[] = "neither XDG_CACHE_HOME nor HOME";

bool errdiff_system_find_cache(char *path, size_t size)
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    int length = -1;
    if (cache && *cache == '/')
        length = snprintf(path, size, "%s", cache);
    else if (home && *home == '/')
        length = snprintf(path, size, "%s/.cache", home);
    return length > 0 && (size_t)length < size;
}

bool errdiff_system_make_folder(const char *path)
{
    return mkdir(path, 0700) == 0 || errno == EEXIST;
}

bool errdiff_system_can_write_in(const char *folder)
{
    return access(folder, W_OK | X_OK) == 0;
}

FILE *errdiff_system_make_file(char *path)
{
    int handle = mkstemp(path);
    if (handle < 0)
        return NULL;
    FILE *file = fdopen(handle, "w");
    if (!file) {
        close(handle);
        unlink(path);
    }
    return file;
}

bool errdiff_system_finish_file(FILE *file, const char *from, const char *to)
{
    bool is_written = !ferror(file) && fflush(file) == 0 && fsync(fileno(file)) == 0;
    int error = errno;
    bool is_closed = fclose(file) == 0;
    if (is_written && is_closed && rename(from, to) == 0)
        return true;
    error = is_written ? errno : error;
    unlink(from);
    errno = error;
    return false;
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
