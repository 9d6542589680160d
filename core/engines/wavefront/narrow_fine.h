/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the steps of the narrow lane kernel decide for samples of 16 bits and 512 to 4096 levels
 * (struct errdiff_narrow_fine). Compiled with the lane kernel, once for each instruction set. */
#ifndef ERRDIFF_NARROW_FINE_H
#define ERRDIFF_NARROW_FINE_H

#include "base/vector.h"
#include "narrow_plan.h"

/* The numbers of struct errdiff_narrow_fine in all lanes. A shift by k bits to the right is the
 * high half of a product, since vectors are shifted by numbers of bits that the compiler knows. */
struct fine {
    v16u level_factor, whole, half;
    v16u to_level, to_late, to_rest; /* 2^(16 − k) for shifts by k */
    v16 eight_whole, sixteen_whole;
    v16u outside; /* the bits that no c + 8 · w − 1 inside the bounds has */
    int last;     /* the last level */
};

INLINE struct fine fine_of(const struct errdiff_narrow_fine *plan)
{
    int bits = plan->bits, whole = 1 << (16 - bits);
    return (struct fine){.level_factor = (v16u)v16_all((int16_t)plan->level_factor),
                         .whole = (v16u)v16_all(whole),
                         .half = (v16u)v16_all(1 << (bits - 1)),
                         .to_level = (v16u)v16_all(1 << bits),
                         .to_late = (v16u)v16_all(whole * whole),
                         .to_rest = (v16u)v16_all(whole),
                         .eight_whole = v16_all(8 * whole),
                         .sixteen_whole = v16_all(16 * whole),
                         .outside = (v16u)v16_all(-16 * whole),
                         .last = (1 << bits) - 1};
}

/* The level that is guessed for a sample. */
INLINE v16u guess_level(const struct fine *fine, v16u sample)
{
    return v16u_high_product(v16u_high_product(sample, fine->level_factor), fine->to_level);
}

/* The part of o(level) that is not whole · level, with n fractional bits. */
INLINE v16u fine_rest(const struct fine *fine, v16u level, v16u whole)
{
    return whole - level + (v16u_high_product(level, fine->to_late) + fine->half);
}

/* A sample v of 16 bits, and the levels o and o + step, between which it is. */
struct fine_sample {
    v16 output; /* o */
    v16 upper;  /* 16 · (v − o) + 8 · (step − whole) */
    v16 lower;  /* that less 16 · step */
    v16 more;   /* 8 · (step − whole) */
};

INLINE struct fine_sample split_fine(const struct fine *fine, v16 sample)
{
    v16u level = guess_level(fine, (v16u)sample), whole = level * fine->whole;
    v16u rest = fine_rest(fine, level, whole);
    v16u low = v16u_high_product(rest, fine->to_rest);
    v16u high = v16u_high_product(rest + (fine->whole - 1), fine->to_rest);
    struct fine_sample split = {.output = (v16)(whole + low), .more = (v16)(high - low) << 3};
    v16 above = (sample - split.output) << ERRDIFF_FRACTION_BITS;
    split.upper = above + split.more;
    split.lower = above - split.more - fine->sixteen_whole;
    return split;
}

/* Decides a sample between its two levels: sets *error to e and returns the output. `correction` is
 * c + 8 · w − 1. With 8 · step − 1 added, the smaller one of the two values that e may have is
 * the right one, as an unsigned number. */
INLINE v16 decide_fine(const struct fine *fine, v16 correction, const struct fine_sample *sample,
                       v16 *error)
{
    v16 upper = correction + sample->upper, lower = correction + sample->lower;
    v16 biased = (v16)v16u_min((v16u)upper, (v16u)lower);
    *error = biased - (sample->more + (fine->eight_whole - 1));
    return sample->output + ((upper - biased) >> ERRDIFF_FRACTION_BITS);
}

/* The same for any c, which is the correction here: begins at the level below the guess, and goes
 * up level by level. */
INLINE v16 decide_any_fine(const struct fine *fine, v16 correction, v16 sample, v16 *error)
{
    v16 first = v16_max((v16)guess_level(fine, (v16u)sample) - 1, v16_all(0)), output = {0};
    mask16 reached = v16_above(v16_all(1), v16_all(0));
    for (int i = 0; i < 4; i++) {
        v16u level = (v16u)first + (uint16_t)i, whole = level * fine->whole;
        v16 next = (v16)(whole + v16u_high_product(fine_rest(fine, level, whole), fine->to_rest));
        v16 step = next - output;
        if (i == 0) {
            output = next;
            *error = ((sample - next) << ERRDIFF_FRACTION_BITS) + correction;
            continue;
        }
        reached &= v16_above(*error, step << 3) & v16_above(v16_all(fine->last + 1), (v16)level);
        output = v16_add_where(reached, output, step);
        *error = v16_sub_where(reached, *error, step << ERRDIFF_FRACTION_BITS);
    }
    return output;
}

#endif
