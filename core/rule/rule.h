/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The rule by which a pixel is dithered, shared by every engine, in C and in CUDA C. docs/rule.md
 * has it in formulas; the letters here are those of that document. All arithmetic is in integers,
 * so that every schedule gives the same bits.
 *
 * An engine may add weight · e to the sums of later pixels as soon as e is known (error diffusion,
 * ED), or gather the products when a pixel is read (error collection, EC).
 */
#ifndef ERRDIFF_RULE_H
#define ERRDIFF_RULE_H

#include "base/host_device.h"
#include "rule/oklab_place.h"
#include "rule/quantize.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- c from S ------------------------------------------------------------------------------ */

enum errdiff_rounding_kind {
    ERRDIFF_ROUND_SHIFT,  /* numerator 1, denominator 2^shift; 32 bits hold every sum */
    ERRDIFF_ROUND_DIVIDE, /* numerator 1; 32 bits hold every sum */
    ERRDIFF_ROUND_SCALE   /* any fraction, in 64 bits */
};

/* c = floor(S · numerator / denominator + 1/2); the fraction is t/(100·D) in lowest terms. */
struct errdiff_rounding {
    enum errdiff_rounding_kind kind;
    int32_t numerator;   /* 0..100 */
    int32_t denominator; /* 1..100 · ERRDIFF_MAX_DIVISOR */
    int32_t half;        /* floor(denominator / 2) */
    int32_t shift;       /* log2(denominator), for ERRDIFF_ROUND_SHIFT */
};

HOST_DEVICE_INLINE int64_t errdiff_floor_divide_64(int64_t dividend, int64_t divisor)
{
    return dividend / divisor - (dividend % divisor < 0);
}

HOST_DEVICE_INLINE int32_t errdiff_floor_divide_32(int32_t dividend, int32_t divisor)
{
    return dividend / divisor - (dividend % divisor < 0);
}

/* `kind` is rounding->kind; callers pass a constant to get code for that kind alone. Every compiler
 * that this builds with shifts negative numbers arithmetically. */
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

/* Dithers one channel of a pixel without noise and palette: replaces *value = v by o(q), and
 * returns e. `kind` and `two_levels` are as for errdiff_round and errdiff_quantize. */
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

/* Mixes the bits of a number: "lowbias32", which C. Wellons found by a search (2018). */
HOST_DEVICE_INLINE uint32_t errdiff_mix(uint32_t bits)
{
    bits = (bits ^ bits >> 16) * 0x7FEB352Du;
    bits = (bits ^ bits >> 15) * 0x846CA68Bu;
    return bits ^ bits >> 16;
}

/* A random number for a pixel. It depends only on the seed and the position, not on the order in
 * which pixels are dithered. All channels have the same, so that noise colors no neutral pixel. */
HOST_DEVICE_INLINE uint32_t errdiff_noise_hash(uint32_t seed, int32_t x, int32_t y)
{
    uint32_t hash = errdiff_mix(errdiff_mix(seed) + (uint32_t)x);
    return errdiff_mix(hash + (uint32_t)y);
}

/* An integer, uniform in −amplitude..amplitude, from a hash. */
HOST_DEVICE_INLINE int32_t errdiff_noise(uint32_t hash, int32_t amplitude)
{
    return (int32_t)((uint64_t)hash * (2 * (uint64_t)amplitude + 1) >> 32) - amplitude;
}

/* ---- Palettes ------------------------------------------------------------------------------ */

/*
 * A palette's color is chosen for u, which is s, with its offsets, clamped to −16·W..32·W, so
 * that the search is finite; without offsets, s only leaves this range if a kernel amplifies
 * errors.
 *
 * The cube of all u is divided into 32 × 32 × 32 cells, each with a list of the colors that can be
 * chosen for a point in it, in rising order. In each channel 0..16·W is divided into 4096 units,
 * and the range on either side of it into as many; cell_of says in which cell a unit lies. A cell
 * inside the cube of values that has too many colors is subdivided into 4 × 4 × 4 cells, its parts,
 * which may be subdivided in turn. It has no list of its own; `first` is then the first of its
 * parts.
 */
enum {
    ERRDIFF_CELLS_PER_SIDE = 32,
    ERRDIFF_VALUE_UNITS = 4096,
    ERRDIFF_CELL_UNITS = 3 * ERRDIFF_VALUE_UNITS,
    ERRDIFF_PART_BITS = 2,
    ERRDIFF_CANDIDATES_MARGIN = 3, /* so that bytes can be read in words */
    ERRDIFF_ENTRY_COLORS = 8,
    /* Bits of an entry of light that say what a place without a color is. */
    ERRDIFF_ENTRY_KIND = 0xFF0000,
    ERRDIFF_ENTRY_EMPTY = 0x400000,
    ERRDIFF_ENTRY_FOLLOWED = 0x800000,
    ERRDIFF_ENTRY_PARTS = 0xC00000
};

