/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Fourier transforms by cuFFT. The module is not linked to this library, which takes hundreds of
 * megabytes, and which no other work needs: it is loaded when a plan is first made. The functions
 * that are called are the same in all versions of cuFFT for which the module can be built.
 */
#ifndef ERRDIFF_CUFFT_LIBRARY_H
#define ERRDIFF_CUFFT_LIBRARY_H

#include "cuda/session.h"
#include "errdiff_hologram.h"

/* What is needed to transform planes of one size. */
struct errdiff_cufft_plan {
    int handle;
    bool is_made;
};

/* Makes a plan for the session's stream. Returns ERRDIFF_CANNOT_RUN, with the reason in the
 * session's message, if cuFFT is missing or fails. Release the plan in either case. */
errdiff_status errdiff_cufft_plan_make(struct errdiff_cufft_plan *plan,
                                       struct errdiff_session *session, int width, int height);

/* Begins to transform a plane in device memory in place, forward or, with is_inverse, inverse
 * without the factor 1 / (width · height). */
errdiff_status errdiff_cufft_transform(const struct errdiff_cufft_plan *plan,
                                       struct errdiff_session *session, errdiff_complex *values,
                                       bool is_inverse);

/* The transforms must have ended. */
void errdiff_cufft_plan_release(struct errdiff_cufft_plan *plan);

#endif
