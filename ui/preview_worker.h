/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the preview's results in a thread of its own. Only the newest request matters: a new one
 * cancels what is running. Errors never go up, so the rows down to the last visible one are final
 * without those below: they are made first, and drawn before the whole is made and described, which
 * takes longer than to dither it even where all rows can be seen. */
#ifndef UI_PREVIEW_WORKER_H
#define UI_PREVIEW_WORKER_H

#include "preview_source.h"

typedef struct PreviewWorker PreviewWorker;

/*
 * Called in the main thread, once the newest request is done with and perhaps once before that: with
 * a result, which is then the callee's to free with the source's free_result; or with NULL and,
 * where the source gave one, the message that says why. `is_last` is FALSE for a result of the
 * first rows, which another one follows. `waited_ms` have passed since the request was started.
 */
typedef void (*PreviewDone)(gpointer user, gpointer result, gboolean is_last, gdouble waited_ms,
                            const gchar *message);

PreviewWorker *preview_worker_new(const PreviewSource *source, PreviewDone done, gpointer user);

/* Cancels what is running, and works on this request of the source's instead; takes it. The first
 * `rows` rows of the picture can be seen now. */
void preview_worker_start(PreviewWorker *worker, gpointer request, gint rows);

/* Cancels what is running; `done` is not called until the next start. */
void preview_worker_cancel(PreviewWorker *worker);

/* Cancels what is running, and waits for the thread to end. */
void preview_worker_free(PreviewWorker *worker);

#endif