struct errdiff_cell {
    uint32_t first; /* index in candidates or, if it is subdivided, in cells */
    uint32_t count; /* number of colors; 0: it is subdivided */
};

/*
 * A cell as vectors read it: up to eight colors, in rising order; the last one is repeated. Each of
 * `colors` consists of the color's number << 24 and of its 8-bit values: red, green << 8 and
 * blue << 16. (p is W/255 times these values.)
 *
 * If a cell has more colors or is subdivided, colors[0] is larger than the last one of `colors`,
 * which says at which entry the next ones begin: those with its colors, as many as colors[1] says,
 * or those of its parts, if that is 0.
 *
 * If p is any value of 16 bits (has_words), there are two structs for each entry. In the first one,
 * a color is its number << 24 and the blue of p, and in the second one, red and green << 16. No
 * color is repeated: a place without a color has bits of ERRDIFF_ENTRY_KIND, so that it is far from
 * every u if they are taken for bits of blue. The last place of an entry that is followed by one
 * with more colors is ERRDIFF_ENTRY_FOLLOWED, and that of a subdivided cell is ERRDIFF_ENTRY_PARTS.
 * Then the second struct has the number of that entry, or of the first part.
 */
struct errdiff_entry {
    uint32_t colors[ERRDIFF_ENTRY_COLORS];
};

struct errdiff_search {
    int32_t white;                       /* 16·W */
    bool is_light;                       /* values are light */
    bool has_words;                      /* p is any value of 16 bits, because values are light or
                                          * mapped (lightness.h); else it is W/255 times 8 bits */
    bool is_oklab;                       /* places in OKLab are compared */
    struct errdiff_oklab_light light;    /* for OKLab; owned */
    int32_t unit_shift;                  /* units are 2^unit_shift wide */
    uint8_t cell_of[ERRDIFF_CELL_UNITS]; /* the cell, 0..31, in which each unit lies; the unit
                                          * that begins at 0 is number ERRDIFF_VALUE_UNITS; not
                                          * for OKLab */
    int32_t cell_shift;                  /* cells are 2^cell_shift wide if they are subdivided; for
                                          * OKLab twice as wide along lightness */
    struct errdiff_cell *cells;          /* first the 32³ at red · 32² + green · 32 + blue, then
                                          * parts */
    uint8_t *candidates;                 /* the lists of all cells: numbers of colors; with
                                          * ERRDIFF_CANDIDATES_MARGIN bytes more */
    /* First those of all cells, aligned to their size. NULL for OKLab, and for so few colors that
     * vectors find the nearest one faster by comparing all. */
    struct errdiff_entry *entries;
    /* For OKLab: of each of the 32³ cells the numbers of its colors and of its parts, as bits
     * of set_words numbers. */
    uint64_t *sets;
    int32_t set_words;
    uint32_t cell_count, candidate_count;
    int32_t color_count;
    int32_t colors[256][3];   /* 16·p */
    int32_t unmapped[256][3]; /* 16·p in the space of the image, for the steps before the rule */
    int32_t places[256][3];   /* what is compared: 16·p or, for OKLab, its place */
    uint16_t stored[256][3];  /* the samples to write for each color */
};

/* The number, 0..63, of the part in which a place lies, in a cell with parts 2^shift wide. */
HOST_DEVICE_INLINE uint32_t errdiff_part_of(const struct errdiff_search *search,
                                            const int32_t place[3], int32_t shift)
{
    uint32_t number = 0;
    for (int c = 0; c < 3; c++) {
        uint32_t part = (uint32_t)(place[c] >> (shift + (search->is_oklab && c == 0)));
        number = number << ERRDIFF_PART_BITS | (part & ((1u << ERRDIFF_PART_BITS) - 1));
    }
    return number;
}

/* The cell in which a place lies. */
HOST_DEVICE_INLINE const struct errdiff_cell *errdiff_cell_at(const struct errdiff_search *search,
                                                              const int32_t place[3])
{
    uint32_t number = 0;
    for (int c = 0; c < 3; c++) {
        uint32_t cell =
            search->is_oklab
                ? (uint32_t)place[c] >> (search->cell_shift + (c == 0))
                : search->cell_of[ERRDIFF_VALUE_UNITS + (place[c] >> search->unit_shift)];
        number = number * ERRDIFF_CELLS_PER_SIDE + cell;
    }
    const struct errdiff_cell *cell = &search->cells[number];
    for (int32_t shift = search->cell_shift - ERRDIFF_PART_BITS; cell->count == 0;
         shift -= ERRDIFF_PART_BITS)
        cell = &search->cells[cell->first + errdiff_part_of(search, place, shift)];
    return cell;
}

