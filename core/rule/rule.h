/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The rule of a pixel, written once for every engine, in C and in CUDA C.
 *
 * All arithmetic is in integers, so that every schedule can be equal to the last bit. A value v is
 * 0..W, with W = 255 or 65535; errors and sums carry 4 fractional bits. For each pixel in raster
 * order, per channel:
 *
 *     S = Σ weight · e(x − dx, y − dy)           collected over the taps; e is 0 outside the picture
 *     c = floor((2·t·S + 100·D) / (200·D))       t: strength in percent, D: divisor; halves go up
 *     s = 16·v + c                               the modified value
 *     q = number of i in 0..L−2 with 2·s > 16·(o(i) + o(i+1))     the output level
 *     e = clamp(s − 16·o(q), −16·W, +16·W)       what was lost
 *
 * An engine may scatter weight · e into sums as soon as e is known (error diffusion), or gather
 * them where the pixel is read (error collection): the sums are whole numbers, and rounding happens
 * once, so the bytes are the same.
 *
 * Palette: the channels of s are clamped to 0..16·W first; q is the colour with the least
 * Σ (s − 16·p)², the first of equal ones; e = s − 16·p(q).
 * Noise: q is decided on s + n, n from a hash of seed, x, y and channel; e is not.
 * Tone-dependent weights: see errdiff_parts_of.
 * Linear light: v and o are light, W = 65535.
 * Serpentine: odd rows run from right to left, and the taps of their pixels are mirrored.
 * Mask: where it is 0 the pixel keeps its value and leaves e = 0.
 */
#ifndef ERRDIFF_RULE_H
#define ERRDIFF_RULE_H

#include <stdbool.h>
#include <stdint.h>

#if defined(__CUDACC__)
#define HOST_DEVICE_INLINE static __host__ __device__ __forceinline__
#elif defined(__GNUC__)
#define HOST_DEVICE_INLINE static inline __attribute__((always_inline))
#else
#define HOST_DEVICE_INLINE static inline
#endif

enum { ERRDIFF_FRACTION_BITS = 4, ERRDIFF_MAX_LEVELS = 256, ERRDIFF_MAX_BUCKETS = 8192 };

/* ---- c from S ------------------------------------------------------------------------------ */

enum errdiff_rounding_kind {
    ERRDIFF_ROUND_SHIFT,  /* the denominator is 2^shift, the numerator 1 */
    ERRDIFF_ROUND_DIVIDE, /* the numerator is 1, and 32 bits hold every sum */
    ERRDIFF_ROUND_SCALE   /* any fraction, in 64 bits */
};

/* c = floor(S · numerator / denominator + 1/2), where the fraction is t/(100·D) in lowest terms. */
struct errdiff_rounding {
    enum errdiff_rounding_kind kind;
    int32_t numerator;   /* 0..100 */
    int32_t denominator; /* 1..100 · ERRDIFF_MAX_DIVISOR */
    int32_t half;        /* floor(denominator / 2) */
    int32_t shift;
};

HOST_DEVICE_INLINE int32_t errdiff_clamp(int32_t value, int32_t least, int32_t most)
{
    return value < least ? least : value > most ? most : value;
}

HOST_DEVICE_INLINE int64_t errdiff_floor_divide_64(int64_t dividend, int64_t divisor)
{
    return dividend / divisor - (dividend % divisor < 0);
}

HOST_DEVICE_INLINE int32_t errdiff_floor_divide_32(int32_t dividend, int32_t divisor)
{
    return dividend / divisor - (dividend % divisor < 0);
}

/* `kind` is rounding->kind, as a constant where the caller wants code for that kind alone. Right
 * shifts of negative numbers are arithmetic in every compiler that this builds with. */
HOST_DEVICE_INLINE int32_t errdiff_round(const struct errdiff_rounding *rounding,
                                         enum errdiff_rounding_kind kind, int32_t sum)
{
    switch (kind) {
    case ERRDIFF_ROUND_SHIFT:
        return (sum + rounding->half) >> rounding->shift;
    case ERRDIFF_ROUND_DIVIDE:
        return errdiff_floor_divide_32(sum + rounding->half, rounding->denominator);
    default:
        return (int32_t)errdiff_floor_divide_64((int64_t)sum * rounding->numerator + rounding->half,
                                                rounding->denominator);
    }
}

/* ---- q and e from s ------------------------------------------------------------------------ */

/*
 * The output levels of a channel. 2·s > 16·(o(i) + o(i+1)) is s > threshold[i]. To find the level
 * without a search, 0..16·W is cut into buckets of 2^bucket_shift that hold one threshold at most:
 *
 *     thresholds          |        |        |        |
 *     buckets        |____|____|____|____|____|____|____|____|
 *     first_level      0    0    1    1    2    3    3    4     thresholds below the bucket
 */
