/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file that gets its name only when it is complete, on POSIX systems. */
#define _GNU_SOURCE /* O_TMPFILE */

#include "new_file.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/xattr.h>
#endif

static const int ending_signals[] = {SIGHUP,  SIGINT,  SIGQUIT, SIGTERM,
                                     SIGPIPE, SIGXCPU, SIGXFSZ, SIGABRT};

enum { SIGNAL_COUNT = sizeof ending_signals / sizeof *ending_signals, MAX_NAMES = 1000 };

struct new_file {
    char *path;       /* its final path */
    int descriptor;   /* of a file without a name, for reading and writing; -1: none */
    bool is_in_place; /* the existing file will be overwritten instead of being replaced */
    bool exists;      /* there is a file at the path: */
    struct stat existing;
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

/* Keeps errno. */
static void release_signals(void)
{
    int error = errno;
    for (int i = 0; i < SIGNAL_COUNT; i++)
        sigaction(ending_signals[i], &actions[i], NULL);
    int signal_number = came;
    came = 0;
    pthread_mutex_unlock(&lock);
    if (signal_number != 0)
        raise(signal_number);
    errno = error;
}

void new_file_abandon_all(void)
{
    pthread_mutex_lock(&lock);
}

/* ---- A file without a name ----------------------------------------------------------------- */

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

struct descriptor_path {
    char text[64];
};

/* The path by which Linux names an open file. */
static struct descriptor_path path_of(int descriptor)
{
    struct descriptor_path path;
    snprintf(path.text, sizeof path.text, "/proc/self/fd/%d", descriptor);
    return path;
}

/* Opens a file without a name in the folder of `path`. Returns -1, with the reason in errno, if
 * that fails. */
static int open_unnamed(const char *path)
{
    char *folder = name_beside(path, "."), *name = name_beside(path, ".errdiff-XXXXXX");
    int descriptor = -1;
#ifdef O_TMPFILE
    descriptor = folder ? open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600) : -1;
#endif
    if (descriptor < 0 && name) {
        descriptor = mkstemp(name);
        if (descriptor >= 0)
            unlink(name);
    }
    int error = errno;
    free(folder);
    free(name);
    errno = error;
    return descriptor;
}

