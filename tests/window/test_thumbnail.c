/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Thumbnails of images that need more than being scaled down. */
#include "thumbnail.h"

enum { SIDE = 10, SHRINK = 4, SMALL = 3, CHECK_LIGHT = 0x99 };

static const Zoom QUARTER = {SHRINK, 1};

static gint not_cancelled;

static DitherRequest *request_new(gint dot)
{
    DitherSettings *settings = dither_settings_new();
    DitherRequest *request;

    settings->dot = dot;
    request = thumbnail_request(settings, 1, 0);
    g_assert_nonnull(request);
    dither_settings_free(settings);
    return request;
}

/* A gray image of one tone. */
static DrawablePixels gray(gint bits, guint16 value)
{
    gint count = SIDE * SIDE;
    DrawablePixels pixels = {
        .encoding = {.channels = 1, .bits = bits}, .width = SIDE, .height = SIDE};

    pixels.display = g_malloc((gsize)(count * bits / 8));
    for (gint i = 0; i < count; i++)
        if (bits == 8)
            ((guint8 *)pixels.display)[i] = (guint8)value;
        else
            ((guint16 *)pixels.display)[i] = value;
    return pixels;
}

static void free_pixels(const DrawablePixels *pixels)
{
    g_free(pixels->display);
    g_free(pixels->alpha);
    g_free(pixels->selected_mask);
}

static void make(const DrawablePixels *pixels, guchar rgb[SMALL * SMALL * 3])
{
    SmallImage small = {0};
    DitherRequest *request = request_new(1);

    g_assert_true(small_image_make(&small, pixels, QUARTER, &not_cancelled));
    g_assert_cmpint(small.pixels.width, ==, SMALL);
    g_assert_cmpint(small.pixels.height, ==, SMALL);
    g_assert_true(thumbnail_write(&small, request, rgb, SMALL * 3));
    dither_request_free(request);
    small_image_clear(&small);
}

static void test_16_bits(void)
{
    DrawablePixels white = gray(16, 65535), black = gray(16, 100);
    guchar rgb[SMALL * SMALL * 3];

    make(&white, rgb);
    for (gsize i = 0; i < sizeof rgb; i++)
        g_assert_cmpuint(rgb[i], ==, 255);
    make(&black, rgb);
    for (gsize i = 0; i < sizeof rgb; i++)
        g_assert_cmpuint(rgb[i], ==, 0);
    free_pixels(&white);
    free_pixels(&black);
}

/* Where the image is transparent the checkerboard shows, and is not dithered. */
static void test_transparency(void)
{
    DrawablePixels pixels = gray(8, 255);
    guchar rgb[SMALL * SMALL * 3];

    pixels.encoding.has_alpha = TRUE;
    pixels.alpha = g_malloc(SIDE * SIDE);
    for (gint i = 0; i < SIDE * SIDE; i++)
        ((guint8 *)pixels.alpha)[i] = i % SIDE < SHRINK ? 0 : 255;
    make(&pixels, rgb);
    for (gint i = 0; i < SMALL * SMALL; i++)
        g_assert_cmpuint(rgb[3 * i], ==, i % SMALL == 0 ? CHECK_LIGHT : 255);
    free_pixels(&pixels);
}

/* A thumbnail of a small selection would show next to nothing. */
static void test_selection_does_not_count(void)
{
    DrawablePixels pixels = gray(8, 250);
    guchar rgb[SMALL * SMALL * 3];

    pixels.selected_mask = g_malloc0(SIDE * SIDE);
    make(&pixels, rgb);
    for (gsize i = 0; i < sizeof rgb; i++)
        g_assert_cmpuint(rgb[i], !=, 250);
    free_pixels(&pixels);
}

static void test_cancel(void)
{
    DrawablePixels pixels = gray(8, 250);
    SmallImage small = {0};
    gint cancelled = 1;

    g_assert_false(small_image_make(&small, &pixels, QUARTER, &cancelled));
    g_assert_true(small_image_make(&small, &pixels, QUARTER, &not_cancelled));
    small_image_clear(&small);
    free_pixels(&pixels);
}

static void test_settings(void)
{
    DitherSettings *settings = dither_settings_new();
    DitherRequest *request = request_new(ERRDIFF_MAX_DOT);

    g_assert_cmpint(request->dot, <, SMALL * SHRINK);
    g_assert_cmpint(request->options.threads, ==, 1);
    dither_request_free(request);
    g_free(settings->palette);
    settings->palette = g_strdup("no such palette");
    g_assert_null(thumbnail_request(settings, 1, 0));
    dither_settings_free(settings);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/thumbnail/16-bits", test_16_bits);
    g_test_add_func("/thumbnail/transparency", test_transparency);
    g_test_add_func("/thumbnail/selection", test_selection_does_not_count);
    g_test_add_func("/thumbnail/cancel", test_cancel);
    g_test_add_func("/thumbnail/settings", test_settings);
    return g_test_run();
}
