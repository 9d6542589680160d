/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cuda-softsync's form for levels of 8-bit samples and kernels that reach the next pixels alone. */
#ifndef ERRDIFF_SOFTSYNC_LEVELS_H
#define ERRDIFF_SOFTSYNC_LEVELS_H

#include "session.h"

/*
 * Whether `job`, whose tables are the host's, is one for it: plain, 8 bits, no mask, full strength,
 * and weights from 0 on for the pixels to the right, below left, below and below right, whose sum is
 * the divisor: 16, 8, 4, 2 or 1. No error can leave half a level's step then.
 */
bool errdiff_softsync_levels_can_run(const struct errdiff_job *job);

/* Runs such a job. As what errdiff_session_run is given. */
errdiff_status errdiff_softsync_levels_dither(struct errdiff_session *session);

#endif
