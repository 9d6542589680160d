/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The order in which the GPU takes the pixels of a hologram: who computes what, when, and what it
 * waits for. From section 3.2 of Lagrange, Gilles, Heggarty, Fracasso 2024, for any weights. This
 * is plain arithmetic, used by the GPU and by a test on the CPU.
 *
 * A band is 32 rows, one in each lane of a warp. A lane takes one pixel in each step, and trails
 * the lane above by the skew, which is the slope p of the weights or p + 1:
 *
 *     step       0  1  2  3  4 ...
 *     lane 0     0  1  2  3  4          the column of each lane, skew 2
 *     lane 1    -2 -1  0  1  2
 *     lane 2    -4 -3 -2 -1  0
 *
 * So the error that a tap (dx, dy) reads is dx + skew · dy steps old in every lane. This is the age
 * of the tap. The errors of the latest steps are kept in slots. A slot holds the errors of one
 * step: those of the band's rows, and those of the rows above it that are read, which are lanes -1,
 * -2 and so on:
 *
 *     a slot     lanes -8 … -1 | 0 … 31
 *
 * While the level of one pixel is decided, the sum of the pixel two steps later is begun, with its
 * early taps, whose age is 3 or more. Later the late taps are added: at most two taps of the rows
 * above, the last of which may be 1 step old, and the taps of the pixel's own row:
 *
 *     early, farthest row first  →  late, older one first  →  own row, left neighbor last
 *
 * This is the order that the rule prescribes. If there are two late taps, the error of the first is
 * read before the previous step has ended, so its age must be 2. If the taps do not satisfy this
 * with a skew of p, they do with p + 1: then only the last tap of the rows above can be younger
 * than 3.
 *
 * Steps come in chunks of 8, so a chunk is a parallelogram of 8 columns in each row. While a chunk
 * is computed, the pixels of the next one are copied into a tile in shared memory, and the levels
 * of the previous one out of it. After a chunk, the errors of its last rows go to the band below as
 * words in memory (SOFTSYNC.md). The band below waits for all words of a chunk at once. A band
 * waits only for the one above, which has a lower ticket and so is already running.
 */
#ifndef ERRDIFF_HOLOGRAM_ORDER_H
#define ERRDIFF_HOLOGRAM_ORDER_H

#include "hologram/hologram_job.h"

#include <string.h>

enum {
    ERRDIFF_GPU_HOLOGRAM_BAND_LANES = 32,
    ERRDIFF_GPU_HOLOGRAM_BAND_CHUNK = 8, /* steps */
    ERRDIFF_GPU_HOLOGRAM_BAND_LATE = 2,  /* taps */
    ERRDIFF_GPU_HOLOGRAM_BAND_SLOT =
        ERRDIFF_HOLOGRAM_REACH + ERRDIFF_GPU_HOLOGRAM_BAND_LANES, /* errors in a slot */
    ERRDIFF_GPU_HOLOGRAM_BAND_TILE =
        ERRDIFF_GPU_HOLOGRAM_BAND_LANES * ERRDIFF_GPU_HOLOGRAM_BAND_CHUNK, /* pixels */
    ERRDIFF_GPU_HOLOGRAM_BAND_TILE_STEP =
        ERRDIFF_GPU_HOLOGRAM_BAND_LANES +
        4 /* padded, so that reading a row has no bank conflicts */
};

/* Small enough to be a kernel argument, passed by value. */
struct errdiff_gpu_hologram_bands {
    int width, height;
    int hogel, hogel_columns; /* as in the job */
    int skew;
    int reach_up;             /* how many rows above a band are read */
    int early_taps, row_taps; /* the most that any hogel has */
    int first_step, end_step; /* whole chunks */
    int kept_slots;           /* whole chunks, enough for the oldest tap */
    int ring_slots;           /* whole chunks */
};

/* A weight, and how far back the error that it applies to is from the pixel's own place in the
 * slots. */
struct errdiff_gpu_hologram_band_tap {
    float re, im;
    int32_t back;
    int32_t unused; /* padding, so that one load reads a tap */
};

