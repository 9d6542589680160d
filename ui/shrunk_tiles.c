/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scales the image or the result down for the preview, tile by tile while the dialog is idle. */
#include "shrunk_tiles.h"

/* Sides of a tile: in the image itself about SOURCE_SIDE pixels, so that each is made within a
 * few milliseconds; in the smaller image between these limits. */
enum { SOURCE_SIDE = 512, MIN_SIDE = 8, MAX_SIDE = 64 };

#define SLICE_US 8000 /* how long tiles are made before events are handled again */

typedef struct {
    GdkPixbuf *pixels;
    gboolean is_stale; /* made from an old result */
} Tile;

struct ShrunkTiles {
    const PreviewSource *source;
    ShrunkTilesReady ready;
    gpointer user;
    gconstpointer result;
    Zoom zoom;           /* 0 / 0 at first */
    gint side;           /* of a tile, in pixels of the smaller image */
    GdkRectangle wanted; /* in tiles */
    GHashTable *tiles;   /* the wanted tiles that have been made; the keys are from key_of */
    guint making;        /* id of the idle source that makes missing tiles; 0: none is missing */
};

static void tile_free(gpointer data)
{
    Tile *tile = data;

    g_object_unref(tile->pixels);
    g_free(tile);
}

ShrunkTiles *shrunk_tiles_new(const PreviewSource *source, ShrunkTilesReady ready, gpointer user)
{
    ShrunkTiles *tiles = g_new0(ShrunkTiles, 1);

    tiles->source = source;
    tiles->ready = ready;
    tiles->user = user;
    tiles->tiles = g_hash_table_new_full(g_direct_hash, g_direct_equal, NULL, tile_free);
    return tiles;
}

void shrunk_tiles_free(ShrunkTiles *tiles)
{
    if (tiles->making != 0)
        g_source_remove(tiles->making);
    g_hash_table_destroy(tiles->tiles);
    g_free(tiles);
}

/* Enough for images of up to 8 million pixels a side: a tile covers at least 128 of them. */
static gpointer key_of(gint column, gint row)
{
    return GINT_TO_POINTER(row << 16 | column);
}

static gboolean is_unwanted(gpointer key, gpointer value, gpointer data)
{
    const GdkRectangle *wanted = data;
    gint column = GPOINTER_TO_INT(key) & 0xFFFF, row = GPOINTER_TO_INT(key) >> 16;

    (void)value;
    return column < wanted->x || column >= wanted->x + wanted->width || row < wanted->y ||
           row >= wanted->y + wanted->height;
}

/* The rectangle that a tile covers, in pixels of the smaller image. */
static GdkRectangle tile_area(const ShrunkTiles *tiles, gint column, gint row)
{
    gint width = zoom_length(tiles->zoom, tiles->source->width);
    gint height = zoom_length(tiles->zoom, tiles->source->height);
    gint side = tiles->side;

    return (GdkRectangle){column * side, row * side, MIN(side, width - column * side),
                          MIN(side, height - row * side)};
}

static void make_tile(ShrunkTiles *tiles, gint column, gint row)
{
    const PreviewSource *source = tiles->source;
    GdkRectangle area = tile_area(tiles, column, row);
    Tile *tile = g_new0(Tile, 1);

    tile->pixels = gdk_pixbuf_new(GDK_COLORSPACE_RGB, FALSE, 8, area.width, area.height);
    source->read(source->user, tiles->result, tiles->zoom, area.x, area.y, area.width, area.height,
                 gdk_pixbuf_get_pixels(tile->pixels), gdk_pixbuf_get_rowstride(tile->pixels));
    g_hash_table_replace(tiles->tiles, key_of(column, row), tile);
    tiles->ready(tiles->user, &area);
}

