/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Quantizes and measures holograms, both for the preview and for the result. It never calls GIMP,
 * so it may run in any thread. */
#ifndef PLUGIN_HOLOGRAM_QUANTIZING_H
#define PLUGIN_HOLOGRAM_QUANTIZING_H

#include "hologram_request.h"

typedef struct {
    gint width, height;
    guint16 *levels; /* each pixel's level, from 0 */
    errdiff_hologram_report report;
    gchar *warnings; /* for the user, one sentence each; "": there are none; NULL: not yet known */
    errdiff_hologram_similarity diffused, truncated; /* SNR NaN: unknown, or nothing is visible */
} HologramResult;

/* Whether there is memory for what is asked of a hologram of width × height pixels. FALSE:
 * *message, which the caller frees, says what needs too much. */
gboolean hologram_has_room(gint width, gint height, const HologramRequest *request,
                           gchar **message);

/* Quantizes a hologram. Reports to `progress`, which may cancel. NULL: it failed, and *message,
 * which the caller frees, says why; or it was cancelled, and *message is unchanged. Free the result
 * with hologram_result_free. */
HologramResult *hologram_quantize(const errdiff_field *hologram, const HologramRequest *request,
                                  errdiff_progress progress, gpointer progress_user,
                                  gchar **message);

void hologram_result_free(HologramResult *result);

/* Measures how well what a viewer sees of the result matches the hologram. If there is not enough
 * memory, the figures stay unknown. Reports to `progress`. */
void hologram_measure(HologramResult *result, const errdiff_field *hologram,
                      const HologramRequest *request, errdiff_progress progress,
                      gpointer progress_user);

/* What a viewer sees of a hologram and of its result, with the eye focused `depth` µm behind it.
 * Both fields have the same size. Moduli of white_before and white_after or more are white. */
typedef struct {
    errdiff_field before, after;
    gdouble white_before, white_after;
} HologramViews;

/* Reports to `progress`. FALSE: there is not enough memory. Free the views with hologram_views_free
 * in either case. */
gboolean hologram_make_views(HologramViews *views, const errdiff_field *hologram,
                             const HologramResult *result, const HologramRequest *request,
                             gdouble depth, errdiff_progress progress, gpointer progress_user);

void hologram_views_free(HologramViews *views);

/* The figures as a line of text for the user; the caller frees it. */
gchar *hologram_result_figures(const HologramResult *result);

/* Sets result->warnings, after a quantization with these options. The result is of a hologram of
 * width × height pixels or of a part of it. */
void hologram_result_warn(HologramResult *result, gint width, gint height,
                          const errdiff_hologram_options *options);

#endif
