/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "screen_pixels.h"

#include <string.h>

enum { CHECK_SIZE = 8, CHECK_LIGHT = 0x99, CHECK_DARK = 0x66 }; /* GIMP's medium checks */

/* Light is 0..FULL_LIGHT, so that a 32-bit sum can hold that of 16 × 16 pixels. */
enum { FULL_LIGHT = 65535 };

static guint16 light_of[256];
static guint8 value_of[FULL_LIGHT + 1];

static void make_tables(void)
{
    static gsize are_made;
    gint value = 0;

    if (!g_once_init_enter(&are_made))
        return;
    for (gint i = 0; i < 256; i++)
        light_of[i] = (guint16)(FULL_LIGHT * errdiff_srgb_to_linear(i / 255.) + 0.5);
    for (gint light = 0; light <= FULL_LIGHT; light++) {
        while (value < 255 && light >= FULL_LIGHT * errdiff_srgb_to_linear((value + 0.5) / 255))
            value++;
        value_of[light] = (guint8)value;
    }
    g_once_init_leave(&are_made, 1);
}

/* The samples of a row of a picture, from the first column of the requested part. */
typedef struct {
    const guint8 *samples;
    gint channels, bits;
} Samples;

/* A row of a result, or of the picture if there is none. */
typedef struct {
    Samples samples;
    const guint8 *alpha; /* NULL: opaque */
    gint alpha_bits;
    const errdiff_palette *palette; /* the samples are indices into it; NULL: they are values */
    const guchar *mask; /* where it is 0 the picture's samples are shown; NULL: nowhere */
    Samples picture;
} Row;

static Samples samples_at(const errdiff_image *image, gsize pixel)
{
    gsize pixel_size = (gsize)image->channels * (gsize)(image->bits / 8);

    return (Samples){(const guint8 *)image->data + pixel * pixel_size, image->channels,
                     image->bits};
}

/* A result shows the colors that are seen, whichever are written. */
static Row row_at(const DrawablePixels *pixels, const DitherResult *result, gint x, gint y)
{
    gboolean is_done = result && y < result->image.height;
    gboolean has_numbers = is_done && result->has_numbers;
    gboolean keeps_pixels =
        is_done && (has_numbers || result->has_dots) && !result->is_indexed && result->mask;
    errdiff_image picture = drawable_pixels_image(pixels);
    const guint8 *alpha = is_done && result->alpha ? result->alpha : pixels->alpha;
    gsize pixel = (gsize)y * (gsize)pixels->width + (gsize)x;

    return (Row){
        samples_at(is_done ? &result->image : &picture, pixel),
        alpha ? alpha + pixel * (gsize)(pixels->encoding.bits / 8) : NULL,
        pixels->encoding.bits,
        has_numbers ? &result->palette : NULL,
        keeps_pixels ? result->mask + pixel : NULL,
        samples_at(&picture, pixel),
    };
}

static guint sample_8(const guint8 *samples, gint bits, gsize index)
{
    if (bits == 8)
        return samples[index];
    return (((const guint16 *)(gconstpointer)samples)[index] + 128u) / 257;
}

/* Channel c, 0..2, of a pixel of a row. */
static guint channel_8(const Row *row, gint pixel, gint c)
{
    gboolean is_kept = row->mask && row->mask[pixel] == 0;
    const Samples *from = is_kept ? &row->picture : &row->samples;

    if (row->palette && !is_kept)
        return row->palette->colors[from->samples[pixel]][c];
    return sample_8(from->samples, from->bits,
                    (gsize)pixel * (gsize)from->channels + (from->channels == 3 ? (gsize)c : 0));
}

static guint check_at(gint x, gint y)
{
    return (x / CHECK_SIZE + y / CHECK_SIZE) % 2 == 0 ? CHECK_LIGHT : CHECK_DARK;
}

/* Converts pixels one to one; `x` and `y` are the position of the first in the picture. `shrink`
 * only scales the checkerboard, so that its squares have the same size on the screen at every
 * zoom. */
