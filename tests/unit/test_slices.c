/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Simulates the slices of an image on the CPU: copies, launches and blocks run in random orders
 * that their waiting for each other allows. The test fails if a block finds another block's rows
 * or errors in its slot, if a slice is copied back too early, or if nothing can go on before the
 * last slice has been copied back.
 */
#include "../support/random.h"
#include "cuda/slices.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 400, NOBODY = -1 };

static struct random slices_random = {1};

struct walk {
    struct errdiff_slices slices;
    int count, resident; /* slices; blocks that the device runs at once, 1 or more */
    int uploads, downloads;
    int waiting[MOST],
        running[MOST];   /* blocks of each launch; waiting is NOBODY before it begins */
    int tickets;         /* tickets taken so far */
    int launch_of[MOST]; /* the launch of the block with each ticket */
    bool has_given[MOST],
        has_ended[MOST]; /* for each ticket: its errors are stored; it has ended */
    int rows_in[MOST], errors_in[MOST], result_in[MOST]; /* for each place: whose data it holds */
};

static bool launch_has_ended(const struct walk *walk, int launch)
{
    return walk->waiting[launch] == 0 && walk->running[launch] == 0;
}

static bool have_ended(const struct walk *walk, int last)
{
    for (int launch = 0; launch <= last; launch++)
        if (!launch_has_ended(walk, launch))
            return false;
    return true;
}

static int place_of(const struct walk *walk, int ticket)
{
    return ticket % errdiff_slices_ring(&walk->slices);
}

static bool upload(struct walk *walk)
{
    int slice = walk->uploads;
    if (slice >= walk->count || walk->downloads <= errdiff_slice_upload_after(&walk->slices, slice))
        return false;
    int first = slice * walk->slices.blocks;
    for (int i = 0; i < errdiff_slice_blocks(&walk->slices, slice); i++)
        walk->rows_in[place_of(walk, first + i)] = first + i;
    walk->uploads++;
    return true;
}

static bool begin_launch(struct walk *walk, int slice)
{
    if (slice >= walk->uploads || walk->waiting[slice] != NOBODY ||
        !have_ended(walk, errdiff_slice_launch_after(&walk->slices, slice)))
        return false;
    walk->waiting[slice] = errdiff_slice_blocks(&walk->slices, slice);
    return true;
}

static int running_blocks(const struct walk *walk)
{
    int running = 0;
    for (int launch = 0; launch < walk->count; launch++)
        running += walk->running[launch];
    return running;
}

static bool begin_block(struct walk *walk, int launch)
{
    if (walk->waiting[launch] <= 0 || running_blocks(walk) >= walk->resident)
        return false;
    walk->waiting[launch]--;
    walk->running[launch]++;
    walk->launch_of[walk->tickets++] = launch;
    return true;
}

/* A block reads its rows and the errors above them, and stores its own errors. */
static bool give_errors(struct walk *walk, int ticket)
{
    if (walk->has_given[ticket] || (ticket > 0 && !walk->has_given[ticket - 1]))
        return false;
    int place = place_of(walk, ticket);
    if (walk->rows_in[place] != ticket)
        fail_msg("block %d finds the rows of block %d", ticket, walk->rows_in[place]);
    if (ticket > 0 && walk->errors_in[place_of(walk, ticket - 1)] != ticket - 1)
        fail_msg("block %d does not find the errors of block %d", ticket, ticket - 1);
    walk->errors_in[place] = ticket;
    walk->has_given[ticket] = true;
    return true;
}

/* A block's result may be written after the block below it has ended. */
static bool end_block(struct walk *walk, int ticket)
{
    if (!walk->has_given[ticket] || walk->has_ended[ticket])
        return false;
    walk->result_in[place_of(walk, ticket)] = ticket;
    walk->has_ended[ticket] = true;
    walk->running[walk->launch_of[ticket]]--;
    return true;
}

/* From its start on a block may overwrite its places, so nobody may still need what they held. */
static void spoil(struct walk *walk, int ticket)
{
    walk->errors_in[place_of(walk, ticket)] = NOBODY;
    walk->result_in[place_of(walk, ticket)] = NOBODY;
}

static bool download(struct walk *walk)
{
    int slice = walk->downloads;
    if (slice >= walk->uploads)
        return false;
    int last = errdiff_slice_finished_by(&walk->slices, slice);
    if (last >= walk->uploads || !have_ended(walk, last))
        return false;
    int first = slice * walk->slices.blocks;
    for (int i = 0; i < errdiff_slice_blocks(&walk->slices, slice); i++)
        if (walk->result_in[place_of(walk, first + i)] != first + i)
            fail_msg("slice %d is copied back without block %d", slice, first + i);
    walk->downloads++;
    return true;
}

static bool move(struct walk *walk, int choice)
{
    int launch = random_range(&slices_random, 0, walk->count - 1);
    switch (choice) {
    case 0:
        return upload(walk);
    case 1:
        return download(walk);
    case 2:
        return begin_launch(walk, launch);
    case 3:
        if (!begin_block(walk, launch))
            return false;
        spoil(walk, walk->tickets - 1);
        return true;
    case 4:
        return walk->tickets > 0 &&
               give_errors(walk, random_range(&slices_random, 0, walk->tickets - 1));
    default:
        return walk->tickets > 0 &&
               end_block(walk, random_range(&slices_random, 0, walk->tickets - 1));
    }
}

