/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Simulates the soft-synchronized schedule on the CPU: bodies of bands and fetches of words run
 * in random orders that their waiting for each other allows. Shared memory has the kernel's
 * layout, so if a body runs too early, or a word or tile is overwritten too early, the bytes
 * differ from those of raster order.
 */
#include "../support/random.h"
#include "cuda/softsync_gray_order.h"
#include "rule/rule.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
    ROWS = ERRDIFF_GRAY_ROWS,
    WARPS = ERRDIFF_GRAY_WARPS,
    ROW_BYTES = ERRDIFF_GRAY_TILE * ERRDIFF_GRAY_TILES,
    RUNNING = 2, /* blocks that run at once */
    RING = 3,    /* blocks with memory for their words: the running ones and the one above them */
    FAR = 1 << 30
};

static struct random softsync_random = {1};

struct word {
    int errors[ERRDIFF_GRAY_GROUP];
    uint32_t tag;
};

struct band {
    uint8_t pixels[ROWS][ROW_BYTES];
    struct word border[ERRDIFF_GRAY_RING]; /* the errors above it */
    int *errors;                           /* of the row above and its own rows, from column −1 */
    uint64_t bits[ROWS];                   /* the last 64 columns of each row */
    int body, round;
};

struct block {
    struct band bands[WARPS];
    int fetched; /* the next word to fetch from above */
};

struct walk {
    int width, height, groups, bodies, pitch, band_count, block_count;
    const uint8_t *in;
    uint32_t *out;
    struct block *blocks;
    struct word *words[RING]; /* the errors below each block */
};

static int decide(int sum, uint8_t *value)
{
    static const struct errdiff_rounding rounding = {ERRDIFF_ROUND_SHIFT, 1, 16, 8, 4};
    static const struct errdiff_quantizer quantizer = {
        .white = 4080, .level_count = 2, .output = {0, 255}, .threshold = {2040}};
    int32_t v = *value;
    int error = errdiff_decide_plainly(&rounding, ERRDIFF_ROUND_SHIFT, &quantizer, true, sum, &v);
    *value = (uint8_t)v;
    return error;
}

/* `errors` are those of the row and `above` those of the row above; both have columns −1 and
 * `width`. */
static void decide_at(int x, int width, const int *above, int *errors, uint8_t *value)
{
    int right = x + 1 < width ? above[x + 1] : 0, left = x > 0 ? above[x - 1] : 0;
    errors[x] = decide(7 * (x > 0 ? errors[x - 1] : 0) + left + 5 * above[x] + 3 * right, value);
}

static int *row_errors(const struct walk *walk, const struct band *band, int row)
{
    return band->errors + (size_t)(row + 1) * (size_t)(walk->pitch + 8);
}

static void move_rows(struct walk *walk, struct band *band, int number, int move)
{
    int set = errdiff_gray_moved_set(move), tile = errdiff_gray_moved_tile(move);
    for (int row = 4 * set; row < 4 * set + 4; row++) {
        uint8_t *place = &band->pixels[row][errdiff_gray_tile_place(move) * ERRDIFF_GRAY_TILE];
        size_t at = (size_t)(number * ROWS + row) * (size_t)walk->pitch;
        if (tile < walk->pitch / ERRDIFF_GRAY_TILE)
            memcpy(place, walk->in + at + tile * ERRDIFF_GRAY_TILE, ERRDIFF_GRAY_TILE);
    }
}

/* Takes the errors above the first row from the word of a group. */
static bool take_word(struct walk *walk, struct band *band, int number)
{
    const struct word *word = &band->border[number % ERRDIFF_GRAY_RING];
    if (word->tag != errdiff_gray_lap_tag(number))
        return false;
    int group = number - errdiff_gray_first_word();
    for (int i = 0; i < ERRDIFF_GRAY_GROUP && group < walk->groups; i++)
        row_errors(walk, band, -1)[group * ERRDIFF_GRAY_GROUP + i] = word->errors[i];
    return true;
}

