/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lane kernel with 32-bit lanes: it has every part of the rule except serpentine order.
 * README.md says when each version of its code runs. */
#ifndef ERRDIFF_WIDE_PLAN_H
#define ERRDIFF_WIDE_PLAN_H

#include "band.h"

enum {
    ERRDIFF_WIDE_TILE = 96,
    ERRDIFF_WIDE_HISTORY = 512,
    /* Up to 4 levels, s is compared with each threshold; up to 16, if the level cannot be computed
     * from s. */
    ERRDIFF_WIDE_LEVELS = 4,
    ERRDIFF_WIDE_COMPARED_LEVELS = 16,
    ERRDIFF_FINE_BITS = 20,   /* of fractions, see struct errdiff_wide_levels */
    ERRDIFF_WIDE_COLORS = 32, /* the most colors that count as few */
    /* With fewer taps the code for any kernel is as fast as that for 5 × 3 or 7 × 4 taps. */
    ERRDIFF_WIDE_FEW_TAPS = 4,
    ERRDIFF_WIDE_MANY_TAPS = 7
};

/* The kernels for which there is special code. For any other, the steps read the taps. */
enum errdiff_wide_kernel {
    ERRDIFF_WIDE_FLOYD_STEINBERG,
    ERRDIFF_WIDE_FIVE_BY_THREE, /* taps with |dx| ≤ 2 and dy ≤ 2 */
    ERRDIFF_WIDE_PAIRS,         /* the same with errors held in pairs, see below */
    ERRDIFF_WIDE_SEVEN_BY_FOUR, /* taps with |dx| ≤ 3 and dy ≤ 3, errors in pairs, levels only */
    ERRDIFF_WIDE_ANY,
    ERRDIFF_WIDE_TONES /* weights that depend on the tone */
};

enum errdiff_wide_rounding_kind {
    ERRDIFF_WIDE_SHIFT,
    ERRDIFF_WIDE_FLOAT, /* the sum is small enough for floats to be exact */
    ERRDIFF_WIDE_LARGE  /* it is larger: 32-bit integers, or doubles if they cannot hold it */
};

/*
 * How the sum S becomes c = floor((S · numerator + half) / denominator). The half is added before
 * the multiplication where that can be, since then the steps need not wait for it: S · numerator +
 * half = (S + early) · numerator + late.
 *
 * Floats: the dividend gets `bias` · denominator more, so that it is never negative, and is less
 * than 2^22. It is multiplied by the reciprocal r, which is rounded up by less than r · 2^−23. The
 * product n · r is never below n / denominator, and exceeds it by less than 1/2 of 1 / denominator,
 * so both have the same floor, even if the product is rounded.
 *
 * Larger dividends n below 2^31, which get such a bias, too, are multiplied by M = 2^(32 + shift) /
 * denominator, rounded up, where 2^shift < denominator ≤ 2^(shift + 1). M · denominator exceeds
 * 2^(32 + shift) by less than 2^(shift + 1), so n · M / 2^(32 + shift) exceeds the quotient by less
 * than 1 / denominator.
 *
 * Doubles hold n + 1/2 exactly. Its quotient is at least 1/(2 · denominator) away from any integer,
 * which is much more than the error of a product with the reciprocal.
 */
struct errdiff_wide_rounding {
    enum errdiff_wide_rounding_kind kind;
    int shift;
    int32_t numerator, early, late;
    int32_t bias; /* by which the result of a step is too large; 0 for a shift and for doubles */
    float reciprocal;
    uint32_t factor; /* M; 0: doubles are needed */
    double double_reciprocal;
};

enum errdiff_wide_decision {
    ERRDIFF_WIDE_TWO_LEVELS, /* errors are held with a bias, as in narrow_plan.h */
    ERRDIFF_WIDE_FEW_LEVELS,
    ERRDIFF_WIDE_MANY_LEVELS, /* any number of levels, with offsets if there are any */
    ERRDIFF_WIDE_FEW_COLORS,  /* 8 bits, the nearest color by its RGB values, no offsets */
    ERRDIFF_WIDE_MANY_COLORS  /* any palette, with offsets if there are any */
};

