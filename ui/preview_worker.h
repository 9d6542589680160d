/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the preview's results in a separate thread. Only the newest request matters: a new one
 * cancels the running one. Error diffusion never passes errors upward, so the rows down to the last
 * visible one do not depend on the rows below. They are dithered and drawn first. Then the whole
 * image is dithered and measured; if all rows are visible, only measured, which takes time. */
#ifndef UI_PREVIEW_WORKER_H
#define UI_PREVIEW_WORKER_H

#include "preview_source.h"

typedef struct PreviewWorker PreviewWorker;

/*
 * Called in the main thread when the newest request is finished, and perhaps once earlier. `result`
 * is what was made, which the callee then owns and frees with the source's free_result; or NULL,
 * and `message` says why if the source gave a reason. `is_last` is FALSE for a result that has only
 * the first rows; another call follows. `waited_ms` is the time since the request, in milliseconds.
 */
typedef void (*PreviewDone)(gpointer user, gpointer result, gboolean is_last, gdouble waited_ms,
                            const gchar *message);

PreviewWorker *preview_worker_new(const PreviewSource *source, PreviewDone done, gpointer user);

/* Cancels what is running, and starts this request of the source instead, which the worker then
 * owns. The first `rows` rows of the image are visible now. */
void preview_worker_start(PreviewWorker *worker, gpointer request, gint rows);

/* Cancels what is running; `done` is not called until the next start. */
void preview_worker_cancel(PreviewWorker *worker);

/* As preview_worker_cancel, and waits until nothing of the source is in use. */
void preview_worker_stop(PreviewWorker *worker);

/*
 * Waits until the newest request is finished, without a main loop, and calls the source's
 * show_progress about twenty times a second. `done` is no longer called for this request. Returns
 * the result for the whole image, which the caller then owns and frees with the source's
 * free_result; or NULL, because it could not be made, was already delivered to `done`, or no
 * request was made.
 */
gpointer preview_worker_finish(PreviewWorker *worker);

/* Cancels what is running, and waits for the thread to end. */
void preview_worker_free(PreviewWorker *worker);

#endif
