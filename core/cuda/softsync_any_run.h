/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cuda-softsync's general form. */
#ifndef ERRDIFF_SOFTSYNC_ANY_RUN_H
#define ERRDIFF_SOFTSYNC_ANY_RUN_H

#include "session.h"

/* Where this is in the environment, as "3x8", the general form takes all jobs: 3 bands a launch, of 8
 * rows or the next smaller power of two. */
#define ERRDIFF_BANDS_BY_HAND "ERRDIFF_CUDA_BANDS"

/* Runs a job of any kind but serpentine order. As what errdiff_session_run is given. */
errdiff_status errdiff_softsync_any_dither(struct errdiff_session *session);

#endif
