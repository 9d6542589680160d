/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Converts the image or a result to pixels for the screen, scaled down by averaging light. */
#include "screen_pixels.h"

#include <string.h>

enum { CHECK_SIZE = 8, CHECK_LIGHT = 0x99, CHECK_DARK = 0x66 }; /* GIMP's medium checks */

enum { FULL_LIGHT = 65535 }; /* light is 0..FULL_LIGHT */

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

/* The samples of a row of an image, from the first column of the requested part. */
typedef struct {
    const guint8 *samples;
    gint channels, bits;
} Samples;

/* A row of a result, or of the image if there is none. */
typedef struct {
    Samples samples;
    const guint8 *alpha; /* NULL: opaque */
    gint alpha_bits;
    const errdiff_palette *palette; /* the samples are indices into it; NULL: they are values */
    const guchar *mask;             /* where it is 0 the image's samples are shown; NULL: nowhere */
    Samples image;
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
    errdiff_image image = drawable_pixels_srgb(pixels), samples = is_done ? result->image : image;
    const guint8 *alpha = is_done && result->alpha ? result->alpha : pixels->alpha;
    gsize pixel = (gsize)y * (gsize)pixels->width + (gsize)x;

    if (is_done && result->srgb)
        samples.data = result->srgb;
    return (Row){
        samples_at(&samples, pixel),
        alpha ? alpha + pixel * (gsize)(pixels->encoding.bits / 8) : NULL,
        pixels->encoding.bits,
        has_numbers ? &result->palette : NULL,
        keeps_pixels ? result->mask + pixel : NULL,
        samples_at(&image, pixel),
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
    const Samples *from = is_kept ? &row->image : &row->samples;

    if (row->palette && !is_kept)
        return row->palette->colors[from->samples[pixel]][c];
    return sample_8(from->samples, from->bits,
                    (gsize)pixel * (gsize)from->channels + (from->channels == 3 ? (gsize)c : 0));
}

static guint check_at(gint x, gint y)
{
    return (x / CHECK_SIZE + y / CHECK_SIZE) % 2 == 0 ? CHECK_LIGHT : CHECK_DARK;
}

/* Converts pixels one to one; `x` and `y` are the position of the first in the image. The zoom
 * only scales the checkerboard, so that its squares have the same size on the screen at every
 * zoom. */
static void show(const Row *row, gint count, Zoom zoom, gint x, gint y, guint8 *rgb)
{
    gint down = zoom_place_of(zoom, y);

    for (gint i = 0; i < count; i++) {
        guint opacity = row->alpha ? sample_8(row->alpha, row->alpha_bits, (gsize)i) : 255;
        guint check = opacity < 255 ? check_at(zoom_place_of(zoom, x + i), down) : 0;

        for (gint c = 0; c < 3; c++) {
            guint value = channel_8(row, i, c);

            *rgb++ = (guint8)((value * opacity + check * (255 - opacity) + 127) / 255);
        }
    }
}

/* The pixels in a row or a column of which a pixel of the screen covers a part. Lengths are in
 * units of 1 / enlarge of a pixel. */
typedef struct {
    gint first, count;
    gint before, after; /* of the first one, and of the last one: what is not covered */
} Span;

/* A square that overlaps others keeps its size at the edge of the image, and is moved inward. */
static Span span_of(Zoom zoom, gint place, gint length)
{
    gint64 all = (gint64)length * zoom.enlarge, side = zoom_side(zoom);
    gint64 middle = (gint64)place * zoom.shrink + zoom.shrink / 2;
    gint64 start = side == zoom.shrink ? (gint64)place * zoom.shrink
                                       : CLAMP(middle - side / 2, 0, MAX(all - side, 0));
    gint64 end = MIN(start + side, all);
    gint first = (gint)(start / zoom.enlarge), last = (gint)((end - 1) / zoom.enlarge);

    return (Span){first, last - first + 1, (gint)(start - (gint64)first * zoom.enlarge),
                  (gint)((last + (gint64)1) * zoom.enlarge - end)};
}

/* What a span covers. */
static guint64 units_of(const Span *span, gint enlarge)
{
    return (guint64)span->count * (guint64)enlarge - (guint64)(span->before + span->after);
}

/* The columns of a part, one span for each pixel of the screen. */
typedef struct {
    Zoom zoom;
    Span *spans;
    gint width;       /* number of spans */
    gint left, right; /* the columns of the image that they touch */
} Columns;

static void subtract(guint64 *sums, gint units, guint16 red, guint16 green, guint16 blue)
{
    sums[0] -= (guint64)units * red;
    sums[1] -= (guint64)units * green;
    sums[2] -= (guint64)units * blue;
}

static void subtract_light(guint64 *sums, gint units, const guint8 *rgb)
{
    if (units > 0)
        subtract(sums, units, light_of[rgb[0]], light_of[rgb[1]], light_of[rgb[2]]);
}

/* Adds the light of each span of a row, times the units that are covered. */
static void add_light(const Columns *columns, const guint8 *rgb, guint64 *sums)
{
    guint64 enlarge = (guint64)columns->zoom.enlarge;

    for (gint i = 0; i < columns->width; i++, sums += 3) {
        const Span *span = &columns->spans[i];
        const guint8 *pixel = rgb + 3 * (gsize)(span->first - columns->left);
        guint64 red = 0, green = 0, blue = 0;

        subtract_light(sums, span->before, pixel);
        for (gint n = span->count; n > 0; n--, pixel += 3) {
            red += light_of[pixel[0]];
            green += light_of[pixel[1]];
            blue += light_of[pixel[2]];
        }
        sums[0] += enlarge * red;
        sums[1] += enlarge * green;
        sums[2] += enlarge * blue;
        subtract_light(sums, span->after, pixel - 3);
    }
}

/* The light of three channels in one number. PACKED_SUMMANDS of these numbers can be added without
 * a carry from one channel to the next. */
enum { PACKED_BITS = 21, PACKED_MASK = (1 << PACKED_BITS) - 1, PACKED_SUMMANDS = 32 };
G_STATIC_ASSERT(PACKED_SUMMANDS *FULL_LIGHT <= PACKED_MASK);

/* The light of each value of an 8-bit sample that is all of a pixel. */
typedef struct {
    gboolean is_made;
    const errdiff_palette *palette; /* the values are indices into it; NULL: they are grays */
    guint64 light[256];             /* packed, the blue in the highest bits */
} ValueLight;

static void make_value_light(ValueLight *values, const errdiff_palette *palette)
{
    if (values->is_made && values->palette == palette)
        return;
    values->is_made = TRUE;
    values->palette = palette;
    for (gint i = 0; i < 256; i++) {
        values->light[i] = 0;
        for (gint c = 2; c >= 0; c--)
            values->light[i] =
                values->light[i] << PACKED_BITS | light_of[palette ? palette->colors[i][c] : i];
    }
}

static void unpack(guint64 packed, guint64 light[3])
{
    for (gint c = 0; c < 3; c++)
        light[c] = packed >> c * PACKED_BITS & PACKED_MASK;
}

static void subtract_value_light(guint64 *sums, gint units, guint64 packed)
{
    guint64 light[3];

    if (units == 0)
        return;
    unpack(packed, light);
    for (gint c = 0; c < 3; c++)
        sums[c] -= (guint64)units * light[c];
}

/* Adds light to the sums of a row as add_light does, from values that have a table of light. */
static void add_value_light(const Columns *columns, const ValueLight *values, const guint8 *samples,
                            guint64 *sums)
{
    guint64 enlarge = (guint64)columns->zoom.enlarge;

    for (gint i = 0; i < columns->width; i++, sums += 3) {
        const Span *span = &columns->spans[i];
        const guint8 *sample = samples + (span->first - columns->left);

        subtract_value_light(sums, span->before, values->light[*sample]);
        for (gint left = span->count; left > 0; left -= PACKED_SUMMANDS) {
            guint64 packed = 0, light[3];

            for (gint n = MIN(left, PACKED_SUMMANDS); n > 0; n--)
                packed += values->light[*sample++];
            unpack(packed, light);
            for (gint c = 0; c < 3; c++)
                sums[c] += enlarge * light[c];
        }
        subtract_value_light(sums, span->after, values->light[sample[-1]]);
    }
}

/* Rounds sum / count. Divides by multiplying, because divisions are slow; in double precision the
 * quotient may be wrong by one, which the rest shows. */
static guint16 mean(guint64 sum, guint64 count, gdouble reciprocal)
{
    guint64 rounded = sum + count / 2;
    gint64 quotient = (gint64)((gdouble)(gint64)rounded * reciprocal);
    gint64 rest = (gint64)rounded - quotient * (gint64)count;

    return (guint16)(quotient + (rest >= (gint64)count) - (rest < 0));
}

static void show_mean(const guint64 *sums, gint width, guint64 count, guint8 *rgb)
{
    gdouble reciprocal = 1 / (gdouble)count;

    for (gint i = 0; i < 3 * width; i++)
        rgb[i] = value_of[mean(sums[i], count, reciprocal)];
}

/* The samples of pixels that have `channels` channels and need no conversion but that of a palette;
 * NULL if these are others. */
static const guint8 *plain_bytes(const Row *row, gint channels)
{
    const Samples *samples = &row->samples;

    return samples->channels == channels && samples->bits == 8 && !row->alpha && !row->mask
               ? samples->samples
               : NULL;
}

static void show_colors(const guint8 *numbers, const errdiff_palette *palette, gint count,
                        guint8 *rgb)
{
    for (gint i = 0; i < count; i++, rgb += 3)
        memcpy(rgb, palette->colors[numbers[i]], 3);
}

static void read_whole_size(const DrawablePixels *pixels, const DitherResult *result, gint x,
                            gint y, gint width, guint8 *rgb)
{
    Row row = row_at(pixels, result, x, y);

    if (plain_bytes(&row, 3))
        memcpy(rgb, row.samples.samples, 3 * (gsize)width);
    else if (row.palette && plain_bytes(&row, 1))
        show_colors(row.samples.samples, row.palette, width, rgb);
    else
        show(&row, width, zoom_of_step(ZOOM_FULL), x, y, rgb);
}

/* Working memory for the rows of a part. */
typedef struct {
    ValueLight values;
    guint8 *shown;                /* a row */
    guint64 *whole, *part, *sums; /* for each channel of each pixel of the screen */
    gsize sums_size;
} Work;

static Work work_new(const Columns *columns)
{
    gsize count = 3 * (gsize)columns->width;

    return (Work){
        .values = {.is_made = FALSE},
        .shown = g_malloc(3 * (gsize)(columns->right - columns->left)),
        .whole = g_new(guint64, count),
        .part = g_new(guint64, count),
        .sums = g_new(guint64, count),
        .sums_size = count * sizeof(guint64),
    };
}

static void work_clear(Work *work)
{
    g_free(work->shown);
    g_free(work->whole);
    g_free(work->part);
    g_free(work->sums);
}

static void add_row(const Row *row, const Columns *columns, gint y, Work *work, guint64 *sums)
{
    const guint8 *colors = plain_bytes(row, 3), *numbers = plain_bytes(row, 1);

    if (numbers) {
        make_value_light(&work->values, row->palette);
        add_value_light(columns, &work->values, numbers, sums);
        return;
    }
    if (!colors)
        show(row, columns->right - columns->left, columns->zoom, columns->left, y, work->shown);
    add_light(columns, colors ? colors : work->shown, sums);
}

/* Sums up the light of the rows that a row of the screen covers. Those that it covers as a whole
 * are multiplied by their units together, at the end. */
static void sum_rows(const DrawablePixels *pixels, const DitherResult *result, const Span *rows,
                     const Columns *columns, Work *work)
{
    gint enlarge = columns->zoom.enlarge;
    gsize count = work->sums_size / sizeof(guint64);

    memset(work->whole, 0, work->sums_size);
    memset(work->sums, 0, work->sums_size);
    for (gint j = 0; j < rows->count; j++) {
        gint y = rows->first + j;
        gint units =
            enlarge - (j == 0 ? rows->before : 0) - (j == rows->count - 1 ? rows->after : 0);
        Row row = row_at(pixels, result, columns->left, y);

        if (units == enlarge) {
            add_row(&row, columns, y, work, work->whole);
            continue;
        }
        memset(work->part, 0, work->sums_size);
        add_row(&row, columns, y, work, work->part);
        for (gsize i = 0; i < count; i++)
            work->sums[i] += (guint64)units * work->part[i];
    }
    for (gsize i = 0; i < count; i++)
        work->sums[i] += (guint64)enlarge * work->whole[i];
}

static Columns columns_new(Zoom zoom, gint x, gint width, gint length)
{
    Columns columns = {.zoom = zoom, .spans = g_new(Span, width), .width = width};

    for (gint i = 0; i < width; i++)
        columns.spans[i] = span_of(zoom, x + i, length);
    columns.left = columns.spans[0].first;
    columns.right = columns.spans[width - 1].first + columns.spans[width - 1].count;
    return columns;
}

static void read_smaller(const DrawablePixels *pixels, const DitherResult *result, Zoom zoom,
                         gint x, gint y, gint width, gint height, guchar *rgb, gint stride)
{
    Columns columns = columns_new(zoom, x, width, pixels->width);
    const Span *last = &columns.spans[width - 1]; /* perhaps partly outside of the image */
    Work work = work_new(&columns);

    for (gint i = 0; i < height; i++) {
        Span rows = span_of(zoom, y + i, pixels->height);
        guint64 down = units_of(&rows, zoom.enlarge);
        guint8 *to = rgb + (gssize)i * stride;

        sum_rows(pixels, result, &rows, &columns, &work);
        show_mean(work.sums, width - 1, units_of(&columns.spans[0], zoom.enlarge) * down, to);
        show_mean(work.sums + 3 * (width - 1), 1, units_of(last, zoom.enlarge) * down,
                  to + 3 * (width - 1));
    }
    work_clear(&work);
    g_free(columns.spans);
}

void screen_pixels_read(const DrawablePixels *pixels, const DitherResult *result, Zoom zoom, gint x,
                        gint y, gint width, gint height, guchar *rgb, gint stride)
{
    if (zoom.shrink > 1) {
        make_tables();
        read_smaller(pixels, result, zoom, x, y, width, height, rgb, stride);
        return;
    }
    for (gint i = 0; i < height; i++)
        read_whole_size(pixels, result, x, y + i, width, rgb + (gssize)i * stride);
}
