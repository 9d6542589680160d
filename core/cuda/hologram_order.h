/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The order in which the GPU takes a hologram's pixels: who computes what, when, and whom it waits
 * for. From section 3.2 of Lagrange, Gilles, Heggarty, Fracasso 2024, for any weights. Plain
 * arithmetic, for the GPU and for a walk on the CPU alike.
 *
 * A band is 32 rows, one in each lane of a warp. A lane takes a pixel a step, and trails the lane
 * above by the skew, which is the weights' slope p or one more:
 *
 *     step       0  1  2  3  4 ...
 *     lane 0     0  1  2  3  4          the column that a lane is at, skew 2
 *     lane 1    -2 -1  0  1  2
 *     lane 2    -4 -3 -2 -1  0
 *
 * So what a tap (dx, dy) reads is dx + skew · dy steps old in every lane: its age. What the last steps
 * left is in slots, one for each step, for the band's rows and for those above it that are read, which are
 * lanes -1, -2 and so on:
 *
 *     a slot     lanes -8 … -1 | 0 … 31
 *
 * The sum of the pixel after the next one is begun while the level of this one is found: with the early
 * taps, whose age is 3 or more. Then come the late ones of rows above, two at most, of which the
 * last may be 1 step old, and those of the pixel's own row:
 *
 *     early, the farthest row first  →  late, the older first  →  own row, the left neighbour last
 *
 * which is the order of the rule. What the first of two late taps reads is got before the step before has
 * ended, so it is 2 steps old. Where all that is not so with p as the skew, it is with p + 1: then no tap of the
 * rows above but the last one is younger than 3 steps.
 *
 * Steps come in chunks: a parallelogram of 8 columns in each row. While a chunk is run, the pixels of
 * those beside it go between tiles in shared memory and the hologram. When it is done, its last rows go to the
 * band below, in words in memory that say themselves whether they are there; the band below waits for
 * those of a whole chunk. A band waits for the one above it alone, which has a lower ticket, so it
 * is running already.
 */
#ifndef ERRDIFF_HOLOGRAM_ORDER_H
#define ERRDIFF_HOLOGRAM_ORDER_H

#include "hologram/hologram_job.h"

#include <string.h>

enum {
    ERRDIFF_HOLOBAND_LANES = 32,
    ERRDIFF_HOLOBAND_CHUNK = 8,                                              /* steps */
    ERRDIFF_HOLOBAND_LATE = 2,                                               /* taps */
    ERRDIFF_HOLOBAND_SLOT = ERRDIFF_HOLOGRAM_REACH + ERRDIFF_HOLOBAND_LANES, /* errors */
    ERRDIFF_HOLOBAND_TILE = ERRDIFF_HOLOBAND_LANES * ERRDIFF_HOLOBAND_CHUNK, /* pixels */
    ERRDIFF_HOLOBAND_TILE_STEP = ERRDIFF_HOLOBAND_LANES + 4 /* keeps a row in banks of its own */
};

/* Small enough to be handed to a kernel by value. */
struct errdiff_holobands {
    int width, height;
    int hogel, hogel_columns; /* as in the job */
    int skew;
    int reach_up;             /* rows above a band that are read */
    int early_taps, row_taps; /* at most, in any hogel */
    int first_step, end_step; /* whole chunks */
    int kept_slots;           /* whole chunks, as many as taps reach back */
    int ring_slots;           /* whole chunks */
};

/* A weight, and the way back from a pixel's own error to the one it is for. */
struct errdiff_holoband_tap {
    float re, im;
    int32_t back;
    int32_t unused; /* so that a tap is read at once */
};

ERRDIFF_HOLOGRAM_RULE int errdiff_holobands_chunks(int steps)
{
    return (steps + ERRDIFF_HOLOBAND_CHUNK - 1) / ERRDIFF_HOLOBAND_CHUNK * ERRDIFF_HOLOBAND_CHUNK;
}

/* ---- Taps ---------------------------------------------------------------------------------- */

/* How many taps of a hogel are of rows above; they come first. */
static inline int errdiff_holobands_above(const struct errdiff_hologram_support *support)
{
    int count = 0;
    while (count < support->count && support->dy[count] > 0)
        count++;
    return count;
}

/* The age of what a tap reads. */
static inline int errdiff_holobands_age(const struct errdiff_hologram_support *support, int skew,
                                        int tap)
{
    return support->dx[tap] + skew * support->dy[tap];
}