/* Opens a file without a name in any folder, for contents that will be copied. */
static int open_elsewhere(void)
{
    const char *folder = getenv("TMPDIR");
    char *path = folder ? malloc(strlen(folder) + 2) : NULL;
    int descriptor = path ? open_unnamed(strcat(strcpy(path, folder), "/")) : -1;
    free(path);
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
    int descriptor = open(new_file->path, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
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

/* Gives a file the extended attributes and the access control list of the existing one, which can
 * be read also by those who must not read that file. */
static void copy_attributes(const struct new_file *new_file, int to)
{
    int descriptor = open_existing(new_file, O_PATH);
    if (descriptor < 0)
        return;
    struct descriptor_path from = path_of(descriptor);
    copy_access_list(from.text, to, wanted_mode(new_file));
    ssize_t size = listxattr(from.text, NULL, 0);
    char *names = size > 0 ? malloc((size_t)size) : NULL;
    size = names ? listxattr(from.text, names, (size_t)size) : 0;
    for (ssize_t at = 0; at < size; at += (ssize_t)strlen(names + at) + 1)
        if (is_kept(names + at))
            copy_attribute(from.text, to, names + at);
    free(names);
    close(descriptor);
}
#else
static void copy_attributes(const struct new_file *new_file, int to)
{
    (void)new_file;
    (void)to;
}
#endif

/* Gives a file the mode, owner and attributes that it will have at the path. If root replaces a
 * user's file, it still belongs to the user. It is no error if owner and attributes cannot be set.
 * Returns false, with the reason in errno, if the mode cannot. */
static bool dress(const struct new_file *new_file, int descriptor)
{
    if (new_file->exists &&
        fchown(descriptor, new_file->existing.st_uid, new_file->existing.st_gid) != 0)
        errno = 0;
    if (fchmod(descriptor, wanted_mode(new_file)) != 0)
        return false;
    if (new_file->exists)
        copy_attributes(new_file, descriptor);
    errno = 0;
    return true;
}

/* ---- Opening ------------------------------------------------------------------------------- */

static bool is_refusal(int error)
{
    return error == EACCES || error == EPERM || error == EBUSY || error == EROFS;
}

/* Opens the new file. Returns false, with the reason in errno, if that fails. */
static bool create(struct new_file *new_file, FILE **file)
{
    new_file->is_in_place = new_file->exists && new_file->existing.st_nlink > 1;
    new_file->descriptor = open_unnamed(new_file->path);
    if (new_file->descriptor < 0 && new_file->exists &&
        (new_file->is_in_place || is_refusal(errno))) {
        new_file->is_in_place = true;
        new_file->descriptor = open_elsewhere();
    }
    if (new_file->descriptor < 0)
        return false;
    if (!new_file->is_in_place && !dress(new_file, new_file->descriptor))
        return false;
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
    *new_file = (struct new_file){
        .path = find_path(path, existing), .descriptor = -1, .exists = existing != NULL};
    if (existing)
        new_file->existing = *existing;
    hold_signals();
    if (!new_file->path || !create(new_file, file)) {
        release(new_file);
        new_file = NULL;
    }
    release_signals();
    return new_file;
}

/* ---- Moving the new file to its path ------------------------------------------------------- */

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

/* Closes a descriptor. Returns whether that and all before succeeded; if not, errno is the reason
 * for what failed first. */
static bool close_after(int descriptor, bool is_done)
{
    int error = errno;
    if (is_done)
        return close(descriptor) == 0;
    close(descriptor);
    errno = error;
    return false;
}

/* Gives the unnamed file a name. Returns false, with the reason in errno, if the system cannot. */
static bool link_to(const struct new_file *new_file, const char *name)
{
    struct descriptor_path unnamed = path_of(new_file->descriptor);
    return linkat(AT_FDCWD, unnamed.text, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0;
}

/* Gives the new file or, if the system cannot name it, a copy of it the name `name`, which no file
 * has. Returns false, with the reason in errno, if that fails. */
static bool give_name(const struct new_file *new_file, const char *name)
{
    if (link_to(new_file, name))
        return true;
    int to = errno == EEXIST ? -1 : open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (to < 0)
        return false;
    if (close_after(to, copy(new_file->descriptor, to) && dress(new_file, to)))
        return true;
    int error = errno;
    unlink(name);
    errno = error;
    return false;
}

/* Moves the new file to its path. Only a file with a name can replace another one, so it first gets
 * a temporary one. Returns false, with the reason in errno, if that fails. */
static bool replace(const struct new_file *new_file)
{
    if (link_to(new_file, new_file->path))
        return true;
    for (int i = 0; i < MAX_NAMES; i++) {
        char name[64];
        snprintf(name, sizeof name, ".errdiff-%ld-%d", (long)getpid(), i);
        char *temporary = name_beside(new_file->path, name);
        bool is_named = temporary && give_name(new_file, temporary);
        bool is_done = is_named && rename(temporary, new_file->path) == 0;
        int error = errno;
        if (is_named && !is_done)
            unlink(temporary);
        free(temporary);
        errno = error;
        if (is_named || error != EEXIST)
            return is_done;
    }
    return false;
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

/*
 * Overwrites the existing file with the finished image. This is not atomic: a program that reads
 * the file meanwhile may see the beginning of the new image and the end of the old one, and the
 * file stays like that if the process is killed (SIGKILL) or the machine stops. The space is
 * allocated first, so that a full disk does not destroy the old image. Returns false, with the
 * reason in errno, if it fails, also if another file has got its path.
 */
static bool write_in_place(const struct new_file *new_file)
{
    struct stat made, existing;
    int to = open_existing(new_file, O_WRONLY);
    return to >= 0 &&
           close_after(to, fstat(new_file->descriptor, &made) == 0 && fstat(to, &existing) == 0 &&
                               allocate_space(to, made.st_size, existing.st_size) &&
                               copy(new_file->descriptor, to) && ftruncate(to, made.st_size) == 0);
}

static bool put_in_place(const struct new_file *new_file)
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
    hold_signals();
    bool is_done = !is_good || put_in_place(new_file);
    release(new_file);
    release_signals();
    return is_done;
}
