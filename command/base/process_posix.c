/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Does what depends on POSIX systems: standard streams, environment variables, memory and
 * signals. */
#define _DEFAULT_SOURCE /* _SC_PHYS_PAGES */

#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/*
 * If the parent process has closed standard input, output or error, the next file that is opened
 * gets that descriptor, and messages for the user could be written into an image. So this opens
 * /dev/null for each stream that is closed: standard input for writing only and standard output for
 * reading only, so that using them is still an error.
 */
void process_prepare_streams(void)
{
    static const int modes[] = {
        [STDIN_FILENO] = O_WRONLY, [STDOUT_FILENO] = O_RDONLY, [STDERR_FILENO] = O_RDWR};

    /* A new descriptor gets the lowest number that is free. */
    for (int number = STDIN_FILENO; number <= STDERR_FILENO; number++)
        if (fcntl(number, F_GETFD) < 0 && errno == EBADF)
            open("/dev/null", modes[number]);
}

bool process_shows_colors(void)
{
    const char *terminal = getenv("TERM");
    return isatty(STDOUT_FILENO) && terminal && strcmp(terminal, "dumb") != 0;
}

void process_set_variable(const char *name, const char *value)
{
    if (value)
        setenv(name, value, 1);
    else
        unsetenv(name);
}

/* macOS has a folder of its own for them. */
#ifdef __APPLE__
static const char settings_in_home[] = "Library/Application Support";
#else
static const char settings_in_home[] = ".config";
#endif

char *process_settings_folder(void)
{
    const char *settings = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    if (settings && *settings)
        return strdup(settings);
    size_t size = home ? strlen(home) + 1 + sizeof settings_in_home : 0;
    char *path = size > 0 ? malloc(size) : NULL;
    if (path)
        snprintf(path, size, "%s/%s", home, settings_in_home);
    return path;
}

int process_make_folder(const char *path)
{
    return mkdir(path, 0777) == 0 || errno == EEXIST ? 0 : errno;
}

/* The path of the group in `list`, "" if there is none. */
static void find_group(const char *list, char path[PATH_MAX])
{
    char line[PATH_MAX] = "";
    FILE *file = fopen(list, "r");
    while (file && strncmp(line, "0::", 3) != 0 && fgets(line, sizeof line, file))
        continue;
    bool is_found = strncmp(line, "0::", 3) == 0;
    line[strcspn(line, "\n")] = '\0';
    strcpy(path, is_found ? line + 3 : "");
    if (file)
        fclose(file);
}

double process_group_memory(const char *list, const char *folder)
{
    char group[PATH_MAX], path[2 * PATH_MAX];
    double least = HUGE_VAL, bytes;
    find_group(list, group);
    for (char *end = group + strlen(group); end; end = strrchr(group, '/')) {
        *end = '\0';
        snprintf(path, sizeof path, "%s%s/memory.max", folder, group);
        FILE *file = fopen(path, "r");
        if (file && fscanf(file, "%lf", &bytes) == 1)
            least = fmin(least, bytes);
        if (file)
            fclose(file);
    }
    return least;
}

double process_machine_memory(void)
{
    double all = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
    return fmin(all, process_group_memory("/proc/self/cgroup", "/sys/fs/cgroup"));
}

void *process_allocate_aligned(size_t alignment, size_t size)
{
    return aligned_alloc(alignment, size);
}

void process_free_aligned(void *memory)
{
    free(memory);
}

/* ---- Signals ------------------------------------------------------------------------------- */

static sigset_t held, before;

/* Signals that the parent process has set to be ignored, as nohup does, are left alone. */
static void find_signals(sigset_t *signals)
{
    static const int ending[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    sigemptyset(signals);
    for (size_t i = 0; i < sizeof ending / sizeof *ending; i++) {
        struct sigaction action;
        if (sigaction(ending[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN)
            sigaddset(signals, ending[i]);
    }
}

void process_hold_signals(void)
{
    find_signals(&held);
    pthread_sigmask(SIG_BLOCK, &held, &before);
}

int process_take_signal(void)
{
    int number = sigtimedwait(&held, NULL, &(struct timespec){0});
    return number > 0 ? number : 0;
}

void process_release_signals(void)
{
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void process_end_by_signal(int number)
{
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, number);
    signal(number, SIG_DFL);
    raise(number);
    pthread_sigmask(SIG_UNBLOCK, &only, NULL);
}
