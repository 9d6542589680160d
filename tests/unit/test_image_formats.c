/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of formats of image files: its rows fit together, and the help names all of them. */
#include "dither_arguments.h"
#include "image_format.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

/* Appends the names of the formats, or of those that are only read, as "PNM, PAM or PNG". */
static void append_names(char *text, size_t size, bool only_read)
{
    int rows[32], count = 0;
    for (int i = 0; image_format_get(i); i++)
        if (!only_read || !*image_format_get(i)->endings)
            rows[count++] = i;
    for (int i = 0; i < count; i++) {
        size_t length = strlen(text);
        snprintf(text + length, size - length, "%s%s",
                 i == 0           ? ""
                 : i == count - 1 ? " or "
                                  : ", ",
                 image_format_get(rows[i])->name);
    }
}

/* Copies a text without line ends and without what is in parentheses. */
static void simplify(const char *text, char *simple)
{
    for (; *text; text++) {
        if (text[0] == ' ' && text[1] == '(')
            text = strchr(text, ')');
        else
            *simple++ = *text == '\n' ? ' ' : *text;
    }
    *simple = '\0';
}

static void require_in_help(const char *before, bool only_read, const char *after)
{
    char help[8192], wanted[512];
    assert_true(strlen(dither_help.start) < sizeof help);
    simplify(dither_help.start, help);
    snprintf(wanted, sizeof wanted, "%s", before);
    append_names(wanted, sizeof wanted, only_read);
    strcat(wanted, after);
    if (!strstr(help, wanted))
        fail_msg("the help does not say: %s", wanted);
}

static void test_the_help_names_all_formats(void **state)
{
    (void)state;
    require_in_help("IN is ", false, ", whatever its name is;");
    require_in_help("or PNG if IN is a ", true, ".");
    for (int i = 0; image_format_get(i); i++)
        for (const char *const *ending = image_format_get(i)->endings; *ending; ending++) {
            char text[16];
            snprintf(text, sizeof text, " .%s", *ending);
            assert_non_null(strstr(dither_help.start, text));
        }
}

static void test_a_format_has_one_way_of_reading(void **state)
{
    (void)state;
    for (int i = 0; image_format_get(i); i++) {
        const struct image_format *format = image_format_get(i);
        assert_true(!format->open == !format->read_rows);
        assert_false(format->decode && format->open);
        assert_true(format->encoder == NULL || *format->endings);
    }
}

static void test_a_first_byte_stands_for_one_format(void **state)
{
    (void)state;
    for (int i = 0; image_format_get(i); i++) {
        const char *bytes = image_format_get(i)->first_bytes;
        for (; bytes && *bytes; bytes++)
            assert_ptr_equal(image_format_of_byte((unsigned char)*bytes), image_format_get(i));
    }
    assert_null(image_format_of_byte(0));
    assert_null(image_format_of_byte('?'));
}

/* One of them is chosen for standard output. */
static void test_a_later_format_with_transparency_holds_what_an_earlier_one_does(void **state)
{
    bool holds_palette = false, is_any = false;
    (void)state;
    for (int i = 0; image_format_get(i); i++) {
        const struct image_format *format = image_format_get(i);
        if (!format->holds_alpha)
            continue;
        assert_true(format->holds_palette >= holds_palette);
        holds_palette = format->holds_palette;
        is_any = true;
    }
    assert_true(is_any && holds_palette);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_help_names_all_formats),
        cmocka_unit_test(test_a_format_has_one_way_of_reading),
        cmocka_unit_test(test_a_first_byte_stands_for_one_format),
        cmocka_unit_test(test_a_later_format_with_transparency_holds_what_an_earlier_one_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