static void run_round(struct walk *walk, struct band *band, int round)
{
    for (int lane = 0; lane < ROWS; lane++) {
        int group = errdiff_gray_group(round, lane);
        for (int i = 0; i < ERRDIFF_GRAY_GROUP; i++) {
            int x = group * ERRDIFF_GRAY_GROUP + i;
            uint8_t value = band->pixels[lane][x & (ROW_BYTES - 1)];
            if (x < 0)
                assert_int_equal(value, 0);
            else if (x >= walk->width)
                value = (uint8_t)random_bits(&softsync_random);
            else
                decide_at(x, walk->width, row_errors(walk, band, lane - 1),
                          row_errors(walk, band, lane), &value);
            band->bits[lane] = band->bits[lane] >> 1 | (uint64_t)(value >> 7) << 63;
        }
    }
}

static void give_bits(struct walk *walk, struct band *band, int number)
{
    int words = errdiff_gray_out_words(walk->width);
    for (int lane = 0; lane < ROWS; lane++) {
        int word = errdiff_gray_out_word(band->body, lane);
        if (errdiff_gray_gives_out(band->body) && word >= 0 && word < words)
            walk->out[(number * ROWS + lane) * words + word] =
                (uint32_t)(band->bits[lane] >> errdiff_gray_out_shift(lane));
    }
}

static void give_word(struct walk *walk, int number, int round)
{
    int ticket = number / WARPS;
    struct block *block = &walk->blocks[ticket];
    bool is_last_warp = number % WARPS == WARPS - 1;
    if (number + 1 >= walk->band_count)
        return;
    struct word *word = is_last_warp
                            ? &walk->words[ticket % RING][round]
                            : &block->bands[number % WARPS + 1].border[round % ERRDIFF_GRAY_RING];
    int group = errdiff_gray_group(round, ROWS - 1);
    for (int i = 0; i < ERRDIFF_GRAY_GROUP; i++)
        word->errors[i] = group < 0 || group >= walk->groups
                              ? 12345
                              : row_errors(walk, &block->bands[number % WARPS],
                                           ROWS - 1)[group * ERRDIFF_GRAY_GROUP + i];
    word->tag = is_last_warp ? errdiff_gray_device_tag(ticket, RING) : errdiff_gray_lap_tag(round);
}

/* Runs the next body of a band unless it has to wait. */
static bool run_body(struct walk *walk, int number)
{
    struct block *block = &walk->blocks[number / WARPS];
    struct band *band = &block->bands[number % WARPS];
    if (number >= walk->band_count || band->body >= walk->bodies)
        return false;
    int base = band->body * ERRDIFF_GRAY_BODY;
    if (band->body == 0 && !take_word(walk, band, errdiff_gray_first_word()))
        return false;
    if (errdiff_gray_needs_words(base, walk->groups))
        for (int i = 0; i < ERRDIFF_GRAY_BODY; i++)
            if (!take_word(walk, band, errdiff_gray_word(base + i)))
                return false;
    if (number + 1 < walk->band_count && number % WARPS != WARPS - 1 &&
        errdiff_gray_free_slots(base + ERRDIFF_GRAY_BODY - 1, band[1].round) < 0)
        return false;

    if (band->body == 0)
        for (int move = 0; move < errdiff_gray_move(0); move++)
            move_rows(walk, band, number, move);
    band->round = base;
    move_rows(walk, band, number, errdiff_gray_move(band->body));
    give_bits(walk, band, number);
    for (int round = base; round < base + ERRDIFF_GRAY_BODY; round++) {
        run_round(walk, band, round);
        give_word(walk, number, round);
    }
    if (++band->body < walk->bodies)
        return true;
    band->round = FAR;
    return true;
}

/* Passes the next word from the block above to a block's first band. */
static bool fetch_word(struct walk *walk, int ticket)
{
    struct block *block = &walk->blocks[ticket];
    if (block->fetched >= errdiff_gray_last_word(walk->width) ||
        errdiff_gray_free_slots(block->fetched, block->bands[0].round) < 0)
        return false;
    struct word word = {.tag = 0};
    if (ticket > 0)
        word = walk->words[(ticket - 1) % RING][block->fetched];
    if (ticket > 0 && word.tag != errdiff_gray_device_tag(ticket - 1, RING))
        return false;
    word.tag = errdiff_gray_lap_tag(block->fetched);
    block->bands[0].border[block->fetched++ % ERRDIFF_GRAY_RING] = word;
    return true;
}

