/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Separates a result into its inks, a layer for each. */
#include "ink_layers.h"

#include <glib/gi18n.h>

/* Some rows of a layer, at its full width. */
typedef struct {
    const DrawablePixels *pixels;
    const DitherResult *result;
    const errdiff_inks *inks;
    gint ink;
    gsize first;  /* number of the first pixel in the image */
    gsize count;  /* number of pixels */
    guchar *ya;   /* their gray values and alpha */
    guchar *kept; /* pixels of the source; NULL: it has no alpha */
} Band;

gboolean ink_layers_find(const DitherResult *result, errdiff_inks *inks, gchar **message)
{
    errdiff_message reason;

    inks->count = result->is_gray ? 1 : 3;
    if (result->palette.count == 0 ||
        errdiff_palette_inks(&result->palette, inks, &reason) == ERRDIFF_OK)
        return TRUE;
    *message = g_strdup(reason.text);
    return FALSE;
}

gchar *ink_layers_name(const DitherResult *result, const errdiff_inks *inks, gint ink)
{
    const gchar *const names[] = {_("Cyan"), _("Magenta"), _("Yellow")};
    const guint8 *color;

    if (result->palette.count == 0)
        return g_strdup(result->is_gray ? _("Black") : names[ink]);
    color = result->palette.colors[inks->color[ink]];
    return g_strdup_printf(_("Ink #%02x%02x%02x"), color[0], color[1], color[2]);
}

/* How much ink a pixel of the result has, 0..255. */
static guint8 coverage(const Band *band, gsize pixel)
{
    const errdiff_image *image = &band->result->image;
    gsize sample = pixel * (gsize)image->channels + (gsize)band->ink;

    if (band->result->palette.count > 0)
        return (band->inks->plates[((const guint8 *)image->data)[pixel]] >> band->ink & 1) * 255;
    if (image->bits == 8)
        return 255 - ((const guint8 *)image->data)[sample];
    return (guint8)(255 - (((const guint16 *)image->data)[sample] + 128) / 257);
}

/* The alpha channel of the result, 0..255. `kept` has the display values of that of the source. */
static guint8 alpha_of(const Band *band, gsize i, gconstpointer kept)
{
    const DitherResult *result = band->result;
    gconstpointer values = result->alpha ? result->alpha : kept;
    gsize index = result->alpha ? band->first + i : i;

    return band->pixels->encoding.bits == 8 ? ((const guint8 *)values)[index]
                                            : ((const guint16 *)values)[index] >> 8;
}

/* The source's alpha takes the place of its pixels, which are at least as large. */
static gconstpointer read_alpha(const Band *band, GeglBuffer *source, const GeglRectangle *rows)
{
    const Encoding *encoding = &band->pixels->encoding;

    if (!band->kept)
        return NULL;
    gegl_buffer_get(source, rows, 1.0, band->pixels->format, band->kept, GEGL_AUTO_ROWSTRIDE,
                    GEGL_ABYSS_NONE);
    encoding_alpha_to_display(encoding, band->kept, band->count, band->kept);
    return band->kept;
}

static void fill(const Band *band, gconstpointer alpha)
{
    const guchar *mask = band->result->mask ? band->result->mask + band->first : NULL;

    for (gsize i = 0; i < band->count; i++) {
        guint ink = mask && !mask[i] ? 0 : coverage(band, band->first + i);

        if (alpha || band->result->alpha)
            ink = (ink * alpha_of(band, i, alpha) + 127) / 255;
        band->ya[2 * i] = 0;
        band->ya[2 * i + 1] = (guchar)ink;
    }
}

static gboolean allocate(Band *band, gsize count)
{
    const Encoding *encoding = &band->pixels->encoding;
    gboolean keeps_alpha = encoding->has_alpha && !band->result->alpha;

    band->ya = g_try_malloc_n(count, 2);
    if (keeps_alpha)
        band->kept = g_try_malloc_n(count, encoding->pixel_size);
    return band->ya && (band->kept || !keeps_alpha);
}

gboolean ink_layers_write(const DrawablePixels *pixels, const DitherResult *result,
                          const errdiff_inks *inks, gint ink, GeglBuffer *source,
                          GeglBuffer *target)
{
    gint band_rows =
        MIN(drawable_pixels_band_rows(pixels->width, pixels->encoding.pixel_size), pixels->height);
    Band band = {.pixels = pixels, .result = result, .inks = inks, .ink = ink};
    gboolean is_possible = allocate(&band, (gsize)band_rows * (gsize)pixels->width);

    for (gint y = 0; is_possible && y < pixels->height; y += band_rows) {
        GeglRectangle rows = {0, y, pixels->width, MIN(band_rows, pixels->height - y)};

        band.first = (gsize)y * (gsize)pixels->width;
        band.count = (gsize)rows.height * (gsize)pixels->width;
        fill(&band, read_alpha(&band, source, &rows));
        gegl_buffer_set(target, &rows, 0, babl_format("Y'A u8"), band.ya, GEGL_AUTO_ROWSTRIDE);
    }
    g_free(band.ya);
    g_free(band.kept);
    return is_possible;
}