ERRDIFF_HOLOGRAM_RULE int errdiff_gpu_hologram_bands_chunks(int steps)
{
    return (steps + ERRDIFF_GPU_HOLOGRAM_BAND_CHUNK - 1) / ERRDIFF_GPU_HOLOGRAM_BAND_CHUNK *
           ERRDIFF_GPU_HOLOGRAM_BAND_CHUNK;
}

/* ---- Taps ---------------------------------------------------------------------------------- */

/* How many taps of a hogel are of rows above. They come first. */
static inline int errdiff_gpu_hologram_bands_above(const struct errdiff_hologram_support *support)
{
    int count = 0;
    while (count < support->count && support->dy[count] > 0)
        count++;
    return count;
}

/* How many steps old the error is that a tap reads. */
static inline int errdiff_gpu_hologram_bands_age(const struct errdiff_hologram_support *support,
                                                 int skew, int tap)
{
    return support->dx[tap] + skew * support->dy[tap];
}

/* How many of the taps of rows above are early. */
static inline int errdiff_gpu_hologram_bands_early(const struct errdiff_hologram_support *support,
                                                   int skew)
{
    int count = 0, above = errdiff_gpu_hologram_bands_above(support);
    while (count < above &&
           errdiff_gpu_hologram_bands_age(support, skew, count) > ERRDIFF_GPU_HOLOGRAM_BAND_LATE)
        count++;
    return count;
}

/* Whether a skew is possible: there are at most two late taps and, if there are two, the first is 2
 * steps old, since it is read before the previous step has ended. */
static inline bool
errdiff_gpu_hologram_bands_is_skew_possible(const struct errdiff_hologram_support *support,
                                            int skew)
{
    int early = errdiff_gpu_hologram_bands_early(support, skew);
    int late = errdiff_gpu_hologram_bands_above(support) - early;
    return late < ERRDIFF_GPU_HOLOGRAM_BAND_LATE ||
           (late == ERRDIFF_GPU_HOLOGRAM_BAND_LATE &&
            errdiff_gpu_hologram_bands_age(support, skew, early) >= 2);
}

static inline int errdiff_gpu_hologram_bands_larger(int a, int b)
{
    return a > b ? a : b;
}

/* The order for a job. */
static inline struct errdiff_gpu_hologram_bands
errdiff_gpu_hologram_bands_of(const struct errdiff_hologram_job *job)
{
    struct errdiff_gpu_hologram_bands bands;
    size_t hogels = (size_t)job->hogel_columns * (size_t)job->hogel_rows;
    int oldest = ERRDIFF_GPU_HOLOGRAM_BAND_LATE + 1;
    memset(&bands, 0, sizeof bands);
    bands.width = job->hologram.width;
    bands.height = job->hologram.height;
    bands.hogel = job->hogel;
    bands.hogel_columns = job->hogel_columns;
    bands.skew = job->slope;
    for (size_t i = 0; i < hogels; i++) {
        if (!errdiff_gpu_hologram_bands_is_skew_possible(&job->weights[i].support, job->slope))
            bands.skew = job->slope + 1;
    }
    for (size_t i = 0; i < hogels; i++) {
        const struct errdiff_hologram_support *support = &job->weights[i].support;
        int early = errdiff_gpu_hologram_bands_early(support, bands.skew);
        bands.early_taps = errdiff_gpu_hologram_bands_larger(bands.early_taps, early);
        for (int k = 0; k < support->count; k++) {
            int dx = support->dx[k], dy = support->dy[k];
            bands.reach_up = errdiff_gpu_hologram_bands_larger(bands.reach_up, dy);
            bands.row_taps = errdiff_gpu_hologram_bands_larger(bands.row_taps, dy == 0 ? dx : 0);
            oldest = errdiff_gpu_hologram_bands_larger(oldest, dx + bands.skew * dy);
        }
    }
    bands.kept_slots = errdiff_gpu_hologram_bands_chunks(oldest);
    bands.first_step = -bands.kept_slots;
    bands.end_step = errdiff_gpu_hologram_bands_chunks(
        bands.width + bands.skew * (ERRDIFF_GPU_HOLOGRAM_BAND_LANES - 1));
    bands.ring_slots = bands.kept_slots + 2 * ERRDIFF_GPU_HOLOGRAM_BAND_CHUNK;
    return bands;
}