/* How many of those are early, with a skew. */
static inline int errdiff_holobands_early(const struct errdiff_hologram_support *support, int skew)
{
    int count = 0, above = errdiff_holobands_above(support);
    while (count < above && errdiff_holobands_age(support, skew, count) > ERRDIFF_HOLOBAND_LATE)
        count++;
    return count;
}

/* Whether a skew will do: late taps are two at most, and the first of two reads what is 2 steps old, as it does
 * so before the step before has ended. */
static inline bool errdiff_holobands_will_do(const struct errdiff_hologram_support *support,
                                             int skew)
{
    int early = errdiff_holobands_early(support, skew);
    int late = errdiff_holobands_above(support) - early;
    return late < ERRDIFF_HOLOBAND_LATE ||
           (late == ERRDIFF_HOLOBAND_LATE && errdiff_holobands_age(support, skew, early) >= 2);
}

static inline int errdiff_holobands_larger(int a, int b)
{
    return a > b ? a : b;
}

/* The order of a job. */
static inline struct errdiff_holobands errdiff_holobands_of(const struct errdiff_hologram_job *job)
{
    struct errdiff_holobands bands;
    size_t hogels = (size_t)job->hogel_columns * (size_t)job->hogel_rows;
    int oldest = ERRDIFF_HOLOBAND_LATE + 1;
    memset(&bands, 0, sizeof bands);
    bands.width = job->hologram.width;
    bands.height = job->hologram.height;
    bands.hogel = job->hogel;
    bands.hogel_columns = job->hogel_columns;
    bands.skew = job->slope;
    for (size_t i = 0; i < hogels; i++) {
        if (!errdiff_holobands_will_do(&job->weights[i].support, job->slope))
            bands.skew = job->slope + 1;
    }
    for (size_t i = 0; i < hogels; i++) {
        const struct errdiff_hologram_support *support = &job->weights[i].support;
        int early = errdiff_holobands_early(support, bands.skew);
        bands.early_taps = errdiff_holobands_larger(bands.early_taps, early);
        for (int k = 0; k < support->count; k++) {
            int dx = support->dx[k], dy = support->dy[k];
            bands.reach_up = errdiff_holobands_larger(bands.reach_up, dy);
            bands.row_taps = errdiff_holobands_larger(bands.row_taps, dy == 0 ? dx : 0);
            oldest = errdiff_holobands_larger(oldest, dx + bands.skew * dy);
        }
    }
    bands.kept_slots = errdiff_holobands_chunks(oldest);
    bands.first_step = -bands.kept_slots;
    bands.end_step =
        errdiff_holobands_chunks(bands.width + bands.skew * (ERRDIFF_HOLOBAND_LANES - 1));
    bands.ring_slots = bands.kept_slots + 2 * ERRDIFF_HOLOBAND_CHUNK;
    return bands;
}

/* Taps of a hogel with room for `early` early ones: those, the late ones, then those of the own row with
 * dx = `row` … 1. What a hogel has not is of weight 0, which changes no sum, since none is ever -0
 * and no error is NaN or infinite. */
ERRDIFF_HOLOGRAM_RULE int errdiff_holobands_taps(int early, int row)
{
    return early + ERRDIFF_HOLOBAND_LATE + row;
}

static inline struct errdiff_holoband_tap errdiff_holoband_tap_of(errdiff_complex weight, int dx,
                                                                  int dy, int skew)
{
    struct errdiff_holoband_tap tap;
    tap.re = weight.re;
    tap.im = weight.im;
    tap.back = (dx + skew * dy) * ERRDIFF_HOLOBAND_SLOT + dy;
    tap.unused = 0;
    return tap;
}

/* Fills errdiff_holobands_taps(early, row) of them. */
static inline void errdiff_holobands_taps_make(struct errdiff_holoband_tap *taps,
                                               const struct errdiff_hologram_weights *weights,
                                               const struct errdiff_holobands *bands, int early,
                                               int row)
{
    const struct errdiff_hologram_support *support = &weights->support;
    const errdiff_complex none = {0, 0};
    int above = errdiff_holobands_above(support);
    int early_here = errdiff_holobands_early(support, bands->skew);
    int after_late = early + ERRDIFF_HOLOBAND_LATE;
    for (int i = 0; i < after_late; i++)
        taps[i] = errdiff_holoband_tap_of(none, ERRDIFF_HOLOBAND_LATE + 1, 0, bands->skew);
    for (int dx = row; dx > 0; dx--)
        taps[after_late + row - dx] = errdiff_holoband_tap_of(none, dx, 0, bands->skew);
    for (int i = 0; i < support->count; i++) {
        int place = i < early_here ? i
                    : i < above    ? after_late - (above - i)
                                   : after_late + row - support->dx[i];
        taps[place] = errdiff_holoband_tap_of(weights->weights[i], support->dx[i], support->dy[i],
                                              bands->skew);
    }
}

