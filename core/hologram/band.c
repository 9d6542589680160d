/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "band.h"

#include <string.h>

#if defined(__AVX512F__)
enum { VECTOR = 16 };
#elif defined(__AVX2__)
enum { VECTOR = 8 };
#else
enum { VECTOR = 4 };
#endif

enum {
    LANES = ERRDIFF_HOLOGRAM_LANES,
    ABOVE = ERRDIFF_HOLOGRAM_LANES_ABOVE,
    REACH = ERRDIFF_HOLOGRAM_REACH,
    CHUNK = ERRDIFF_HOLOGRAM_CHUNK,
    BACK = ERRDIFF_HOLOGRAM_MOST_STEPS_BACK,
    AHEAD = 2 * CHUNK,                               /* steps, of what is prefetched */
    GROUP = LANES / VECTOR < 4 ? LANES / VECTOR : 4, /* vectors, as registers are enough for */
};

typedef float vector __attribute__((vector_size(VECTOR * sizeof(float))));

typedef float four __attribute__((vector_size(4 * sizeof(float))));
typedef uint16_t eight_levels __attribute__((vector_size(8 * sizeof(uint16_t))));
typedef int32_t four_places __attribute__((vector_size(4 * sizeof(int32_t))));

/* Numbers of all lanes. */
struct lanes {
    _Alignas(64) float re[LANES];
    float im[LANES];
};

/* A chunk of the hologram and of its levels, step by step. */
struct staged {
    struct lanes hologram[CHUNK];
    _Alignas(64) uint16_t levels[CHUNK][LANES];
};

static vector load(const float *from)
{
    vector v;
    memcpy(&v, from, sizeof v);
    return v;
}

/* Into a register: GCC would read memory for each of the products that need it. */
static inline vector load_once(const float *from)
{
    vector v = load(from);
#ifdef ERRDIFF_X86
    __asm__("" : "+v"(v));
#endif
    return v;
}

static four load_four(const errdiff_complex *from)
{
    four v;
    memcpy(&v, from, sizeof v);
    return v;
}

struct complex_vector {
    vector re, im;
};

static struct complex_vector same_in_all(errdiff_complex weight)
{
    const vector zeros = {0};
    return (struct complex_vector){weight.re + zeros, weight.im + zeros};
}

static struct complex_vector load_weights(const struct errdiff_hologram_lane_weights *weights,
                                          int lane)
{
    return (struct complex_vector){load(weights->re + lane), load(weights->im + lane)};
}

/* `common`, of a hogel that all lanes are in, is NULL where they are in several. */
static inline __attribute__((always_inline)) void
collect_with(const struct errdiff_hologram_lanes *lanes,
             const struct errdiff_hologram_weights *common, const struct errdiff_hologram_step *now,
             struct lanes *sums)
{
    for (int lane = 0; lane < LANES; lane += GROUP * VECTOR) {
        struct complex_vector sum[GROUP];
        for (int v = 0; v < GROUP; v++)
            sum[v] = (struct complex_vector){{0}, {0}};
        for (int i = 0; i < lanes->count; i++) {
            const struct errdiff_hologram_lane_weights *weights =
                &lanes->weights[lanes->offsets[i]];
            const float *errors = now->re + ABOVE + lane + lanes->places[i];
            struct complex_vector weight = {0};
            if (common)
                weight = same_in_all(common->weights[i]);
            for (int v = 0; v < GROUP; v++) {
                if (!common)
                    weight = load_weights(weights, lane + v * VECTOR);
                vector re = load_once(errors + v * VECTOR);
                vector im = load_once(errors + ABOVE + LANES + v * VECTOR);
                sum[v].re = ERRDIFF_HOLOGRAM_ADD_RE(sum[v].re, weight, re, im);
                sum[v].im = ERRDIFF_HOLOGRAM_ADD_IM(sum[v].im, weight, re, im);
            }
        }
        for (int v = 0; v < GROUP; v++) {
            memcpy(sums->re + lane + v * VECTOR, &sum[v].re, sizeof sum[v].re);
            memcpy(sums->im + lane + v * VECTOR, &sum[v].im, sizeof sum[v].im);
        }
    }
}

static void collect(const struct errdiff_hologram_lanes *lanes,
                    const struct errdiff_hologram_step *now, struct lanes *sums)
{
    if (lanes->common)
        collect_with(lanes, lanes->common, now, sums);
    else
        collect_with(lanes, NULL, now, sums);
}

/* Returns how many errors were scaled back. */
static int limit(const struct errdiff_hologram_quantiser *quantiser,
                 struct errdiff_hologram_step *now)
{
    float *re = now->re + ABOVE, *im = now->im + ABOVE;
    int count = 0;
#pragma omp simd reduction(+ : count)
    for (int r = 0; r < LANES; r++) {
        errdiff_complex error = {re[r], im[r]};
        count += errdiff_hologram_limit(quantiser, &error);
        re[r] = error.re;
        im[r] = error.im;
    }
    return count;
}

