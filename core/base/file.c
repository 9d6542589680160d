/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads small files as a whole. */
#define _POSIX_C_SOURCE 200809L

#include "errdiff.h"

#include "message.h"
#include "system.h"
#include "text_start.h"
#include "translate.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static errdiff_status fail_for(int error, errdiff_message *message)
{
    return errdiff_fail(message, ERRDIFF_CANNOT_RUN, "%s", strerror(error));
}

/* Checks the open descriptor and not the path, which may name another file by now. */
static errdiff_status check_kind(int handle, errdiff_message *message)
{
    struct stat about;
    if (fstat(handle, &about) != 0)
        return fail_for(errno, message);
    if (S_ISDIR(about.st_mode))
        return errdiff_fail(message, ERRDIFF_CANNOT_RUN, N_("it is a folder, not a file"));
    if (!S_ISREG(about.st_mode))
        return errdiff_fail(message, ERRDIFF_CANNOT_RUN,
                            N_("it is a device or a pipe, not a file"));
    return ERRDIFF_OK;
}

/* Reads up to the end of the file, but at most `size` bytes. Returns their number, or -1 with the
 * reason in errno. */
static ssize_t read_up_to(int handle, char *bytes, size_t size)
{
    size_t done = 0;
    while (done < size) {
        ssize_t count = read(handle, bytes + done, size - done);
        if (count == 0)
            break;
        if (count < 0 && errno != EINTR)
            return -1;
        if (count > 0)
            done += (size_t)count;
    }
    return (ssize_t)done;
}

static errdiff_status read_contents(int handle, size_t max_size, char *bytes, size_t *size,
                                    errdiff_message *message)
{
    /* Tries to read one byte more than is allowed. The size that fstat reports is not enough to
     * find files that are too large, because the file may grow meanwhile. */
    ssize_t count = read_up_to(handle, bytes, max_size + 1);
    if (count < 0)
        return fail_for(errno, message);
    if ((size_t)count > max_size)
        return errdiff_fail(message, ERRDIFF_CANNOT_RUN,
                            N_("the file is larger than %zu bytes, the most that can be read"),
                            max_size);
    bytes[count] = '\0';
    *size = (size_t)count;
    return ERRDIFF_OK;
}

static errdiff_status read_open_file(int handle, size_t max_size, char **contents, size_t *size,
                                     errdiff_message *message)
{
    errdiff_status status = check_kind(handle, message);
    if (status != ERRDIFF_OK)
        return status;
    if (max_size > PTRDIFF_MAX - 1)
        max_size = PTRDIFF_MAX - 1;
    char *bytes = malloc(max_size + 1);
    if (!bytes)
        return errdiff_fail(message, ERRDIFF_NO_MEMORY, N_("not enough memory to read the file"));
    status = read_contents(handle, max_size, bytes, size, message);
    if (status == ERRDIFF_OK)
        *contents = bytes;
    else
        free(bytes);
    return status;
}

errdiff_status errdiff_file_read(const char *path, size_t max_size, char **contents, size_t *size,
                                 errdiff_message *message)
{
    int handle = errdiff_system_open(path);
    if (handle < 0)
        return fail_for(errno, message);
    errdiff_status status = read_open_file(handle, max_size, contents, size, message);
    close(handle);
    return status;
}

errdiff_status errdiff_text_read(const char *path, size_t max_size, char **text, size_t *size,
                                 errdiff_message *message)
{
    char *contents;
    size_t length;
    errdiff_status status = errdiff_file_read(path, max_size, &contents, &length, message);
    if (status != ERRDIFF_OK)
        return status;
    if (errdiff_text_check("", contents, length, message) != ERRDIFF_OK) {
        free(contents);
        return ERRDIFF_CANNOT_RUN;
    }
    size_t mark = errdiff_text_mark(contents, length);
    *size = length - mark;
    *text = memmove(contents, contents + mark, *size + 1);
    return ERRDIFF_OK;
}
