/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hologram_band.h"

#include "hologram_staging.h"

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
    BACK = ERRDIFF_HOLOGRAM_MAX_STEPS_BACK,
    /* Vectors whose sums are made together, so that there are enough registers for them. */
    GROUP = LANES / VECTOR < 4 ? LANES / VECTOR : 4,
};

typedef float vector __attribute__((vector_size(VECTOR * sizeof(float))));

static vector load(const float *from)
{
    vector v;
    memcpy(&v, from, sizeof v);
    return v;
}

/* Keeps the vector in a register: otherwise GCC reads it from memory again for each product. */
static inline vector load_once(const float *from)
{
    vector v = load(from);
#ifdef ERRDIFF_X86
    __asm__("" : "+v"(v));
#endif
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

/* `common` are the weights of the hogel that all lanes are in; NULL if they are in several. */
static inline __attribute__((always_inline)) void
collect_with(const struct errdiff_hologram_lanes *lanes,
             const struct errdiff_hologram_weights *common, const struct errdiff_hologram_step *now,
             struct errdiff_hologram_staged_step *sums)
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
                    const struct errdiff_hologram_step *now,
                    struct errdiff_hologram_staged_step *sums)
{
    if (lanes->common)
        collect_with(lanes, lanes->common, now, sums);
    else
        collect_with(lanes, NULL, now, sums);
}

/* Limits the errors of all lanes and returns how many were scaled down. */
static int limit(const struct errdiff_hologram_quantizer *quantizer,
                 struct errdiff_hologram_step *now)
{
    float *re = now->re + ABOVE, *im = now->im + ABOVE;
    int count = 0;
#pragma omp simd reduction(+ : count)
    for (int r = 0; r < LANES; r++) {
        errdiff_complex error = {re[r], im[r]};
        count += errdiff_hologram_limit(quantizer, &error);
        re[r] = error.re;
        im[r] = error.im;
    }
    return count;
}

/* TRUE if limit() has anything to do. Long errors are rare, and limit() takes as long as the
 * rest. */
static bool has_long(const struct errdiff_hologram_quantizer *quantizer,
                     const struct errdiff_hologram_step *now)
{
    const float *re = now->re + ABOVE, *im = now->im + ABOVE;
    int any = 0;
#pragma omp simd reduction(| : any)
    for (int r = 0; r < LANES; r++)
        any |= errdiff_hologram_is_long(quantizer, (errdiff_complex){re[r], im[r]});
    return any;
}

static inline __attribute__((always_inline)) void
choose(struct errdiff_hologram_quantizer quantizer,
       const struct errdiff_hologram_staged_step *hologram,
       const struct errdiff_hologram_staged_step *sums, const float *inside,
       struct errdiff_hologram_step *now, uint16_t *levels)
{
    float *re = now->re + ABOVE, *im = now->im + ABOVE;
#pragma omp simd
    for (int r = 0; r < LANES; r++) {
        errdiff_complex h = {hologram->re[r], hologram->im[r]}, sum = {sums->re[r], sums->im[r]};
        errdiff_complex error;
        levels[r] = (uint16_t)errdiff_hologram_choose(&quantizer, h, sum, &error);
        re[r] = error.re * inside[r];
        im[r] = error.im * inside[r];
    }
}

/* Does the same for measured levels, each of which is compared with all lanes at once. */
static void choose_measured(const struct errdiff_hologram_quantizer *quantizer,
                            const struct errdiff_hologram_staged_step *hologram,
                            const struct errdiff_hologram_staged_step *sums, const float *inside,
                            struct errdiff_hologram_step *now, uint16_t *levels)
{
    errdiff_complex u[LANES];
    float least[LANES];
    int nearest[LANES] = {0};
    for (int r = 0; r < LANES; r++) {
        u[r] = (errdiff_complex){hologram->re[r] + sums->re[r], hologram->im[r] + sums->im[r]};
        least[r] = errdiff_hologram_distance(quantizer->values[0], u[r]);
    }
    for (int k = 1; k < quantizer->levels; k++) {
        errdiff_complex value = quantizer->values[k];
#pragma omp simd
        for (int r = 0; r < LANES; r++) {
            float distance = errdiff_hologram_distance(value, u[r]);
            nearest[r] = distance < least[r] ? k : nearest[r];
            least[r] = distance < least[r] ? distance : least[r];
        }
    }
    for (int r = 0; r < LANES; r++) {
        errdiff_complex h = {hologram->re[r], hologram->im[r]}, q = quantizer->values[nearest[r]];
        errdiff_complex from = quantizer->error_is_from_hologram ? h : u[r];
        levels[r] = (uint16_t)nearest[r];
        now->re[ABOVE + r] = (from.re - q.re) * inside[r];
        now->im[ABOVE + r] = (from.im - q.im) * inside[r];
    }
}

