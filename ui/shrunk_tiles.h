/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A result at a part of its size, in tiles. To average millions of pixels takes longer than a window
 * may be silent, so the tiles that can be seen are made one by one between the window's events, and
 * kept. All in the main thread. */
#ifndef UI_SHRUNK_TILES_H
#define UI_SHRUNK_TILES_H

#include "preview_source.h"

#include <gtk/gtk.h>

typedef struct ShrunkTiles ShrunkTiles;

/* Called when this part of the smaller picture can be drawn anew. */
typedef void (*ShrunkTilesReady)(gpointer user, const GdkRectangle *part);

/* Of the untouched picture at first. `source` must outlive it. */
ShrunkTiles *shrunk_tiles_new(const PreviewSource *source, ShrunkTilesReady ready, gpointer user);
void shrunk_tiles_free(ShrunkTiles *tiles);

/* Another result, NULL for the untouched picture, as for preview_view_set_result. The old one's tiles
 * are drawn until they have been made anew. */
void shrunk_tiles_set_result(ShrunkTiles *tiles, gconstpointer result);

/* Makes what is missing of a part of the picture at 1 / shrink of its size, and forgets what lies
 * outside; an empty part: of all. */
void shrunk_tiles_want(ShrunkTiles *tiles, gint shrink, const GdkRectangle *part);

/* Draws the tiles that there are of a part, with the smaller picture's first pixel at (0, 0). */
void shrunk_tiles_draw(ShrunkTiles *tiles, cairo_t *cr, const GdkRectangle *part);

#endif
