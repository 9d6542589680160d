/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the preview's results in a thread of its own. Only the newest request matters: a new one
 * cancels what is running. */
#ifndef UI_PREVIEW_WORKER_H
#define UI_PREVIEW_WORKER_H

#include "preview_source.h"

typedef struct PreviewWorker PreviewWorker;

/*
 * Called in the main thread once the newest request is done with: with a result, which is then
 * the callee's to free with the source's free_result; or with NULL and, where the source gave one,
 * the message that says why.
 */
typedef void (*PreviewDone)(gpointer user, gpointer result, const gchar *message);

PreviewWorker *preview_worker_new(const PreviewSource *source, PreviewDone done, gpointer user);

/* Cancels what is running, and works on this request of the source's instead; takes it. */
void preview_worker_start(PreviewWorker *worker, gpointer request);

/* Cancels what is running; `done` is not called until the next start. */
void preview_worker_cancel(PreviewWorker *worker);

/* Cancels what is running, and waits for the thread to end. */
void preview_worker_free(PreviewWorker *worker);

#endif
