/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inner operations of the wavefront as one instruction set has them, for a test to call. */
#ifndef ERRDIFF_PROBE_H
#define ERRDIFF_PROBE_H

#include "engines/wavefront/narrow_plan.h"
#include "engines/wavefront/wide_plan.h"

enum { PROBE_VECTOR = 64 /* bytes of the longest vector */, PROBE_STRIDE = 80 /* between parts */ };

/* An operation of vector.h. What it reads and writes is aligned to 64 bytes: one operand after the
 * other, each as long as a vector. */
struct probe_operation {
    const char *name;
    void (*run)(const void *from, void *to);
};

struct probe_vectors {
    int vector_bytes;
    int count;
    const struct probe_operation *operations;
};

/* Decides as in 16-bit lanes: by comparisons or, for many levels, by multiplications. The count is
 * a multiple of 32. */
typedef void probe_decide(const struct errdiff_narrow_quantizer *quantizer, bool is_many,
                          const int16_t *modified, int count, int16_t *error, int16_t *output);

/* Decides samples of 16 bits, of which each has the correction c, in 16-bit lanes: by the code for
 * c inside its bounds, or for any c. The count is a multiple of 32. */
typedef void probe_decide_fine(const struct errdiff_narrow_fine *fine, bool takes_any,
                               int correction, const uint16_t *samples, int count, int16_t *error,
                               uint16_t *output);

/* Rounds as in 32-bit lanes. The count is a multiple of 16. */
typedef void probe_round(const struct errdiff_wide_rounding *rounding, const int32_t *sums,
                         int count, int32_t *rounded);

/* Levels as in 32-bit lanes: 16 · o(q), what is written for q, and half the distance of the levels
 * around s. The count is a multiple of 16. */
typedef void probe_find_levels(const struct errdiff_wide_levels *levels, int32_t white,
                               const int32_t *modified, int count, int32_t *output, int32_t *sample,
                               int32_t *half_step);

/* The numbers of colors as in 32-bit lanes. sought[c] has a channel of each pixel. The count is a
 * multiple of 16. */
typedef void probe_find_colors(const struct errdiff_wide_palette *palette,
                               const struct errdiff_search *search, int32_t *const sought[3],
                               int count, int32_t *numbers);

/* The rough places in OKLab as in 32-bit lanes, in units of 2^ERRDIFF_WIDE_PLACE_BITS. The count
 * is a multiple of 16. */
typedef void probe_find_places(const struct errdiff_wide_palette *palette, int32_t *const sought[3],
                               int count, float *const places[3]);

/* The parts of errors as in 32-bit lanes, with the weights for the tones of samples. The count is a
 * multiple of 16. */
typedef void probe_split(const struct errdiff_wide_tones *tones, const int32_t *samples,
                         const int32_t *errors, int count, struct errdiff_parts *parts);

/* Runs steps of Floyd and Steinberg's kernel with two levels, each of which waits for nothing but
 * the one before. `vectors` are the constant part of the sums and the first errors, and become the
 * last errors. */
typedef void probe_chain(int steps, void *vectors);

#define PROBE_DECLARE(isa)                                 \
    extern const struct probe_vectors probe_vectors_##isa; \
    probe_decide probe_decide_##isa;                       \
    probe_decide_fine probe_decide_fine_##isa;             \
    probe_find_levels probe_find_levels_##isa;             \
    probe_split probe_split_##isa;                         \
    probe_find_colors probe_find_colors_##isa;             \
    probe_find_places probe_find_places_##isa;             \
    probe_round probe_round_##isa;                         \
    probe_chain probe_narrow_chain_##isa;                  \
    probe_chain probe_wide_chain_##isa;

PROBE_DECLARE(avx512)
PROBE_DECLARE(avx2)
PROBE_DECLARE(sse41)
PROBE_DECLARE(neon)
PROBE_DECLARE(c)

#endif