/* Makes one missing or stale tile. FALSE: there is none. */
static gboolean make_one(ShrunkTiles *tiles)
{
    const GdkRectangle *wanted = &tiles->wanted;

    for (gint row = wanted->y; row < wanted->y + wanted->height; row++) {
        for (gint column = wanted->x; column < wanted->x + wanted->width; column++) {
            const Tile *tile = g_hash_table_lookup(tiles->tiles, key_of(column, row));

            if (tile == NULL || tile->is_stale) {
                make_tile(tiles, column, row);
                return TRUE;
            }
        }
    }
    return FALSE;
}

static gboolean make_some(gpointer data)
{
    ShrunkTiles *tiles = data;
    gint64 end = g_get_monotonic_time() + SLICE_US;
    gboolean has_made;

    do
        has_made = make_one(tiles);
    while (has_made && g_get_monotonic_time() < end);
    if (has_made)
        return G_SOURCE_CONTINUE;
    tiles->making = 0;
    return G_SOURCE_REMOVE;
}

static void make_missing(ShrunkTiles *tiles)
{
    if (tiles->making == 0 && tiles->wanted.width > 0 && tiles->wanted.height > 0)
        tiles->making = g_idle_add(make_some, tiles);
}

/* Leaves the tiles as they are that are made of the first rows alone. `data`: how many rows of
 * tiles these are. */
static void make_stale(gpointer key, gpointer value, gpointer data)
{
    if (GPOINTER_TO_INT(key) >> 16 >= GPOINTER_TO_INT(data))
        ((Tile *)value)->is_stale = TRUE;
}

void shrunk_tiles_set_result(ShrunkTiles *tiles, gconstpointer result, gint same_rows)
{
    gint same_tiles = 0;

    if (same_rows >= tiles->source->height)
        same_tiles = G_MAXINT;
    else if (tiles->side > 0 && same_rows > 0) /* less one row: squares may overlap by one */
        same_tiles = (gint)((same_rows - 1) * zoom_scale(tiles->zoom)) / tiles->side;
    tiles->result = result;
    g_hash_table_foreach(tiles->tiles, make_stale, GINT_TO_POINTER(same_tiles));
    make_missing(tiles);
}

static GdkRectangle tiles_of(const ShrunkTiles *tiles, const GdkRectangle *part)
{
    gint side = tiles->side, left = part->x / side, top = part->y / side;

    return (GdkRectangle){left, top, (part->x + part->width + side - 1) / side - left,
                          (part->y + part->height + side - 1) / side - top};
}

void shrunk_tiles_forget(ShrunkTiles *tiles)
{
    g_hash_table_remove_all(tiles->tiles);
    tiles->wanted = (GdkRectangle){0};
}

void shrunk_tiles_want(ShrunkTiles *tiles, Zoom zoom, const GdkRectangle *part)
{
    if (tiles->zoom.shrink != zoom.shrink || tiles->zoom.enlarge != zoom.enlarge)
        g_hash_table_remove_all(tiles->tiles);
    tiles->zoom = zoom;
    tiles->side = CLAMP((gint)(SOURCE_SIDE * zoom_scale(zoom)), MIN_SIDE, MAX_SIDE);
    tiles->wanted = part->width > 0 && part->height > 0 ? tiles_of(tiles, part) : (GdkRectangle){0};
    g_hash_table_foreach_remove(tiles->tiles, is_unwanted, &tiles->wanted);
    make_missing(tiles);
}

void shrunk_tiles_draw(ShrunkTiles *tiles, cairo_t *cr, const GdkRectangle *part)
{
    GdkRectangle drawn = tiles_of(tiles, part);

    for (gint row = drawn.y; row < drawn.y + drawn.height; row++) {
        for (gint column = drawn.x; column < drawn.x + drawn.width; column++) {
            const Tile *tile = g_hash_table_lookup(tiles->tiles, key_of(column, row));

            if (tile == NULL)
                continue;
            gdk_cairo_set_source_pixbuf(cr, tile->pixels, column * tiles->side, row * tiles->side);
            cairo_paint(cr);
        }
    }
}
