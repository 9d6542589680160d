/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opens and finishes an output file, which replaces an existing file only when it is complete. */
#include "output_file.h"

#include "fail.h"
#include "new_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int output_file_open(struct output_file *output, const char *path)
{
    bool is_standard = strcmp(path, "-") == 0;
    *output = (struct output_file){.file = is_standard ? stdout : NULL,
                                   .name = is_standard ? "standard output" : path};
    if (is_standard)
        return 0;
    struct stat existing;
    bool exists = stat(path, &existing) == 0;
    if (!exists && errno != ENOENT)
        return fail(EXIT_FAILED, "%s: %s", path, strerror(errno));
    if (exists && S_ISDIR(existing.st_mode))
        return fail(EXIT_FAILED, "%s: it is a folder, not a file", path);
    if (exists && access(path, W_OK) != 0)
        return fail(EXIT_FAILED, "%s: %s", path, strerror(errno));
    if (exists && !S_ISREG(existing.st_mode))
        output->file = fopen(path, "wb");
    else
        output->new_file = new_file_open(path, exists ? &existing : NULL, &output->file);
    return output->file ? 0 : fail(EXIT_FAILED, "%s: %s", path, strerror(errno));
}

static const char *reason(int error)
{
#ifdef ESTALE /* not on Windows */
    if (error == ESTALE)
        return "another file has taken its place, so it was not overwritten";
#endif
    return strerror(error);
}

int output_file_flush(struct output_file *output)
{
    if (fflush(output->file) == 0 && !ferror(output->file))
        return 0;
    return fail(EXIT_FAILED, "%s: %s", output->name,
                errno != 0 ? strerror(errno) : "it could not be written");
}

int output_file_finish(struct output_file *output, int status)
{
    if (status == 0)
        status = output_file_flush(output);
    int closed = output->file == stdout ? 0 : fclose(output->file);
    if (closed != 0 && status == 0)
        status = fail(EXIT_FAILED, "%s: %s", output->name, strerror(errno));
    int error = output->new_file ? new_file_finish(output->new_file, status == 0) : 0;
    return error == 0 ? status : fail(EXIT_FAILED, "%s: %s", output->name, reason(error));
}