/* ---- Pixels -------------------------------------------------------------------------------- */

static inline int errdiff_holobands_count(const struct errdiff_holobands *bands)
{
    return (bands->height - 1) / ERRDIFF_HOLOBAND_LANES + 1;
}

ERRDIFF_HOLOGRAM_RULE int errdiff_holobands_column(const struct errdiff_holobands *bands, int step,
                                                   int lane)
{
    return step - bands->skew * lane;
}

ERRDIFF_HOLOGRAM_RULE bool errdiff_holobands_has(const struct errdiff_holobands *bands, int x,
                                                 int y)
{
    return x >= 0 && x < bands->width && y < bands->height;
}

/* The first column of the next hogel, when a lane is in hogel `column` of its row. */
ERRDIFF_HOLOGRAM_RULE int errdiff_holobands_border(const struct errdiff_holobands *bands,
                                                   int column)
{
    return column + 1 < bands->hogel_columns ? (column + 1) * bands->hogel : INT32_MAX;
}

/*
 * The hogels whose taps a band needs, `rows` by `columns` of them. There are columns beyond the hologram, as
 * lanes go on there, and a row may be below it: for those the last ones stand.
 */
struct errdiff_holoband_hogels {
    int first_row, rows, columns;
};

ERRDIFF_HOLOGRAM_RULE struct errdiff_holoband_hogels
errdiff_holobands_hogels_of(const struct errdiff_holobands *bands, int band)
{
    struct errdiff_holoband_hogels hogels;
    hogels.first_row = band * ERRDIFF_HOLOBAND_LANES / bands->hogel;
    hogels.rows = (ERRDIFF_HOLOBAND_LANES - 2 + bands->hogel) / bands->hogel + 1;
    hogels.columns = (bands->end_step + 1) / bands->hogel + 1;
    return hogels;
}

/* Number `hogel` of those, row by row, among all of the hologram's. */
ERRDIFF_HOLOGRAM_RULE int64_t errdiff_holobands_hogel_index(
    const struct errdiff_holobands *bands, const struct errdiff_holoband_hogels *hogels, int hogel)
{
    int row = hogels->first_row + hogel / hogels->columns, column = hogel % hogels->columns;
    int last_row = (bands->height - 1) / bands->hogel, last_column = bands->hogel_columns - 1;
    row = row < last_row ? row : last_row;
    return (int64_t)row * bands->hogel_columns + (column < last_column ? column : last_column);
}

/* Pixel `number` of a chunk, 0..ERRDIFF_HOLOBAND_TILE - 1; neighbours in a row have neighbouring
 * numbers. */
ERRDIFF_HOLOGRAM_RULE int errdiff_holobands_tile_lane(int number)
{
    return number / ERRDIFF_HOLOBAND_CHUNK;
}

ERRDIFF_HOLOGRAM_RULE int errdiff_holobands_tile_step(int number)
{
    return number % ERRDIFF_HOLOBAND_CHUNK;
}

/* Where a tile has the pixel of a lane, in a step of the chunk. */
ERRDIFF_HOLOGRAM_RULE int errdiff_holobands_in_tile(int step, int lane)
{
    return step * ERRDIFF_HOLOBAND_TILE_STEP + lane;
}

/* ---- Slots --------------------------------------------------------------------------------- */

/*
 * The slots of a band are a ring, the last kept_slots of which are before its begin as well, so that what
 * a tap reads is always the same way back:
 *
 *     0          kept_slots              ring_slots    kept_slots + ring_slots
 *     | a copy of A |                         |    A       |
 *
 * The ring has room for what taps reach back to, the chunk that is run, and the next one, to which what is
 * above is put meanwhile.
 */

/* Errors in all slots. The first chunk's first is slot `kept_slots`; those before it begin as zeros. */
ERRDIFF_HOLOGRAM_RULE int errdiff_holobands_slots_size(const struct errdiff_holobands *bands)
{
    return (bands->kept_slots + bands->ring_slots) * ERRDIFF_HOLOBAND_SLOT;
}