static bool move_anything(struct walk *walk)
{
    bool has_moved = upload(walk) || download(walk);
    for (int launch = 0; launch < walk->count && !has_moved; launch++) {
        has_moved = begin_launch(walk, launch) || begin_block(walk, launch);
    }
    for (int ticket = 0; ticket < walk->tickets && !has_moved; ticket++)
        has_moved = give_errors(walk, ticket) || end_block(walk, ticket);
    return has_moved;
}

static void check_shape(const struct walk *walk)
{
    int rows = 0, blocks = 0;
    for (int slice = 0; slice < walk->count; slice++) {
        assert_int_equal(errdiff_slice_first_row(&walk->slices, slice), rows);
        assert_true(errdiff_slice_rows(&walk->slices, slice) > 0);
        rows += errdiff_slice_rows(&walk->slices, slice);
        blocks += errdiff_slice_blocks(&walk->slices, slice);
    }
    assert_int_equal(rows, walk->slices.rows);
    assert_int_equal(blocks, errdiff_slices_blocks(&walk->slices));
}

static void walk_all(int rows, int blocks, int slots, int resident)
{
    struct walk walk = {.slices = {.rows = rows, .block_rows = 8, .blocks = blocks, .slots = slots},
                        .resident = resident};
    walk.count = errdiff_slices_count(&walk.slices);
    for (int i = 0; i < MOST; i++)
        walk.waiting[i] = walk.rows_in[i] = walk.errors_in[i] = walk.result_in[i] = NOBODY;
    check_shape(&walk);
    /* Each walk prefers one kind of move, so that every kind comes early in some walk. */
    int preferred = random_range(&slices_random, 0, 6);
    while (walk.downloads < walk.count) {
        bool has_moved = false;
        for (int tries = 0; tries < 50 && !has_moved; tries++)
            has_moved = move(&walk, preferred < 6 && random_range(&slices_random, 0, 1)
                                        ? preferred
                                        : random_range(&slices_random, 0, 5));
        if (!has_moved && !move_anything(&walk))
            fail_msg("%d rows, %d blocks a slice, %d slots, %d blocks at a time: no end", rows,
                     blocks, slots, resident);
    }
    assert_int_equal(walk.tickets, errdiff_slices_blocks(&walk.slices));
}

static void test_walks(void **state)
{
    (void)state;
    for (int i = 0; i < 3000; i++)
        walk_all(random_range(&slices_random, 1, 300), random_range(&slices_random, 1, 4),
                 random_range(&slices_random, 2, 9), random_range(&slices_random, 1, 12));
}

static const size_t no_limit = (size_t)1 << 60;

static void test_chosen(void **state)
{
    (void)state;
    struct errdiff_slices slices = errdiff_slices_of(16384, 128, 16384, 0, 1, no_limit);
    assert_int_equal(slices.blocks, 4);
    assert_int_equal(errdiff_slices_count(&slices), 32);
    slices = errdiff_slices_of(1, 128, 128, 0, 1, no_limit);
    assert_int_equal(errdiff_slices_count(&slices), 1);
    assert_int_equal(errdiff_slices_ring(&slices), slices.blocks);
    slices = errdiff_slices_of(1 << 28, 128, (size_t)1 << 28, 0, 1, no_limit);
    assert_int_equal(slices.blocks, 1);
    assert_int_equal(errdiff_slices_ring(&slices), slices.slots);
    slices = errdiff_slices_of(1 << 28, 128, 128, 0, 1, no_limit);
    assert_int_equal(errdiff_slice_first_row(&slices, errdiff_slices_count(&slices) - 1) +
                         errdiff_slice_rows(&slices, errdiff_slices_count(&slices) - 1),
                     1 << 28);
}

static void test_blocks_at_once(void **state)
{
    (void)state;
    struct errdiff_slices slices = errdiff_slices_of(16384, 32, 16384, 100, 1, no_limit);
    assert_true(slices.blocks * errdiff_slices_overlap(&slices) >= 100);
    assert_int_equal(errdiff_slices_count(&slices), 32);
    slices = errdiff_slices_of(16384, 32, 16384, 1 << 28, 1, no_limit);
    assert_int_equal(errdiff_slices_count(&slices), 1);
    slices = errdiff_slices_of(16384, 32, 16384, 1 << 28, 1 << 20, 128 << 20);
    assert_int_equal(errdiff_slices_ring(&slices), 128);
    slices = errdiff_slices_of(16384, 32, 16384, 1 << 28, 1 << 20, 1);
    assert_int_equal(slices.blocks, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_walks), cmocka_unit_test(test_chosen),
                                       cmocka_unit_test(test_blocks_at_once)};
    return cmocka_run_group_tests_name("slices", tests, NULL, NULL);
}
