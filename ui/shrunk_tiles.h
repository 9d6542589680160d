/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A result scaled down, in tiles. Averaging millions of pixels at once would block the window for
 * too long, so the visible tiles are made one by one when the main loop is idle, and kept.
 * Everything runs in the main thread. */
#ifndef UI_SHRUNK_TILES_H
#define UI_SHRUNK_TILES_H

#include "preview_source.h"

#include <gtk/gtk.h>

typedef struct ShrunkTiles ShrunkTiles;

/* Called when this part of the smaller image is ready to be redrawn. */
typedef void (*ShrunkTilesReady)(gpointer user, const GdkRectangle *part);

/* Shows the untouched image at first. `source` must outlive the tiles. */
ShrunkTiles *shrunk_tiles_new(const PreviewSource *source, ShrunkTilesReady ready, gpointer user);
void shrunk_tiles_free(ShrunkTiles *tiles);

/* Shows another result from now on; NULL: the untouched image. See preview_view_set_result. The
 * old tiles are drawn until the new ones are ready. */
void shrunk_tiles_set_result(ShrunkTiles *tiles, gconstpointer result, gint same_rows);

/* Frees all tiles, because the image has another size now. */
void shrunk_tiles_forget(ShrunkTiles *tiles);

/* Makes the missing tiles of a part of the image at a zoom below 100 %, and frees the tiles
 * outside of it. An empty part frees all. */
void shrunk_tiles_want(ShrunkTiles *tiles, Zoom zoom, const GdkRectangle *part);

/* Draws the tiles of a part that have been made; the smaller image's first pixel is at (0, 0). */
void shrunk_tiles_draw(ShrunkTiles *tiles, cairo_t *cr, const GdkRectangle *part);

#endif
