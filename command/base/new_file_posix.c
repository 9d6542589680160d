/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file that gets its name only when it is complete, on POSIX systems. */
#define _GNU_SOURCE /* O_TMPFILE */

#include "new_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef __linux__
#include <linux/limits.h>
#include <sys/xattr.h>
#endif

static const int ending_signals[] = {SIGHUP,  SIGINT,  SIGQUIT, SIGTERM,
                                     SIGPIPE, SIGXCPU, SIGXFSZ, SIGABRT};

enum {
    SIGNAL_COUNT = sizeof ending_signals / sizeof *ending_signals,
    NAME_SIZE = 64, /* of temporary names */
    MAX_NAMES = 1000
};

struct path {
    char text[PATH_MAX + NAME_SIZE];
};

struct new_file {
    struct path path;     /* its final path */
    int descriptor;       /* of a file without a name, for reading and writing; -1: none */
    bool exists;          /* there is a file at the path: */
    struct stat existing; /* zeros if there is none */
};

/* ---- Signals ------------------------------------------------------------------------------- */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct sigaction actions[SIGNAL_COUNT];
static volatile sig_atomic_t came; /* 0: no signal */

static void note(int signal_number)
{
    came = signal_number;
}

/* Until release_signals, signals that end the process are only noted, in whichever thread they
 * come, because a file may have a name that must not stay. This also keeps other threads out,
 * because handlers and the umask are those of the process. Signals that the parent process has set
 * to be ignored, as nohup does, are left alone. */
static void hold_signals(void)
{
    pthread_mutex_lock(&lock);
    for (int i = 0; i < SIGNAL_COUNT; i++) {
        sigaction(ending_signals[i], NULL, &actions[i]);
        if (actions[i].sa_handler != SIG_IGN)
            sigaction(ending_signals[i],
                      &(struct sigaction){.sa_handler = note, .sa_flags = SA_RESTART}, NULL);
    }
}

static void release_signals(void)
{
    for (int i = 0; i < SIGNAL_COUNT; i++)
        sigaction(ending_signals[i], &actions[i], NULL);
    int signal_number = came;
    came = 0;
    pthread_mutex_unlock(&lock);
    if (signal_number != 0)
        raise(signal_number);
}

void new_file_abandon_all(void)
{
    pthread_mutex_lock(&lock);
}

/* ---- A file without a name ----------------------------------------------------------------- */

/* The path of `name` in the folder of `path`. */
static struct path path_beside(const char *path, const char *name)
{
    const char *slash = strrchr(path, '/');
    struct path beside;
    snprintf(beside.text, sizeof beside.text, "%.*s%s", slash ? (int)(slash - path) + 1 : 0, path,
             name);
    return beside;
}

/* The path by which Linux names an open file. */
static struct path path_of(int descriptor)
{
    struct path path;
    snprintf(path.text, sizeof path.text, "/proc/self/fd/%d", descriptor);
    return path;
}

/* Opens a file without a name in the folder of `path`. Returns -1, with the reason in errno, if
 * that fails. */