struct errdiff_quantizer {
    int32_t white;                         /* 16·W */
    int32_t level_count;                   /* L, 2..256 */
    int32_t output[ERRDIFF_MAX_LEVELS];    /* o(i), 0..W, rising, from 0 to W */
    int32_t threshold[ERRDIFF_MAX_LEVELS]; /* 8·(o(i) + o(i+1)); the last is above every s */
    int32_t bucket_shift;
    uint8_t first_level[ERRDIFF_MAX_BUCKETS];
    uint16_t stored[ERRDIFF_MAX_LEVELS]; /* the sample that is written for a level */
};

/* `two_levels` is level_count == 2, as a constant where the caller wants code for it alone. */
HOST_DEVICE_INLINE int32_t errdiff_quantize(const struct errdiff_quantizer *quantizer,
                                            bool two_levels, int32_t modified)
{
    if (two_levels)
        return modified > quantizer->threshold[0];
    int32_t inside = errdiff_clamp(modified, 0, quantizer->white);
    int32_t level = quantizer->first_level[inside >> quantizer->bucket_shift];
    return level + (inside > quantizer->threshold[level]);
}

/* 16·o(q), which for two levels is 0 or 16·W. */
HOST_DEVICE_INLINE int32_t errdiff_output(const struct errdiff_quantizer *quantizer,
                                          bool two_levels, int32_t level)
{
    /* A branch on the level would be guessed wrong every other time. */
    if (two_levels)
        return -level & quantizer->white;
    return quantizer->output[level] << ERRDIFF_FRACTION_BITS;
}

HOST_DEVICE_INLINE int32_t errdiff_error(const struct errdiff_quantizer *quantizer,
                                         int32_t modified, int32_t output)
{
    int32_t white = quantizer->white;
    return errdiff_clamp(modified - output, -white, white);
}

/* One channel of a pixel without noise or palette: *value is v and becomes o(q), and e is returned.
 * `kind` and `two_levels` are as for errdiff_round and errdiff_quantize. */
HOST_DEVICE_INLINE int32_t errdiff_decide_plainly(const struct errdiff_rounding *rounding,
                                                  enum errdiff_rounding_kind kind,
                                                  const struct errdiff_quantizer *quantizer,
                                                  bool two_levels, int32_t sum, int32_t *value)
{
    int32_t modified = (*value << ERRDIFF_FRACTION_BITS) + errdiff_round(rounding, kind, sum);
    int32_t level = errdiff_quantize(quantizer, two_levels, modified);
    int32_t output = errdiff_output(quantizer, two_levels, level);
    *value = output >> ERRDIFF_FRACTION_BITS;
    return errdiff_error(quantizer, modified, output);
}

/* ---- Noise --------------------------------------------------------------------------------- */

/* The finalising steps of a hash, as found best by C. Wellons' search ("lowbias32", 2018). */
HOST_DEVICE_INLINE uint32_t errdiff_mix(uint32_t bits)
{
    bits = (bits ^ bits >> 16) * 0x7FEB352Du;
    bits = (bits ^ bits >> 15) * 0x846CA68Bu;
    return bits ^ bits >> 16;
}

/* A whole number, uniform in −amplitude..amplitude, that depends on the place alone, not on the
 * order in which pixels come. */
HOST_DEVICE_INLINE int32_t errdiff_noise(uint32_t seed, int32_t x, int32_t y, int32_t channel,
                                         int32_t amplitude)
{
    uint32_t hash = errdiff_mix(seed);
    hash = errdiff_mix(hash + (uint32_t)x);
    hash = errdiff_mix(hash + (uint32_t)y);
    hash = errdiff_mix(hash + (uint32_t)channel);
    return (int32_t)((uint64_t)hash * (2 * (uint64_t)amplitude + 1) >> 32) - amplitude;
}

/* Half the step between the levels on both sides of `modified`, with 4 fractional bits. */
HOST_DEVICE_INLINE int32_t errdiff_half_step(const struct errdiff_quantizer *quantizer,
                                             int32_t modified)
{
    int32_t level = errdiff_quantize(quantizer, false, modified);
    int32_t below = level - (modified < quantizer->output[level] << ERRDIFF_FRACTION_BITS);
    below = errdiff_clamp(below, 0, quantizer->level_count - 2);
    return (quantizer->output[below + 1] - quantizer->output[below]) << (ERRDIFF_FRACTION_BITS - 1);
}

/* ---- Palettes ------------------------------------------------------------------------------ */

