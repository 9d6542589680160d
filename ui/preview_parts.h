/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the preview share: preview_view.c makes the widget, preview_place.c scrolls and
 * zooms, preview_drawing.c draws, and preview_input.c handles the mouse and the keys. The area is
 * the part of the widget that shows the picture. */
#ifndef UI_PREVIEW_PARTS_H
#define UI_PREVIEW_PARTS_H

#include "preview_source.h"
#include "shrunk_tiles.h"

#include <gtk/gtk.h>

/* How far an arrow key or a scroll bar's arrow moves the picture, in pixels. */
#define PREVIEW_STEP 16

typedef struct PreviewView {
    GtkTable parent;

    const PreviewSource *source;
    gconstpointer result;
    GtkWidget *area;
    GtkAdjustment *across, *down; /* of the scroll bars, in screen pixels */

    GtkWidget *zoom_combo;
    gint zoom;
    ShrunkTiles *shrunk_before, *shrunk_after; /* for zooms below 100 % */

    GtkWidget *compare;
    gdouble split; /* the line between before and after, as a fraction of the area's width */
    gboolean dragging_split;

    gboolean picking;

    gboolean placed;
    gboolean dragging;
    gdouble drag_x, drag_y; /* the point of the picture that the pointer drags, in screen pixels */
} PreviewView;

/* ---- preview_view.c -------------------------------------------------------------------------- */

void preview_emit_picked(PreviewView *view, gint column, gint row);
void preview_emit_picking_stopped(PreviewView *view);

/* ---- preview_place.c ------------------------------------------------------------------------- */

/* The whole picture as the area shows it, in pixels of the area; it may reach beyond the area. */
GdkRectangle preview_picture_in_area(const PreviewView *view);

/* Moves the picture along one dimension, at most to its edge. */
void preview_scroll_to(GtkAdjustment *along, gdouble value);
void preview_pan(PreviewView *view, gdouble columns, gdouble rows);

/* Change the zoom, ZOOM_MIN..ZOOM_MAX, so that the point of the picture at (x, y) in the area, or
 * in its middle, stays where it is. */
void preview_zoom_around(PreviewView *view, gint zoom, gdouble x, gdouble y);
void preview_zoom_to(PreviewView *view, gint zoom);

void preview_size_allocate(GtkWidget *area, GtkAllocation *allocation, gpointer data);

gboolean preview_is_comparing(const PreviewView *view);

/* The column of the area where the result begins; 0 if it fills the area. */
gint preview_split_column(const PreviewView *view);
void preview_move_split(PreviewView *view, gdouble column);

/* ---- preview_drawing.c ----------------------------------------------------------------------- */

/* Redraws the area after what it shows has changed, or which part of the picture is visible. */
void preview_update(PreviewView *view);

/* A ShrunkTilesReady of the view. */
void preview_tile_is_ready(gpointer user, const GdkRectangle *part);

gboolean preview_expose(GtkWidget *area, GdkEventExpose *event, gpointer data);

/* ---- preview_input.c ------------------------------------------------------------------------- */

void preview_set_cursor(GtkWidget *area, gpointer data);

/* Moves the pointer within the area; a pointer that is outside starts from the middle. */
void preview_move_pointer(PreviewView *view, gint columns, gint rows);

/* Handles the events of the area. */
void preview_connect_input(PreviewView *view);

#endif
