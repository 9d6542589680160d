/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Images that are shown one after the other, and should not flicker. */
#ifndef ERRDIFF_SEQUENCES_H
#define ERRDIFF_SEQUENCES_H

#include "dither.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The frames of an animation or of a film. Where one frame is as the frame before, its pixels would
 * change nevertheless, since errors come from all pixels above: it flickers. So where the input did
 * not change, the choice of a level or color is drawn towards what was chosen before.
 * Errors are still those of the input, so areas keep their tone; and every engine gives the same
 * bytes. Where most of the image moves, as when a camera pans, frames are dithered by themselves.
 * docs/rule.md has the formulas.
 */
typedef struct errdiff_sequence errdiff_sequence;

/*
 * Opens a sequence.
 *
 * sequence  set to the new sequence, which the caller closes with errdiff_sequence_close; NULL on
 *           failure
 * stable    how strongly the frame before counts, percent, 0..100. With 50 hardly a pixel changes
 *           where the input is still; with 0 each frame is dithered by itself
 *
 * Returns ERRDIFF_OK; ERRDIFF_BAD_ARGUMENT or ERRDIFF_NO_MEMORY, with the reason in *message (which
 * may be NULL).
 */
ERRDIFF_API errdiff_status errdiff_sequence_open(errdiff_sequence **sequence, int stable,
                                                 errdiff_message *message);

/*
 * Dithers the next frame as errdiff_dither does, with the same arguments and results. The sequence
 * keeps copies of inputs, which are not needed afterwards, and errors: with C channels of B bits
 * C · B/4 + 16 bytes for each pixel, and 13 more for what the search finds, with options->refine.
 * They count towards options->max_memory.
 *
 * The options, the palette and the masks may differ from frame to frame. The first frame, and one
 * whose width, height, channels or bits differ from those of the frame before, are dithered by
 * themselves. After a failure the next one is, too. Calls for one sequence may come from different
 * threads, but only one at a time.
 */
ERRDIFF_API errdiff_status errdiff_sequence_dither(errdiff_sequence *sequence,
                                                   const errdiff_image *in,
                                                   const errdiff_image *out,
                                                   const errdiff_options *options,
                                                   errdiff_report *report);

/* Frees a sequence. NULL is fine. */
ERRDIFF_API void errdiff_sequence_close(errdiff_sequence *sequence);

#ifdef __cplusplus
}
#endif

#endif
