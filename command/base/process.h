/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the command asks the operating system for, apart from files. process_posix.c and
 * process_windows.c implement it, one of which is built. */
#ifndef CLI_PROCESS_H
#define CLI_PROCESS_H

#include <stdbool.h>
#include <stddef.h>

/* Makes standard input, output and error fit for images. Call it before any file is opened. */
void process_prepare_streams(void);

/* Whether standard output is a terminal that can be expected to show colors. */
bool process_shows_colors(void);

/* Sets a variable of the environment; NULL removes it. */
void process_set_variable(const char *name, const char *value);

/* The folder in which programs keep the user's settings, such as ~/.config, from malloc. NULL: it
 * is not known, or there is not enough memory. */
char *process_settings_folder(void);

/* Makes a folder in one that is there. Returns 0, also if it is there already, or an error
 * number. */
int process_make_folder(const char *path);

/* The memory of the machine or, on Linux, what the process's control group may take of it, in
 * bytes. */
double process_machine_memory(void);

/* The least limit of memory, in bytes, of a control group (version 2) and of those that contain it;
 * HUGE_VAL: none. The file `list` has the path of the group on a line that begins with "0::", as
 * /proc/self/cgroup; `folder` contains the groups. Not on Windows. */
double process_group_memory(const char *list, const char *folder);

/* Memory at a multiple of `alignment`, of which `size` is a multiple; NULL if there is too little.
 * Only process_free_aligned can free it. */
void *process_allocate_aligned(size_t alignment, size_t size);
void process_free_aligned(void *memory);

/* From now on, signals that should end the process do not, in this thread and in those that it
 * starts. process_take_signal returns one that has come since, or 0. */
void process_hold_signals(void);
int process_take_signal(void);

/* Ends process_hold_signals. */
void process_release_signals(void);

/* Ends the process as the signal would have. */
void process_end_by_signal(int number);

#endif
