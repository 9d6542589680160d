/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The memory that a control group of Linux allows, read from folders like those of the system. */
#define _XOPEN_SOURCE 700

#include "process.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/errdiff-XXXXXX";

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) && chdir(folder) == 0 && mkdir("a", 0700) == 0 && mkdir("a/b", 0700) == 0
               ? 0
               : -1;
}

static void write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static int remove_files(void **state)
{
    (void)state;
    static const char *const files[] = {"list", "memory.max", "a/memory.max", "a/b/memory.max"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        unlink(files[i]);
    return 0;
}

static int remove_folder(void **state)
{
    remove_files(state);
    return rmdir("a/b") == 0 && rmdir("a") == 0 && rmdir(folder) == 0 ? 0 : -1;
}

static void test_the_least_limit_counts(void **state)
{
    (void)state;
    write_text("list", "4:memory:/other\n0::/a/b\n");
    write_text("a/b/memory.max", "max\n");
    assert_true(process_group_memory("list", ".") == HUGE_VAL);
    write_text("a/memory.max", "3000000000\n");
    assert_true(process_group_memory("list", ".") == 3e9);
    write_text("memory.max", "2147483648\n");
    assert_true(process_group_memory("list", ".") == 0x1p31);
    write_text("a/b/memory.max", "1000\n");
    assert_true(process_group_memory("list", ".") == 1000);
}

/* In a container it is a limit of the group at the top. */
static void test_the_group_at_the_top(void **state)
{
    (void)state;
    write_text("list", "0::/\n");
    write_text("memory.max", "12345678\n");
    assert_true(process_group_memory("list", ".") == 12345678);
}

static void test_no_limit(void **state)
{
    (void)state;
    assert_true(process_group_memory("list", ".") == HUGE_VAL);
    write_text("list", "");
    assert_true(process_group_memory("list", ".") == HUGE_VAL);
    assert_true(process_machine_memory() > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_the_least_limit_counts, remove_files),
        cmocka_unit_test_teardown(test_the_group_at_the_top, remove_files),
        cmocka_unit_test_teardown(test_no_limit, remove_files),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
