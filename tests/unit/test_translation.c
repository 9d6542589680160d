/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Messages in another language. */
#include "../support/plain_options.h"
#include "errdiff.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <string.h>

static const char *in_german(const char *text)
{
    /* With gettext, the empty string would give the catalog's header. */
    if (*text == '\0')
        return "Project-Id-Version: 1";
    if (strcmp(text, "levels: %.*s is out of range; it must be 2 to 256") == 0)
        return "Stufen: %.*s geht nicht";
    if (strcmp(text, "%s: %d is out of range; it must be %d to %d%s") == 0)
        return "%s: %d geht nicht; %d bis %d%s";
    if (strcmp(text, "%s: %g is out of range; it must be %g%s or less") == 0)
        return "%s: %g geht nicht; höchstens %g%s";
    if (strcmp(text, " percent") == 0)
        return " Prozent";
    return text;
}

static void test_messages_are_translated(void **state)
{
    int levels[3];
    errdiff_message message;

    (void)state;
    errdiff_set_translation(in_german);
    assert_int_equal(errdiff_levels_parse("1", levels, &message), ERRDIFF_BAD_ARGUMENT);
    assert_string_equal(message.text, "Stufen: 1 geht nicht");
}

static void test_units_are_translated(void **state)
{
    errdiff_options options;
    errdiff_message message;

    (void)state;
    errdiff_set_translation(in_german);
    plain_options_init(&options);
    options.strength = 101;
    assert_int_equal(errdiff_options_check(&options, &message), ERRDIFF_BAD_ARGUMENT);
    assert_string_equal(message.text, "strength: 101 geht nicht; 0 bis 100 Prozent");
    options.strength = 100;
    options.stretch_share = 11;
    assert_int_equal(errdiff_options_check(&options, &message), ERRDIFF_BAD_ARGUMENT);
    assert_string_equal(message.text, "stretch-share: 11 geht nicht; höchstens 10 Prozent");
}

static void test_what_has_no_translation_stays(void **state)
{
    int levels[3];
    errdiff_message message;

    (void)state;
    errdiff_set_translation(in_german);
    assert_int_equal(errdiff_levels_parse("x", levels, &message), ERRDIFF_BAD_ARGUMENT);
    assert_non_null(strstr(message.text, "levels: \"x\" is not understood"));
}

static void test_back_to_english(void **state)
{
    int levels[3];
    errdiff_message message;

    (void)state;
    errdiff_set_translation(in_german);
    errdiff_set_translation(NULL);
    assert_int_equal(errdiff_levels_parse("1", levels, &message), ERRDIFF_BAD_ARGUMENT);
    assert_string_equal(message.text, "levels: 1 is out of range; it must be 2 to 256");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_messages_are_translated),
        cmocka_unit_test(test_units_are_translated),
        cmocka_unit_test(test_what_has_no_translation_stays),
        cmocka_unit_test(test_back_to_english),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
