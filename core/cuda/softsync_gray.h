/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cuda-softsync for 8-bit gray, two levels and Floyd–Steinberg weights. */
#ifndef ERRDIFF_SOFTSYNC_GRAY_H
#define ERRDIFF_SOFTSYNC_GRAY_H

#include "session.h"

bool errdiff_soft_gray_can_run(const struct errdiff_job *job);

/* To be passed to errdiff_session_run. */
errdiff_status errdiff_soft_gray_dither(struct errdiff_session *session);

#endif
