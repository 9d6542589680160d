/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long-running kernels learn of a cancel: they poll a word in device memory from time to
 * time. */
#ifndef ERRDIFF_CANCEL_WORD_H
#define ERRDIFF_CANCEL_WORD_H

#include "session.h"

/* Allocates the word, set to 0, until the end of the session. */
errdiff_status errdiff_cancel_word_make(struct errdiff_session *session, int **word);

/* Sets the word to 1 while kernels are running. They end soon afterwards. */
void errdiff_cancel_word_set(int *word);

/* Waits for everything that was launched. After a cancel it sets the word to 1, so the kernels end
 * soon, and returns ERRDIFF_CANCELLED. */
errdiff_status errdiff_cancel_word_wait(struct errdiff_session *session, int *word);

#endif
