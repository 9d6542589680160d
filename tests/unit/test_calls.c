/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads calls of the command one after another in one process: none may affect the next. */
#include "bench_arguments.h"
#include "dither_arguments.h"
#include "fail.h"
#include "option_reading.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MAX_WORDS = 16 };

/* Splits `line` at single blanks and returns the number of words. */
static int split(char *line, char *words[MAX_WORDS])
{
    int count = 0;
    for (char *word = strtok(line, " "); word; word = strtok(NULL, " ")) {
        assert_true(count < MAX_WORDS - 1);
        words[count++] = word;
    }
    words[count] = NULL;
    return count;
}

/* The strings in *arguments point into a buffer that lasts until the next call. */
static enum arguments_outcome read_call(struct arguments *arguments, const char *call)
{
    static char line[256];
    char *words[MAX_WORDS];
    assert_true(strlen(call) < sizeof line);
    strcpy(line, call);
    return arguments_read(arguments, split(line, words), words);
}

static enum arguments_outcome read_bench(struct bench_arguments *arguments, const char *call)
{
    static char line[256];
    char *words[MAX_WORDS];
    assert_true(strlen(call) < sizeof line);
    strcpy(line, call);
    return bench_arguments_read(arguments, split(line, words), words);
}

static void test_a_call_leaves_nothing_behind(void **state)
{
    struct arguments arguments;
    (void)state;
    for (int i = 0; i < 3; i++) {
        assert_int_equal(read_call(&arguments, "errdiff --no-linear a.pgm --seed 7 b.pgm"),
                         ARGUMENTS_WORK);
        assert_false(arguments.options.linear);
        assert_int_equal(arguments.options.seed, 7);
        assert_string_equal(arguments.in, "a.pgm");
        assert_string_equal(arguments.out, "b.pgm");
        assert_int_equal(read_call(&arguments, "errdiff --kernel=stucki -- --linear -x"),
                         ARGUMENTS_WORK);
        assert_true(arguments.options.linear);
        assert_int_equal(arguments.options.seed, 0);
        assert_string_equal(arguments.options.kernel, "stucki");
        assert_string_equal(arguments.in, "--linear");
        assert_string_equal(arguments.out, "-x");
    }
}

static void test_a_wrong_call_leaves_nothing_behind(void **state)
{
    static const char *const wrong[] = {"errdiff a --no-such-option b",
                                        "errdiff a b c",
                                        "errdiff a b --kernel",
                                        "errdiff a b --linear=yes",
                                        "errdiff -xyz a b",
                                        "errdiff --seed",
                                        "errdiff a b --=",
                                        "errdiff a b --kern=",
                                        "errdiff a -- --linear b"};
    struct arguments arguments;
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(read_call(&arguments, wrong[i]), ARGUMENTS_WRONG);
        assert_int_equal(read_call(&arguments, "errdiff - -"), ARGUMENTS_WORK);
        assert_string_equal(arguments.in, "-");
        assert_string_equal(arguments.out, "-");
    }
}

static void test_calls_of_other_kinds_in_between(void **state)
{
    struct arguments arguments;
    struct bench_arguments bench;
    (void)state;
    for (int i = 0; i < 3; i++) {
        assert_int_equal(read_bench(&bench, "bench --size 3x5 --size=8x9 --json"), ARGUMENTS_WORK);
        assert_int_equal(bench.size_count, 2);
        assert_int_equal(bench.sizes[1].height, 9);
        assert_true(bench.json);
        assert_int_equal(read_bench(&bench, "bench --json image"), ARGUMENTS_WRONG);
        assert_int_equal(read_call(&arguments, "errdiff a --json b"), ARGUMENTS_WORK);
        assert_true(arguments.json);
    }
}

static void test_no_words_at_all(void **state)
{
    struct arguments arguments;
    (void)state;
    assert_int_equal(read_call(&arguments, ""), ARGUMENTS_WRONG);
    assert_int_equal(read_call(&arguments, "errdiff"), ARGUMENTS_WRONG);
}

static void test_a_long_list_of_words(void **state)
{
    /* The message has room for the first ones. */
    enum { WORDS = 400, IN_MESSAGE = 100, LENGTH = 20 };
    char texts[WORDS][LENGTH + 1], *line = NULL;
    const char *words[WORDS + 1] = {NULL};
    int number;
    (void)state;
    for (int i = 0; i < WORDS; i++) {
        memset(texts[i], 'a' + i % 26, LENGTH);
        texts[i][0] = (char)('A' + i / 26);
        texts[i][LENGTH] = '\0';
        words[i] = texts[i];
    }
    assert_true(read_word("made", words[WORDS - 1], words, &number));
    assert_int_equal(number, WORDS - 1);
    fail_collect(&line);
    bool is_read = read_word("made", "no such", words, &number);
    fail_collect(NULL);
    assert_false(is_read);
    for (int i = 0; i < IN_MESSAGE; i++)
        assert_non_null(strstr(line, words[i]));
    free(line);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_call_leaves_nothing_behind),
        cmocka_unit_test(test_a_wrong_call_leaves_nothing_behind),
        cmocka_unit_test(test_calls_of_other_kinds_in_between),
        cmocka_unit_test(test_no_words_at_all),
        cmocka_unit_test(test_a_long_list_of_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
