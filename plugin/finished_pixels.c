/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Converts a result to the format of the drawable's pixels, and writes it to a GEGL buffer. */
#include "finished_pixels.h"

/* A band: some rows of the image, at its full width, that are being converted. */
typedef struct {
    const DrawablePixels *pixels;
    const DitherResult *result;
    Encoding encoding;    /* of the finished pixels */
    gboolean is_finished; /* the values of the result are the finished pixels */
    gsize first;          /* number of the band's first pixel in the image */
    gsize count;          /* number of pixels in the band */
    guchar *read;         /* memory for the source's pixels; NULL: they are read to `finished` */
    guchar *finished;
    guchar *colors; /* display values for the palette indices of the result; NULL: it has none */
    guint16 values[ERRDIFF_MAX_COLORS][3]; /* the display values of each of the palette's colors */
} Band;

gboolean result_becomes_color(const DrawablePixels *pixels, const DitherResult *result)
{
    return pixels->encoding.channels == 1 && !errdiff_palette_is_gray(&result->written);
}

Encoding finished_pixels_encoding(const DrawablePixels *pixels, const DitherResult *result)
{
    return result_becomes_color(pixels, result) ? encoding_rgb_of_gray(&pixels->encoding)
                                                : pixels->encoding;
}

/* Returns FALSE if there is not enough memory. */
static gboolean allocate_band(Band *band, gsize count)
{
    gboolean is_copied = result_becomes_color(band->pixels, band->result);
    gboolean has_numbers = band->result->has_numbers;

    if (band->is_finished)
        return TRUE;
    band->finished = g_try_malloc_n(count, band->encoding.pixel_size);
    if (is_copied)
        band->read = g_try_malloc_n(count, band->pixels->encoding.pixel_size);
    if (has_numbers)
        band->colors = g_try_malloc_n(count, 3 * (gsize)(band->encoding.bits / 8));
    return band->finished && (band->read || !is_copied) && (band->colors || !has_numbers);
}

static void free_band(Band *band)
{
    g_free(band->read);
    g_free(band->finished);
    g_free(band->colors);
}

/* Reads the source's pixels, if some of their bytes are kept: those of pixels that are not
 * dithered, and alpha. */
static void read_source(const Band *band, GeglBuffer *source, const GeglRectangle *rows)
{
    const Encoding *encoding = &band->pixels->encoding;
    guchar *bytes = band->read ? band->read : band->finished;

    if (!band->result->mask && !encoding->has_alpha)
        return;
    gegl_buffer_get(source, rows, 1.0, band->pixels->format, bytes, GEGL_AUTO_ROWSTRIDE,
                    GEGL_ABYSS_NONE);
    if (band->read)
        encoding_gray_to_rgb(encoding, band->read, band->count, band->finished);
}

/* Sets the values of the result's colors in the image. Those for a device are never converted. */
static void set_values(Band *band)
{
    const DitherResult *result = band->result;
    const errdiff_palette *written = &result->written;

    if (band->pixels->space && !result->is_for_device)
        color_space_from_srgb(band->pixels->space, written->colors, written->count, band->values);
    else
        for (gint i = 0; i < written->count; i++)
            for (gint c = 0; c < 3; c++)
                band->values[i][c] =
                    (guint16)(written->colors[i][c] * (band->encoding.bits == 8 ? 1 : 257));
}

static gconstpointer colors_of_numbers(const Band *band, const guint8 *numbers)
{
    guint8 *bytes = band->colors;
    guint16 *words = (gpointer)band->colors;

    for (gsize i = 0; i < band->count; i++)
        for (gint c = 0; c < band->encoding.channels; c++) {
            guint16 value = band->values[numbers[i]][c];

            if (band->encoding.bits == 8)
                *bytes++ = (guint8)value;
            else
                *words++ = value;
        }
    return band->colors;
}

/* The band's dithered values: display values or indices into the palette. */
static const guchar *dithered(const Band *band)
{
    const errdiff_image *image = &band->result->image;

    return (const guchar *)image->data +
           band->first * (gsize)image->channels * (gsize)(image->bits / 8);
}

static void finish_band(const Band *band)
{
    const DitherResult *result = band->result;
    const DrawablePixels *pixels = band->pixels;
    gconstpointer display = dithered(band);
    const guchar *selected = pixels->selected_mask ? pixels->selected_mask + band->first : NULL;

    if (result->has_numbers)
        display = colors_of_numbers(band, display);
    encoding_from_display(&band->encoding, display,
                          result->mask ? result->mask + band->first : NULL, band->count,
                          band->finished);
    if (result->alpha)
        encoding_alpha_from_display(&band->encoding,
                                    (const guchar *)result->alpha +
                                        band->first * (gsize)(pixels->encoding.bits / 8),
                                    selected, band->count, band->finished);
}

static void write_band(const Band *band, const guchar *bytes, const GeglRectangle *origin,
                       GeglBuffer *target, const Babl *format, const GeglRectangle *part)
{
    gsize pixel_size = band->encoding.pixel_size;

    gegl_buffer_set(
        target, GEGL_RECTANGLE(origin->x + part->x, origin->y + part->y, part->width, part->height),
        0, format, bytes + (gsize)part->x * pixel_size, band->pixels->width * (gint)pixel_size);
}

gboolean finished_pixels_write(const DrawablePixels *pixels, const DitherResult *result,
                               GeglBuffer *source, const GeglRectangle *origin, GeglBuffer *target,
                               const Babl *format, const GeglRectangle *area)
{
    Band band = {
        .pixels = pixels, .result = result, .encoding = finished_pixels_encoding(pixels, result)};
    gsize width = (gsize)pixels->width;
    gint band_rows =
        MIN(drawable_pixels_band_rows(pixels->width, band.encoding.pixel_size), area->height);
    gint end = area->y + area->height;
    gboolean is_allocated;

    band.is_finished = encoding_is_display(&band.encoding) && !result->mask && !result->has_numbers;
    set_values(&band);
    is_allocated = allocate_band(&band, (gsize)band_rows * width);
    for (gint y = area->y; is_allocated && y < end; y += band_rows) {
        gint rows = MIN(band_rows, end - y);

        band.first = (gsize)y * width;
        band.count = (gsize)rows * width;
        if (!band.is_finished) {
            read_source(&band, source,
                        GEGL_RECTANGLE(origin->x, origin->y + y, pixels->width, rows));
            finish_band(&band);
        }
        write_band(&band, band.is_finished ? dithered(&band) : band.finished, origin, target,
                   format, GEGL_RECTANGLE(area->x, y, area->width, rows));
    }
    free_band(&band);
    return is_allocated;
}
