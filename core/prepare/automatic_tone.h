/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The automatic tone: dithered to few levels in linear light, dark images become nearly black and
 * lose their local structure. So the darker an image is, the more it is stretched and the more its
 * middle tones are raised. Images that are not dark stay as they are.
 *
 *     m       the mean lightness of the image: of the cube roots of the luminance of its pixels
 *     k       clamp((1/2 − m) / (1/10), 0, 1)
 *     w       the display value, 0..1, that 0.5 percent of the grays are above, plus 0.08; at least
 *             0.4 and at most 1
 *     white   1 − k · (1 − w), rounded to thousandths
 *     m'      the mean lightness after the stretch, in which x becomes min(x / white, 1)
 *     gamma   (ln m' / ln 1/2)^1.5, in 1..2.5, rounded to hundredths
 *
 * Means are of integers with 2^16 for 1, so they do not depend on the number of threads.
 */
#ifndef ERRDIFF_AUTOMATIC_TONE_H
#define ERRDIFF_AUTOMATIC_TONE_H

#include "base/progress.h"
#include "base/team.h"
#include "gray.h"
#include "tone.h"

/*
 * If the tone is automatic, sets its white and its gamma for an image, whose pixels do not count
 * where its mask is 0. `gray` has the grays of its colors; NULL: they are made here if it has three
 * channels. Returns ERRDIFF_OK, ERRDIFF_NO_MEMORY or ERRDIFF_CANCELLED.
 */
errdiff_status errdiff_automatic_tone_find(struct errdiff_tone *tone, const errdiff_image *image,
                                           const struct errdiff_gray *gray,
                                           struct errdiff_threads threads,
                                           struct errdiff_progress_state *progress);

#endif
