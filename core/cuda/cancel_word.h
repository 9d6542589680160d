/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long kernels hear of a cancel: by a word in device memory that they look at now and then. */
#ifndef ERRDIFF_CANCEL_WORD_H
#define ERRDIFF_CANCEL_WORD_H

#include "session.h"

/* A word that is 0, until the end of the session. */
errdiff_status errdiff_cancel_word_make(struct errdiff_session *session, int **word);

/* Sets it to 1, beside kernels that are running; they end soon. */
void errdiff_cancel_word_tell(int *word);

/* Waits for all that was launched. After a cancel the word is 1, and the kernels end soon. */
errdiff_status errdiff_cancel_word_wait(struct errdiff_session *session, int *word);

#endif
