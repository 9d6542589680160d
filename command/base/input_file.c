/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opens files that are read, and tells them from folders. */
#include "input_file.h"

#include "fail.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

bool path_is_folder(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

/* Some systems open folders, too, and others say that it is not permitted. */
int input_file_open(const char *path, FILE **file)
{
    *file = NULL;
    if (path_is_folder(path))
        return fail(EXIT_FAILED, "%s: it is a folder, not a file", path);
    *file = fopen(path, "rb");
    return *file ? 0 : fail(EXIT_FAILED, "%s: %s", path, strerror(errno));
}