/* The number of taps stored for a hogel, with room for `early` early ones: the early taps, the late
 * ones, then those of the own row with dx = `row` … 1. Unused places have weight 0. This changes no
 * sum, because no sum is ever -0 and no error is NaN or infinite. */
ERRDIFF_HOLOGRAM_RULE int errdiff_gpu_hologram_bands_taps(int early, int row)
{
    return early + ERRDIFF_GPU_HOLOGRAM_BAND_LATE + row;
}

static inline struct errdiff_gpu_hologram_band_tap
errdiff_gpu_hologram_band_tap_of(errdiff_complex weight, int dx, int dy, int skew)
{
    struct errdiff_gpu_hologram_band_tap tap;
    tap.re = weight.re;
    tap.im = weight.im;
    tap.back = (dx + skew * dy) * ERRDIFF_GPU_HOLOGRAM_BAND_SLOT + dy;
    tap.unused = 0;
    return tap;
}

/* Sets errdiff_gpu_hologram_bands_taps(early, row) taps. */
static inline void errdiff_gpu_hologram_bands_taps_make(
    struct errdiff_gpu_hologram_band_tap *taps, const struct errdiff_hologram_weights *weights,
    const struct errdiff_gpu_hologram_bands *bands, int early, int row)
{
    const struct errdiff_hologram_support *support = &weights->support;
    const errdiff_complex none = {0, 0};
    int above = errdiff_gpu_hologram_bands_above(support);
    int early_here = errdiff_gpu_hologram_bands_early(support, bands->skew);
    int after_late = early + ERRDIFF_GPU_HOLOGRAM_BAND_LATE;
    for (int i = 0; i < after_late; i++)
        taps[i] = errdiff_gpu_hologram_band_tap_of(none, ERRDIFF_GPU_HOLOGRAM_BAND_LATE + 1, 0,
                                                   bands->skew);
    for (int dx = row; dx > 0; dx--)
        taps[after_late + row - dx] = errdiff_gpu_hologram_band_tap_of(none, dx, 0, bands->skew);
    for (int i = 0; i < support->count; i++) {
        int place = i < early_here ? i
                    : i < above    ? after_late - (above - i)
                                   : after_late + row - support->dx[i];
        taps[place] = errdiff_gpu_hologram_band_tap_of(weights->weights[i], support->dx[i],
                                                       support->dy[i], bands->skew);
    }
}

/* ---- Pixels -------------------------------------------------------------------------------- */

static inline int errdiff_gpu_hologram_bands_count(const struct errdiff_gpu_hologram_bands *bands)
{
    return (bands->height - 1) / ERRDIFF_GPU_HOLOGRAM_BAND_LANES + 1;
}

ERRDIFF_HOLOGRAM_RULE int
errdiff_gpu_hologram_bands_column(const struct errdiff_gpu_hologram_bands *bands, int step,
                                  int lane)
{
    return step - bands->skew * lane;
}

ERRDIFF_HOLOGRAM_RULE bool
errdiff_gpu_hologram_bands_has(const struct errdiff_gpu_hologram_bands *bands, int x, int y)
{
    return x >= 0 && x < bands->width && y < bands->height;
}

/* The column where the hogel after hogel `column` of a row begins. */
ERRDIFF_HOLOGRAM_RULE int
errdiff_gpu_hologram_bands_border(const struct errdiff_gpu_hologram_bands *bands, int column)
{
    return column + 1 < bands->hogel_columns ? (column + 1) * bands->hogel : INT32_MAX;
}

/*
 * The hogels whose taps a band needs, `rows` by `columns` of them. The lanes run past the right
 * edge of the hologram, and a band may reach below it; there the last hogels are repeated.
 */
struct errdiff_gpu_hologram_band_hogels {
    int first_row, rows, columns;
};

ERRDIFF_HOLOGRAM_RULE struct errdiff_gpu_hologram_band_hogels
errdiff_gpu_hologram_bands_hogels_of(const struct errdiff_gpu_hologram_bands *bands, int band)
{
    struct errdiff_gpu_hologram_band_hogels hogels;
    hogels.first_row = band * ERRDIFF_GPU_HOLOGRAM_BAND_LANES / bands->hogel;
    hogels.rows = (ERRDIFF_GPU_HOLOGRAM_BAND_LANES - 2 + bands->hogel) / bands->hogel + 1;
    hogels.columns = (bands->end_step + 1) / bands->hogel + 1;
    return hogels;
}