/*
 * The errors of 8-bit samples fit in 16 bits. A lane can therefore hold a pair of errors: in its
 * low half that of its pixel, in its high half that of the pixel before. One multiply-add of 16-bit
 * numbers then serves two taps.
 */
static inline bool errdiff_wide_holds_pairs(enum errdiff_wide_kernel kernel)
{
    return kernel == ERRDIFF_WIDE_PAIRS || kernel == ERRDIFF_WIDE_SEVEN_BY_FOUR;
}

static inline int32_t errdiff_wide_pair(int32_t low, int32_t high)
{
    return (int32_t)((uint32_t)(uint16_t)low | (uint32_t)(uint16_t)high << 16);
}

/* Levels of a channel: s > threshold[i] adds step[i] to the output and stored[i] to the sample. */
struct errdiff_wide_quantizer {
    int32_t threshold[ERRDIFF_WIDE_LEVELS - 1];
    int32_t step[ERRDIFF_WIDE_LEVELS - 1]; /* with 4 fractional bits */
    int32_t stored[ERRDIFF_WIDE_LEVELS - 1];
};

/*
 * Any number L of levels of a channel. A step first finds a level i, 0..L−2, such that q is i or
 * i + 1, and then compares s with the threshold between these two.
 *
 * Levels that are evenly spaced in the samples that are written are computed: i is s ·
 * levels_per_value, rounded down and clamped, and level i is written as (i · factor + offset) >>
 * 16. Other levels, those in light, are looked up: i in the rule's table of buckets, o(i) in
 * `levels`. Up to 16 such levels are found faster by comparing s with each threshold.
 *
 * If all steps are equal, as those of 16 levels with 8 bits are, q itself is computed. It is
 * (clamp(s, 0, 16·W) + 8 · o(1) − 1) · levels_per_value, rounded down, and is written as q ·
 * equal_step.
 *
 * More than ERRDIFF_MAX_LEVELS levels, whose samples all have 16 bits, are written as i · whole +
 * ((i · factor + offset) >> ERRDIFF_FINE_BITS) if they are evenly spaced, since factors of 16 bits
 * are not exact enough. Others are looked up in the rule's tables.
 */
struct errdiff_wide_levels {
    bool are_even;
    bool are_compared;
    int32_t whole;       /* of more than ERRDIFF_MAX_LEVELS that are evenly spaced; else 0 */
    int32_t equal_step;  /* what is written for level 1, or 0 if not all steps are equal */
    int32_t before_step; /* 8 · o(1) − 1, if they are */
    int32_t last_pair;   /* the largest i: L − 2 */
    float levels_per_value;
    uint32_t factor, offset;
    bool is_scaled; /* o(i) is 257 times what is written, as if the input has 16 bits and the
                     * output 8 */
    const uint8_t *first_level;
    const int32_t *fine_first_level; /* of more than ERRDIFF_MAX_LEVELS, which are not are_even */
    int32_t bucket_shift;
    const uint32_t *levels;                  /* o(i) and, 16 bits higher, what is written for it */
    uint32_t few_levels[ERRDIFF_MAX_LEVELS]; /* for them, if there are no more */
    int32_t threshold[ERRDIFF_WIDE_COMPARED_LEVELS - 1]; /* of levels that are compared */
    int32_t step[ERRDIFF_WIDE_COMPARED_LEVELS - 1];      /* levels[i + 1] − levels[i] */
};

/*
 * The offsets n and d of the rule. The amplitude of n is floor(h · percents / 200), where h, half a
 * level step, depends on s, and the percents, in halves, may depend on the tone of the sample. If
 * all steps of a channel are equal, `of_tone` has its amplitudes, or else the percents.
 */
