/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares what the preview shows at each zoom with a reference in double precision. */
#include "screen_pixels.h"

#include <math.h>
#include <string.h>

enum { WIDTH = 45, HEIGHT = 37, COUNT = WIDTH * HEIGHT };

static gpointer random_samples(GRand *dice, gint count, gint bits, gboolean is_extreme)
{
    guint8 *samples = g_malloc((gsize)count * 2);
    guint16 *wide = (guint16 *)(gpointer)samples;

    for (gint i = 0; i < count; i++) {
        gint top = bits == 8 ? 255 : 65535;
        gint value = is_extreme && g_rand_boolean(dice) ? g_rand_int_range(dice, 0, 2) * top
                                                        : g_rand_int_range(dice, 0, top + 1);

        if (bits == 8)
            samples[i] = (guint8)value;
        else
            wide[i] = (guint16)value;
    }
    return samples;
}

static gint sample_8(gconstpointer samples, gint bits, gint index)
{
    return bits == 8 ? ((const guint8 *)samples)[index]
                     : (gint)floor(((const guint16 *)samples)[index] / 257. + 0.5);
}

/* A channel of a pixel as shown at 100 %, but over the checkerboard of the smaller image. */
static gint shown(const DrawablePixels *pixels, const DitherResult *result, Zoom zoom, gint x,
                  gint y, gint c)
{
    gboolean is_done = result && y < result->image.height;
    gint bits = pixels->encoding.bits, pixel = y * WIDTH + x;
    gconstpointer alpha = is_done && result->alpha ? result->alpha : pixels->alpha;
    gint opacity = alpha ? sample_8(alpha, bits, pixel) : 255;
    gint across = x * zoom.enlarge / zoom.shrink, down = y * zoom.enlarge / zoom.shrink;
    gint check = (across / 8 + down / 8) % 2 == 0 ? 0x99 : 0x66;
    gboolean is_kept = is_done && result->has_numbers && result->mask && !result->is_indexed &&
                       !result->mask[pixel];
    gboolean is_made = is_done && !is_kept;
    gint channels = is_made ? result->image.channels : pixels->encoding.channels;
    gint value =
        sample_8(is_made ? result->image.data : pixels->display,
                 is_made ? result->image.bits : bits, pixel * channels + (channels == 3 ? c : 0));

    if (is_made && result->has_numbers)
        value = result->palette.colors[value][c];
    return (gint)floor((value * opacity + check * (255 - opacity)) / 255. + 0.5);
}

/* How much of pixel `i` lies between two positions. */
static double covered(double from, double to, gint i)
{
    return MAX(0, MIN(to, i + 1) - MAX(from, i));
}

/* The part of a row or a column whose mean a pixel of the screen shows: above 2/3 it has 2 pixels
 * around the middle of that pixel, to the nearest 1 / enlarge of a pixel below. */
typedef struct {
    double from, to;
} Part;

static Part part_of(Zoom zoom, gint place, gint length)
{
    double side = (double)zoom.shrink / zoom.enlarge, from = place * side;

    if (side < 1.5) {
        from += floor(zoom.shrink / 2.) / zoom.enlarge - 1;
        from = fmax(0, fmin(from, length - 2));
        side = 2;
    }
    return (Part){from, from + side};
}

static double mean_light(const DrawablePixels *pixels, const DitherResult *result, Zoom zoom,
                         gint x, gint y, gint c)
{
    Part columns = part_of(zoom, x, WIDTH), rows = part_of(zoom, y, HEIGHT);
    double sum = 0, area = 0;

    for (gint row = 0; row < HEIGHT; row++) {
        double down = covered(rows.from, rows.to, row);

        for (gint column = 0; down > 1e-9 && column < WIDTH; column++) {
            double part = down * covered(columns.from, columns.to, column);

            if (part > 1e-9)
                sum += part *
                       errdiff_srgb_to_linear(shown(pixels, result, zoom, column, row, c) / 255.);
            area += part;
        }
    }
    return sum / area;
}

/* The code's table of light has 16 bits, so a value midway between two may be rounded to either. */
static void check_value(guint8 value, double light)
{
    double exact = 255 * errdiff_srgb_from_linear(light);

    g_assert_cmpfloat(fabs(value - exact), <=, 0.5 + 0.04);
}

