/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A search after the dithering: direct binary search (Analoui and Allebach 1992; for color Agar and
 * Allebach 2005), which starts from a result. Each pixel takes the change, another color or a swap
 * with a neighbor, that lowers the squared error seen by the eye most.
 *
 * The order is a part of the rule. A pass visits the tiles of 32 × 32 pixels in four phases: those
 * with an even row and an even column of tiles, with an even row and an odd column, and so on. A
 * change reaches at most 16 pixels, so the tiles of a phase do not depend on each other, and any
 * number of threads gives the same bytes. In a tile pixels are visited row by row, first those of
 * one color of a chessboard, then those of the other. A pass leaves out tiles that have not changed
 * in the pass before, and beside which nothing has.
 */
#ifndef ERRDIFF_REFINEMENT_H
#define ERRDIFF_REFINEMENT_H

#include "engines/job.h"

/* The bytes that a search by the processor allocates for an image with so many channels to
 * dither. */
uint64_t errdiff_refinement_bytes(int width, int height, int channels);

/* Changes the result in job->out, which an engine has made, as job->asked says; job->in must still
 * be what the engine has read. `on_gpu`: by the GPU, on which the engine was. Returns ERRDIFF_OK,
 * ERRDIFF_NO_MEMORY, ERRDIFF_CANCELLED, or ERRDIFF_CANNOT_RUN with the reason in *message. Unless
 * it is ERRDIFF_OK, job->out is undefined. */
errdiff_status errdiff_refine(struct errdiff_job *job, bool on_gpu, errdiff_message *message);

#endif