/* The place of a lane, which may be -ERRDIFF_HOLOGRAM_REACH, in a slot. */
ERRDIFF_HOLOGRAM_RULE int errdiff_holobands_in_slot(int slot, int lane)
{
    return slot * ERRDIFF_HOLOBAND_SLOT + ERRDIFF_HOLOGRAM_REACH + lane;
}

/* The first slot of the next chunk. */
ERRDIFF_HOLOGRAM_RULE int errdiff_holobands_next_slot(const struct errdiff_holobands *bands,
                                                      int slot)
{
    int next = slot + ERRDIFF_HOLOBAND_CHUNK;
    return next < bands->kept_slots + bands->ring_slots ? next : bands->kept_slots;
}

/* How many slots before its own place an error of the chunk with that first slot is put as well; 0: nowhere. */
ERRDIFF_HOLOGRAM_RULE int errdiff_holobands_copied_back(const struct errdiff_holobands *bands,
                                                        int slot)
{
    return slot >= bands->ring_slots ? bands->ring_slots : 0;
}

/* ---- Words between bands ------------------------------------------------------------------- */

static inline size_t errdiff_holobands_words(const struct errdiff_holobands *bands)
{
    return (size_t)(errdiff_holobands_count(bands) - 1) * (size_t)bands->reach_up *
           (size_t)bands->width;
}

/*
 * What goes from band to band with each chunk: number 0 on, of which neighbours are neighbours in memory.
 * The band above gives it when its own chunk is done.
 */
ERRDIFF_HOLOGRAM_RULE int errdiff_holobands_passed(const struct errdiff_holobands *bands)
{
    return bands->reach_up * ERRDIFF_HOLOBAND_CHUNK;
}

ERRDIFF_HOLOGRAM_RULE int errdiff_holobands_passed_step(int number)
{
    return number % ERRDIFF_HOLOBAND_CHUNK;
}

/* Of the band that gives it. */
ERRDIFF_HOLOGRAM_RULE int errdiff_holobands_giving_lane(int number)
{
    return ERRDIFF_HOLOBAND_LANES - 1 - number / ERRDIFF_HOLOBAND_CHUNK;
}

/* Of the band below it: -1 or less. */
ERRDIFF_HOLOGRAM_RULE int errdiff_holobands_taking_lane(int number)
{
    return errdiff_holobands_giving_lane(number) - ERRDIFF_HOLOBAND_LANES;
}

/* The word of column x of a lane that gives; -1 where that is outside the hologram, so that there is no
 * error, or the band is the last. */
ERRDIFF_HOLOGRAM_RULE int64_t errdiff_holobands_word(const struct errdiff_holobands *bands,
                                                     int band, int lane, int x)
{
    int row = lane - (ERRDIFF_HOLOBAND_LANES - bands->reach_up);
    if (band < 0 || (band + 1) * ERRDIFF_HOLOBAND_LANES >= bands->height || x < 0 ||
        x >= bands->width)
        return -1;
    return ((int64_t)band * bands->reach_up + row) * bands->width + x;
}

/* What a band gives of the chunk that begins with `step`. */
ERRDIFF_HOLOGRAM_RULE int64_t errdiff_holobands_given_word(const struct errdiff_holobands *bands,
                                                           int band, int step, int number)
{
    int lane = errdiff_holobands_giving_lane(number);
    int x = errdiff_holobands_column(bands, step + errdiff_holobands_passed_step(number), lane);
    return errdiff_holobands_word(bands, band, lane, x);
}

/* And what it takes. */
ERRDIFF_HOLOGRAM_RULE int64_t errdiff_holobands_taken_word(const struct errdiff_holobands *bands,
                                                           int band, int step, int number)
{
    int x = errdiff_holobands_column(bands, step + errdiff_holobands_passed_step(number),
                                     errdiff_holobands_taking_lane(number));
    return errdiff_holobands_word(bands, band - 1, errdiff_holobands_giving_lane(number), x);
}

/* All of a word's bits are 1 before it is there: NaN, which no error is. */
#define ERRDIFF_HOLOBAND_MISSING UINT64_MAX

ERRDIFF_HOLOGRAM_RULE uint64_t errdiff_holobands_word_of(errdiff_complex error)
{
    uint64_t word;
    memcpy(&word, &error, sizeof word);
    return word;
}

/* The error of a word that is there. */
ERRDIFF_HOLOGRAM_RULE errdiff_complex errdiff_holobands_word_error(uint64_t word)
{
    errdiff_complex error;
    memcpy(&error, &word, sizeof error);
    return error;
}

#endif
