/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the library asks the operating system for, where systems differ. system_posix.c and
 * system_windows.c implement it, one of which is built. */
#ifndef ERRDIFF_SYSTEM_H
#define ERRDIFF_SYSTEM_H

#include "errdiff.h"

#include <stdbool.h>
#include <stddef.h>

/* Memory at a multiple of `alignment`, of which `size` is a multiple; NULL if there is too little.
 * Only errdiff_system_free_aligned can free it. */
void *errdiff_system_allocate_aligned(size_t alignment, size_t size);
void errdiff_system_free_aligned(void *memory);

/* Memory for a plane of an image, which threads fill together, at a multiple of 64 bytes; NULL if
 * there is too little. Linux is asked for huge pages for a large one: otherwise many threads wait
 * for each other while the system makes a page for each 4096 bytes. Freed as above. */
void *errdiff_system_allocate_plane(size_t size);

/* `note` is called in the child of each fork(), by its only thread. */
void errdiff_system_watch_forks(void (*note)(void));

/* How many processors are left for the caller while other threads run or wait for one: less than 1
 * if there are more of these than processors, and INT_MAX if the system does not tell, or if the
 * caller may use only some of the system's processors. `processors` is how many it may use, and
 * `own` the number of threads that may be running and that will work for the caller. */
int errdiff_system_free_processors(int processors, int own);

/* Opens a file for reading, without waiting for the other end of a pipe. Returns a descriptor, or
 * -1 with the reason in errno. */
int errdiff_system_open(const char *path);

/* Reads a number like 0.5, as strtod does, but with a decimal point whatever the locale is. *end is
 * where the number ends; `text` if there is none. */
ERRDIFF_API double errdiff_system_read_number(const char *text, char **end);

/* Loads a library of functions, which stays in memory. A path that begins with $ORIGIN is one in
 * the folder of this program, or of the library that contains this code. Returns NULL, with the
 * reason in *reason, which is empty if there is no such file. */
void *errdiff_system_load_library(const char *path, errdiff_message *reason);

/* Finds a function of a loaded library; NULL if it has none of this name. */
void (*errdiff_system_find_function(void *library, const char *name))(void);

#endif
