/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* O_TMPFILE */

#include "new_file.h"

#include "errdiff.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/xattr.h>
#endif

static const int ending_signals[] = {SIGHUP,  SIGINT,  SIGQUIT, SIGTERM,
                                     SIGPIPE, SIGXCPU, SIGXFSZ, SIGABRT};

struct new_file {
    char *path;       /* its final path */
    int descriptor;   /* for reading and writing; -1: none */
    char *temporary;  /* its path until it is finished; NULL: it has no name */
    bool is_in_place; /* the existing file will be overwritten instead of being replaced */
    dev_t device;     /* which file the existing one is, with its number */
    ino_t number;
};

enum { SIGNAL_COUNT = sizeof ending_signals / sizeof *ending_signals, MAX_NAMES = 1000 };

/* The paths that are removed if the process ends, of at most one file in each thread; they are
 * added while ending_signals are blocked, by the thread that has the lock. A handler may run
 * meanwhile in another thread. So a path belongs to the one who takes it out of its place, which is
 * atomic: the handler, which never frees it, or the thread that made it. */
static char *_Atomic unfinished[ERRDIFF_MAX_THREADS];

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void remove_unfinished(void)
{
    for (size_t i = 0; i < sizeof unfinished / sizeof *unfinished; i++) {
        char *path = atomic_exchange(&unfinished[i], NULL);
        if (path)
            unlink(path);
    }
}

/* Replaces the first path `old` by `new`; NULL is an unused place. Returns whether there was
 * one. */
static bool exchange_unfinished(char *old, char *new)
{
    for (size_t i = 0; i < sizeof unfinished / sizeof *unfinished; i++) {
        char *expected = old;
        if (atomic_compare_exchange_strong(&unfinished[i], &expected, new))
            return true;
    }
    return false;
}

/* Frees the temporary path, which leads to no file any more. If a handler has taken it, the process
 * ends, and the path is left to it. */
static void forget_temporary(struct new_file *new_file)
{
    if (exchange_unfinished(new_file->temporary, NULL))
        free(new_file->temporary);
    new_file->temporary = NULL;
}