static void check_part(const DrawablePixels *pixels, const DitherResult *result, Zoom zoom,
                       GRand *dice)
{
    gint full_width = zoom_length(zoom, WIDTH), full_height = zoom_length(zoom, HEIGHT);
    gint left = g_rand_int_range(dice, 0, full_width), top = g_rand_int_range(dice, 0, full_height);
    gint width = g_rand_int_range(dice, 1, full_width - left + 1);
    gint height = g_rand_int_range(dice, 1, full_height - top + 1);
    gint stride = 3 * width + 5;
    guint8 *rgb = g_malloc((gsize)(stride * height));

    screen_pixels_read(pixels, result, zoom, left, top, width, height, rgb, stride);
    for (gint y = 0; y < height; y++)
        for (gint x = 0; x < width; x++)
            for (gint c = 0; c < 3; c++) {
                guint8 value = rgb[y * stride + 3 * x + c];

                if (zoom.shrink == 1)
                    g_assert_cmpint(value, ==, shown(pixels, result, zoom, left + x, top + y, c));
                else
                    check_value(value, mean_light(pixels, result, zoom, left + x, top + y, c));
            }
    g_free(rgb);
}

typedef struct {
    gint channels, bits;
    gboolean has_alpha, alpha_is_reduced;
    gint result_channels, result_rows; /* rows 0: the untouched image */
    gboolean has_numbers, has_mask, is_indexed;
} Kind;

static void check_kind(gconstpointer data)
{
    static const Zoom zooms[] = {{1, 1},   {2, 1},   {3, 1},   {4, 1},          {5, 1},   {8, 1},
                                 {15, 1},  {16, 1},  {17, 1},  {32, 1},         {44, 1},  {45, 1},
                                 {100, 1}, {3, 2},   {5, 3},   {45, 44},        {37, 36}, {37, 2},
                                 {45, 7},  {16, 15}, {101, 9}, {200000, 100001}};
    const Kind *kind = data;
    GRand *dice = g_rand_new_with_seed(5);
    DrawablePixels pixels = {.width = WIDTH, .height = HEIGHT};
    DitherResult result = {0};

    pixels.encoding.channels = kind->channels;
    pixels.encoding.bits = kind->bits;
    pixels.display = random_samples(dice, COUNT * kind->channels, kind->bits, FALSE);
    if (kind->has_alpha)
        pixels.alpha = random_samples(dice, COUNT, kind->bits, TRUE);
    result.image = (errdiff_image){.data = random_samples(dice, COUNT * 3, kind->bits, TRUE),
                                   .width = WIDTH,
                                   .height = kind->result_rows,
                                   .channels = kind->result_channels,
                                   .bits = kind->has_numbers ? 8 : kind->bits};
    result.has_numbers = kind->has_numbers;
    result.palette.count = ERRDIFF_MAX_COLORS;
    for (gint i = 0; i < ERRDIFF_MAX_COLORS; i++)
        for (gint c = 0; c < 3; c++)
            result.palette.colors[i][c] = (guint8)g_rand_int_range(dice, 0, 256);
    result.is_indexed = kind->is_indexed;
    if (kind->has_mask) {
        result.mask = g_malloc(COUNT);
        for (gint i = 0; i < COUNT; i++)
            result.mask[i] = (guchar)g_rand_int_range(dice, 0, 2);
    }
    if (kind->alpha_is_reduced)
        result.alpha = random_samples(dice, COUNT, kind->bits, TRUE);
    for (gsize i = 0; i < 20 * G_N_ELEMENTS(zooms); i++)
        check_part(&pixels, kind->result_rows > 0 ? &result : NULL, zooms[i % G_N_ELEMENTS(zooms)],
                   dice);
    g_free(result.mask);
    g_free(result.alpha);
    g_free(result.image.data);
    g_free(pixels.alpha);
    g_free(pixels.display);
    g_rand_free(dice);
}

/* Sums of more than 32 bits. */
static void check_large_square(void)
{
    enum { SIDE = 400 };
    DrawablePixels pixels = {.width = SIDE, .height = SIDE};
    guint8 *values = g_malloc(SIDE * SIDE);
    guchar rgb[3];

    memset(values, 255, SIDE * SIDE / 2);
    memset(values + SIDE * SIDE / 2, 188, SIDE * SIDE / 2);
    pixels.encoding.channels = 1;
    pixels.encoding.bits = 8;
    pixels.display = values;
    screen_pixels_read(&pixels, NULL, (Zoom){SIDE, 1}, 0, 0, 1, 1, rgb, 3);
    for (gint c = 0; c < 3; c++)
        check_value(rgb[c], (1 + errdiff_srgb_to_linear(188 / 255.)) / 2);
    g_free(values);
}

