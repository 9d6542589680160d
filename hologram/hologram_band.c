/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Diffuses errors in a band of rows with vectors, a row in each lane. */
#include "hologram_band.h"

#include "base/vector.h"
#include "hologram_phases.h"
#include "hologram_staging.h"

#include <string.h>

enum {
    LANES = ERRDIFF_HOLOGRAM_LANES,
    ABOVE = ERRDIFF_HOLOGRAM_LANES_ABOVE,
    REACH = ERRDIFF_HOLOGRAM_REACH,
    CHUNK = ERRDIFF_HOLOGRAM_CHUNK,
    BACK = ERRDIFF_HOLOGRAM_MAX_STEPS_BACK,
    /* Vectors whose sums are made together, so that there are enough registers for them. */
    GROUP = LANES / LANES_32 < 4 ? LANES / LANES_32 : 4,
};

static v32f load(const float *from)
{
    v32f v;
    memcpy(&v, from, sizeof v);
    return v;
}

static void store(float *to, v32f v)
{
    memcpy(to, &v, sizeof v);
}

/* Keeps the vector in a register: otherwise GCC reads it from memory again for each product. */
static inline v32f load_once(const float *from)
{
    v32f v = load(from);
#ifdef ERRDIFF_X86
    __asm__("" : "+v"(v));
#endif
    return v;
}

struct complex_vector {
    v32f re, im;
};

static struct complex_vector same_in_all(errdiff_complex weight)
{
    const v32f zeros = {0};
    return (struct complex_vector){weight.re - zeros, weight.im - zeros};
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
             int first, int end, struct errdiff_hologram_staged_step *sums)
{
    for (int lane = 0; lane < LANES; lane += GROUP * LANES_32) {
        v32f sum_re[GROUP], sum_im[GROUP];
#pragma GCC unroll 4
        for (int v = 0; v < GROUP; v++) {
            sum_re[v] = load(sums->re + lane + v * LANES_32);
            sum_im[v] = load(sums->im + lane + v * LANES_32);
        }
        for (int i = first; i < end; i++) {
            const struct errdiff_hologram_lane_weights *weights =
                &lanes->weights[lanes->offsets[i]];
            const float *errors = now->re + ABOVE + lane + lanes->places[i];
            struct complex_vector weight = {0};
            if (common)
                weight = same_in_all(common->weights[i]);
#pragma GCC unroll 4
            for (int v = 0; v < GROUP; v++) {
                if (!common)
                    weight = load_weights(weights, lane + v * LANES_32);
                v32f re = load_once(errors + v * LANES_32);
                v32f im = load_once(errors + ABOVE + LANES + v * LANES_32);
                sum_re[v] = ERRDIFF_HOLOGRAM_ADD_RE(sum_re[v], weight, re, im);
                sum_im[v] = ERRDIFF_HOLOGRAM_ADD_IM(sum_im[v], weight, re, im);
            }
        }
#pragma GCC unroll 4
        for (int v = 0; v < GROUP; v++) {
            store(sums->re + lane + v * LANES_32, sum_re[v]);
            store(sums->im + lane + v * LANES_32, sum_im[v]);
        }
    }
}

