/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares the tables of the tone-dependent kernels with the literature. */
#include "rule/tones.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { SUM = 65536 };

/* Right, below left and below, in any unit. */
struct row {
    int tone;
    int64_t right, below_left, below;
};

/* V. Ostromoukhov, A Simple and Efficient Error-Diffusion Algorithm, SIGGRAPH 2001, appendix I. */
static const struct row ostromoukhov[] = {
    {0, 13, 0, 5},
    {1, 13, 0, 5},
    {2, 21, 0, 10},
    {3, 7, 0, 4},
    {4, 8, 0, 5},
    {10, 7, 3, 3},
    {22, 3, 2, 1},
    {32, 20, 10, 19},
    {64, 11, 10, 0},
    {72, 5, 7, 1},
    {77, 4, 1, 1},
    {85, 4, 1, 1},
    {95, 5, 3, 2},
    {107, 5, 3, 2},
    {127, 4, 1, 1},
    /* between keys, from the paper's table of all tones */
    {11, 501, 224, 211},
    {33, 1937, 1000, 1767},
    {81, 4, 1, 1},
    {100, 5, 3, 2},
};

/* B. Zhou, X. Fang, SIGGRAPH 2003: the keys that all published copies of the table agree on. */
static const struct row zhou_fang[] = {
    {0, 13, 0, 5},
    {1, 1300249, 0, 499250},
    {3, 351854, 0, 199965},
    {4, 801100, 0, 490999},
    {10, 704075, 297466, 303694},
    {22, 46613, 31917, 21469},
    {32, 47482, 30617, 21900},
    {44, 43024, 42131, 14826},
    {64, 36411, 43219, 20369},
    {72, 38477, 53843, 7678},
    {77, 40503, 51547, 7948},
    {85, 35865, 34108, 30026},
    {95, 34117, 36899, 28983},
    {107, 16477, 18810, 14712},
    {112, 33360, 37954, 28685},
    {127, 35269, 36066, 28664},
};

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

static int64_t rounded_share(int64_t part, int64_t whole)
{
    return (2 * SUM * part + whole) / (2 * whole);
}

static void assert_rows(const struct errdiff_tone_table *table, const struct row *rows, int count)
{
    for (int i = 0; i < count; i++) {
        const struct errdiff_tone_weights *weights = &table->weights[rows[i].tone];
        int64_t whole = rows[i].right + rows[i].below_left + rows[i].below;
        int64_t below = SUM - weights->right - weights->below_left;

        if (weights->right != rounded_share(rows[i].right, whole) ||
            weights->below_left != rounded_share(rows[i].below_left, whole))
            fail_msg("tone %d is %d, %d", rows[i].tone, (int)weights->right,
                     (int)weights->below_left);
        /* The last part gets the rounding errors of the others. */
        assert_in_range(below - rounded_share(rows[i].below, whole) + 1, 0, 2);
    }
}

static void test_rows_of_the_literature(void **state)
{
    struct errdiff_tone_table table;

    (void)state;
    errdiff_tone_table_make(&table, &errdiff_ostromoukhov);
    assert_rows(&table, ostromoukhov, COUNT(ostromoukhov));
    errdiff_tone_table_make(&table, &errdiff_zhou_fang);
    assert_rows(&table, zhou_fang, COUNT(zhou_fang));
}

static void assert_sums_and_mirror(const struct errdiff_tone_keys *keys)
{
    struct errdiff_tone_table table;

    errdiff_tone_table_make(&table, keys);
    for (int tone = 0; tone < 256; tone++) {
        const struct errdiff_tone_weights *weights = &table.weights[tone];
        const struct errdiff_tone_weights *mirrored = &table.weights[255 - tone];

        assert_true(weights->right >= 0);
        assert_true(weights->below_left >= 0);
        assert_true(weights->right + weights->below_left <= SUM);
        assert_int_equal(weights->right, mirrored->right);
        assert_int_equal(weights->below_left, mirrored->below_left);
        assert_int_equal(table.modulation[tone], table.modulation[255 - tone]);
    }
}

static void test_rows_sum_to_one_and_are_mirrored(void **state)
{
    (void)state;
    assert_sums_and_mirror(&errdiff_ostromoukhov);
    assert_sums_and_mirror(&errdiff_zhou_fang);
}

/* The parts sum to the scaled error, for any error, strength and tone. */
static void test_parts_sum_to_the_scaled_error(void **state)
{
    static const int errors[] = {-1048560, -4080, -4079, -3,  -2,   -1,     0,
                                 1,        2,     3,     999, 4080, 1048560};
    struct errdiff_tone_table table;

    (void)state;
    errdiff_tone_table_make(&table, &errdiff_zhou_fang);
    for (int i = 0; i < COUNT(errors); i++) {
        for (int tone = 0; tone < 256; tone++) {
            struct errdiff_parts parts = errdiff_parts_with(errors[i], 100, table.weights[tone]);
            assert_int_equal(parts.right + parts.below_left + parts.below, errors[i]);
            parts = errdiff_parts_with(errors[i], 0, table.weights[tone]);
            assert_int_equal(parts.right, 0);
            assert_int_equal(parts.below_left, 0);
            assert_int_equal(parts.below, 0);
        }
    }
}

static void test_modulation(void **state)
{
    static const struct {
        int tone, percent;
    } keys[] = {
        {0, 0},    {44, 34},   {64, 50}, {80, 88}, {85, 100}, {95, 17}, {102, 50}, {107, 70},
        {112, 79}, {127, 100}, {22, 17}, {54, 42}, {72, 69},  {82, 92}, {90, 58},  {120, 90},
    };
    struct errdiff_tone_table table;

    (void)state;
    errdiff_tone_table_make(&table, &errdiff_ostromoukhov);
    assert_false(table.has_modulation);
    errdiff_tone_table_make(&table, &errdiff_zhou_fang);
    assert_true(table.has_modulation);
    for (int i = 0; i < COUNT(keys); i++)
        assert_int_equal(table.modulation[keys[i].tone], keys[i].percent);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows_of_the_literature),
        cmocka_unit_test(test_rows_sum_to_one_and_are_mirrored),
        cmocka_unit_test(test_parts_sum_to_the_scaled_error),
        cmocka_unit_test(test_modulation),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