struct errdiff_wide_offsets {
    bool has_noise, has_plane;
    bool is_by_tone; /* or else `of_tone` has the same number for each tone */
    bool has_equal_steps[3];
    uint32_t mixed_seed;
    int32_t shift; /* of the numbers in the plane */
    int32_t of_tone[3][256];
};

/* Weights by tone. */
struct errdiff_wide_tones {
    bool has_bytes;       /* W is 255 */
    int32_t strength;     /* percent */
    float hundredth;      /* 1 / 100, rounded up */
    int32_t weights[256]; /* to the right and, 16 bits higher, to the pixel below on the left */
};

/*
 * Color i with components p, 8 bits each. |u − 16·p|² + i, less |u|², is 256·|p|² − 32·p·u + i, or
 *
 *     constant + red_green · u + blue · u        as 16-bit factors
 *
 * Without i it is a multiple of 32. So the smallest of these has the number of the nearest color in
 * its last bits; of equally near ones, that of the first. 16 bits hold u, which is
 * −16·255..32·255, and −32·p.
 */
struct errdiff_wide_colors {
    int count;
    int32_t constant[ERRDIFF_WIDE_COLORS];
    int32_t red_green[ERRDIFF_WIDE_COLORS]; /* two 16-bit factors */
    int32_t blue[ERRDIFF_WIDE_COLORS];
    int32_t packed[ERRDIFF_WIDE_COLORS]; /* p: red, green << 8, blue << 16 */
    int32_t stored[ERRDIFF_WIDE_COLORS]; /* the samples to write, in the same way */
    bool has_other_stored;               /* they are not those of p */
};

/*
 * Any palette. Color i is (p, …), and u is what it is sought for. |u − 16·p|² is least where
 * Σ p · (8·p − u) is. So, among all colors, the nearest one is that with the least
 *
 *     256 · Σ p · (8·p − u) + i = constant + Σ factor · u
 *
 * which has the number of the color in its last bits; of equally near ones, it is that of the
 * first. For u of 8-bit values 32 bits hold it. There u is then doubled, and the factors are half
 * as large, so that both have 16 bits. For u of 16-bit values doubles hold it exactly.
 *
 * If there are many colors, and with OKLab, colors are found in the cells of the rule's search.
 *
 * Unless values are light, p is the 8-bit color of the palette, times W/255.
 */
struct errdiff_wide_factors {
    int32_t constant[256];
    int32_t red_green[256]; /* two 16-bit factors */
    int32_t blue[256];
};

struct errdiff_wide_double_factors {
    double constant[256];
    double color[256][3];
};

/*
 * For OKLab. The places of many colors are those of the rule, divided by
 * 2^ERRDIFF_WIDE_PLACE_BITS, so that cells are 1 wide, or 2 along lightness. They are computed from
 * cube roots (wide_oklab.h) that are off by at most ERRDIFF_WIDE_ROOT_ERROR; a place is off by at
 * most ERRDIFF_WIDE_PLACE_ERROR: 5.3 times as much, the root of the sum of the squares of the sums
 * of the weights' absolute values, times 62 = ERRDIFF_OKLAB_ONE / 2^22, and 0.00003 for roundings
 * of numbers of up to 62.
 */
enum { ERRDIFF_WIDE_PLACE_BITS = 22 };
#define ERRDIFF_WIDE_ROOT_ERROR 3.5e-6f
#define ERRDIFF_WIDE_PLACE_ERROR (5.3f * 62 * ERRDIFF_WIDE_ROOT_ERROR + 0.00003f)

/*
 * Few colors are all compared. With x, the place of a color in OKLab, and y, that of u, both less
 * (1/2, 0, 0), |x − y|² is least where |x|² − 2 · x · y is. y is a linear function of the roots,
 * and so is this:
 *
 *     constant + Σ weights · roots
 *
 * 1/2 is added, so that no sum is negative; its last five bits are replaced by the number of the
 * color. If the least two differ by less than `margin`, the rule decides.
 */