/* The index, among all hogels of the hologram, of hogel number `hogel` of those, counted row by
 * row. */
ERRDIFF_HOLOGRAM_RULE int64_t errdiff_gpu_hologram_bands_hogel_index(
    const struct errdiff_gpu_hologram_bands *bands,
    const struct errdiff_gpu_hologram_band_hogels *hogels, int hogel)
{
    int row = hogels->first_row + hogel / hogels->columns, column = hogel % hogels->columns;
    int last_row = (bands->height - 1) / bands->hogel, last_column = bands->hogel_columns - 1;
    row = row < last_row ? row : last_row;
    return (int64_t)row * bands->hogel_columns + (column < last_column ? column : last_column);
}

/* Numbers the pixels of a chunk, 0..ERRDIFF_GPU_HOLOGRAM_BAND_TILE - 1, so that neighbors in a row
 * have consecutive numbers. These two give the lane and the step of a pixel. */
ERRDIFF_HOLOGRAM_RULE int errdiff_gpu_hologram_bands_tile_lane(int number)
{
    return number / ERRDIFF_GPU_HOLOGRAM_BAND_CHUNK;
}

ERRDIFF_HOLOGRAM_RULE int errdiff_gpu_hologram_bands_tile_step(int number)
{
    return number % ERRDIFF_GPU_HOLOGRAM_BAND_CHUNK;
}

/* The place in a tile of the pixel of a lane, in a step of the chunk. */
ERRDIFF_HOLOGRAM_RULE int errdiff_gpu_hologram_bands_in_tile(int step, int lane)
{
    return step * ERRDIFF_GPU_HOLOGRAM_BAND_TILE_STEP + lane;
}

/* ---- Slots --------------------------------------------------------------------------------- */

/*
 * The slots of a band form a ring. A copy of the last kept_slots of the ring is kept before its
 * beginning, so the distance from a pixel back to the error that a tap reads is constant:
 *
 *     0          kept_slots              ring_slots    kept_slots + ring_slots
 *     | a copy of A |                         |    A       |
 *
 * The ring has room for everything that taps reach back to, for the chunk being computed, and for
 * the next one, whose errors from the band above arrive meanwhile.
 */

/* The size of all slots, in errors. The first chunk begins at slot `kept_slots`. The slots before
 * it must be 0 at the start. */
ERRDIFF_HOLOGRAM_RULE int
errdiff_gpu_hologram_bands_slots_size(const struct errdiff_gpu_hologram_bands *bands)
{
    return (bands->kept_slots + bands->ring_slots) * ERRDIFF_GPU_HOLOGRAM_BAND_SLOT;
}

/* The place of a lane in a slot. The lane may be as low as -ERRDIFF_HOLOGRAM_REACH. */
ERRDIFF_HOLOGRAM_RULE int errdiff_gpu_hologram_bands_in_slot(int slot, int lane)
{
    return slot * ERRDIFF_GPU_HOLOGRAM_BAND_SLOT + ERRDIFF_HOLOGRAM_REACH + lane;
}

/* The first slot of the next chunk, if that of this chunk is `slot`. */
ERRDIFF_HOLOGRAM_RULE int
errdiff_gpu_hologram_bands_next_slot(const struct errdiff_gpu_hologram_bands *bands, int slot)
{
    int next = slot + ERRDIFF_GPU_HOLOGRAM_BAND_CHUNK;
    return next < bands->kept_slots + bands->ring_slots ? next : bands->kept_slots;
}

/* How many slots further back the errors of a chunk must also be stored, if its first slot is
 * `slot`; 0 if they need not be. */
ERRDIFF_HOLOGRAM_RULE int
errdiff_gpu_hologram_bands_copied_back(const struct errdiff_gpu_hologram_bands *bands, int slot)
{
    return slot >= bands->ring_slots ? bands->ring_slots : 0;
}

/* ---- Words between bands ------------------------------------------------------------------- */