/*
 * The cube of modified values is cut into cells, 32 on a side, each with the colours that can be
 * chosen for a point in it, in rising order. A cell where too many colours crowd is cut again into
 * 4 × 4 × 4, and so on: it has no colours of its own, and `first` is the first of its parts.
 */
enum { ERRDIFF_CELLS_PER_SIDE = 32, ERRDIFF_CELL_UNITS = 4096, ERRDIFF_PART_BITS = 2 };

struct errdiff_cell {
    uint32_t first; /* in candidates; of a cell that is cut again, in cells */
    uint32_t count; /* of colours; 0: it is cut again */
};

struct errdiff_search {
    int32_t white;                       /* 16·W */
    int32_t unit_shift;                  /* a unit is 2^unit_shift wide */
    uint8_t cell_of[ERRDIFF_CELL_UNITS]; /* the cell along one side that a unit is in */
    int32_t cell_shift;                  /* cells that are cut again are 2^cell_shift wide */
    struct errdiff_cell *cells;          /* the first 32³: red · 32² + green · 32 + blue */
    uint8_t *candidates;
    uint32_t cell_count, candidate_count; /* in all */
    int32_t colour_count;
    int32_t colours[256][3]; /* 16·p */
    uint16_t stored[256][3]; /* the samples that are written for a colour */
};

/* The number of the part that `modified` is in, of parts 2^shift wide in a cell. */
HOST_DEVICE_INLINE uint32_t errdiff_part_of(const int32_t modified[3], int32_t shift)
{
    uint32_t number = 0;
    for (int c = 0; c < 3; c++)
        number = number << ERRDIFF_PART_BITS |
                 ((uint32_t)(modified[c] >> shift) & ((1u << ERRDIFF_PART_BITS) - 1));
    return number;
}

/* The nearest colour; the channels of `modified` are in 0..16·W. */
HOST_DEVICE_INLINE int32_t errdiff_nearest(const struct errdiff_search *search,
                                           const int32_t modified[3])
{
    uint32_t number = 0;
    for (int c = 0; c < 3; c++)
        number =
            number * ERRDIFF_CELLS_PER_SIDE + search->cell_of[modified[c] >> search->unit_shift];
    const struct errdiff_cell *cell = &search->cells[number];
    for (int32_t shift = search->cell_shift - ERRDIFF_PART_BITS; cell->count == 0;
         shift -= ERRDIFF_PART_BITS)
        cell = &search->cells[cell->first + errdiff_part_of(modified, shift)];

    const uint8_t *candidates = search->candidates + cell->first;
    int32_t nearest = candidates[0];
    int64_t least = INT64_MAX;
    for (uint32_t i = 0; i < cell->count && cell->count > 1; i++) {
        const int32_t *colour = search->colours[candidates[i]];
        int64_t red = modified[0] - colour[0], green = modified[1] - colour[1],
                blue = modified[2] - colour[2];
        int64_t distance = red * red + green * green + blue * blue;
        nearest = distance < least ? candidates[i] : nearest;
        least = distance < least ? distance : least;
    }
    return nearest;
}

/* The same by a look at all colours, which is faster for a GPU where they are few. For 8 bits: 32 bits
 * hold the distances. */
HOST_DEVICE_INLINE int32_t errdiff_nearest_of_all(const struct errdiff_search *search,
                                                  const int32_t modified[3])
{
    int32_t nearest = 0, least = INT32_MAX;
    for (int32_t i = 0; i < search->colour_count; i++) {
        const int32_t *colour = search->colours[i];
        int32_t red = modified[0] - colour[0], green = modified[1] - colour[1],
                blue = modified[2] - colour[2];
        int32_t distance = red * red + green * green + blue * blue;
        nearest = distance < least ? i : nearest;
        least = distance < least ? distance : least;
    }
    return nearest;
}

/* ---- A whole pixel ------------------------------------------------------------------------- */

/* What a decision needs. Where a palette is given, it takes the place of the levels. */
struct errdiff_decision {
    int32_t channels;                           /* 1, or 3 */
    const struct errdiff_quantizer *quantizers; /* one a channel */
    const struct errdiff_search *search;        /* NULL: levels */
    bool looks_at_all; /* colours; an engine may set it for 8 bits and the RGB match */
    int32_t noise;     /* percent */
    uint32_t seed;
    const uint8_t *modulation; /* more noise by tone, in half percents; NULL: none */
};

/* The tone of a value: round(255·v / W). */
HOST_DEVICE_INLINE int32_t errdiff_tone(int32_t value, int32_t max_value)
{
    return (2 * 255 * value + max_value) / (2 * max_value);
}

/* n for a channel of the pixel at (x, y). A palette has no steps; a 16th of the range stands for
 * half of one. */