static void end_by_signal(int signal_number)
{
    remove_unfinished();
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

/* Leaves a signal alone that the parent process has set to be ignored, as nohup does. */
static void handle_signals(void)
{
    for (int i = 0; i < SIGNAL_COUNT; i++) {
        struct sigaction action;
        if (sigaction(ending_signals[i], NULL, &action) != 0 || action.sa_handler == SIG_IGN)
            continue;
        action = (struct sigaction){.sa_handler = end_by_signal};
        sigaction(ending_signals[i], &action, NULL);
    }
}

/* Blocks signals, and keeps other threads out, because the umask and the list of unfinished files
 * are those of the process. */
static void block_signals(sigset_t *before)
{
    sigset_t signals;
    sigemptyset(&signals);
    for (int i = 0; i < SIGNAL_COUNT; i++)
        sigaddset(&signals, ending_signals[i]);
    pthread_sigmask(SIG_BLOCK, &signals, before);
    pthread_mutex_lock(&lock);
}

static void allow_signals(const sigset_t *before)
{
    pthread_mutex_unlock(&lock);
    pthread_sigmask(SIG_SETMASK, before, NULL);
}

void new_file_abandon_all(void)
{
    pthread_mutex_lock(&lock);
    remove_unfinished();
}

static void remove_at_exit(void)
{
    static bool is_registered;
    if (!is_registered)
        atexit(remove_unfinished);
    is_registered = true;
}

/* ---- The new file -------------------------------------------------------------------------- */

/* Returns the path of `name` in the folder of `path`, which the caller frees; NULL if there is not
 * enough memory. */
static char *name_beside(const char *path, const char *name)
{
    const char *slash = strrchr(path, '/');
    size_t folder_length = slash ? (size_t)(slash - path) + 1 : 0;
    char *joined = malloc(folder_length + strlen(name) + 1);
    if (joined) {
        memcpy(joined, path, folder_length);
        strcpy(joined + folder_length, name);
    }
    return joined;
}

/* The path by which linkat can give a name to an unnamed file. */
static void name_of_descriptor(int descriptor, char name[64])
{
    snprintf(name, 64, "/proc/self/fd/%d", descriptor);
}

/* Opens an unnamed file that can get a name later. Returns -1 if the file system does not support
 * that. */
static int open_unnamed(const char *folder)
{
#ifdef O_TMPFILE
    int descriptor = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    char name[64];
    name_of_descriptor(descriptor, name);
    if (descriptor < 0 || access(name, F_OK) == 0)
        return descriptor;
    close(descriptor);
#else
    (void)folder;
#endif
    return -1;
}

/* Opens a new file in any folder, for contents that will be copied to the existing file. */
static int open_elsewhere(void)
{
    const char *folder = getenv("TMPDIR");
    int descriptor = folder ? open_unnamed(folder) : -1;
    FILE *file = descriptor < 0 ? tmpfile() : NULL;
    if (file) {
        descriptor = dup(fileno(file));
        fclose(file);
    }
    return descriptor;
}

static int open_beside(struct new_file *new_file)
{
    char *folder = name_beside(new_file->path, ".");
    int descriptor = folder ? open_unnamed(folder) : -1;
    free(folder);
    if (descriptor >= 0 || new_file->is_in_place)
        return descriptor;
    new_file->temporary = name_beside(new_file->path, ".errdiff-XXXXXX");
    descriptor = new_file->temporary ? mkstemp(new_file->temporary) : -1;
    if (descriptor < 0) {
        free(new_file->temporary);
        new_file->temporary = NULL;
    }
    if (new_file->temporary)
        exchange_unfinished(NULL, new_file->temporary);
    return descriptor;
}

/* The mode of the file that is replaced or, if there is none, the default mode of a new file. */
static mode_t wanted_mode(const struct stat *existing)
{
    if (existing)
        return existing->st_mode & 07777;
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

/* ---- Extended attributes ------------------------------------------------------------------- */

/* Opens the existing file with these flags. Returns -1, with the reason in errno, if it cannot be
 * opened. That is ESTALE if there is another file at its path now: in a folder that others can
 * write to, that may be any file of the user's, or a pipe, for whose reader it must not wait. */
static int open_existing(const struct new_file *new_file, int flags)
{
    struct stat opened;
    int descriptor = open(new_file->path, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    bool is_another = descriptor < 0 && (errno == ELOOP || errno == ENXIO);
    if (descriptor >= 0 && (fstat(descriptor, &opened) != 0 || opened.st_dev != new_file->device ||
                            opened.st_ino != new_file->number)) {
        close(descriptor);
        is_another = true;
    }
    if (!is_another)
        return descriptor;
    errno = ESTALE;
    return -1;
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
    ssize_t size = getxattr(from, name, NULL, 0);
    char *value = size >= 0 ? malloc((size_t)size + 1) : NULL;
    bool is_copied = value && (size = getxattr(from, name, value, (size_t)size)) >= 0 &&
                     fsetxattr(to, name, value, (size_t)size, 0) == 0;
    free(value);
    return is_copied;
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

static void copy_kept_attributes(const char *from, int to)
{
    ssize_t size = listxattr(from, NULL, 0);
    char *names = size > 0 ? malloc((size_t)size) : NULL;
    size = names ? listxattr(from, names, (size_t)size) : 0;
    for (ssize_t at = 0; at < size; at += (ssize_t)strlen(names + at) + 1)
        if (is_kept(names + at))
            copy_attribute(from, to, names + at);
    free(names);
}

/* Gives the new file the extended attributes and the access control list of the existing one. It is
 * no error if the file system or the user's rights do not allow that. */
static void copy_attributes(const struct new_file *new_file, const struct stat *existing)
{
    /* The list of a file can be read also by those who must not read the file. */
    int descriptor = open_existing(new_file, O_PATH);
    if (descriptor >= 0) {
        char from[64];
        name_of_descriptor(descriptor, from);
        copy_access_list(from, new_file->descriptor, wanted_mode(existing));
        copy_kept_attributes(from, new_file->descriptor);
        close(descriptor);
    }
    errno = 0;
}
#else
static void copy_attributes(const struct new_file *new_file, const struct stat *existing)
{
    (void)new_file;
    (void)existing;
}
#endif

/* ---- Opening ------------------------------------------------------------------------------- */

static bool is_refusal(int error)
{
    return error == EACCES || error == EPERM || error == EBUSY || error == EROFS;
}

/* Opens the new file. Returns false, with the reason in errno, if that fails. */
static bool create(struct new_file *new_file, const struct stat *existing, FILE **file)
{
    new_file->is_in_place = existing && existing->st_nlink > 1;
    new_file->descriptor = open_beside(new_file);
    if (new_file->descriptor < 0 && existing && (new_file->is_in_place || is_refusal(errno))) {
        new_file->is_in_place = true;
        new_file->descriptor = open_elsewhere();
    }
    if (new_file->descriptor < 0)
        return false;
    /* If root replaces a user's file, it still belongs to the user. It is no error if this is not
     * allowed. */
    if (existing && !new_file->is_in_place &&
        fchown(new_file->descriptor, existing->st_uid, existing->st_gid) != 0)
        errno = 0;
    if (!new_file->is_in_place && fchmod(new_file->descriptor, wanted_mode(existing)) != 0)
        return false;
    if (existing && !new_file->is_in_place)
        copy_attributes(new_file, existing);
    /* The FILE gets a second descriptor, because fclose can report errors of writing, and the first
     * descriptor is still needed after that. */
    int written = fcntl(new_file->descriptor, F_DUPFD_CLOEXEC, 0);
    *file = written < 0 ? NULL : fdopen(written, "wb");
    if (!*file && written >= 0)
        close(written);
    return *file != NULL;
}

/* Keeps errno. */
static void release(struct new_file *new_file)
{
    int error = errno;
    if (new_file->temporary) {
        unlink(new_file->temporary);
        forget_temporary(new_file);
    }
    if (new_file->descriptor >= 0)
        close(new_file->descriptor);
    free(new_file->path);
    free(new_file);
    errno = error;
}

/* Returns the path whose file is replaced, which the caller frees. If `path` is a symbolic link,
 * that is the file that it leads to, and not the link. NULL: see errno. */
static char *find_path(const char *path, bool exists)
{
    struct stat link;
    if (exists)
        return realpath(path, NULL);
    if (lstat(path, &link) != 0)
        return strdup(path);
    errno = ENOENT;
    return NULL;
}

struct new_file *new_file_open(const char *path, const struct stat *existing, FILE **file)
{
    struct new_file *new_file = malloc(sizeof *new_file);
    if (!new_file)
        return NULL;
    *new_file = (struct new_file){.path = find_path(path, existing), .descriptor = -1};
    if (existing) {
        new_file->device = existing->st_dev;
        new_file->number = existing->st_ino;
    }
    sigset_t before;
    block_signals(&before);
    remove_at_exit();
    handle_signals();
    if (!new_file->path || !create(new_file, existing, file)) {
        release(new_file);
        new_file = NULL;
    }
    allow_signals(&before);
    return new_file;
}

/* ---- Moving the new file to its path ------------------------------------------------------- */

/* Gives an unnamed file a temporary name, because only a file with a name can replace another one.
 * Returns false, with the reason in errno, if that fails. */
static bool give_temporary_name(struct new_file *new_file, const char *descriptor)
{
    for (int i = 0; i < MAX_NAMES; i++) {
        char name[64];
        snprintf(name, sizeof name, ".errdiff-%ld-%d", (long)getpid(), i);
        new_file->temporary = name_beside(new_file->path, name);
        if (!new_file->temporary)
            return false;
        if (linkat(AT_FDCWD, descriptor, AT_FDCWD, new_file->temporary, AT_SYMLINK_FOLLOW) == 0) {
            exchange_unfinished(NULL, new_file->temporary);
            return true;
        }
        int error = errno;
        free(new_file->temporary);
        new_file->temporary = NULL;
        errno = error;
        if (error != EEXIST)
            return false;
    }
    return false;
}

/* Replaces the existing file atomically. Returns false, with the reason in errno, if that fails. */
static bool replace(struct new_file *new_file)
{
    if (!new_file->temporary) {
        char descriptor[64];
        name_of_descriptor(new_file->descriptor, descriptor);
        if (linkat(AT_FDCWD, descriptor, AT_FDCWD, new_file->path, AT_SYMLINK_FOLLOW) == 0)
            return true;
        if (errno != EEXIST || !give_temporary_name(new_file, descriptor))
            return false;
    }
    if (rename(new_file->temporary, new_file->path) != 0)
        return false;
    forget_temporary(new_file);
    return true;
}

/* Allocates disk space for `size` bytes. Returns false, with the file unchanged, if the disk is
 * full or the file would be too large. */
static bool allocate_space(int descriptor, off_t size, off_t old_size)
{
    int error = size > 0 ? posix_fallocate(descriptor, 0, size) : 0;
    /* Other errors mean that the file system cannot allocate space in advance. */
    if (error != ENOSPC && error != EFBIG && error != EDQUOT && error != EIO)
        return true;
    if (ftruncate(descriptor, old_size) == 0)
        errno = error;
    return false;
}

static bool copy(int from, int to)
{
    static char bytes[1 << 16];
    ssize_t count;
    if (lseek(from, 0, SEEK_SET) != 0)
        return false;
    while ((count = read(from, bytes, sizeof bytes)) > 0)
        for (ssize_t done = 0; done < count;) {
            ssize_t written = write(to, bytes + done, (size_t)(count - done));
            if (written < 0)
                return false;
            done += written;
        }
    return count == 0;
}

/*
 * Overwrites the existing file with the finished picture. This is not atomic: a program that reads
 * the file meanwhile may see the beginning of the new picture and the end of the old one, and the
 * file stays like that if the process is killed (SIGKILL) or the machine stops. The space is
 * allocated first, so that a full disk does not destroy the old picture. Returns false, with the
 * reason in errno, if it fails, also if another file has got its path.
 */
static bool write_in_place(const struct new_file *new_file)
{
    struct stat made, existing;
    int to = open_existing(new_file, O_WRONLY);
    if (to < 0)
        return false;
    bool is_done = fstat(new_file->descriptor, &made) == 0 && fstat(to, &existing) == 0 &&
                   allocate_space(to, made.st_size, existing.st_size) &&
                   copy(new_file->descriptor, to) && ftruncate(to, made.st_size) == 0;
    int error = errno;
    is_done = close(to) == 0 && is_done;
    errno = is_done ? errno : error;
    return is_done;
}

static bool put_in_place(struct new_file *new_file)
{
    if (new_file->is_in_place)
        return write_in_place(new_file);
    if (replace(new_file))
        return true;
    int error = errno;
    bool is_written =
        is_refusal(error) && access(new_file->path, W_OK) == 0 && write_in_place(new_file);
    errno = is_written ? errno : error;
    return is_written;
}

bool new_file_finish(struct new_file *new_file, bool is_good)
{
    sigset_t before;
    block_signals(&before);
    bool is_done = !is_good || put_in_place(new_file);
    release(new_file);
    allow_signals(&before);
    return is_done;
}
