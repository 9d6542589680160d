/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cuda-softsync for 8-bit gray, two levels, Floyd and Steinberg's weights. */
#ifndef ERRDIFF_SOFTSYNC_GRAY_H
#define ERRDIFF_SOFTSYNC_GRAY_H

#include "session.h"

bool errdiff_soft_gray_can_run(const struct errdiff_job *job);

/* As errdiff_session_run wants it. */
errdiff_status errdiff_soft_gray_dither(struct errdiff_session *session);

#endif