struct errdiff_wide_look {
    float constant, weights[3];
};

struct errdiff_wide_oklab {
    float unit; /* 1 / (16·W) */
    bool compares_all;
    float places[256][3];
    float margin;
    struct errdiff_wide_look looks[ERRDIFF_WIDE_COLORS];
};

struct errdiff_wide_palette {
    int count;
    int32_t white;     /* 16·W */
    bool uses_entries; /* of the rule's search */
    bool has_bytes;    /* W is 255 */
    union {
        struct errdiff_wide_factors factors; /* for bytes */
        struct errdiff_wide_double_factors double_factors;
        struct errdiff_wide_oklab oklab;
    };
    bool is_oklab;
    bool has_other_stored; /* what is written is not in `packed` */
    bool is_light;
    bool has_words;      /* of the rule's search */
    int32_t packed[256]; /* the color: red, green << 8, blue << 16, and its number << 24; of words,
                          * p of blue and the number << 24 */
    int32_t reds_and_greens[256]; /* of words: p of red, and that of green << 16 */
    int32_t stored[256];          /* what is written for it: red, green << 8, blue << 16 */
    bool stores_words;            /* 257 times as much is written, in 16 bits */
};

struct errdiff_wide_plan {
    enum errdiff_wide_kernel kernel;
    enum errdiff_wide_decision decision;
    struct errdiff_wide_rounding rounding;
    bool in_registers;     /* in tiles whose samples are all dithered, errors stay in registers */
    bool has_bytes;        /* W is 255, so the low half of a lane holds an error */
    int error_bias;        /* what a lane holds for e = 0; not 0 with two levels */
    int depth;             /* the largest delay */
    int32_t weights[4][7]; /* of a kernel of 5 × 3 or 7 × 4, from dx = −3 */
    struct errdiff_wide_quantizer quantizers[3]; /* for two levels, or few */
    struct errdiff_wide_levels levels[3];        /* for many levels */
    struct errdiff_wide_tones tones;             /* for a kernel with weights by tone */
    struct errdiff_wide_offsets offsets;         /* for many levels and many colors */
    struct errdiff_wide_colors colors;           /* for few colors */
    struct errdiff_wide_palette palette;         /* for many colors */
};

/* Returns whether this lane kernel can run a job: it is not in serpentine order, and no tap has too
 * long a delay. Whatever narrow can run, this can, too. */
bool errdiff_wide_can_run(const struct errdiff_job *job);

/* Plans a job that this lane kernel can run: fills *plan, and sets wave->bias_sum. *wave is from
 * errdiff_wave_of. */
void errdiff_wide_plan(struct errdiff_wide_plan *plan, struct errdiff_wave *wave);

/* Makes the rounding of sums that are not above `largest`, nor below −largest. `more` is added to
 * each sum: what errors with a bias make it too large, as a negative number. */
struct errdiff_wide_rounding errdiff_wide_rounding_make(const struct errdiff_rounding *fraction,
                                                        int64_t largest, int32_t more);

/* Makes the tables for a palette. */
void errdiff_wide_palette_make(struct errdiff_wide_palette *palette,
                               const struct errdiff_pixel_rule *rule);

/* Makes the table of weights by tone. */
void errdiff_wide_tones_make(struct errdiff_wide_tones *tones,
                             const struct errdiff_pixel_rule *rule);

/* Makes the levels of a channel. *quantizer must stay where it is as long as they are used. */
void errdiff_wide_levels_make(struct errdiff_wide_levels *levels,
                              const struct errdiff_quantizer *quantizer);

extern const struct errdiff_lane_kernel errdiff_wide_avx512, errdiff_wide_avx2, errdiff_wide_sse41,
    errdiff_wide_neon, errdiff_wide_c;

#endif