/* The number of the color whose place is nearest, the first one in a tie. */
HOST_DEVICE_INLINE int32_t errdiff_nearest_place(const struct errdiff_search *search,
                                                 const int32_t place[3])
{
    const struct errdiff_cell *cell = errdiff_cell_at(search, place);
    const uint8_t *candidates = search->candidates + cell->first;
    int32_t nearest = candidates[0];
    int64_t min_distance = INT64_MAX;
    for (uint32_t i = 0; i < cell->count && cell->count > 1; i++) {
        const int32_t *one = search->places[candidates[i]];
        int64_t x = place[0] - one[0], y = place[1] - one[1], z = place[2] - one[2];
        int64_t distance = x * x + y * y + z * z;
        nearest = distance < min_distance ? candidates[i] : nearest;
        min_distance = distance < min_distance ? distance : min_distance;
    }
    return nearest;
}

/*
 * The number of the color nearest to u in OKLab, or -1 where its rough place leaves that open. This
 * place is off by less than √3 · E/2 < E in space, with E = ERRDIFF_OKLAB_ROUGH_ERROR, and so are
 * its distances a and b from two colors. Hence the first one is nearer if b − a > 2 · E. A squared
 * distance in floats is off by less than 2^-22 of itself. Distances are below 2^29, so they are off
 * by less than 64 units, and square roots are rounded by less than that.
 */
HOST_DEVICE_INLINE int32_t errdiff_nearest_roughly(const struct errdiff_search *search,
                                                   const int32_t u[3])
{
    float light[3], rough[3];
    for (int c = 0; c < 3; c++)
        light[c] = errdiff_oklab_rough_light(&search->light, u[c]);
    errdiff_oklab_rough_place(light, rough);
    int32_t place[3] = {(int32_t)rough[0], (int32_t)rough[1], (int32_t)rough[2]};
    const struct errdiff_cell *cell = errdiff_cell_at(search, place);
    const uint8_t *candidates = search->candidates + cell->first;
    int32_t nearest = candidates[0];
    float least = 0x1p62f, second = 0x1p62f;
    for (uint32_t i = 0; i < cell->count && cell->count > 1; i++) {
        const int32_t *one = search->places[candidates[i]];
        float x = (float)(place[0] - one[0]), y = (float)(place[1] - one[1]),
              z = (float)(place[2] - one[2]), distance = x * x + y * y + z * z;
        float farther = distance < least ? least : distance;
        nearest = distance < least ? candidates[i] : nearest;
        least = distance < least ? distance : least;
        second = farther < second ? farther : second;
    }
    return cell->count == 1 || sqrtf(second) - sqrtf(least) > ERRDIFF_OKLAB_ROUGH_MARGIN ? nearest
                                                                                         : -1;
}

/* The number of the color that is chosen for u, `sought`. */
HOST_DEVICE_INLINE int32_t errdiff_nearest(const struct errdiff_search *search,
                                           const int32_t sought[3])
{
    if (!search->is_oklab)
        return errdiff_nearest_place(search, sought);
    int32_t u[3];
    for (int c = 0; c < 3; c++)
        u[c] = errdiff_clamp(sought[c], 0, search->white);
    int32_t nearest = errdiff_nearest_roughly(search, u);
    if (nearest >= 0)
        return nearest;
    errdiff_oklab_place(&search->light, u, u);
    return errdiff_nearest_place(search, u);
}

/* Does the same for 8-bit values by comparing all colors, which is faster on a GPU if the palette
 * is small. 32 bits hold the distances: no |u − 16·p| exceeds 32·255, and 3 · (32·255)² < 2^28. */
HOST_DEVICE_INLINE int32_t errdiff_nearest_of_all(const struct errdiff_search *search,
                                                  const int32_t sought[3])
{
    int32_t nearest = 0, min_distance = INT32_MAX;
    for (int32_t i = 0; i < search->color_count; i++) {
        const int32_t *color = search->colors[i];
        int32_t red = sought[0] - color[0], green = sought[1] - color[1],
                blue = sought[2] - color[2];
        int32_t distance = red * red + green * green + blue * blue;
        nearest = distance < min_distance ? i : nearest;
        min_distance = distance < min_distance ? distance : min_distance;
    }
    return nearest;
}

/* ---- A whole pixel ------------------------------------------------------------------------- */