/* Long errors are rare, and to scale them back takes as long as the rest. */
static bool has_long(const struct errdiff_hologram_quantiser *quantiser,
                     const struct errdiff_hologram_step *now)
{
    const float *re = now->re + ABOVE, *im = now->im + ABOVE;
    int any = 0;
#pragma omp simd reduction(| : any)
    for (int r = 0; r < LANES; r++)
        any |= errdiff_hologram_is_long(quantiser, (errdiff_complex){re[r], im[r]});
    return any;
}

static inline __attribute__((always_inline)) void
choose(struct errdiff_hologram_quantiser quantiser, const struct lanes *hologram,
       const struct lanes *sums, const float *inside, struct errdiff_hologram_step *now,
       uint16_t *levels)
{
    float *re = now->re + ABOVE, *im = now->im + ABOVE;
#pragma omp simd
    for (int r = 0; r < LANES; r++) {
        errdiff_complex h = {hologram->re[r], hologram->im[r]}, sum = {sums->re[r], sums->im[r]};
        errdiff_complex error;
        levels[r] = (uint16_t)errdiff_hologram_choose(&quantiser, h, sum, &error);
        re[r] = error.re * inside[r];
        im[r] = error.im * inside[r];
    }
}

/* Each kind of job has a loop of its own, in which the compiler knows the kind. */
static void choose_any(struct errdiff_hologram_quantiser quantiser, const struct lanes *hologram,
                       const struct lanes *sums, const float *inside,
                       struct errdiff_hologram_step *now, uint16_t *levels)
{
    if (quantiser.is_real) {
        choose(quantiser, hologram, sums, inside, now, levels);
    } else if (quantiser.error_is_from_hologram) {
        quantiser.is_real = 0;
        quantiser.error_is_from_hologram = 1;
        choose(quantiser, hologram, sums, inside, now, levels);
    } else {
        quantiser.is_real = 0;
        quantiser.error_is_from_hologram = 0;
        choose(quantiser, hologram, sums, inside, now, levels);
    }
}

static void do_steps(struct errdiff_hologram_band *band, struct staged *staged, int first, int end)
{
    const struct errdiff_hologram_quantiser *quantiser = &band->job->quantiser;
    for (int i = first; i < end; i++) {
        struct errdiff_hologram_step *now = &band->steps[BACK + i];
        struct lanes sums;
        collect(&band->lanes, now, &sums);
        choose_any(*quantiser, &staged->hologram[i], &sums, band->lanes.inside, now,
                   staged->levels[i]);
        if (has_long(quantiser, now))
            band->clipped += limit(quantiser, now);
    }
}

/* Those of the chunk's steps in which lane r is in the hologram. */
static void find_steps(const struct errdiff_hologram_band *band, int t, int r, int *first, int *end)
{
    int x = t - band->job->slope * r, width = band->job->hologram.width;
    *first = x < 0 ? -x : 0;
    *end = r >= band->row_count ? 0 : width - x < CHUNK ? width - x : CHUNK;
}

/* Whether lanes r.. are in the hologram in all of the chunk's steps. */
static bool are_inside(const struct errdiff_hologram_band *band, int t, int r, int count)
{
    int first, end, last_first, last_end;
    find_steps(band, t, r, &first, &end);
    find_steps(band, t, r + count - 1, &last_first, &last_end);
    return last_first == 0 && end == CHUNK && last_end == CHUNK;
}

/* Where lane r is in the chunk's first step, from the first pixel of all. */
static ptrdiff_t place_of(const struct errdiff_hologram_band *band, int t, int r)
{
    return (ptrdiff_t)(band->first_row + r) * band->job->hologram.width + t - band->job->slope * r;
}

static void stage_lane(const struct errdiff_hologram_band *band, struct staged *staged, int t,
                       int r)
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

/* A chunk of a row's values and levels: so many rows at once are more than a processor's own prefetching
 * follows. */
static void prefetch(const errdiff_complex *values, const uint16_t *levels)
{
    enum { LINE = 64 };
    for (size_t i = 0; i <= CHUNK * sizeof *values; i += LINE)
        __builtin_prefetch((const char *)values + i, 0, 2);
    __builtin_prefetch(levels, 1, 2);
}