static inline size_t
errdiff_gpu_hologram_bands_words(const struct errdiff_gpu_hologram_bands *bands)
{
    return (size_t)(errdiff_gpu_hologram_bands_count(bands) - 1) * (size_t)bands->reach_up *
           (size_t)bands->width;
}

/*
 * How many words pass from band to band for each chunk. They are numbered from 0, consecutively in
 * memory. The band above gives them after it has computed the same chunk.
 */
ERRDIFF_HOLOGRAM_RULE int
errdiff_gpu_hologram_bands_passed(const struct errdiff_gpu_hologram_bands *bands)
{
    return bands->reach_up * ERRDIFF_GPU_HOLOGRAM_BAND_CHUNK;
}

ERRDIFF_HOLOGRAM_RULE int errdiff_gpu_hologram_bands_passed_step(int number)
{
    return number % ERRDIFF_GPU_HOLOGRAM_BAND_CHUNK;
}

/* The lane of word `number` in the band that gives it. */
ERRDIFF_HOLOGRAM_RULE int errdiff_gpu_hologram_bands_giving_lane(int number)
{
    return ERRDIFF_GPU_HOLOGRAM_BAND_LANES - 1 - number / ERRDIFF_GPU_HOLOGRAM_BAND_CHUNK;
}

/* The number of that lane as the band below, which takes the word, counts: -1 or less. */
ERRDIFF_HOLOGRAM_RULE int errdiff_gpu_hologram_bands_taking_lane(int number)
{
    return errdiff_gpu_hologram_bands_giving_lane(number) - ERRDIFF_GPU_HOLOGRAM_BAND_LANES;
}

/* The index of the word for column x of a lane. -1 if there is none, because x is outside the
 * hologram (there is no error) or because the band is the last one. */
ERRDIFF_HOLOGRAM_RULE int64_t errdiff_gpu_hologram_bands_word(
    const struct errdiff_gpu_hologram_bands *bands, int band, int lane, int x)
{
    int row = lane - (ERRDIFF_GPU_HOLOGRAM_BAND_LANES - bands->reach_up);
    if (band < 0 || (band + 1) * ERRDIFF_GPU_HOLOGRAM_BAND_LANES >= bands->height || x < 0 ||
        x >= bands->width)
        return -1;
    return ((int64_t)band * bands->reach_up + row) * bands->width + x;
}

/* The index of word `number` that a band gives for the chunk that begins with `step`. */
ERRDIFF_HOLOGRAM_RULE int64_t errdiff_gpu_hologram_bands_given_word(
    const struct errdiff_gpu_hologram_bands *bands, int band, int step, int number)
{
    int lane = errdiff_gpu_hologram_bands_giving_lane(number);
    int x = errdiff_gpu_hologram_bands_column(
        bands, step + errdiff_gpu_hologram_bands_passed_step(number), lane);
    return errdiff_gpu_hologram_bands_word(bands, band, lane, x);
}

/* The index of word `number` that a band takes for that chunk. */
ERRDIFF_HOLOGRAM_RULE int64_t errdiff_gpu_hologram_bands_taken_word(
    const struct errdiff_gpu_hologram_bands *bands, int band, int step, int number)
{
    int x = errdiff_gpu_hologram_bands_column(bands,
                                              step + errdiff_gpu_hologram_bands_passed_step(number),
                                              errdiff_gpu_hologram_bands_taking_lane(number));
    return errdiff_gpu_hologram_bands_word(bands, band - 1,
                                           errdiff_gpu_hologram_bands_giving_lane(number), x);
}

/* A word with all bits set has not been written yet. It would be NaN, which no error is. */
#define ERRDIFF_GPU_HOLOGRAM_BAND_MISSING UINT64_MAX

ERRDIFF_HOLOGRAM_RULE uint64_t errdiff_gpu_hologram_bands_word_of(errdiff_complex error)
{
    uint64_t word;
    memcpy(&word, &error, sizeof word);
    return word;
}

/* The error in a word that has been written. */
ERRDIFF_HOLOGRAM_RULE errdiff_complex errdiff_gpu_hologram_bands_word_error(uint64_t word)
{
    errdiff_complex error;
    memcpy(&error, &word, sizeof error);
    return error;
}

#endif
