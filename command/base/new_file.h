/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file that gets its name only when it is complete. new_file_posix.c and new_file_windows.c
 * implement this, one of which is built. */
#ifndef CLI_NEW_FILE_H
#define CLI_NEW_FILE_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/stat.h>

struct new_file;

/*
 * Opens *file, which is NULL before: a new file that will get the path `path`. *existing describes
 * the file that has this path now, NULL: none. The new file has no name, and on Windows the system
 * removes it, so that nothing is left behind however the process ends.
 * Returns NULL, with the reason in errno, if that fails.
 */
struct new_file *new_file_open(const char *path, const struct stat *existing, FILE **file);

/*
 * Call this when *file is closed. If `is_good`, the new file gets its path; otherwise it is
 * discarded. An existing file is replaced atomically, for which the new one gets a temporary name
 * in its folder; signals that end the process wait meanwhile. Where the file system cannot give a
 * name to a file without one (O_TMPFILE of Linux can), that is the name of a copy, for which there
 * must be space. The new file gets the permissions of the existing one (not on Windows, where it
 * gets those of its folder) and, on Linux, its extended attributes of users and its access control
 * list. On POSIX systems the existing file is overwritten instead in two cases: if its folder is
 * write-protected, and if it has several names (hard links), all of which should lead to the new
 * contents. Returns 0 or, if this fails, an error number; the new file is then discarded. On POSIX
 * systems that is ESTALE if the existing file had to be overwritten and another one has got its
 * path. Frees *new_file.
 */
int new_file_finish(struct new_file *new_file, bool is_good);

/* Waits until no file has a temporary name. Threads that then open or finish a new file wait for
 * ever; for a process that is about to end while other threads still work. */
void new_file_abandon_all(void);

#endif