/* Adds the errors from offsets first..end - 1 to the sums of step `now`. */
static void collect(const struct errdiff_hologram_lanes *lanes,
                    const struct errdiff_hologram_step *now, int first, int end,
                    struct errdiff_hologram_staged_step *sums)
{
    if (lanes->common)
        collect_with(lanes, lanes->common, now, first, end, sums);
    else
        collect_with(lanes, NULL, now, first, end, sums);
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

/* Returns true if limit() has anything to do. Long errors are rare, and limit() takes as long as
 * the rest. */
static bool has_long(const struct errdiff_hologram_quantizer *quantizer,
                     const struct errdiff_hologram_step *now)
{
    const float *re = now->re + ABOVE, *im = now->im + ABOVE;
    const v32f clip2 = (v32f){0} + ERRDIFF_HOLOGRAM_CLIP * ERRDIFF_HOLOGRAM_CLIP;
    mask32 any = {0};
    for (int r = 0; r < LANES; r += LANES_32) {
        v32f a = load(re + r), b = load(im + r);
        any |= v32f_above(a * a + b * b, clip2);
    }
    return !quantizer->error_is_from_hologram && mask32_is_any(any);
}

/* Chooses levels of real values. */
static void choose_real(struct errdiff_hologram_quantizer quantizer,
                        const struct errdiff_hologram_staged_step *hologram,
                        const struct errdiff_hologram_staged_step *sums, const float *inside,
                        struct errdiff_hologram_step *now, uint16_t *levels)
{
    float *re = now->re + ABOVE, *im = now->im + ABOVE;
    quantizer.values = NULL; /* so that the compiler makes a loop without branches */
    quantizer.is_real = 1;
#pragma omp simd
    for (int r = 0; r < LANES; r++) {
        errdiff_complex h = {hologram->re[r], hologram->im[r]}, sum = {sums->re[r], sums->im[r]};
        errdiff_complex error;
        levels[r] = (uint16_t)errdiff_hologram_choose(&quantizer, h, sum, &error);
        re[r] = error.re * inside[r];
        im[r] = error.im * inside[r];
    }
}

/* Chooses measured levels, each of which is compared with all lanes at once. */
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

/* What is known of a step before the one before it is done. */
struct begun_step {
    struct errdiff_hologram_staged_step sums; /* of the early offsets */
    _Alignas(64) float inside[LANES];
};

static void begin_step(const struct errdiff_hologram_lanes *lanes, struct begun_step *begun)
{
    memset(&begun->sums, 0, sizeof begun->sums);
    memcpy(begun->inside, lanes->inside, sizeof begun->inside);
}

/* Chooses the levels of step i, which has been begun and has all of its sums, and collects the
 * first `early` errors for the step after it. */
static void choose_and_collect(struct errdiff_hologram_band *band,
                               struct errdiff_hologram_staged *staged, int i,
                               const struct begun_step *begun, struct begun_step *after, int early)
{
    const struct errdiff_hologram_quantizer *quantizer = &band->job->quantizer;
    const struct errdiff_hologram_lanes *lanes = &band->lanes;
    const struct errdiff_hologram_staged_step *hologram = &staged->hologram[i];
    struct errdiff_hologram_step *now = &band->steps[BACK + i];
    uint16_t *chosen = staged->levels[i];
    int levels = quantizer->levels;
    if (quantizer->values || quantizer->is_real) {
        collect(lanes, now + 1, 0, early, &after->sums);
        if (quantizer->values)
            choose_measured(quantizer, hologram, &begun->sums, begun->inside, now, chosen);
        else
            choose_real(*quantizer, hologram, &begun->sums, begun->inside, now, chosen);
    } else {
        struct begun_phases phases;
        begin_phases(levels, hologram, &begun->sums, &phases);
        collect(lanes, now + 1, 0, early / 2, &after->sums);
        find_phases(levels, &phases, chosen);
        collect(lanes, now + 1, early / 2, early, &after->sums);
        find_phase_errors(levels, &phases, quantizer->error_is_from_hologram ? hologram : &phases.u,
                          begun->inside, now);
    }
    if (has_long(quantizer, now))
        band->clipped += limit(quantizer, now);
}

/* Runs the chunk's steps. While the levels of one are chosen, which is a long chain of operations
 * that wait for each other, errors are collected for the next one. */
static void do_steps(struct errdiff_hologram_band *band, struct errdiff_hologram_staged *staged,
                     int t)
{
    struct errdiff_hologram_lanes *lanes = &band->lanes;
    struct begun_step begun[2];
    int next = errdiff_hologram_lanes_advance(lanes, t);
    begin_step(lanes, &begun[0]);
    collect(lanes, &band->steps[BACK], 0, lanes->early_count, &begun[0].sums);
    for (int i = 0; i < CHUNK; i++) {
        struct begun_step *now = &begun[i % 2], *after = &begun[(i + 1) % 2];
        collect(lanes, &band->steps[BACK + i], lanes->early_count, lanes->count, &now->sums);
        bool is_last = i + 1 == CHUNK;
        if (!is_last && t + i + 1 == next)
            next = errdiff_hologram_lanes_advance(lanes, t + i + 1);
        begin_step(lanes, after);
        choose_and_collect(band, staged, i, now, after, is_last ? 0 : lanes->early_count);
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
    do_steps(band, &staged, t);
    write_errors_below(band, t);
    errdiff_hologram_write_levels(band, t, &staged);
}
