/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the dialog says of a preview. */
#include "preview.h"

#include <string.h>

enum { WIDTH = 3000, HEIGHT = 2000 };

/* The time is what the user waited, of which the engine's own is only a part. */
static void test_time(void)
{
    DrawablePixels pixels = {
        .encoding = {.channels = 1, .bits = 8},
        .width = WIDTH,
        .height = HEIGHT,
        .display = g_malloc0(WIDTH * HEIGHT),
    };
    Preview preview = {.pixels = &pixels};
    PreviewSource source = preview_source(&preview);
    DitherSettings *settings = dither_settings_new();
    gchar *message = NULL;
    gint cancelled = 0;
    gpointer request = source.prepare(source.user, settings, &message), result;
    PreviewReport report;

    g_assert_nonnull(request);
    result = source.dither(source.user, request, HEIGHT, TRUE, &cancelled, &message);
    g_assert_nonnull(result);
    report = source.describe(source.user, result, 2000);
    g_test_message("%s", report.text);
    g_assert_nonnull(strstr(report.text, ": 2000 ms, 3 megapixels per second."));
    g_free(report.text);
    report = source.describe(source.user, result, 500);
    g_assert_nonnull(strstr(report.text, ": 500 ms, 12 megapixels per second."));
    g_assert_null(strstr(report.text, "layers"));
    g_free(report.text);
    preview.layer_count = 3;
    report = source.describe(source.user, result, 500);
    g_assert_nonnull(strstr(report.text, "each of its 3 layers"));
    g_free(report.text);
    source.free_result(source.user, result);
    source.free_request(source.user, request);
    dither_settings_free(settings);
    g_free(pixels.display);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/preview-report/time", test_time);
    return g_test_run();
}
