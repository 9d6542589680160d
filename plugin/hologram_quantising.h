/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The work on a hologram, for the preview and for the result alike. It never calls GIMP, so it may run
 * in any thread. */
#ifndef PLUGIN_HOLOGRAM_QUANTISING_H
#define PLUGIN_HOLOGRAM_QUANTISING_H

#include "hologram_request.h"

typedef struct {
    gint width, height;
    guint16 *levels; /* number of each pixel's level */
    errdiff_hologram_report report;
    errdiff_hologram_similarity diffused,
        truncated; /* SNR NaN: not known, or nothing can be seen */
} HologramResult;

/* Quantises a hologram. Reports to `progress`, which may cancel. NULL: it failed, and *message (to be
 * freed) says why; where it was cancelled *message stays as it was. To be freed with
 * hologram_result_free. */
HologramResult *hologram_quantise(const errdiff_field *hologram, const HologramRequest *request,
                                  errdiff_progress progress, gpointer progress_user,
                                  gchar **message);

void hologram_result_free(HologramResult *result);

/* Measures what is seen of a result; without memory for it that stays unknown. Reports to `progress`. */
void hologram_measure(HologramResult *result, const errdiff_field *hologram,
                      const HologramRequest *request, errdiff_progress progress,
                      gpointer progress_user);

/* What is seen of a hologram and of its result with the eye focused `depth` µm behind it, both of one
 * size; moduli over `white` are white. */
typedef struct {
    errdiff_field before, after;
    gdouble white_before, white_after;
} HologramViews;

/* Reports to `progress`. FALSE: memory is short. To be freed with hologram_views_free in any case. */
gboolean hologram_look(HologramViews *views, const errdiff_field *hologram,
                       const HologramResult *result, const HologramRequest *request, gdouble depth,
                       errdiff_progress progress, gpointer progress_user);

void hologram_views_free(HologramViews *views);

/* The figures, for people, in one line: "scale 0.332, slope 3; …"; to be freed. */
gchar *hologram_result_figures(const HologramResult *result);

/* What else the user should know, a sentence each, or ""; to be freed. */
gchar *hologram_result_warnings(const HologramResult *result);

#endif
