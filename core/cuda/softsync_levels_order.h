/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The order of cuda-softsync for levels of 8-bit samples and kernels that only reach adjacent
 * pixels: who computes what, when, and what it waits for. This is plain arithmetic, used by the GPU
 * and by a test on the CPU.
 *
 * Channels are independent, so each is an image of its own. A band is 32 rows, one in each lane of
 * a warp. A lane takes a group of four adjacent samples in each round, and trails the lane above by
 * one round:
 *
 *     round      0  1  2  3  4 ...
 *     lane 0     0  1  2  3  4         the group of each lane
 *     lane 1    -1  0  1  2  3
 *     lane 2    -2 -1  0  1  2
 *
 * Groups before the first and after the last one are outside the image. Their errors are
 * computed, but never used. After each round the last lane passes the errors of its group to the
 * band below as a 64-bit word, whose tag shows that it has been written (SOFTSYNC.md). A band takes
 * its ticket after those above it, so it only waits for warps that are already running.
 *
 * Four rounds are a body: an unrolled loop body, whose words are awaited together.
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

/* Small enough to be a kernel argument, passed by value. */
struct errdiff_levels_order {
    int width, height, channels;
    int groups; /* in a row */
    int rounds; /* of a band: whole pairs of bodies */
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

/* The group of a lane in a round. Outside 0..groups − 1 it is outside the image. */
HOST_DEVICE_INLINE int errdiff_levels_group(int round, int lane)
{
    return round - lane;
}

/* The round in which a lane is at the group before the first one. The last sample there must not
 * see the error above to its right, because it would pass it on into the image. */
HOST_DEVICE_INLINE int errdiff_levels_round_before(int lane)
{
    return lane - 1;
}

/* The round in which a lane is at the last group. The last sample has no neighbor above to its
 * right. */
HOST_DEVICE_INLINE int errdiff_levels_last_round(const struct errdiff_levels_order *order, int lane)
{
    return order->groups - 1 + lane;
}

/* Samples are stored in the order in which they are dithered, four in a word. This is the place of
 * the word for a lane in a round, of the band that is stored at place `number`. */
HOST_DEVICE_INLINE int64_t errdiff_levels_place(const struct errdiff_levels_order *order,
                                                int number, int channel, int round, int lane)
{
    int64_t rounds = ((int64_t)number * order->channels + channel) * order->rounds + round;
    return rounds * ERRDIFF_LEVELS_LANES + lane;
}

static inline size_t errdiff_levels_places(const struct errdiff_levels_order *order, int count)
{
    return (size_t)count * (size_t)order->channels * (size_t)order->rounds * ERRDIFF_LEVELS_LANES;
}

/* How many bands can run concurrently. Each is behind the one above by its lanes, and by the body
 * of words that it loads ahead. */
static inline size_t errdiff_levels_at_once(const struct errdiff_levels_order *order)
{
    return (size_t)(order->rounds / (ERRDIFF_LEVELS_LANES + ERRDIFF_LEVELS_BODY)) + 1;
}

/* The index of the first word of a band; there is one for each of its rounds. */
HOST_DEVICE_INLINE int64_t errdiff_levels_word(const struct errdiff_levels_order *order, int band,
                                               int channel)
{
    return ((int64_t)band * order->channels + channel) * order->rounds;
}

/* The number of words. Loading a body ahead may read past the words of a band. */
static inline size_t errdiff_levels_words(const struct errdiff_levels_order *order)
{
    return (size_t)order->bands * (size_t)order->channels * (size_t)order->rounds +
           ERRDIFF_LEVELS_LANES + 2 * ERRDIFF_LEVELS_BODY;
}

/* The word of group 0, which a band needs first. */
HOST_DEVICE_INLINE int errdiff_levels_first_word(void)
{
    return ERRDIFF_LEVELS_LANES - 1;
}

/* The first word that the body starting with `round` needs. Lane 0 takes the word above the next
 * group, because the first error in it is above and to the right of its own group. */
HOST_DEVICE_INLINE int errdiff_levels_needed(int round)
{
    return errdiff_levels_first_word() + round + 1;
}

/* Whether any of those words belongs to the image. */
HOST_DEVICE_INLINE bool errdiff_levels_needs_words(const struct errdiff_levels_order *order,
                                                   int round)
{
    return round + 1 < order->groups;
}

/*
 * A word has four errors of 12 bits, each in the low part of 16 bits. Unwritten words are 0, and
 * all 64 bits are written at once, so a word with the tag is complete.
 */
enum { ERRDIFF_LEVELS_ERROR_MASK = 0xFFF, ERRDIFF_LEVELS_TAG = 1 << 12 };

#endif
