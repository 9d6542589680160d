/* SPDX-License-Identifier: GPL-3.0-or-later */
/* New files where the file system has no unnamed files that can get a name, and where it has: what
 * is at the path meanwhile and at the end, and that nothing else is left in the folder. */
#define _GNU_SOURCE /* O_TMPFILE */

#include "new_file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool has_unnamed_files;
static int copies;          /* opened under a temporary name */
static bool ends_meanwhile; /* SIGTERM comes while there is such a name */
static volatile sig_atomic_t came;
static char folder[] = "/tmp/errdiff-new-XXXXXX";

/* Stands in for that of the C library. */
int open(const char *path, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = va_arg(arguments, int);
    va_end(arguments);
    if ((flags & O_EXCL) != 0 && (flags & O_CREAT) != 0)
        copies++;
    if (copies > 0 && ends_meanwhile) {
        raise(SIGTERM);
        assert_int_equal(came, 0);
    }
#ifdef O_TMPFILE
    if (!has_unnamed_files && (flags & O_TMPFILE) == O_TMPFILE) {
        errno = EOPNOTSUPP;
        return -1;
    }
#endif
    return openat(AT_FDCWD, path, flags, mode);
}

static int use(void **state, bool has_them)
{
    (void)state;
    has_unnamed_files = has_them;
    copies = 0;
    ends_meanwhile = false;
    came = 0;
    strcpy(folder, "/tmp/errdiff-new-XXXXXX");
    return mkdtemp(folder) && chdir(folder) == 0 ? 0 : -1;
}

static int with_unnamed_files(void **state)
{
    return use(state, true);
}

static int without_unnamed_files(void **state)
{
    return use(state, false);
}

static int remove_all(void **state)
{
    static const char *const names[] = {"out", "other", "second"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        unlink(names[i]);
    return chdir("/") == 0 ? rmdir(folder) : -1; /* fails if another file is left */
}

static int count_files(void)
{
    DIR *directory = opendir(".");
    int count = 0;
    for (const struct dirent *entry; (entry = readdir(directory));)
        count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    closedir(directory);
    return count;
}

static void make_file(const char *path, const char *contents, mode_t mode)
{
    FILE *file = fopen(path, "wb");
    assert_true(file && fputs(contents, file) >= 0 && fclose(file) == 0);
    assert_int_equal(chmod(path, mode), 0);
}

static void require_contents(const char *path, const char *contents)
{
    char found[64] = "";
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_true(fgets(found, sizeof found, file) || feof(file));
    fclose(file);
    assert_string_equal(found, contents);
}

/* Writes "new" to the path "out", and finishes the file as good or not. */
static void write_out(bool is_good)
{
    struct stat existing;
    bool exists = stat("out", &existing) == 0;
    int before = count_files();
    FILE *file = NULL;
    struct new_file *new_file = new_file_open("out", exists ? &existing : NULL, &file);
    assert_true(new_file && file && fputs("new", file) >= 0 && fclose(file) == 0);
    assert_int_equal(count_files(), before);
    assert_int_equal(new_file_finish(new_file, is_good), 0);
}

static void test_a_new_path(void **state)
{
    struct stat made;
    (void)state;
    umask(0027);
    write_out(true);
    require_contents("out", "new");
    assert_true(stat("out", &made) == 0 && (made.st_mode & 07777) == 0640);
    assert_int_equal(count_files(), 1);
    assert_true(has_unnamed_files || copies > 0);
}

static void test_an_existing_file(void **state)
{
    struct stat old, made;
    (void)state;
    make_file("out", "old and longer", 0604);
    assert_int_equal(stat("out", &old), 0);
    write_out(true);
    require_contents("out", "new");
    assert_true(stat("out", &made) == 0 && (made.st_mode & 07777) == 0604);
    assert_true(made.st_ino != old.st_ino);
    assert_int_equal(count_files(), 1);
}

static void test_a_file_with_two_names(void **state)
{
    (void)state;
    make_file("out", "old and longer", 0600);
    assert_int_equal(link("out", "second"), 0);
    write_out(true);
    require_contents("out", "new");
    require_contents("second", "new");
    assert_int_equal(count_files(), 2);
}

static void test_a_file_that_is_discarded(void **state)
{
    (void)state;
    make_file("out", "old", 0600);
    write_out(false);
    require_contents("out", "old");
    assert_int_equal(count_files(), 1);
}

static void note(int number)
{
    came = number;
}

/* What a program does with signals is as before when the file has its path. */
static void test_handlers_are_kept(void **state)
{
    struct sigaction action;
    (void)state;
    signal(SIGTERM, note);
    signal(SIGHUP, SIG_IGN);
    write_out(true);
    assert_true(sigaction(SIGTERM, NULL, &action) == 0 && action.sa_handler == note);
    assert_true(sigaction(SIGHUP, NULL, &action) == 0 && action.sa_handler == SIG_IGN);
    assert_true(sigaction(SIGINT, NULL, &action) == 0 && action.sa_handler == SIG_DFL);
    raise(SIGTERM);
    assert_int_equal(came, SIGTERM);
}

static void test_a_signal_waits_while_a_name_is_temporary(void **state)
{
    (void)state;
    make_file("out", "old", 0600);
    signal(SIGTERM, note);
    ends_meanwhile = true;
    write_out(true);
    assert_int_equal(came, SIGTERM);
    require_contents("out", "new");
    assert_int_equal(count_files(), 1);
}

#define BOTH(test)                                                                    \
    {#test " with unnamed files", test, with_unnamed_files, remove_all, NULL},        \
    {                                                                                 \
#test " without unnamed files", test, without_unnamed_files, remove_all, NULL \
    }

int main(void)
{
    const struct CMUnitTest tests[] = {
        BOTH(test_a_new_path),
        BOTH(test_an_existing_file),
        BOTH(test_a_file_with_two_names),
        BOTH(test_a_file_that_is_discarded),
        BOTH(test_handlers_are_kept),
        cmocka_unit_test_setup_teardown(test_a_signal_waits_while_a_name_is_temporary,
                                        without_unnamed_files, remove_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
