/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _XOPEN_SOURCE 700

#include "output_file.h"

#include "fail.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const int ending_signals[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXFSZ};

enum { SIGNAL_COUNT = sizeof ending_signals / sizeof *ending_signals };

/* For the signal handler; set while those signals are blocked. */
static const char *volatile unfinished;

static void remove_unfinished(int signal_number)
{
    if (unfinished)
        unlink(unfinished);
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

/* A signal that whoever started us wants ignored (nohup) stays so. */
static void handle_signals(void)
{
    for (int i = 0; i < SIGNAL_COUNT; i++) {
        struct sigaction action;
        if (sigaction(ending_signals[i], NULL, &action) != 0 || action.sa_handler == SIG_IGN)
            continue;
        action = (struct sigaction){.sa_handler = remove_unfinished};
        sigaction(ending_signals[i], &action, NULL);
    }
}

static void block_signals(sigset_t *before)
{
    sigset_t signals;
    sigemptyset(&signals);
    for (int i = 0; i < SIGNAL_COUNT; i++)
        sigaddset(&signals, ending_signals[i]);
    sigprocmask(SIG_BLOCK, &signals, before);
}

int output_file_standard(struct output_file *output)
{
    *output = (struct output_file){.file = stdout, .name = "standard output"};
    return 0;
}

/* The mode that a new file would get, or that of the file which it replaces. */
static mode_t wanted_mode(const struct stat *existing)
{
    if (existing)
        return existing->st_mode & 07777;
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

/* ".errdiff-XXXXXX" in the folder of `path`; NULL: memory is short. */
static char *temporary_name(const char *path)
{
    static const char name[] = ".errdiff-XXXXXX";
    const char *slash = strrchr(path, '/');
    size_t folder_length = slash ? (size_t)(slash - path) + 1 : 0;
    char *temporary = malloc(folder_length + sizeof name);
    if (temporary) {
        memcpy(temporary, path, folder_length);
        memcpy(temporary + folder_length, name, sizeof name);
    }
    return temporary;
}

static int create_temporary(struct output_file *output, const struct stat *existing)
{
    output->temporary = temporary_name(output->path);
    if (!output->temporary)
        return fail(EXIT_FAILED, "%s: not enough memory", output->name);
    int descriptor = mkstemp(output->temporary);
    if (descriptor < 0)
        return fail(EXIT_FAILED, "%s: %s", output->name, strerror(errno));
    /* Where it is allowed: root leaves a user's file the user's. */
    if (existing && fchown(descriptor, existing->st_uid, existing->st_gid) != 0)
        errno = 0;
    if (fchmod(descriptor, wanted_mode(existing)) == 0)
        output->file = fdopen(descriptor, "wb");
    if (output->file) {
        unfinished = output->temporary;
        handle_signals();
        return 0;
    }
    int status = fail(EXIT_FAILED, "%s: %s", output->name, strerror(errno));
    close(descriptor);
    unlink(output->temporary);
    return status;
}

static int open_beside(struct output_file *output, const struct stat *existing)
{
    sigset_t before;
    block_signals(&before);
    int status = create_temporary(output, existing);
    sigprocmask(SIG_SETMASK, &before, NULL);
    if (status != 0) {
        free(output->temporary);
        free(output->path);
    }
    return status;
}

int output_file_open(struct output_file *output, const char *path)
{
    *output = (struct output_file){.name = path};
    struct stat existing;
    bool exists = stat(path, &existing) == 0;
    if (!exists && (errno != ENOENT || lstat(path, &existing) == 0))
        return fail(EXIT_FAILED, "%s: %s", path, strerror(errno ? errno : ENOENT));
    if (exists && S_ISDIR(existing.st_mode))
        return fail(EXIT_FAILED, "%s: %s", path, strerror(EISDIR));
    if (exists && access(path, W_OK) != 0)
        return fail(EXIT_FAILED, "%s: %s", path, strerror(errno));
    if (exists && !S_ISREG(existing.st_mode)) {
        output->file = fopen(path, "wb");
        return output->file ? 0 : fail(EXIT_FAILED, "%s: %s", path, strerror(errno));
    }

    /* A link keeps leading to the file that it leads to now. */
    output->path = exists ? realpath(path, NULL) : strdup(path);
    if (!output->path)
        return fail(EXIT_FAILED, "%s: %s", path, strerror(errno));
    return open_beside(output, exists ? &existing : NULL);
}

static void forget(struct output_file *output)
{
    unfinished = NULL;
    free(output->temporary);
    free(output->path);
}

int output_file_finish(struct output_file *output)
{
    int status = 0;
    if (ferror(output->file))
        status = fail(EXIT_FAILED, "%s: %s", output->name,
                      errno != 0 ? strerror(errno) : "it could not be written");
    int closed = output->file == stdout ? fflush(stdout) : fclose(output->file);
    if (closed != 0 && status == 0)
        status = fail(EXIT_FAILED, "%s: %s", output->name, strerror(errno));
    if (output->temporary && status == 0 && rename(output->temporary, output->path) != 0)
        status = fail(EXIT_FAILED, "%s: %s", output->name, strerror(errno));
    if (output->temporary && status != 0)
        unlink(output->temporary);
    forget(output);
    return status;
}

void output_file_abandon(struct output_file *output)
{
    if (output->file != stdout)
        fclose(output->file);
    if (output->temporary)
        unlink(output->temporary);
    forget(output);
}