/* Everything that the rule for a pixel depends on, besides the images and the taps. The tables
 * are in errdiff_tables (job.h); a GPU engine has a copy of this struct that points to tables on
 * the device. */
struct errdiff_pixel_rule {
    int32_t channels;  /* number of dithered channels: 1, or 3 */
    int32_t max_value; /* W */
    int32_t strength;  /* t, in percent */
    struct errdiff_rounding rounding;
    const uint16_t *light; /* the light of each sample; NULL: samples are the values v */
    const struct errdiff_tone_weights *tone_weights; /* of each tone; NULL: the weights are fixed */

    /* The decision. A palette replaces the levels. */
    const struct errdiff_quantizer *quantizers; /* one for each channel */
    const struct errdiff_search *search;        /* NULL: levels */
    bool is_exhaustive; /* use errdiff_nearest_of_all; an engine may set it for 8 bits and
                         * ERRDIFF_MATCH_RGB */
    bool indexed;       /* numbers of colors are written, not their samples */
    int32_t noise;      /* percent of half a step */
    uint32_t seed;
    const uint8_t *modulation; /* additional noise for each tone, in units of 0.5 %; NULL: none */

    /* The plane of offsets (prepare/offsets.h). */
    bool has_plane;
    const int16_t *offsets;    /* of each channel of each pixel; a row has width · channels */
    int32_t offsets_shift;     /* their unit is 2^offsets_shift */
    int32_t offsets_width;     /* pixels */
    int32_t offsets_first_row; /* of the image, or of the piece that is dithered */
};

/* Whether q may be chosen for another value than s. */
HOST_DEVICE_INLINE bool errdiff_has_offsets(const struct errdiff_pixel_rule *rule)
{
    return rule->noise != 0 || rule->modulation || rule->has_plane;
}

/* Says in a copy of a rule that q is always chosen for s, so that the compiler can remove code. */
HOST_DEVICE_INLINE void errdiff_drop_offsets(struct errdiff_pixel_rule *rule)
{
    rule->noise = 0;
    rule->modulation = NULL;
    rule->has_plane = false;
}

/* The tone of a value: round(255·v / W). */
HOST_DEVICE_INLINE int32_t errdiff_tone(int32_t value, int32_t max_value)
{
    return (2 * 255 * value + max_value) / (2 * max_value);
}

/* n for a channel of the pixel at (x, y). A palette has no level steps, so 1/16 of the range is
 * taken for half a step. */
HOST_DEVICE_INLINE int32_t errdiff_noise_of(const struct errdiff_pixel_rule *rule, int32_t x,
                                            int32_t y, int32_t channel, int32_t value,
                                            int32_t modified)
{
    int32_t white = rule->search ? rule->search->white : rule->quantizers->white;
    int32_t half_percents = 2 * rule->noise;
    if (rule->modulation)
        half_percents += rule->modulation[errdiff_tone(value, white >> ERRDIFF_FRACTION_BITS)];
    if (half_percents == 0)
        return 0;
    int32_t half_step = rule->search ? white >> ERRDIFF_FRACTION_BITS
                                     : errdiff_half_step(&rule->quantizers[channel], modified);
    int32_t amplitude = (int32_t)((int64_t)half_step * half_percents / 200);
    return errdiff_noise(errdiff_noise_hash(rule->seed, x, y), amplitude);
}

/* d, the number in the plane of offsets, for a channel of the pixel at (x, y). */
HOST_DEVICE_INLINE int32_t errdiff_planned_offset(const struct errdiff_pixel_rule *rule, int32_t x,
                                                  int32_t y, int32_t channel)
{
    if (!rule->has_plane)
        return 0;
    int64_t pixel = (int64_t)(y - rule->offsets_first_row) * rule->offsets_width + x;
    return rule->offsets[pixel * rule->channels + channel] * (1 << rule->offsets_shift);
}

/* n + d for a channel of the pixel at (x, y), to be added to s when q is chosen. */
HOST_DEVICE_INLINE int32_t errdiff_offset_of(const struct errdiff_pixel_rule *rule, int32_t x,
                                             int32_t y, int32_t channel, int32_t value,
                                             int32_t modified)
{
    return errdiff_noise_of(rule, x, y, channel, value, modified) +
           errdiff_planned_offset(rule, x, y, channel);
}

/* s, clamped to a range in which 32 bits hold s + n + d. Outside it n + d, which is less than
 * 7 · 16·W, cannot change a decision: d is at most ERRDIFF_MAX_OFFSET · 16·W. */
HOST_DEVICE_INLINE int32_t errdiff_near(int32_t modified, int32_t white)
{
    return errdiff_clamp(modified, -8 * white, 8 * white);
}

