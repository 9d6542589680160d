/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exif data: what is read of them, and that nothing is read beyond their end, which is the end of a
 * page of memory that no other follows. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */

#include "image_tags.h"

#include "../support/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { ENTRIES = 5, AFTER_ENTRIES = 10 + 12 * ENTRIES, SIZE = AFTER_ENTRIES + 16, DRAWN = 20000 };

/* The last page that may be read ends at `end`. */
static uint8_t *end;

static int make_pages(void **state)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    uint8_t *pages =
        mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    (void)state;
    if (pages == MAP_FAILED || mprotect(pages + page, page, PROT_NONE) != 0)
        return -1;
    end = pages + page;
    return 0;
}

static struct image_tags read_at_the_end(const uint8_t *bytes, size_t size)
{
    struct image_tags tags = {.orientation = ORIENTATION_UPRIGHT};

    memcpy(end - size, bytes, size);
    exif_read(end - size, size, &tags);
    return tags;
}

static void put(uint8_t *bytes, int is_big, size_t at, int count, uint32_t number)
{
    for (int i = 0; i < count; i++)
        bytes[at + (size_t)(is_big ? count - 1 - i : i)] = (uint8_t)(number >> 8 * i);
}

static void put_entry(uint8_t *bytes, int is_big, int number, uint32_t tag, uint32_t type,
                      uint32_t value)
{
    size_t at = 10 + 12 * (size_t)number;

    put(bytes, is_big, at, 2, tag);
    put(bytes, is_big, at + 2, 2, type);
    put(bytes, is_big, at + 4, 4, 1);
    put(bytes, is_big, at + 8, type == 3 ? 2 : 4, value);
}

/* An orientation, a resolution of 300 and 200 dots per inch, and a tag that nobody reads. */
static void make_exif(uint8_t bytes[SIZE], int is_big)
{
    memset(bytes, 0, SIZE);
    memcpy(bytes, is_big ? "MM\0*" : "II*\0", 4);
    put(bytes, is_big, 4, 4, 8);
    put(bytes, is_big, 8, 2, ENTRIES);
    put_entry(bytes, is_big, 0, 0x10F, 2, 0);
    put_entry(bytes, is_big, 1, 0x112, 3, 6);
    put_entry(bytes, is_big, 2, 0x11A, 5, AFTER_ENTRIES);
    put_entry(bytes, is_big, 3, 0x11B, 5, AFTER_ENTRIES + 8);
    put_entry(bytes, is_big, 4, 0x128, 3, 2);
    put(bytes, is_big, AFTER_ENTRIES, 4, 600);
    put(bytes, is_big, AFTER_ENTRIES + 4, 4, 2);
    put(bytes, is_big, AFTER_ENTRIES + 8, 4, 200);
    put(bytes, is_big, AFTER_ENTRIES + 12, 4, 1);
}

static void test_what_is_read(void **state)
{
    uint8_t bytes[SIZE];

    (void)state;
    for (int is_big = 0; is_big < 2; is_big++) {
        make_exif(bytes, is_big);
        struct image_tags tags = read_at_the_end(bytes, SIZE);
        assert_int_equal(tags.orientation, 6);
        assert_float_equal(tags.x_resolution, 300 / 0.0254, 1e-6);
        assert_float_equal(tags.y_resolution, 200 / 0.0254, 1e-6);
    }
}

static void test_data_that_end_too_early(void **state)
{
    uint8_t bytes[SIZE];

    (void)state;
    for (int is_big = 0; is_big < 2; is_big++) {
        make_exif(bytes, is_big);
        for (size_t size = 0; size < SIZE; size++) {
            struct image_tags tags = read_at_the_end(bytes, size);
            assert_in_range(tags.orientation, ORIENTATION_UPRIGHT, ORIENTATION_LAST);
            assert_true(tags.y_resolution == 0);
        }
    }
}

/* Each offset and each number of entries is that of some damaged file. */
static void test_numbers_that_lead_beyond_the_end(void **state)
{
    static const size_t places[] = {4, 8, 10 + 24 + 8, 10 + 36 + 8};
    struct random random = {.state = 36};
    uint8_t bytes[SIZE];

    (void)state;
    for (int i = 0; i < DRAWN; i++) {
        int is_big = random_range(&random, 0, 1);
        size_t at = places[random_range(&random, 0, 3)];
        uint32_t number = random_range(&random, 0, 3) == 0
                              ? (uint32_t)random_bits(&random)
                              : (uint32_t)random_range(&random, SIZE - 20, SIZE + 20);
        make_exif(bytes, is_big);
        put(bytes, is_big, at, at == 8 ? 2 : 4, number);
        struct image_tags tags =
            read_at_the_end(bytes, SIZE - (size_t)random_range(&random, 0, 16));
        assert_in_range(tags.orientation, ORIENTATION_UPRIGHT, ORIENTATION_LAST);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_read),
        cmocka_unit_test(test_data_that_end_too_early),
        cmocka_unit_test(test_numbers_that_lead_beyond_the_end),
    };

    return cmocka_run_group_tests(tests, make_pages, NULL);
}