static void show(const Row *row, gint count, gint shrink, gint x, gint y, guint8 *rgb)
{
    for (gint i = 0; i < count; i++) {
        guint opacity = row->alpha ? sample_8(row->alpha, row->alpha_bits, (gsize)i) : 255;
        guint check = check_at((x + i) / shrink, y / shrink);

        for (gint c = 0; c < 3; c++) {
            guint value = channel_8(row, i, c);

            *rgb++ = (guint8)((value * opacity + check * (255 - opacity) + 127) / 255);
        }
    }
}

static void add_light(const guint8 *rgb, gint count, gint shrink, guint32 *sums)
{
    for (gint i = 0; i < count; i += shrink, sums += 3) {
        guint32 red = 0, green = 0, blue = 0;

        for (gint n = MIN(shrink, count - i); n > 0; n--, rgb += 3) {
            red += light_of[rgb[0]];
            green += light_of[rgb[1]];
            blue += light_of[rgb[2]];
        }
        sums[0] += red;
        sums[1] += green;
        sums[2] += blue;
    }
}

/* Multiplies by a reciprocal instead of dividing, which is slow for a million pixels. The result is
 * exact while count times the sum is less than 2^32. */
static void show_mean(const guint32 *sums, gint width, guint count, guint8 *rgb)
{
    guint64 reciprocal = ((G_GUINT64_CONSTANT(1) << 32) + count - 1) / count;

    for (gint i = 0; i < 3 * width; i++)
        rgb[i] = value_of[(sums[i] + count / 2) * reciprocal >> 32];
}

/* The samples of pixels that need no conversion; NULL if these do. */
static const guint8 *rgb_bytes(const Row *row)
{
    const Samples *samples = &row->samples;

    return samples->channels == 3 && samples->bits == 8 && !row->alpha && !row->mask
               ? samples->samples
               : NULL;
}

static void read_whole_size(const DrawablePixels *pixels, const DitherResult *result, gint x,
                            gint y, gint width, guint8 *rgb)
{
    Row row = row_at(pixels, result, x, y);

    if (rgb_bytes(&row))
        memcpy(rgb, row.samples.samples, 3 * (gsize)width);
    else
        show(&row, width, 1, x, y, rgb);
}

static void read_smaller(const DrawablePixels *pixels, const DitherResult *result, gint shrink,
                         gint x, gint y, gint width, gint height, guchar *rgb, gint stride)
{
    gint left = x * shrink, columns = MIN(width * shrink, pixels->width - left);
    gint last_columns = columns - (width - 1) * shrink; /* of the last square in a row */
    gsize sums_size = 3 * (gsize)width * sizeof(guint32);
    guint32 *sums = g_malloc(sums_size);
    guint8 *shown = g_malloc(3 * (gsize)columns);

    for (gint i = 0; i < height; i++) {
        gint top = (y + i) * shrink, rows = MIN(shrink, pixels->height - top);
        guint8 *to = rgb + (gssize)i * stride;

        memset(sums, 0, sums_size);
        for (gint j = 0; j < rows; j++) {
            Row row = row_at(pixels, result, left, top + j);
            const guint8 *bytes = rgb_bytes(&row);

            if (!bytes)
                show(&row, columns, shrink, left, top + j, shown);
            add_light(bytes ? bytes : shown, columns, shrink, sums);
        }
        show_mean(sums, width - 1, (guint)(shrink * rows), to);
        show_mean(sums + 3 * (width - 1), 1, (guint)(last_columns * rows), to + 3 * (width - 1));
    }
    g_free(shown);
    g_free(sums);
}

void screen_pixels_read(const DrawablePixels *pixels, const DitherResult *result, gint shrink,
                        gint x, gint y, gint width, gint height, guchar *rgb, gint stride)
{
    if (shrink > 1) {
        make_tables();
        read_smaller(pixels, result, shrink, x, y, width, height, rgb, stride);
        return;
    }
    for (gint i = 0; i < height; i++)
        read_whole_size(pixels, result, x, y + i, width, rgb + (gssize)i * stride);
}