HOST_DEVICE_INLINE int32_t errdiff_noise_of(const struct errdiff_decision *decision, int32_t x,
                                            int32_t y, int32_t channel, int32_t value,
                                            int32_t modified)
{
    int32_t white = decision->search ? decision->search->white : decision->quantizers->white;
    int32_t half_percents = 2 * decision->noise;
    if (decision->modulation)
        half_percents += decision->modulation[errdiff_tone(value, white >> ERRDIFF_FRACTION_BITS)];
    if (half_percents == 0)
        return 0;
    int32_t half_step = decision->search
                            ? white >> ERRDIFF_FRACTION_BITS
                            : errdiff_half_step(&decision->quantizers[channel], modified);
    int32_t amplitude = (int32_t)((int64_t)half_step * half_percents / 200);
    return errdiff_noise(decision->seed, x, y, channel, amplitude);
}

/* Decides one channel of the pixel at (x, y), where there are levels: returns q and gives *error. */
HOST_DEVICE_INLINE int32_t errdiff_decide_level(const struct errdiff_decision *decision, int32_t x,
                                                int32_t y, int32_t channel, int32_t value,
                                                int32_t modified, int32_t *error)
{
    const struct errdiff_quantizer *quantizer = &decision->quantizers[channel];
    int32_t noise = errdiff_noise_of(decision, x, y, channel, value, modified);
    /* Beyond twice the range noise decides nothing, and the sum might not fit. */
    int32_t near = errdiff_clamp(modified, -2 * quantizer->white, 2 * quantizer->white);
    int32_t level = errdiff_quantize(quantizer, false, near + noise);
    *error = errdiff_error(quantizer, modified, errdiff_output(quantizer, false, level));
    return level;
}

/*
 * Decides the pixel at (x, y) with the input values `value`. Takes the modified values s, clamps
 * them where the rule says so, and gives the errors e. level[c] is q for each channel; with a
 * palette level[0] is the colour's number. Returns whether a palette's clamp changed s.
 */
HOST_DEVICE_INLINE bool errdiff_decide(const struct errdiff_decision *decision, int32_t x,
                                       int32_t y, const int32_t value[3], int32_t modified[3],
                                       int32_t error[3], int32_t level[3])
{
    if (!decision->search) {
        for (int32_t c = 0; c < 3 && c < decision->channels; c++)
            level[c] = errdiff_decide_level(decision, x, y, c, value[c], modified[c], &error[c]);
        return false;
    }

    const struct errdiff_search *search = decision->search;
    int32_t decided[3];
    bool is_clamped = false;
    for (int32_t c = 0; c < 3; c++) {
        int32_t inside = errdiff_clamp(modified[c], 0, search->white);
        is_clamped |= inside != modified[c];
        modified[c] = inside;
        decided[c] = errdiff_clamp(inside + errdiff_noise_of(decision, x, y, c, value[c], inside),
                                   0, search->white);
    }
    level[0] = decision->looks_at_all ? errdiff_nearest_of_all(search, decided)
                                      : errdiff_nearest(search, decided);
    for (int32_t c = 0; c < 3; c++)
        error[c] = modified[c] - search->colours[level[0]][c];
    return is_clamped;
}

/* ---- Tone-dependent weights ---------------------------------------------------------------- */

/* Of a sum of 2^16; the rest goes below. */
struct errdiff_tone_weights {
    int32_t right, below_left;
};

/* What one pixel hands to three others. */
struct errdiff_parts {
    int32_t right, below_left, below;
};

/*
 * The parts of an error e, by the weights of the tone of the pixel that leaves it. e is scaled by
 * the strength t first, and the last part is what the others leave, so no error is lost:
 *
 *     e' = floor((2·t·e + 100) / 200)
 *     right = floor((2·e'·weight + 2^16) / 2^17)      and below_left likewise
 *     below = e' − right − below_left
 *
 * The pixel that they come to has s = 16·v + their sum.
 */
HOST_DEVICE_INLINE struct errdiff_parts errdiff_parts_of(int32_t error, int32_t strength,
                                                         struct errdiff_tone_weights weights)
{
    int32_t scaled = error; /* what the division gives at 100 */
    if (strength != 100)
        scaled = (int32_t)errdiff_floor_divide_64(2 * (int64_t)strength * error + 100, 200);
    struct errdiff_parts parts;
    parts.right = (int32_t)((2 * (int64_t)scaled * weights.right + 65536) >> 17);
    parts.below_left = (int32_t)((2 * (int64_t)scaled * weights.below_left + 65536) >> 17);
    parts.below = scaled - parts.right - parts.below_left;
    return parts;
}

#endif