static bool block_is_done(const struct walk *walk, int ticket)
{
    for (int i = 0; i < WARPS; i++)
        if (ticket * WARPS + i < walk->band_count &&
            walk->blocks[ticket].bands[i].body < walk->bodies)
            return false;
    return true;
}

static void run_all(struct walk *walk)
{
    for (int first = 0; first < walk->block_count;) {
        if (block_is_done(walk, first)) {
            first++;
            continue;
        }
        /* One warp of one of the running blocks runs ahead as far as it can. */
        bool has_moved = false;
        int start = random_range(&softsync_random, 0, RUNNING * (WARPS + 1) - 1);
        for (int i = 0; i < RUNNING * (WARPS + 1); i++) {
            int task = (start + i) % (RUNNING * (WARPS + 1));
            int ticket = first + task / (WARPS + 1), warp = task % (WARPS + 1);
            if (ticket >= walk->block_count)
                continue;
            for (int n = random_range(&softsync_random, 0, 399);
                 n >= 0 &&
                 (warp == WARPS ? fetch_word(walk, ticket) : run_body(walk, ticket * WARPS + warp));
                 n--)
                has_moved = true;
        }
        assert_true(has_moved);
    }
}

static void check_size(int width, int height)
{
    struct walk walk = {.width = width,
                        .height = height,
                        .groups = errdiff_gray_groups(width),
                        .bodies = errdiff_gray_bodies(width),
                        .pitch = errdiff_gray_pitch(width),
                        .band_count = errdiff_gray_bands(height),
                        .block_count = (errdiff_gray_bands(height) + WARPS - 1) / WARPS};
    size_t pitch = (size_t)walk.pitch, rows = (size_t)walk.band_count * ROWS, size = pitch * rows;
    size_t out_words = (size_t)errdiff_gray_out_words(width);
    uint8_t *in = malloc(size);
    uint32_t *out = malloc(rows * out_words * sizeof *out);
    random_fill(&softsync_random, in, size);
    memset(out, 0x55, rows * out_words * sizeof *out);
    walk.in = in;
    walk.out = out;
    walk.blocks = calloc((size_t)walk.block_count, sizeof *walk.blocks);
    for (int i = 0; i < walk.block_count; i++) {
        walk.blocks[i].fetched = errdiff_gray_first_word();
        for (int j = 0; j < WARPS; j++)
            walk.blocks[i].bands[j].errors = calloc((ROWS + 1) * (pitch + 8), sizeof(int));
    }
    for (int i = 0; i < RING; i++)
        walk.words[i] = calloc((size_t)errdiff_gray_words(width), sizeof *walk.words[i]);

    run_all(&walk);

    int *above = calloc(pitch, sizeof(int)), *errors = calloc(pitch, sizeof(int));
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            uint8_t value = in[(size_t)y * pitch + (size_t)x];
            decide_at(x, width, above, errors, &value);
            uint32_t word = out[(size_t)y * out_words + (size_t)x / 32];
            if (value != (word >> x % 32 & 1 ? 255 : 0))
                fail_msg("%d × %d: another byte in row %d, column %d", width, height, y, x);
        }
        int *other = above;
        above = errors;
        errors = other;
    }
    for (int i = 0; i < walk.block_count; i++) {
        for (int j = 0; j < WARPS; j++)
            free(walk.blocks[i].bands[j].errors);
    }
    for (int i = 0; i < RING; i++)
        free(walk.words[i]);
    free(walk.blocks);
    free(above);
    free(errors);
    free(in);
    free(out);
}

static void test_sizes(void **state)
{
    (void)state;
    static const int edges[][2] = {{1, 1},    {4, 32},   {5, 33},     {128, 128},  {127, 129},
                                   {129, 40}, {512, 64}, {1300, 300}, {2100, 161}, {3, 6400}};
    for (size_t i = 0; i < sizeof edges / sizeof *edges; i++)
        check_size(edges[i][0], edges[i][1]);
    for (int i = 0; i < 60; i++)
        check_size(random_range(&softsync_random, 1, 700), random_range(&softsync_random, 1, 400));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_sizes)};
    return cmocka_run_group_tests_name("softsync", tests, NULL, NULL);
}
