/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opens a file that gets its name only when it is complete, on Windows. */
#include "new_file.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

enum { NAME_SIZE = 48, MAX_NAMES = 1000 };

struct new_file {
    char *path;
    char *temporary; /* its path until it is finished */
    HANDLE handle;   /* besides that of the FILE, which is closed first */
};

/* The error number for what GetLastError says. */
static int last_error(void)
{
    DWORD error = GetLastError();
    return error == ERROR_PATH_NOT_FOUND ? ENOENT
           : error == ERROR_FILE_EXISTS  ? EEXIST
           : error == ERROR_DISK_FULL    ? ENOSPC
                                         : EACCES;
}

/* If it is TRUE, the system removes the file when its last handle is closed, however the process
 * ends. */
static bool set_removal(HANDLE handle, bool is_removed)
{
    FILE_DISPOSITION_INFO removal = {.DeleteFile = is_removed};
    return SetFileInformationByHandle(handle, FileDispositionInfo, &removal, sizeof removal);
}

/* Opens a file in the folder of the path. Returns false, with the reason in errno, if that
 * fails. */
static bool open_temporary(struct new_file *new_file)
{
    size_t length = strlen(new_file->path);
    while (length > 0 && !strchr("/\\:", new_file->path[length - 1]))
        length--;
    new_file->temporary = malloc(length + NAME_SIZE);
    for (int i = 0; i < MAX_NAMES && new_file->temporary; i++) {
        snprintf(new_file->temporary, length + NAME_SIZE, "%.*s.errdiff-%lu-%d", (int)length,
                 new_file->path, GetCurrentProcessId(), i);
        new_file->handle = CreateFileA(new_file->temporary, GENERIC_READ | GENERIC_WRITE | DELETE,
                                       FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                                       CREATE_NEW, FILE_ATTRIBUTE_NORMAL, NULL);
        if (new_file->handle != INVALID_HANDLE_VALUE && set_removal(new_file->handle, true))
            return true;
        errno = last_error();
        if (errno != EEXIST)
            return false;
    }
    return false;
}

static FILE *open_stream(HANDLE handle)
{
    HANDLE process = GetCurrentProcess(), written;
    if (!DuplicateHandle(process, handle, process, &written, 0, false, DUPLICATE_SAME_ACCESS)) {
        errno = last_error();
        return NULL;
    }
    int descriptor = _open_osfhandle((intptr_t)written, _O_BINARY);
    if (descriptor < 0) {
        CloseHandle(written);
        return NULL;
    }
    FILE *file = _fdopen(descriptor, "wb");
    if (!file)
        _close(descriptor);
    return file;
}

static void release(struct new_file *new_file)
{
    int error = errno;
    if (new_file->handle != INVALID_HANDLE_VALUE)
        CloseHandle(new_file->handle);
    free(new_file->path);
    free(new_file->temporary);
    free(new_file);
    errno = error;
}

struct new_file *new_file_open(const char *path, const struct stat *existing, FILE **file)
{
    (void)existing;
    struct new_file *new_file = malloc(sizeof *new_file);
    if (!new_file)
        return NULL;
    *new_file = (struct new_file){.path = strdup(path), .handle = INVALID_HANDLE_VALUE};
    if (new_file->path && open_temporary(new_file))
        *file = open_stream(new_file->handle);
    if (*file)
        return new_file;
    release(new_file);
    return NULL;
}

/* Returns 0, or an error number if the file cannot get its path. */
static int replace(struct new_file *new_file)
{
    if (!set_removal(new_file->handle, false))
        return last_error();
    CloseHandle(new_file->handle);
    new_file->handle = INVALID_HANDLE_VALUE;
    if (MoveFileExA(new_file->temporary, new_file->path,
                    MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH))
        return 0;
    int error = last_error();
    DeleteFileA(new_file->temporary);
    return error;
}

int new_file_finish(struct new_file *new_file, bool is_good)
{
    int error = is_good ? replace(new_file) : 0;
    release(new_file);
    return error;
}

/* The system removes temporary names. */
void new_file_abandon_all(void)
{
}
