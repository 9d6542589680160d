/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The order of cuda-softsync's form for levels of 8-bit samples and kernels that reach the next pixels
 * alone. Plain arithmetic, for the GPU and for a walk on the CPU alike.
 *
 * Channels know nothing of each other, so each is a picture of its own. A band is 32 rows, one in each
 * lane of a warp. A lane takes four neighbouring samples, a group, in each round, and trails the lane
 * above by one round:
 *
 *     round      0  1  2  3  4 ...
 *     lane 0     0  1  2  3  4         the group that a lane is at
 *     lane 1    -1  0  1  2  3
 *     lane 2    -2 -1  0  1  2
 *
 * Groups before the first and past the last are samples outside the picture: their errors are made,
 * but reach nobody. After each round the last lane hands the errors of its group to the band below as
 * one word of 64 bits, which says by its own tag whether it is there. A band takes its ticket after those above it, so what it waits
 * for is made by a warp that is running already.
 *
 * Four rounds are a body, whose words are looked for at once.
 */
#ifndef ERRDIFF_SOFTSYNC_LEVELS_ORDER_H
#define ERRDIFF_SOFTSYNC_LEVELS_ORDER_H

#include "rule/rule.h"

#include <stddef.h>

enum {
    ERRDIFF_LEVELS_LANES = 32,
    ERRDIFF_LEVELS_GROUP = 4, /* samples */
    ERRDIFF_LEVELS_BODY = 4   /* rounds */
};

/* Small enough to be handed to a kernel by value. */
struct errdiff_levels_order {
    int width, height, channels;
    int groups; /* of a row */
    int rounds; /* of a band: whole pairs of bodies, and the last lane goes a body past its last
                 * group, so that the band below finds whole bodies of words */
    int bands;
};

static inline struct errdiff_levels_order errdiff_levels_order_of(int width, int height,
                                                                  int channels)
{
    struct errdiff_levels_order order = {width, height, channels, 0, 0, 0};
    order.groups = (width - 1) / ERRDIFF_LEVELS_GROUP + 1;
    int rounds = order.groups + ERRDIFF_LEVELS_LANES - 1 + ERRDIFF_LEVELS_BODY;
    order.rounds = ((rounds - 1) / (2 * ERRDIFF_LEVELS_BODY) + 1) * 2 * ERRDIFF_LEVELS_BODY;
    order.bands = (height - 1) / ERRDIFF_LEVELS_LANES + 1;
    return order;
}

/* The group that a lane is at; outside 0..groups − 1 it is outside the picture. */
ERRDIFF_RULE int errdiff_levels_group(int round, int lane)
{
    return round - lane;
}

/* The round in which a lane is at the group before the first, whose last sample must see no error above
 * to its right, as it would hand it on into the picture. */
ERRDIFF_RULE int errdiff_levels_round_before(int lane)
{
    return lane - 1;
}

/* The round in which a lane is at the last group: above to the right of the last sample is none. */
ERRDIFF_RULE int errdiff_levels_last_round(const struct errdiff_levels_order *order, int lane)
{
    return order->groups - 1 + lane;
}

/* Samples are stored in the order in which they are taken, four a word: the place of a lane's in a
 * round of the band that is stored as number `number`. */
ERRDIFF_RULE int64_t errdiff_levels_place(const struct errdiff_levels_order *order, int number,
                                          int channel, int round, int lane)
{
    int64_t rounds = ((int64_t)number * order->channels + channel) * order->rounds + round;
    return rounds * ERRDIFF_LEVELS_LANES + lane;
}

static inline size_t errdiff_levels_places(const struct errdiff_levels_order *order, int count)
{
    return (size_t)count * (size_t)order->channels * (size_t)order->rounds * ERRDIFF_LEVELS_LANES;
}

/* Bands that can be at work side by side, each behind the one above by its lanes and a body that it has
 * asked for. */
static inline size_t errdiff_levels_at_once(const struct errdiff_levels_order *order)
{
    return (size_t)(order->rounds / (ERRDIFF_LEVELS_LANES + ERRDIFF_LEVELS_BODY)) + 1;
}

/* The words below a band, one for each of its rounds. */
ERRDIFF_RULE int64_t errdiff_levels_word(const struct errdiff_levels_order *order, int band,
                                         int channel)
{
    return ((int64_t)band * order->channels + channel) * order->rounds;
}

/* A body that is asked for may reach past a band's words. */
static inline size_t errdiff_levels_words(const struct errdiff_levels_order *order)
{
    return (size_t)order->bands * (size_t)order->channels * (size_t)order->rounds +
           ERRDIFF_LEVELS_LANES + 2 * ERRDIFF_LEVELS_BODY;
}

/* The word of group 0, which a band begins with. */
ERRDIFF_RULE int errdiff_levels_first_word(void)
{
    return ERRDIFF_LEVELS_LANES - 1;
}

/* The first of the words that the body needs that begins with `round`: lane 0 takes that above the next
 * group, whose first error is above its group to the right. */
ERRDIFF_RULE int errdiff_levels_needed(int round)
{
    return errdiff_levels_first_word() + round + 1;
}

/* Whether some of them are of the picture. */
ERRDIFF_RULE bool errdiff_levels_needs_words(const struct errdiff_levels_order *order, int round)
{
    return round + 1 < order->groups;
}

/*
 * A word has four errors of 12 bits, in the low parts of 16 each. Memory begins as zeros, and all 64
 * bits are written at once, so a word with the tag has all of its errors.
 */
enum { ERRDIFF_LEVELS_ERROR_MASK = 0xFFF, ERRDIFF_LEVELS_TAG = 1 << 12 };

#endif