static int open_unnamed(const char *path)
{
    int descriptor = -1;
#ifdef O_TMPFILE
    descriptor = open(path_beside(path, ".").text, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
#endif
    if (descriptor < 0) {
        struct path name = path_beside(path, ".errdiff-XXXXXX");
        descriptor = mkstemp(name.text);
        if (descriptor >= 0)
            unlink(name.text);
    }
    return descriptor;
}

/* Opens a file without a name in any folder, for contents that will be copied. */
static int open_elsewhere(void)
{
    const char *folder = getenv("TMPDIR");
    struct path inside;
    snprintf(inside.text, sizeof inside.text, "%s/", folder ? folder : "");
    int descriptor = folder ? open_unnamed(inside.text) : -1;
    return descriptor >= 0 ? descriptor : open_unnamed(P_tmpdir "/");
}

/* ---- Owner, mode and attributes ------------------------------------------------------------ */

/* Opens the existing file with these flags. Returns -1, with the reason in errno, if it cannot be
 * opened. That is ESTALE if there is another file at its path now: in a folder that others can
 * write to, that may be any file of the user's, or a pipe, for whose reader it must not wait. */
static int open_existing(const struct new_file *new_file, int flags)
{
    const struct stat *existing = &new_file->existing;
    struct stat opened;
    int descriptor = open(new_file->path.text, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    bool is_another = descriptor < 0 && (errno == ELOOP || errno == ENXIO);
    if (descriptor >= 0 && (fstat(descriptor, &opened) != 0 || opened.st_dev != existing->st_dev ||
                            opened.st_ino != existing->st_ino)) {
        close(descriptor);
        is_another = true;
    }
    if (!is_another)
        return descriptor;
    errno = ESTALE;
    return -1;
}

/* The mode of the file that is replaced or, if there is none, the default mode of a new file. */
static mode_t wanted_mode(const struct new_file *new_file)
{
    if (new_file->exists)
        return new_file->existing.st_mode & 07777;
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

#ifdef __linux__
static const char access_list[] = "system.posix_acl_access";

/* Attributes of other kinds are the system's, such as checksums of the old contents. */
static bool is_kept(const char *name)
{
    return strncmp(name, "user.", 5) == 0 || strcmp(name, "security.selinux") == 0;
}

/* Copies an attribute. Returns false if that fails, or if the file `from` does not have it. */
static bool copy_attribute(const char *from, int to, const char *name)
{
    static char value[XATTR_SIZE_MAX];
    ssize_t size = getxattr(from, name, value, sizeof value);
    return size >= 0 && fsetxattr(to, name, value, (size_t)size, 0) == 0;
}

/* With an access control list, the rights of the group in a file's mode are those that any entry of
 * the list may give. So without the list the group gets none. */
static void copy_access_list(const char *from, int to, mode_t mode)
{
    if (getxattr(from, access_list, NULL, 0) >= 0) {
        if (!copy_attribute(from, to, access_list))
            fchmod(to, mode & ~(mode_t)S_IRWXG);
    } else if (fremovexattr(to, access_list) == 0) { /* that of the folder's new files */
        fchmod(to, mode);
    }
}

/* Gives a file the extended attributes and the access control list of the existing one, which can
 * be read also by those who must not read that file. */
static void copy_attributes(const struct new_file *new_file, int to, mode_t mode)
{
    static char names[XATTR_LIST_MAX];
    int descriptor = open_existing(new_file, O_PATH);
    if (descriptor < 0)
        return;
    struct path from = path_of(descriptor);
    copy_access_list(from.text, to, mode);
    ssize_t size = listxattr(from.text, names, sizeof names);
    for (ssize_t at = 0; at < size; at += (ssize_t)strlen(names + at) + 1)
        if (is_kept(names + at))
            copy_attribute(from.text, to, names + at);
    close(descriptor);
}
#endif

/* Gives a file the mode, owner and attributes that it will have at the path. If root replaces a
 * user's file, it still belongs to the user. It is no error if owner and attributes cannot be set;
 * if the mode cannot, this returns the error number. */
static int dress(const struct new_file *new_file, int descriptor)
{
    const struct stat *existing = &new_file->existing;
    mode_t mode = wanted_mode(new_file);
    if (new_file->exists && fchown(descriptor, existing->st_uid, existing->st_gid) != 0)
        errno = 0; /* so that the result is used, as compilers demand */
    if (fchmod(descriptor, mode) != 0)
        return errno;
#ifdef __linux__
    if (new_file->exists)
        copy_attributes(new_file, descriptor, mode);
#endif
    return 0;
}

/* ---- Opening ------------------------------------------------------------------------------- */

/* From here on, functions that return an int return 0 or an error number. */

static bool is_refusal(int error)
{
    return error == EACCES || error == EPERM || error == EBUSY || error == EROFS;
}

/* The existing file is overwritten instead of being replaced, so that all names lead to the new
 * contents. */
static bool has_several_names(const struct new_file *new_file)
{
    return new_file->existing.st_nlink > 1;
}

/* Sets the path whose file is replaced. If `path` is a symbolic link, that is the file that it
 * leads to, and not the link. */
static int find_path(struct new_file *new_file, const char *path)
{
    struct stat link;
    if (new_file->exists)
        return realpath(path, new_file->path.text) ? 0 : errno;
    snprintf(new_file->path.text, sizeof new_file->path.text, "%s", path);
    return lstat(path, &link) == 0 ? ENOENT : 0;
}

static int create(struct new_file *new_file, FILE **file)
{
    new_file->descriptor = open_unnamed(new_file->path.text);
    bool is_elsewhere = new_file->descriptor < 0 &&
                        (has_several_names(new_file) || (new_file->exists && is_refusal(errno)));
    if (is_elsewhere)
        new_file->descriptor = open_elsewhere();
    if (new_file->descriptor < 0)
        return errno;
    int error = dress(new_file, new_file->descriptor);
    if (error != 0 && !is_elsewhere) /* from there the contents are copied */
        return error;
    /* The FILE gets a second descriptor, because fclose can report errors of writing, and the first
     * descriptor is still needed after that. */
    int written = fcntl(new_file->descriptor, F_DUPFD_CLOEXEC, 0);
    *file = written < 0 ? NULL : fdopen(written, "wb");
    if (*file)
        return 0;
    error = errno;
    if (written >= 0)
        close(written);
    return error;
}

static void release(struct new_file *new_file)
{
    if (new_file->descriptor >= 0)
        close(new_file->descriptor);
    free(new_file);
}

struct new_file *new_file_open(const char *path, const struct stat *existing, FILE **file)
{
    struct new_file *new_file = malloc(sizeof *new_file);
    if (!new_file)
        return NULL;
    *new_file = (struct new_file){.descriptor = -1, .exists = existing != NULL};
    if (existing)
        new_file->existing = *existing;
    hold_signals();
    int error = find_path(new_file, path);
    if (error == 0)
        error = create(new_file, file);
    release_signals();
    if (error == 0)
        return new_file;
    release(new_file);
    errno = error;
    return NULL;
}

/* ---- Moving the new file to its path ------------------------------------------------------- */

static int copy(int from, int to)
{
    static char bytes[1 << 16];
    ssize_t count, written;
    if (lseek(from, 0, SEEK_SET) != 0)
        return errno;
    while ((count = read(from, bytes, sizeof bytes)) > 0)
        for (const char *next = bytes; count > 0; next += written, count -= written) {
            written = write(to, next, (size_t)count);
            if (written < 0)
                return errno;
        }
    return count == 0 ? 0 : errno;
}

/* Closes a descriptor. Returns the error number of what failed first: `error`, unless that is 0, or
 * that of closing. */
static int close_after(int descriptor, int error)
{
    int closed = close(descriptor) == 0 ? 0 : errno;
    return error != 0 ? error : closed;
}

/* Gives the unnamed file a name, if the system can. */
static int link_to(const struct new_file *new_file, const char *name)
{
    struct path unnamed = path_of(new_file->descriptor);
    return linkat(AT_FDCWD, unnamed.text, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0 ? 0 : errno;
}

/* Gives the new file or, if the system cannot name it, a copy of it the name `name`. EEXIST: a file
 * has that name. */
static int give_name(const struct new_file *new_file, const char *name)
{
    int error = link_to(new_file, name);
    if (error == 0 || error == EEXIST)
        return error;
    int to = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (to < 0)
        return errno;
    error = copy(new_file->descriptor, to);
    error = close_after(to, error == 0 ? dress(new_file, to) : error);
    if (error != 0)
        unlink(name);
    return error;
}

/* Moves the new file to its path. Only a file with a name can replace another one, so it first gets
 * a temporary one. */
static int replace(const struct new_file *new_file)
{
    int error = link_to(new_file, new_file->path.text) == 0 ? 0 : EEXIST;
    for (int i = 0; i < MAX_NAMES && error == EEXIST; i++) {
        char name[NAME_SIZE];
        snprintf(name, sizeof name, ".errdiff-%ld-%d", (long)getpid(), i);
        struct path temporary = path_beside(new_file->path.text, name);
        error = give_name(new_file, temporary.text);
        if (error == 0 && rename(temporary.text, new_file->path.text) != 0) {
            error = errno;
            unlink(temporary.text);
        }
    }
    return error;
}

/* Allocates disk space for `size` bytes. If the disk is full or the file would be too large, it
 * stays as it is. */
static int allocate_space(int descriptor, off_t size, off_t old_size)
{
    int error = size > 0 ? posix_fallocate(descriptor, 0, size) : 0;
    /* Other errors mean that the file system cannot allocate space in advance. */
    if (error != ENOSPC && error != EFBIG && error != EDQUOT && error != EIO)
        return 0;
    return ftruncate(descriptor, old_size) == 0 ? error : errno;
}

static int overwrite(int to, int from)
{
    struct stat made, existing;
    if (fstat(from, &made) != 0 || fstat(to, &existing) != 0)
        return errno;
    int error = allocate_space(to, made.st_size, existing.st_size);
    if (error == 0)
        error = copy(from, to);
    return error != 0 || ftruncate(to, made.st_size) == 0 ? error : errno;
}

/*
 * Overwrites the existing file with the finished image. This is not atomic: a program that reads
 * the file meanwhile may see the beginning of the new image and the end of the old one, and the
 * file stays like that if the process is killed (SIGKILL) or the machine stops. The space is
 * allocated first, so that a full disk does not destroy the old image. ESTALE: another file has got
 * its path.
 */
static int write_in_place(const struct new_file *new_file)
{
    int to = open_existing(new_file, O_WRONLY);
    return to < 0 ? errno : close_after(to, overwrite(to, new_file->descriptor));
}

static int put_in_place(const struct new_file *new_file)
{
    if (has_several_names(new_file))
        return write_in_place(new_file);
    int error = replace(new_file);
    return new_file->exists && is_refusal(error) ? write_in_place(new_file) : error;
}

int new_file_finish(struct new_file *new_file, bool is_good)
{
    hold_signals();
    int error = is_good ? put_in_place(new_file) : 0;
    release(new_file);
    release_signals();
    return error;
}