static void check_zoom_to_fit(void)
{
    static const struct {
        gint width, height, area_width, area_height;
        Zoom zoom;
    } cases[] = {
        {451, 300, 450, 300, {451, 450}},     {900, 300, 600, 500, {3, 2}},
        {300, 900, 500, 600, {3, 2}},         {100, 100, 100, 100, {1, 1}},
        {100, 50, 350, 170, {1, 3}},          {2, 1, 900, 900, {1, 16}},
        {262144, 1, 750, 500, {131072, 375}},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        Zoom zoom =
            zoom_to_fit(cases[i].width, cases[i].height, cases[i].area_width, cases[i].area_height);

        g_assert_cmpint(zoom.shrink, ==, cases[i].zoom.shrink);
        g_assert_cmpint(zoom.enlarge, ==, cases[i].zoom.enlarge);
        g_assert_cmpint(zoom_length(zoom, cases[i].width), <=, cases[i].area_width);
        g_assert_cmpint(zoom_length(zoom, cases[i].height), <=, cases[i].area_height);
    }
}

static void check_fit_title(void)
{
    static const struct {
        Zoom zoom;
        const gchar *title;
    } cases[] = {{{1, 1}, "Fit (100 %)"},
                 {{1, 3}, "Fit (300 %)"},
                 {{8, 5}, "Fit (63 %)"},
                 {{1000, 55}, "Fit (5.5 %)"},
                 {{3000, 7}, "Fit (0.2 %)"}};

    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        gchar *title = zoom_fit_title(cases[i].zoom);

        g_assert_cmpstr(title, ==, cases[i].title);
        g_free(title);
    }
}

int main(int argc, char **argv)
{
    static const struct {
        const gchar *path;
        Kind kind;
    } tests[] = {
        {"/screen/untouched-rgb", {3, 8, FALSE, FALSE, 0, 0, FALSE, FALSE, FALSE}},
        {"/screen/untouched-gray-alpha-16", {1, 16, TRUE, FALSE, 0, 0, FALSE, FALSE, FALSE}},
        {"/screen/rgb", {3, 8, FALSE, FALSE, 3, HEIGHT, FALSE, FALSE, FALSE}},
        {"/screen/gray", {1, 8, FALSE, FALSE, 1, HEIGHT, FALSE, FALSE, FALSE}},
        {"/screen/gray-to-rgb-16", {1, 16, FALSE, FALSE, 3, HEIGHT, FALSE, FALSE, FALSE}},
        {"/screen/kept-alpha", {3, 8, TRUE, FALSE, 3, HEIGHT, FALSE, FALSE, FALSE}},
        {"/screen/reduced-alpha-16", {3, 16, TRUE, TRUE, 3, HEIGHT, FALSE, FALSE, FALSE}},
        {"/screen/first-rows", {3, 8, FALSE, FALSE, 3, 19, FALSE, FALSE, FALSE}},
        {"/screen/first-rows-reduced-alpha", {1, 8, TRUE, TRUE, 3, 19, FALSE, FALSE, FALSE}},
        {"/screen/numbers", {3, 8, FALSE, FALSE, 1, HEIGHT, TRUE, FALSE, FALSE}},
        {"/screen/first-rows-numbers-gray", {1, 8, FALSE, FALSE, 1, 19, TRUE, FALSE, FALSE}},
        {"/screen/numbers-reduced-alpha-16", {3, 16, TRUE, TRUE, 1, 19, TRUE, FALSE, FALSE}},
        {"/screen/numbers-mask", {3, 8, FALSE, FALSE, 1, HEIGHT, TRUE, TRUE, FALSE}},
        {"/screen/numbers-mask-gray-16", {1, 16, TRUE, FALSE, 1, 19, TRUE, TRUE, FALSE}},
        {"/screen/numbers-mask-indexed", {3, 8, FALSE, FALSE, 1, HEIGHT, TRUE, TRUE, TRUE}},
    };

    g_test_init(&argc, &argv, NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(tests); i++)
        g_test_add_data_func(tests[i].path, &tests[i].kind, check_kind);
    g_test_add_func("/screen/large-square", check_large_square);
    g_test_add_func("/screen/zoom-to-fit", check_zoom_to_fit);
    g_test_add_func("/screen/fit-title", check_fit_title);
    return g_test_run();
}