/* Runs choose() with constants in place of the quantizer's flags, so that the compiler makes a
 * loop without branches for each kind of job. */
static void choose_any(struct errdiff_hologram_quantizer quantizer,
                       const struct errdiff_hologram_staged_step *hologram,
                       const struct errdiff_hologram_staged_step *sums, const float *inside,
                       struct errdiff_hologram_step *now, uint16_t *levels)
{
    if (quantizer.values) {
        choose_measured(&quantizer, hologram, sums, inside, now, levels);
        return;
    }
    quantizer.values = NULL;
    if (quantizer.is_real) {
        choose(quantizer, hologram, sums, inside, now, levels);
    } else if (quantizer.error_is_from_hologram) {
        quantizer.is_real = 0;
        quantizer.error_is_from_hologram = 1;
        choose(quantizer, hologram, sums, inside, now, levels);
    } else {
        quantizer.is_real = 0;
        quantizer.error_is_from_hologram = 0;
        choose(quantizer, hologram, sums, inside, now, levels);
    }
}

static void do_steps(struct errdiff_hologram_band *band, struct errdiff_hologram_staged *staged,
                     int first, int end)
{
    const struct errdiff_hologram_quantizer *quantizer = &band->job->quantizer;
    for (int i = first; i < end; i++) {
        struct errdiff_hologram_step *now = &band->steps[BACK + i];
        struct errdiff_hologram_staged_step sums;
        collect(&band->lanes, now, &sums);
        choose_any(*quantizer, &staged->hologram[i], &sums, band->lanes.inside, now,
                   staged->levels[i]);
        if (has_long(quantizer, now))
            band->clipped += limit(quantizer, now);
    }
}

/* Moves the steps that are still needed to the place before the chunk, and copies the errors of
 * the band above into the chunk's steps. */
static void read_errors_above(struct errdiff_hologram_band *band, int t)
{
    int ahead = LANES * band->job->slope, first = t == 0 ? -band->reach : 0;
    if (t > 0)
        memmove(band->steps + BACK - band->reach, band->steps + BACK + CHUNK - band->reach,
                (size_t)band->reach * sizeof *band->steps);
    for (int i = first; i < CHUNK; i++) {
        struct errdiff_hologram_step *step = &band->steps[BACK + i];
        const struct errdiff_hologram_band_errors *from = &band->above[t + i + ahead];
        memcpy(step->re + ABOVE - REACH, from->re, sizeof from->re);
        memcpy(step->im + ABOVE - REACH, from->im, sizeof from->im);
    }
}

static void write_errors_below(const struct errdiff_hologram_band *band, int t)
{
    for (int i = 0; i < CHUNK; i++) {
        const struct errdiff_hologram_step *step = &band->steps[BACK + i];
        struct errdiff_hologram_band_errors *to = &band->below[t + i];
        memcpy(to->re, step->re + ABOVE + LANES - REACH, sizeof to->re);
        memcpy(to->im, step->im + ABOVE + LANES - REACH, sizeof to->im);
    }
}

void ERRDIFF_HOLOGRAM_BAND_CHUNK(struct errdiff_hologram_band *band, int t)
{
    struct errdiff_hologram_staged staged;
    errdiff_hologram_stage(band, t, &staged);
    read_errors_above(band, t);
    for (int i = 0; i < CHUNK;) {
        int next = errdiff_hologram_lanes_advance(&band->lanes, t + i) - t;
        int end = next < CHUNK ? next : CHUNK;
        do_steps(band, &staged, i, end);
        i = end;
    }
    write_errors_below(band, t);
    errdiff_hologram_write_levels(band, t, &staged);
}