/* The same for lanes r..r + 3, which are in the hologram in all steps; two of these at once. */
static void stage_four(const struct errdiff_hologram_band *band, struct staged *staged, int t,
                       int r)
{
    const errdiff_complex *rows[4];
    for (int i = 0; i < 4; i++)
        rows[i] = band->job->hologram.values + place_of(band, t, r + i);
    for (int i = 0; i < 4; i++)
        prefetch(rows[i] + AHEAD, band->levels + place_of(band, t, r + i) + AHEAD);
    for (int i = 0; i < CHUNK; i += 2) {
        four a = load_four(rows[0] + i), b = load_four(rows[1] + i);
        four c = load_four(rows[2] + i), d = load_four(rows[3] + i);
        for (int odd = 0; odd < 2; odd++) {
            four_places of_one = {2 * odd, 4 + 2 * odd, 1 + 2 * odd, 5 + 2 * odd};
            four ab = __builtin_shuffle(a, b, of_one), cd = __builtin_shuffle(c, d, of_one);
            four re = __builtin_shuffle(ab, cd, (four_places){0, 1, 4, 5});
            four im = __builtin_shuffle(ab, cd, (four_places){2, 3, 6, 7});
            memcpy(staged->hologram[i + odd].re + r, &re, sizeof re);
            memcpy(staged->hologram[i + odd].im + r, &im, sizeof im);
        }
    }
}

static void stage(const struct errdiff_hologram_band *band, struct staged *staged, int t)
{
    for (int r = 0; r < LANES; r += 4)
        if (are_inside(band, t, r, 4))
            stage_four(band, staged, t, r);
        else
            for (int k = 0; k < 4; k++)
                stage_lane(band, staged, t, r + k);
}

static eight_levels zip(eight_levels a, eight_levels b, int half)
{
    eight_levels low = {0, 8, 1, 9, 2, 10, 3, 11};
    return __builtin_shuffle(a, b, low + (uint16_t)(4 * half));
}

/* Steps i..i + 7 of lanes r..r + 7: a square that is turned over by three perfect shuffles of its rows. */
static void write_square(const struct errdiff_hologram_band *band, const struct staged *staged,
                         int t, int r, int i)
{
    eight_levels rows[8], shuffled[8];
    for (int k = 0; k < 8; k++)
        memcpy(&rows[k], staged->levels[i + k] + r, sizeof rows[k]);
    for (int round = 0; round < 3; round++) {
        for (int k = 0; k < 8; k++)
            shuffled[k] = zip(rows[k / 2], rows[k / 2 + 4], k % 2);
        memcpy(rows, shuffled, sizeof rows);
    }
    for (int k = 0; k < 8; k++)
        memcpy(band->levels + place_of(band, t, r + k) + i, &rows[k], sizeof rows[k]);
}

static void write_lane(const struct errdiff_hologram_band *band, const struct staged *staged, int t,
                       int r)
{
    int first, end;
    find_steps(band, t, r, &first, &end);
    ptrdiff_t place = place_of(band, t, r);
    for (int i = first; i < end; i++)
        band->levels[place + i] = staged->levels[i][r];
}

static void write_levels(const struct errdiff_hologram_band *band, const struct staged *staged,
                         int t)
{
    for (int r = 0; r < LANES; r += 8)
        if (are_inside(band, t, r, 8))
            for (int i = 0; i < CHUNK; i += 8)
                write_square(band, staged, t, r, i);
        else
            for (int k = 0; k < 8; k++)
                write_lane(band, staged, t, r + k);
}

/* Moves the steps that are still read to where those before the chunk are, and fetches what the band
 * above left for the chunk's. */
static void take_over(struct errdiff_hologram_band *band, int t)
{
    int ahead = LANES * band->job->slope, first = t == 0 ? -band->reach : 0;
    if (t > 0)
        memmove(band->steps + BACK - band->reach, band->steps + BACK + CHUNK - band->reach,
                (size_t)band->reach * sizeof *band->steps);
    for (int i = first; i < CHUNK; i++) {
        struct errdiff_hologram_step *step = &band->steps[BACK + i];
        const struct errdiff_hologram_handover *from = &band->above[t + i + ahead];
        memcpy(step->re + ABOVE - REACH, from->re, sizeof from->re);
        memcpy(step->im + ABOVE - REACH, from->im, sizeof from->im);
    }
}

static void hand_over(const struct errdiff_hologram_band *band, int t)
{
    for (int i = 0; i < CHUNK; i++) {
        const struct errdiff_hologram_step *step = &band->steps[BACK + i];
        struct errdiff_hologram_handover *to = &band->below[t + i];
        memcpy(to->re, step->re + ABOVE + LANES - REACH, sizeof to->re);
        memcpy(to->im, step->im + ABOVE + LANES - REACH, sizeof to->im);
    }
}

void ERRDIFF_HOLOGRAM_BAND_CHUNK(struct errdiff_hologram_band *band, int t)
{
    struct staged staged;
    stage(band, &staged, t);
    take_over(band, t);
    for (int i = 0; i < CHUNK;) {
        int next = errdiff_hologram_lanes_advance(&band->lanes, t + i) - t;
        int end = next < CHUNK ? next : CHUNK;
        do_steps(band, &staged, i, end);
        i = end;
    }
    hand_over(band, t);
    write_levels(band, &staged, t);
}
