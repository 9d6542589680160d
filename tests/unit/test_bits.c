/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests the expansion of packed bits to bytes: every value and position, any count and address,
 * and that nothing else is written. */
#include "../support/random.h"
#include "cuda/bits.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

static struct random bits_random = {1};

static void check(size_t count, size_t shift, uint8_t low, uint8_t high)
{
    struct errdiff_bits bits;
    size_t bytes = (count + 7) / 8;
    /* Allocated with their exact sizes, so that AddressSanitizer sees any overrun. */
    uint8_t *packed = malloc(bytes), *pixels = malloc(count + shift + 1);
    random_fill(&bits_random, packed, bytes);
    memset(pixels, 77, count + shift + 1);
    errdiff_bits_prepare(&bits, low, high);
    errdiff_bits_expand(&bits, packed, pixels + shift, count);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(pixels[shift + i], packed[i / 8] >> i % 8 & 1 ? high : low);
    assert_int_equal(pixels[shift + count], 77);
    if (shift > 0)
        assert_int_equal(pixels[shift - 1], 77);
    free(packed);
    free(pixels);
}

static void test_counts(void **state)
{
    (void)state;
    for (size_t count = 1; count < 300; count++)
        check(count, count % 9, 0, 255);
    check(5000, 3, 17, 230);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_counts)};
    return cmocka_run_group_tests_name("bits", tests, NULL, NULL);
}
