/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Frames that do not flicker: offsets that draw a pixel towards what it was in the frame before.
 *
 * For a channel in which the pixel has left the error e in the frame before,
 *
 *     n = -k · floor((a·(e + d) + 128·k) / (256·k))       k = 1, or 256 if W = 65535
 *     a = floor((r · floor(g·m / 256) + 500000) / 10⁶)    r = 10⁶ − (100 − stable)³, in percent
 *
 * where d is the offset of the screen, or 0. What was s + d there is so drawn towards the color
 * that it became, on a line that does not leave the values which become this color: a pixel to
 * which nothing happens stays as it is, and one that gets other errors does so, too, until these
 * are large. (The difference of that color and the input instead of e, which needs no errors, is
 * not on this line.)
 *
 * g, 0..256, is how far the input around the pixel is as it was when the pixel was last free. With
 * the display values a of the input and b of the one at that time, as samples of 8 bits,
 *
 *     D = max over channels |Σ weight · (a − b)|         over the 5 × 5 around the pixel, weight =
 *                                                        1, 4, 6, 4, 1 across times the same down
 *     g = clamp(448 − floor(D / 2), 0, 256)
 *
 * so g is 256 up to a change of 1.5/255, which is noise, and 0 from one of 3.5/255 on. A pixel is
 * free, as if there were no frame before, where floor(g·m / 256) = 0; from then on it is compared
 * with its input of this frame. So slow changes free it, too, now and then. Outside the image a
 * sample is that of the nearest pixel in it; where the mask is 0 it counts as 0. For samples of 16
 * bits the sum is divided by 257, rounded down. Where the mask is 0, or was so when the pixel was
 * last free, g is 0.
 *
 * m, 0..256, is the same for all pixels, and is 0 where the camera moves, because dots that stand
 * still in smooth areas would then be seen as a dirty window:
 *
 *     m = clamp(512 − floor(1280 · moving / all), 0, 256)
 *
 * with the number of all pixels whose mask neither is nor was 0, and of those whose g is 0.
 *
 * G. Rehman, B. Evans, Flicker reduction in halftone video, 2010, perturb the threshold of two
 * levels by the frame before.
 */
#ifndef ERRDIFF_STABLE_H
#define ERRDIFF_STABLE_H

#include "base/progress.h"
#include "base/team.h"
#include "errdiff.h"

#include <stdint.h>

/* The errors e of all pixels of a frame. */
struct errdiff_frame_errors {
    int channels, max_value; /* of the rule of its job */
    int32_t *errors;         /* of each channel of each pixel, without gaps */
};

/* How far the input is as it was. */
struct errdiff_stillness {
    uint16_t *weight; /* g of each pixel, without gaps */
    int share;        /* m */
};

struct errdiff_frame_colors;

/* What is known of the frame before, which has the same size: errdiff_options.before. */
struct errdiff_frame_before {
    int percent;                               /* stable; 0: there is no frame before */
    int width;                                 /* of both */
    const struct errdiff_frame_errors *errors; /* no offsets if they are of another rule */
    const struct errdiff_stillness *stillness; /* of what is dithered */
    struct errdiff_frame_errors *kept; /* where the errors of this frame go, which may be `errors`;
                                        * NULL: nowhere. Only for whole images, of which `in` and
                                        * `out` do not share memory. Has memory for 3 channels. */
    struct errdiff_frame_colors *colors; /* of the frame before (refine/still_colors.h); gets those
                                          * of this one if it is searched; NULL: each search begins
                                          * anew */
};

/* Sets *stillness from the input and what it is compared with, which has the same shape. Returns
 * ERRDIFF_OK or ERRDIFF_CANCELLED. */
errdiff_status errdiff_stillness_measure(const errdiff_image *in, const errdiff_image *compared,
                                         struct errdiff_threads threads,
                                         struct errdiff_progress_state *progress,
                                         struct errdiff_stillness *stillness);

/* floor(g·m / 256) of a pixel by its number. */
static inline int32_t errdiff_stillness_at(const struct errdiff_stillness *stillness,
                                           ptrdiff_t pixel)
{
    return stillness->weight[pixel] * stillness->share >> 8;
}

#endif
