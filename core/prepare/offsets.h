/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The plane of offsets: numbers that are added to s where the level or color is chosen, and nowhere
 * else. An error is still that of s, so areas keep their tone. Offsets follow from the input and
 * the position alone, so they are made before the image is dithered; engines read their sum like
 * the input, as errdiff_pixel_rule.offsets, and do not know where it comes from. (Noise is added
 * the same way, but computed by the engines, since it may depend on s.)
 *
 * An offset consists of the parts that *sources* make, one after the other, row by row. A new
 * source is
 *
 *     core/prepare/NAME.c            with a const struct errdiff_offset_source
 *     core/prepare/offsets.c         a row in the list of sources
 *     core/prepare/meson.build       the name of the file
 *
 * and, if it has an option, what CONTRIBUTING.md says about those; no engine changes.
 *
 * The plane has 16 bits for each sample, in units of 2^shift with 4 fractional bits. `shift` is 0
 * if W = 255; if W = 65535 it is the least one, from 4 on, with which the sum of the limits of the
 * job's sources fits. So no sum overflows, and none is clamped. Together, the limits of all sources
 * must not exceed ERRDIFF_MAX_OFFSET · 16·W, which also is what errdiff_near counts on.
 */
#ifndef ERRDIFF_OFFSETS_H
#define ERRDIFF_OFFSETS_H

#include "base/buffer.h"
#include "base/progress.h"
#include "base/team.h"
#include "errdiff.h"
#include "rule/rule.h"

/* A rectangle of the plane. */
struct errdiff_offset_part {
    const struct errdiff_pixel_rule *rule;
    const errdiff_image *in; /* what is dithered; it may have a row more than the plane */
    int first_row;           /* of `in` in the whole image */
    int row, end_row;        /* of the part in `in`: row..end_row − 1 */
    int column, end_column;
    ptrdiff_t stride;   /* offsets from one row to the next, in memory */
    const int16_t *sum; /* of the sources before this one in the list; NULL: there are none */
    ptrdiff_t sum_stride;
};

/* Offsets that repeat in both directions: `width` columns and `height` rows, and below them the
 * same, `shift` columns farther left, which is less than `width`. */
struct errdiff_offset_pattern {
    int width, height, shift;
    int columns;            /* of a row in memory: a multiple of `width` */
    const int16_t *offsets; /* of the channels of each column, row after row */
};

/* Offsets of which those of each channel repeat. */
struct errdiff_offset_patterns {
    int count; /* 1: one pattern has all channels; 3: each channel has its own */
    struct errdiff_offset_pattern of[3];
};

/* The row of a pattern, or of the tile of a screen, in which row y of the whole image begins; the
 * column in which it begins becomes *column. */
static inline int errdiff_repeated_row(int width, int height, int shift, int y, int *column)
{
    *column = (int)((int64_t)(y / height) * shift % width);
    return y % height;
}

struct errdiff_offset_source {
    bool (*is_wanted)(const errdiff_options *options);

    /* What no offset exceeds, with 4 fractional bits. For a source that reads the sum of those
     * before it: what the sum does not grow by more than. */
    int32_t (*limit)(const struct errdiff_pixel_rule *rule, const errdiff_options *options);

    /* Makes what the source needs for images like *in, of which only the shape is read. Returns
     * NULL if there is not enough memory. */
    void *(*make)(const struct errdiff_pixel_rule *rule, const errdiff_image *in,
                  const errdiff_options *options);

    /* Sets, not adds, the offsets of all channels of the part. Called by several threads. */
    void (*fill)(const void *state, const struct errdiff_offset_part *part, int16_t *offsets);

    /* Returns whether the offsets repeat, whatever the image is, and sets *patterns, whose offsets
     * belong to the source. NULL: they do not. */
    bool (*repeat)(const void *state, struct errdiff_offset_patterns *patterns);

    /* Keeps what it needs of the last row of a piece, row y of `in`, for the piece that follows,
     * before the result may take its place. Returns false if there is not enough memory. NULL: it
     * needs nothing. */
    bool (*keep)(void *state, const errdiff_image *in, int y);

    void (*release)(void *state);

    bool reads_next_row; /* of a row it reads the rows above and below, too */
};

enum { ERRDIFF_MAX_OFFSET = 6, ERRDIFF_MAX_OFFSET_SOURCES = 8 };

/* All members are NULL or 0 at first. */
struct errdiff_offsets {
    struct errdiff_buffer plane;              /* int16_t, of the rows that are to be dithered */
    void *states[ERRDIFF_MAX_OFFSET_SOURCES]; /* NULL: the source is not wanted */
    int32_t largest;                          /* what no sum exceeds, in units of the plane */
};

/* Makes what the options ask for, for images like *in, and sets has_plane and offsets_shift of
 * *rule, which has W, and the levels or colors. Returns false if there is not enough memory. In
 * either case the caller releases *offsets with errdiff_offsets_release. */
bool errdiff_offsets_make(struct errdiff_offsets *offsets, struct errdiff_pixel_rule *rule,
                          const errdiff_image *in, const errdiff_options *options);

/* Whether a piece must have the row that follows it, except the last one. */
bool errdiff_offsets_need_next_row(const struct errdiff_offsets *offsets);

/* Whether all of the plane repeats; then sets *patterns. */
bool errdiff_offsets_repeat(const struct errdiff_offsets *offsets,
                            struct errdiff_offset_patterns *patterns);

/*
 * Makes the offsets of the first `height` rows of `in`, and makes *rule point to them. The first of
 * these rows has the number `first_row` in the whole image. If `in` has another row, that is the
 * one which follows in the image. If `keeps_last`, keeps what is needed for the piece that
 * follows.
 *
 * Uses up to `threads` threads, or fewer if the system refuses them. Returns ERRDIFF_OK,
 * ERRDIFF_NO_MEMORY or ERRDIFF_CANCELLED.
 */
errdiff_status errdiff_offsets_run(struct errdiff_offsets *offsets, struct errdiff_pixel_rule *rule,
                                   const errdiff_image *in, int height, int first_row,
                                   bool keeps_last, struct errdiff_threads threads,
                                   struct errdiff_progress_state *progress);

void errdiff_offsets_release(struct errdiff_offsets *offsets);

#endif