/* Decides one channel of the pixel at (x, y) with levels: returns q and sets *error to e. */
HOST_DEVICE_INLINE int32_t errdiff_decide_level(const struct errdiff_pixel_rule *rule, int32_t x,
                                                int32_t y, int32_t channel, int32_t value,
                                                int32_t modified, int32_t *error)
{
    const struct errdiff_quantizer *quantizer = &rule->quantizers[channel];
    int32_t offset = errdiff_offset_of(rule, x, y, channel, value, modified);
    int32_t near = errdiff_near(modified, quantizer->white);
    int32_t level = errdiff_level_of(quantizer, near + offset);
    int32_t output = errdiff_output_of(quantizer, level) << ERRDIFF_FRACTION_BITS;
    *error = errdiff_error(quantizer, modified, output);
    return level;
}

/* u for a channel of the pixel at (x, y). */
HOST_DEVICE_INLINE int32_t errdiff_sought(const struct errdiff_pixel_rule *rule, int32_t x,
                                          int32_t y, int32_t channel, int32_t value,
                                          int32_t modified)
{
    int32_t white = rule->search->white, sought = modified;
    if (errdiff_has_offsets(rule))
        sought =
            errdiff_near(modified, white) + errdiff_offset_of(rule, x, y, channel, value, modified);
    return errdiff_clamp(sought, -white, 2 * white);
}

/*
 * Decides the pixel at (x, y) with the input values v, `value`, and the modified values s. Sets
 * error[c] to e and level[c] to q for each channel; with a palette level[0] is the number of the
 * color. Returns true if there is a palette and e was clamped, so that a part of s is lost.
 */
HOST_DEVICE_INLINE bool errdiff_decide(const struct errdiff_pixel_rule *rule, int32_t x, int32_t y,
                                       const int32_t value[3], const int32_t modified[3],
                                       int32_t error[3], int32_t level[3])
{
    if (!rule->search) {
        for (int32_t c = 0; c < 3 && c < rule->channels; c++)
            level[c] = errdiff_decide_level(rule, x, y, c, value[c], modified[c], &error[c]);
        return false;
    }

    const struct errdiff_search *search = rule->search;
    int32_t sought[3];
    for (int32_t c = 0; c < 3; c++)
        sought[c] = errdiff_sought(rule, x, y, c, value[c], modified[c]);
    level[0] = rule->is_exhaustive ? errdiff_nearest_of_all(search, sought)
                                   : errdiff_nearest(search, sought);
    const int32_t *color = search->colors[level[0]];
    bool is_clamped = false;
    for (int32_t c = 0; c < 3; c++) {
        int32_t difference = modified[c] - color[c];
        error[c] = errdiff_clamp(difference, -search->white, search->white);
        is_clamped |= error[c] != difference;
    }
    return is_clamped;
}

/* ---- Tone-dependent weights ---------------------------------------------------------------- */

/* In units of 2^−16; the remaining part of the error goes to the pixel below. */
struct errdiff_tone_weights {
    int32_t right, below_left;
};

/* The parts of an error that the three neighbors receive. */
struct errdiff_parts {
    int32_t right, below_left, below;
};

/* Divides an error by the weights for the tone of its pixel, after scaling it by the strength, in
 * percent. The last part is what the other two leave, so that no error is lost. */
HOST_DEVICE_INLINE struct errdiff_parts errdiff_parts_with(int32_t error, int32_t strength,
                                                           struct errdiff_tone_weights weights)
{
    int32_t scaled = error; /* at 100 % the division below would not change it */
    if (strength != 100)
        scaled = (int32_t)errdiff_floor_divide_64(2 * (int64_t)strength * error + 100, 200);
    struct errdiff_parts parts;
    parts.right = (int32_t)((2 * (int64_t)scaled * weights.right + 65536) >> 17);
    parts.below_left = (int32_t)((2 * (int64_t)scaled * weights.below_left + 65536) >> 17);
    parts.below = scaled - parts.right - parts.below_left;
    return parts;
}

/* The parts of an error of a pixel with this tone, in a job whose weights depend on tone. */
HOST_DEVICE_INLINE struct errdiff_parts errdiff_parts_of(const struct errdiff_pixel_rule *rule,
                                                         int32_t error, int32_t tone)
{
    return errdiff_parts_with(error, rule->strength, rule->tone_weights[tone]);
}

/* Whether pixels pass all of their errors on. */
HOST_DEVICE_INLINE bool errdiff_passes_all(const struct errdiff_pixel_rule *rule)
{
    return rule->strength == 100;
}

#endif
