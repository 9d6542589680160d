/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the designs of all hogels of a hologram share, so that the same equations are not solved
 * twice. */
#ifndef ERRDIFF_HOLOGRAM_DESIGNER_H
#define ERRDIFF_HOLOGRAM_DESIGNER_H

#include "mask.h"
#include "paper_weights.h"
#include "support.h"

/* The sizes of windows are rounded up to 1, 1/1.02, 1/1.02², … cycles per pixel. */
enum { ERRDIFF_DESIGNER_SIZES = 256 };

struct errdiff_hologram_designer {
    struct errdiff_hologram_support support; /* the neighbors that all weights are for */
    double energy;                           /* the largest Σ|w|² */
    double **centered; /* for each width and height the weights of a window that is centered at
                       * frequency 0; NULL: not designed yet */
    double relative;   /* the last two-sided mask's, see predictor.h; 0: there was none */
    struct errdiff_paper_rule paper;
};

/* Makes a designer without weights. Returns false if there is not enough memory. Release it with
 * errdiff_hologram_designer_release in either case. */
bool errdiff_hologram_designer_make(struct errdiff_hologram_designer *designer,
                                    const struct errdiff_hologram_support *support, double energy);

void errdiff_hologram_designer_release(struct errdiff_hologram_designer *designer);

/*
 * Designs support.count weights with the least noise inside a mask. For a one-sided mask they are
 * those of the centered window of the next larger size, modulated to the frequency of the window's
 * center: hogels see the window at different angles, but many at nearly the same size.
 *
 * A search for the weights of a two-sided mask begins with what was found for the last one.
 *
 * Returns ERRDIFF_OK or ERRDIFF_NO_MEMORY.
 */
errdiff_status errdiff_hologram_designer_weights(struct errdiff_hologram_designer *designer,
                                                 const struct errdiff_hologram_mask *mask,
                                                 double complex *weights);

#endif
