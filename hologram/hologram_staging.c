/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Transposes pixels from the rows of a hologram to the lanes of vectors, and levels back. */
#include "hologram_staging.h"

#include "base/shuffle.h"

#include <string.h>

enum {
    LANES = ERRDIFF_HOLOGRAM_LANES,
    CHUNK = ERRDIFF_HOLOGRAM_CHUNK,
    AHEAD = 2 * CHUNK, /* how many steps ahead memory is prefetched */
};

typedef float four __attribute__((vector_size(4 * sizeof(float))));
typedef int32_t four_places __attribute__((vector_size(4 * sizeof(int32_t))));
typedef uint16_t eight_levels __attribute__((vector_size(8 * sizeof(uint16_t))));

static four load_four(const errdiff_complex *from)
{
    four v;
    memcpy(&v, from, sizeof v);
    return v;
}

/* The steps *first..*end - 1 of the chunk in which lane r is in the hologram. */
static void find_steps(const struct errdiff_hologram_band *band, int t, int r, int *first, int *end)
{
    int x = t - band->job->slope * r, width = band->job->hologram.width;
    *first = x < 0 ? -x : 0;
    *end = r >= band->row_count ? 0 : width - x < CHUNK ? width - x : CHUNK;
}

/* Returns true if lanes r..r + count - 1 are in the hologram in all of the chunk's steps. */
static bool are_inside(const struct errdiff_hologram_band *band, int t, int r, int count)
{
    int first, end, last_first, last_end;
    find_steps(band, t, r, &first, &end);
    find_steps(band, t, r + count - 1, &last_first, &last_end);
    return last_first == 0 && end == CHUNK && last_end == CHUNK;
}

/* The index of lane r's pixel in the chunk's first step. */
static ptrdiff_t place_of(const struct errdiff_hologram_band *band, int t, int r)
{
    return (ptrdiff_t)(band->first_row + r) * band->job->hologram.width + t - band->job->slope * r;
}

static void stage_lane(const struct errdiff_hologram_band *band,
                       struct errdiff_hologram_staged *staged, int t, int r)
{
    int first, end;
    find_steps(band, t, r, &first, &end);
    const errdiff_complex *values = band->job->hologram.values;
    ptrdiff_t place = place_of(band, t, r);
    for (int i = 0; i < CHUNK; i++) {
        bool is_inside = i >= first && i < end;
        staged->hologram[i].re[r] = is_inside ? values[place + i].re : 0;
        staged->hologram[i].im[r] = is_inside ? values[place + i].im : 0;
    }
}

/* Prefetches a chunk of a row's values and levels. The processor's own prefetcher does not follow
 * 32 rows at once. */
static void prefetch(const errdiff_complex *values, const uint16_t *levels)
{
    enum { LINE = 64 };
    for (size_t i = 0; i <= CHUNK * sizeof *values; i += LINE)
        __builtin_prefetch((const char *)values + i, 0, 3);
    __builtin_prefetch(levels, 1, 3);
}

/* Stores lanes r..r + 3 of a step from vectors in the order re re im im. */
static void put_four(struct errdiff_hologram_staged_step *step, int r, four ab, four cd)
{
    four re = SHUFFLE(four_places, ab, cd, 0, 1, 4, 5);
    four im = SHUFFLE(four_places, ab, cd, 2, 3, 6, 7);
    memcpy(step->re + r, &re, sizeof re);
    memcpy(step->im + r, &im, sizeof im);
}

/* Does what stage_lane does for lanes r..r + 3, which are in the hologram in all steps of the
 * chunk; two steps at once. */
static void stage_four(const struct errdiff_hologram_band *band,
                       struct errdiff_hologram_staged *staged, int t, int r)
{
    const errdiff_complex *rows[4];
    for (int i = 0; i < 4; i++)
        rows[i] = band->job->hologram.values + place_of(band, t, r + i);
    for (int i = 0; i < 4; i++)
        prefetch(rows[i] + AHEAD, band->levels + place_of(band, t, r + i) + AHEAD);
    for (int i = 0; i < CHUNK; i += 2) {
        four a = load_four(rows[0] + i), b = load_four(rows[1] + i);
        four c = load_four(rows[2] + i), d = load_four(rows[3] + i);
        put_four(&staged->hologram[i], r, SHUFFLE(four_places, a, b, 0, 4, 1, 5),
                 SHUFFLE(four_places, c, d, 0, 4, 1, 5));
        put_four(&staged->hologram[i + 1], r, SHUFFLE(four_places, a, b, 2, 6, 3, 7),
                 SHUFFLE(four_places, c, d, 2, 6, 3, 7));
    }
}

void errdiff_hologram_stage(const struct errdiff_hologram_band *band, int t,
                            struct errdiff_hologram_staged *staged)
{
    for (int r = 0; r < LANES; r += 4)
        if (are_inside(band, t, r, 4))
            stage_four(band, staged, t, r);
        else
            for (int k = 0; k < 4; k++)
                stage_lane(band, staged, t, r + k);
}

/* Writes steps i..i + 7 of lanes r..r + 7: a square of 8 × 8 that three perfect shuffles of its
 * rows transpose. */
static void write_square(const struct errdiff_hologram_band *band,
                         const struct errdiff_hologram_staged *staged, int t, int r, int i)
{
    eight_levels rows[8], shuffled[8];
    for (int k = 0; k < 8; k++)
        memcpy(&rows[k], staged->levels[i + k] + r, sizeof rows[k]);
    for (int round = 0; round < 3; round++) {
        for (int k = 0; k < 4; k++) {
            eight_levels a = rows[k], b = rows[k + 4];
            shuffled[2 * k] = SHUFFLE(eight_levels, a, b, 0, 8, 1, 9, 2, 10, 3, 11);
            shuffled[2 * k + 1] = SHUFFLE(eight_levels, a, b, 4, 12, 5, 13, 6, 14, 7, 15);
        }
        memcpy(rows, shuffled, sizeof rows);
    }
    for (int k = 0; k < 8; k++)
        memcpy(band->levels + place_of(band, t, r + k) + i, &rows[k], sizeof rows[k]);
}

static void write_lane(const struct errdiff_hologram_band *band,
                       const struct errdiff_hologram_staged *staged, int t, int r)
{
    int first, end;
    find_steps(band, t, r, &first, &end);
    ptrdiff_t place = place_of(band, t, r);
    for (int i = first; i < end; i++)
        band->levels[place + i] = staged->levels[i][r];
}

void errdiff_hologram_write_levels(const struct errdiff_hologram_band *band, int t,
                                   const struct errdiff_hologram_staged *staged)
{
    for (int r = 0; r < LANES; r += 8)
        if (are_inside(band, t, r, 8))
            for (int i = 0; i < CHUNK; i += 8)
                write_square(band, staged, t, r, i);
        else
            for (int k = 0; k < 8; k++)
                write_lane(band, staged, t, r + k);
}
