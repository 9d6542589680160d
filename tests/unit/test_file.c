/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests errdiff_file_read: regular files that are small enough are read; anything else is refused
 * at once, with the reason. And errdiff_text_read, which knows byte order marks. */
#define _XOPEN_SOURCE 700

#include "errdiff.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[] = "/tmp/errdiff-file-XXXXXX";
static char path[sizeof folder + 8];

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : 1;
}

static int remove_folder(void **state)
{
    (void)state;
    return rmdir(folder);
}

static int name_file(void **state)
{
    (void)state;
    snprintf(path, sizeof path, "%s/file", folder);
    return 0;
}

static int remove_file(void **state)
{
    (void)state;
    remove(path);
    return 0;
}

static void write_file(const char *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static void assert_read(const char *bytes, size_t size, size_t most)
{
    char *contents = NULL;
    size_t read = SIZE_MAX;
    errdiff_message message;

    write_file(bytes, size);
    assert_int_equal(errdiff_file_read(path, most, &contents, &read, &message), ERRDIFF_OK);
    assert_int_equal(read, size);
    assert_memory_equal(contents, bytes, size);
    assert_int_equal(contents[size], '\0');
    free(contents);
}

static void assert_refused(const char *which, size_t most, const char *reason)
{
    char *contents = path;
    size_t size = 7;
    errdiff_message message = {""};

    assert_int_equal(errdiff_file_read(which, most, &contents, &size, &message),
                     ERRDIFF_CANNOT_RUN);
    assert_non_null(strstr(message.text, reason));
    assert_null(strstr(message.text, which));
    assert_ptr_equal(contents, path);
    assert_int_equal(size, 7);
    assert_int_equal(errdiff_file_read(which, most, &contents, &size, NULL), ERRDIFF_CANNOT_RUN);
}

static void test_what_fits_is_read(void **state)
{
    (void)state;
    assert_read("", 0, 0);
    assert_read("", 0, 100);
    assert_read("a\0b\n", 4, 4);
    assert_read("a\0b\n", 4, 1 << 20);
}

static void test_a_text_begins_after_its_mark(void **state)
{
    static const char mark[] = "\xEF\xBB\xBF";
    (void)state;
    for (size_t length = 0; length <= strlen(mark); length++) {
        char *text;
        size_t size, expected = length == strlen(mark) ? 0 : length;
        errdiff_message message;
        write_file(mark, length);
        assert_int_equal(errdiff_text_read(path, 3, &text, &size, &message), ERRDIFF_OK);
        assert_int_equal(size, expected);
        assert_memory_equal(text, mark, expected);
        assert_int_equal(text[size], '\0');
        free(text);
    }
}

static void test_other_texts_are_refused(void **state)
{
    static const char *const texts[] = {"\xFF\xFE", "\xFE\xFF"};
    char *text = path;
    size_t size = 7;
    errdiff_message message;
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        write_file(texts[i], 2);
        assert_int_equal(errdiff_text_read(path, 9, &text, &size, &message), ERRDIFF_CANNOT_RUN);
        assert_string_equal(message.text, "the text is in UTF-16; save it as UTF-8");
    }
    assert_int_equal(errdiff_text_read(path, 1, &text, &size, &message), ERRDIFF_CANNOT_RUN);
    assert_ptr_equal(text, path);
    assert_int_equal(size, 7);
}

static void test_a_link_to_a_file_is_read(void **state)
{
    char link[sizeof path + 8], *contents;
    size_t size;

    (void)state;
    write_file("abc", 3);
    snprintf(link, sizeof link, "%s-link", path);
    assert_int_equal(symlink(path, link), 0);
    assert_int_equal(errdiff_file_read(link, 3, &contents, &size, NULL), ERRDIFF_OK);
    assert_string_equal(contents, "abc");
    free(contents);
    assert_int_equal(unlink(link), 0);
}

static void test_what_is_too_large_is_refused(void **state)
{
    (void)state;
    write_file("abcde", 5);
    assert_refused(path, 4, "larger than 4 bytes");
    /* More than the machine's memory. */
    assert_int_equal(truncate(path, INT64_C(1) << 40), 0);
    assert_refused(path, 1 << 20, "larger than 1048576 bytes");
}

/* Such a file has a reported size of 0. */
static void test_a_file_that_does_not_tell_its_size(void **state)
{
    char *contents;
    size_t size;

    (void)state;
    assert_int_equal(errdiff_file_read("/proc/self/status", 1 << 20, &contents, &size, NULL),
                     ERRDIFF_OK);
    assert_true(size > 20);
    free(contents);
    assert_refused("/proc/self/status", 20, "larger than 20 bytes");
}

static void test_what_is_no_file_is_refused(void **state)
{
    (void)state;
    assert_refused("/no/such/file", 10, "No such file");
    assert_refused(folder, 10, "folder");
    assert_refused("/dev/zero", 10, "device");
    /* An ordinary open would wait for a writer. */
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_refused(path, 10, "pipe");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_what_fits_is_read, name_file, remove_file),
        cmocka_unit_test_setup_teardown(test_a_text_begins_after_its_mark, name_file, remove_file),
        cmocka_unit_test_setup_teardown(test_other_texts_are_refused, name_file, remove_file),
        cmocka_unit_test_setup_teardown(test_a_link_to_a_file_is_read, name_file, remove_file),
        cmocka_unit_test_setup_teardown(test_what_is_too_large_is_refused, name_file, remove_file),
        cmocka_unit_test_setup_teardown(test_a_file_that_does_not_tell_its_size, name_file,
                                        remove_file),
        cmocka_unit_test_setup_teardown(test_what_is_no_file_is_refused, name_file, remove_file),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
