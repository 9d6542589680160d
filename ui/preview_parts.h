/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The widget of the preview, and its parts below preview_view.c, which makes and draws it. The area
 * is the part of the widget that shows the image. */
#ifndef UI_PREVIEW_PARTS_H
#define UI_PREVIEW_PARTS_H

#include "preview_source.h"
#include "shrunk_tiles.h"
#include "zoom.h"

#include <gtk/gtk.h>

/* How far an arrow key or a scroll bar's arrow moves the image, in pixels. */
#define PREVIEW_STEP 16

typedef struct PreviewView {
    GtkTable parent;

    const PreviewSource *source;
    gboolean is_ready; /* the source can read the image */
    gconstpointer result;
    gboolean compares_results;    /* the left side is another result, not the untouched image */
    gconstpointer compared;       /* that result; NULL: it has not been made yet */
    GtkWidget *frame, *area;      /* the frame is around the area */
    GtkAdjustment *across, *down; /* of the scroll bars, in screen pixels */

    GtkWidget *bars[2]; /* horizontal, vertical */

    GtkWidget *controls; /* a row */
    GtkWidget *zoom_combo;
    gint step; /* the chosen zoom: ZOOM_MIN..ZOOM_MAX, or ZOOM_FIT */
    Zoom zoom; /* what that is now */
    ShrunkTiles *shrunk_before, *shrunk_after; /* for zooms below 100 % */

    GtkWidget *compare;
    GtkWidget *paper; /* the check box of the paper's white */
    GtkWidget *play;  /* the button that plays frames */
    gdouble split;    /* the line between before and after, as a fraction of the area's width */
    gboolean dragging_split;
    gboolean over_split; /* the pointer is so near to the line that it would drag it */

    gboolean picking;
    GdkCursorType cursor; /* the shape that the pointer has over the area */

    gboolean placed;
    gboolean dragging;
    gdouble drag_x, drag_y; /* the point of the image that the pointer drags, in screen pixels */
} PreviewView;

/* ---- preview_place.c ------------------------------------------------------------------------- */

/* The whole image as the area shows it, in pixels of the area; it may reach beyond the area. */
GdkRectangle preview_image_in_area(const PreviewView *view);

/* Moves the image along one dimension, at most to its edge. */
void preview_scroll_to(GtkAdjustment *along, gdouble value);
void preview_pan(PreviewView *view, gdouble columns, gdouble rows);

gboolean preview_is_comparing(const PreviewView *view);

/* The column of the area where the result begins; 0 if it fills the area. */
gint preview_split_column(const PreviewView *view);
void preview_move_split(PreviewView *view, gdouble column);

/* Gives the pointer the shape that says what a click or a drag does where it is now. */
void preview_set_cursor(PreviewView *view);

/* Moves the pointer within the area; a pointer that is outside starts from the middle. */
void preview_move_pointer(PreviewView *view, gint columns, gint rows);

/* Redraws the area after what it shows has changed, or which part of the image is visible. */
void preview_update(PreviewView *view);

/* Change the zoom to a step, to the next larger or to the next smaller one. What is in the middle
 * of the area stays there. */
void preview_zoom_to(PreviewView *view, gint step);
void preview_zoom_in(PreviewView *view);
void preview_zoom_out(PreviewView *view);

/* Zooms in or out around a point of the area. */
void preview_zoom_at(PreviewView *view, gboolean in, gdouble x, gdouble y);

/* Shows the scroll bars, unless the zoom fits. */
void preview_show_bars(PreviewView *view);

/* Makes the list of zooms, with a label. */
GtkWidget *preview_zoom_row_new(PreviewView *view);

/* Follows the size of the area and the scroll bars. */
void preview_connect_place(PreviewView *view);

/* ---- preview_input.c ------------------------------------------------------------------------- */

/* Handles the mouse and the keyboard in the area. */
void preview_connect_input(PreviewView *view);

#endif
