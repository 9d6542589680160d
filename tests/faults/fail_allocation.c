/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A library for LD_PRELOAD that makes calls of the C library fail, as they do where the system is
 * out of memory or threads. In the environment:
 *
 *     FAIL_ALLOCATION=N    the Nth allocation after main has begun fails, counted from 1; 0: none
 *     FAIL_ALLOCATIONS=1   so do all later ones
 *     FAIL_COUNT=FILE      writes to FILE how many allocations there were
 *     FAIL_THREADS=N       only N threads can be made
 *     FAIL_TMPFILE=1       files without a name (O_TMPFILE) are refused, as many file systems do
 *
 * Allocations before main are the loader's and those of libraries that set themselves up; they are
 * not counted.
 */
#define _GNU_SOURCE

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>

/* glibc's own names of its allocator, so that nothing has to be looked up while memory is asked
 * for. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

typedef int main_function(int argc, char **argv, char **environment);
int __libc_start_main(main_function *main, int argc, char **argv, void (*init)(void),
                      void (*fini)(void), void (*loader_fini)(void), void *stack_end);

static main_function *real_main;
static atomic_bool has_begun;
static atomic_long allocations, threads;
static long failing, granted_threads = -1;
static bool all_later, no_unnamed_files;

static long number_in_environment(const char *name, long otherwise)
{
    const char *text = getenv(name);
    return text ? atol(text) : otherwise;
}

static void write_count(void)
{
    const char *path = getenv("FAIL_COUNT");
    has_begun = false;
    FILE *file = path ? fopen(path, "w") : NULL;
    if (file) {
        fprintf(file, "%ld\n", (long)allocations);
        fclose(file);
    }
}

static int counted_main(int argc, char **argv, char **environment)
{
    failing = number_in_environment("FAIL_ALLOCATION", 0);
    all_later = number_in_environment("FAIL_ALLOCATIONS", 0) != 0;
    granted_threads = number_in_environment("FAIL_THREADS", -1);
    no_unnamed_files = number_in_environment("FAIL_TMPFILE", 0) != 0;
    atexit(write_count);
    has_begun = true;
    return real_main(argc, argv, environment);
}

int __libc_start_main(main_function *main, int argc, char **argv, void (*init)(void),
                      void (*fini)(void), void (*loader_fini)(void), void *stack_end)
{
    union {
        void *address;
        int (*function)(main_function *, int, char **, void (*)(void), void (*)(void),
                        void (*)(void), void *);
    } real = {.address = dlsym(RTLD_NEXT, "__libc_start_main")};
    real_main = main;
    return real.function(counted_main, argc, argv, init, fini, loader_fini, stack_end);
}

static bool fails(void)
{
    if (!has_begun)
        return false;
    long number = atomic_fetch_add(&allocations, 1) + 1;
    bool is_refused = failing > 0 && (number == failing || (all_later && number > failing));
    if (is_refused)
        errno = ENOMEM;
    return is_refused;
}

void *malloc(size_t size)
{
    return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return fails() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *block, size_t size)
{
    return fails() ? NULL : __libc_realloc(block, size);
}

void *memalign(size_t alignment, size_t size)
{
    return fails() ? NULL : __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return fails() ? NULL : __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size)
{
    void *made = fails() ? NULL : __libc_memalign(alignment, size);
    if (!made)
        return ENOMEM;
    *block = made;
    return 0;
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *),
                   void *argument)
{
    union {
        void *address;
        int (*function)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    } real = {.address = dlsym(RTLD_NEXT, "pthread_create")};
    if (granted_threads >= 0 && atomic_fetch_add(&threads, 1) >= granted_threads)
        return EAGAIN;
    return real.function(thread, attributes, start, argument);
}

int open(const char *path, int flags, ...)
{
    va_list more;
    va_start(more, flags);
    mode_t mode = (flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(more, mode_t) : 0;
    va_end(more);
    if (no_unnamed_files && (flags & O_TMPFILE) == O_TMPFILE) {
        errno = EOPNOTSUPP;
        return -1;
    }
    return openat(AT_FDCWD, path, flags, mode);
}
