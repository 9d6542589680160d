/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The buttons that keep settings of the dialog as A, to compare them with the current ones, B. */
#ifndef UI_COMPARISON_H
#define UI_COMPARISON_H

#include "preview_source.h"

#include <gtk/gtk.h>

/* Settings, and what the preview's source made of them. */
typedef struct {
    DitherSettings *settings; /* NULL: there are none */
    gpointer result;          /* for the whole image; NULL: it has not been made yet */
    gdouble waited_ms;        /* how long the user waited for it */
} ComparedResult;

typedef struct Comparison Comparison;

/* `toggled` is called after the first button was pressed or released, `swap` when the second one is
 * clicked. */
typedef struct {
    void (*toggled)(gpointer user);
    void (*swap)(gpointer user);
} ComparisonActions;

/* `source` must outlive the comparison, which keeps nothing at first. */
Comparison *comparison_new(const PreviewSource *source, ComparisonActions actions, gpointer user);
void comparison_free(Comparison *comparison); /* frees what is kept, and leaves the buttons */

/* A row with the button that compares, and the one that swaps A and B, which is hidden while the
 * first is not pressed. */
GtkWidget *comparison_buttons(const Comparison *comparison);

gboolean comparison_is_on(const Comparison *comparison);
void comparison_stop(Comparison *comparison); /* releases the first button */

/* Keeps *other, and writes to it what was kept before. The caller owns that, and frees it with
 * comparison_clear. */
void comparison_exchange(Comparison *comparison, ComparedResult *other);
void comparison_clear(const Comparison *comparison, ComparedResult *result);

/* What is kept; it belongs to the comparison. */
const ComparedResult *comparison_kept(const Comparison *comparison);

/* Gives what is kept the result that it does not have yet, which the comparison then owns. */
void comparison_complete(Comparison *comparison, gpointer result, gdouble waited_ms);

#endif
