/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The option `detail`: offsets that are added to s when the level or color is chosen, as noise is.
 * They follow from the input alone, so they are made before the picture is dithered, and engines
 * read them like the input.
 *
 * For a channel with the value v, and with its values v' in the pixels of the 3 × 3 around it,
 *
 *     D = Σ (v − v')
 *     d = k · floor((2·t·D + 25·k) / (50·k))     t: detail in percent; k = 1, or 256 if W = 65535
 *
 * which is 2.25 · t/100 times the difference of v and the mean of all nine, with 4 fractional bits.
 * Where a pixel is outside the picture, v' is that of the nearest pixel of the picture; where its
 * mask is 0, v' = v.
 *
 * An error is still that of s, so flat areas keep their tone. The principle is from R. Eschbach, K.
 * Knox, Error-diffusion algorithm with edge enhancement, JOSA A 8 (1991), where a multiple of v
 * itself is added. K. Knox, R. Eschbach, Threshold modulation in error diffusion, JEI 2 (1993),
 * show that the result is that of a picture to which a high-pass of the offsets was added. With d
 * that is the same in all directions, and is 0 where the picture is flat.
 */
#ifndef ERRDIFF_DETAIL_H
#define ERRDIFF_DETAIL_H

#include "base/buffer.h"
#include "base/progress.h"
#include "base/team.h"
#include "errdiff.h"
#include "rule/rule.h"

/* All members are NULL or 0 at first. */
struct errdiff_detail {
    struct errdiff_buffer offsets; /* int16_t, of the rows that are to be dithered */
    void *above;                   /* the last row of the piece before; NULL: there is none */
    uint8_t *above_mask;
};

/*
 * Makes the offsets of the first `height` rows of `in`, and makes *rule point to them. The first of
 * these rows has the number `first_row` in the whole picture. If `in` has another row, that is the
 * one which follows in the picture. If `keeps_last`, keeps what is needed for the piece that
 * follows.
 *
 * Uses up to `threads` threads, or fewer if the system refuses them. Returns ERRDIFF_OK,
 * ERRDIFF_NO_MEMORY or ERRDIFF_CANCELLED. The caller releases *detail with errdiff_detail_release.
 */
errdiff_status errdiff_detail_run(struct errdiff_detail *detail, struct errdiff_pixel_rule *rule,
                                  const errdiff_image *in, int height, int first_row,
                                  bool keeps_last, struct errdiff_threads threads,
                                  struct errdiff_progress_state *progress);

void errdiff_detail_release(struct errdiff_detail *detail);

#endif
