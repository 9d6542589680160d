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

/* For the signal handler. */
static const char *volatile unfinished;

static void remove_unfinished(int signal_number)
{
    if (unfinished)
        unlink(unfinished);
    signal(signal_number, SIG_DFL);
    raise(signal_number);
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

static int open_temporary(struct output_file *output, const struct stat *existing)
{
    static const char suffix[] = ".XXXXXX";
    size_t length = strlen(output->path);
    output->temporary = malloc(length + sizeof suffix);
    if (!output->temporary)
        return fail(EXIT_FAILED, "%s: not enough memory", output->name);
    memcpy(output->temporary, output->path, length);
    memcpy(output->temporary + length, suffix, sizeof suffix);
    int descriptor = mkstemp(output->temporary);
    if (descriptor < 0)
        return fail(EXIT_FAILED, "%s: %s", output->name, strerror(errno));
    unfinished = output->temporary;
    signal(SIGINT, remove_unfinished);
    signal(SIGTERM, remove_unfinished);
    signal(SIGHUP, remove_unfinished);
    if (fchmod(descriptor, wanted_mode(existing)) == 0)
        output->file = fdopen(descriptor, "wb");
    if (output->file)
        return 0;
    int status = fail(EXIT_FAILED, "%s: %s", output->name, strerror(errno));
    close(descriptor);
    unlink(output->temporary);
    return status;
}

int output_file_open(struct output_file *output, const char *path)
{
    *output = (struct output_file){.name = path};
    struct stat existing;
    bool exists = stat(path, &existing) == 0;
    if (exists && !S_ISREG(existing.st_mode)) {
        output->file = fopen(path, "wb");
        return output->file ? 0 : fail(EXIT_FAILED, "%s: %s", path, strerror(errno));
    }

    /* A link keeps leading to the file that it leads to now. */
    output->path = exists ? realpath(path, NULL) : strdup(path);
    int status = output->path ? open_temporary(output, exists ? &existing : NULL)
                              : fail(EXIT_FAILED, "%s: %s", path, strerror(errno));
    if (status != 0) {
        free(output->temporary);
        free(output->path);
    }
    return status;
}

static void forget(struct output_file *output)
{
    unfinished = NULL;
    free(output->temporary);
    free(output->path);
}

int output_file_finish(struct output_file *output)
{
    /* An earlier write may have failed, and errno then no longer says why. */
    int status = 0;
    if (ferror(output->file))
        status = fail(EXIT_FAILED, "%s: it could not be written", output->name);
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
