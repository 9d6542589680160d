/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the dialog says of a preview, and which palettes the preview reads and makes. */
#include "config.h"
#include "dithering.h"
#include "preview.h"
#include "request.h"

#include <glib/gstdio.h>
#include <string.h>

enum { WIDTH = 3000, HEIGHT = 2000, SMALL_WIDTH = 40, SMALL_HEIGHT = 30 };

static void free_texts(const PreviewReport *report)
{
    g_free(report->text);
    g_free(report->details);
}

/* Frames without GIMP: only their number is asked for. */
static const gint three = 3;

gint frames_count(const Frames *frames)
{
    return *(const gint *)frames;
}

void frame_sets_clear(FrameSets *sets)
{
    *sets = (FrameSets){NULL, NULL};
}

guint frames_duration(const Frames *frames, gint number)
{
    (void)frames, (void)number;
    g_assert_not_reached();
}

gboolean frames_read(Frames *frames, gint number, gchar **message)
{
    (void)frames, (void)number, (void)message;
    g_assert_not_reached();
}

const DrawablePixels *frames_pixels(const Frames *frames, gint number)
{
    (void)frames, (void)number;
    g_assert_not_reached();
}

DitherResult *frames_dither(Frames *frames, const DitherRequest *request, gint number,
                            gint *cancelled, gchar **message)
{
    (void)frames, (void)request, (void)number, (void)cancelled, (void)message;
    g_assert_not_reached();
}

/* The time is what the user waited, of which the engine's own is only a part. */
static void test_time(void)
{
    DrawablePixels pixels = {
        .encoding = {.channels = 1, .bits = 8},
        .width = WIDTH,
        .height = HEIGHT,
        .display = g_malloc0(WIDTH * HEIGHT),
    };
    Preview preview = {.pixels = &pixels, .frame = -1};
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
    g_assert_cmpstr(report.text, ==, "Done. 6.0 megapixels in 2.0 s.");
    g_assert_nonnull(strstr(report.details, "Processor: 3.0 megapixels per second."));
    g_assert_cmpfloat(report.waited_ms, ==, 2000);
    free_texts(&report);
    report = source.describe(source.user, result, 500);
    g_assert_cmpstr(report.text, ==, "Done. 6.0 megapixels in 0.50 s.");
    g_assert_nonnull(strstr(report.details, "Processor: 12 megapixels per second."));
    free_texts(&report);
    preview.frames = preview.frame_sets.layers = (Frames *)&three;
    report = source.describe(source.user, result, 500);
    g_assert_nonnull(strstr(report.text, "3 layers in it"));
    free_texts(&report);
    preview.frame_sets.all = preview.frames;
    preview.frame_sets.layers = NULL;
    report = source.describe(source.user, result, 500);
    g_assert_nonnull(strstr(report.text, "all layers (3) will be dithered, as an animation"));
    free_texts(&report);
    preview.frame_sets.all = NULL;
    source.free_result(source.user, result);
    source.free_request(source.user, request);
    preview_clear(&preview);
    dither_settings_free(settings);
    g_free(pixels.display);
}

static gint red_of_first_color(const PreviewSource *source, const DitherSettings *settings)
{
    gchar *message = NULL;
    DitherRequest *request = source->prepare(source->user, settings, &message);
    gint red;

    g_assert_null(message);
    red = request->palette.colors.colors[0][0];
    source->free_request(source->user, request);
    return red;
}

/* A palette is read again only if the text that names it has changed: GIMP needs a call for each
 * color. */
static void test_palette_is_read_once(void)
{
    Preview preview = {0};
    DrawablePixels pixels = {.width = 1, .height = 1, .encoding = {.channels = 3, .bits = 8}};
    DitherSettings *settings = dither_settings_new();
    gchar *path = g_build_filename(g_get_tmp_dir(), "preview-report-XXXXXX", NULL);
    PreviewSource source;
    gint file = g_mkstemp(path);

    g_assert_cmpint(file, >=, 0);
    g_close(file, NULL);
    preview.pixels = &pixels;
    source = preview_source(&preview);
    g_free(settings->palette);
    settings->palette = g_strdup(path);
    g_assert_true(g_file_set_contents(path, "110000\nffffff\n", -1, NULL));
    g_assert_cmpint(red_of_first_color(&source, settings), ==, 0x11);
    g_assert_true(g_file_set_contents(path, "220000\nffffff\n", -1, NULL));
    settings->brightness = 5;
    g_assert_cmpint(red_of_first_color(&source, settings), ==, 0x11);
    g_free(settings->palette);
    settings->palette = g_strdup("#330000,#ffffff");
    g_assert_cmpint(red_of_first_color(&source, settings), ==, 0x33);
    g_free(settings->palette);
    settings->palette = g_strdup(path);
    g_assert_cmpint(red_of_first_color(&source, settings), ==, 0x22);
    preview_clear(&preview);
    dither_settings_free(settings);
    g_remove(path);
    g_free(path);
}

/* A small image, whose samples belong to the caller. */
static DrawablePixels small_image(gint channels, guint8 *samples)
{
    return (DrawablePixels){
        .encoding = {.channels = channels, .bits = 8},
        .width = SMALL_WIDTH,
        .height = SMALL_HEIGHT,
        .display = samples,
    };
}

/* Dithers the first rows, or all. *palette gets the palette of the result, `pixels` its colors. */
static void dither_rows(const PreviewSource *source, const DitherSettings *settings, gint rows,
                        errdiff_palette *palette, guint8 *pixels)
{
    gchar *message = NULL;
    gint cancelled = 0;
    DitherRequest *request = source->prepare(source->user, settings, &message);
    DitherResult *result =
        source->dither(source->user, request, rows, rows == SMALL_HEIGHT, &cancelled, &message);

    g_assert_null(message);
    g_assert_nonnull(result);
    *palette = result->palette;
    g_assert_true(result->has_numbers);
    for (gint i = 0; i < SMALL_WIDTH * rows; i++)
        memcpy(pixels + 3 * i, result->palette.colors[((guint8 *)result->image.data)[i]], 3);
    source->free_result(source->user, result);
    source->free_request(source->user, request);
}

static gboolean is_equal(const errdiff_palette *one, const errdiff_palette *other)
{
    return one->count == other->count &&
           memcmp(one->colors, other->colors, 3 * (gsize)one->count) == 0;
}

/* A palette is made for the whole image before its first rows are dithered, and again only if
 * something changes on which it depends. */
static void test_palette_is_made_once(void)
{
    static guint8 display[3 * SMALL_WIDTH * SMALL_HEIGHT], first[sizeof display],
        all[sizeof display];
    DrawablePixels pixels = small_image(3, display);
    Preview preview = {.pixels = &pixels, .frame = -1};
    PreviewSource source = preview_source(&preview);
    DitherSettings *settings = dither_settings_new();
    errdiff_palette early, made, kept, changed;

#ifndef HAVE_IMAGEQUANT
    g_test_skip("this build makes no palettes");
    return;
#endif
    for (gsize i = 0; i < sizeof display; i++)
        display[i] = (guint8)(i * i / 7 + i / 100);
    dither_rows(&source, settings, 8, &early, first);
    dither_rows(&source, settings, SMALL_HEIGHT, &made, all);
    g_assert_cmpint(made.count, ==, ERRDIFF_USUAL_COLORS);
    g_assert_true(is_equal(&early, &made));
    g_assert_cmpint(memcmp(first, all, 3 * SMALL_WIDTH * 8), ==, 0);
    /* Only a palette that is made anew shows that the pixels have changed. */
    for (gsize i = 0; i < sizeof display; i++)
        display[i] /= 2;
    g_free(settings->kernel);
    settings->kernel = g_strdup("atkinson");
    settings->linear = FALSE;
    dither_rows(&source, settings, SMALL_HEIGHT, &kept, all);
    g_assert_true(is_equal(&kept, &made));
    settings->contrast = 10;
    dither_rows(&source, settings, SMALL_HEIGHT, &changed, all);
    g_assert_false(is_equal(&changed, &made));
    preview_clear(&preview);
    dither_settings_free(settings);
}

typedef gchar *KeyOf(const DitherRequest *request, gboolean has_alpha);

static void set(DitherSettings *settings, const gchar *name, const gchar *value)
{
    errdiff_option_info option = settings_option_find(&dither_settings_kind, name);

    if (settings_option_is_text(&option))
        settings_replace_text(settings_text(&dither_settings_kind, settings, &option),
                              g_strdup(value));
    else if (option.type == ERRDIFF_OPTION_REAL)
        *settings_real(&dither_settings_kind, settings, &option) = g_ascii_strtod(value, NULL);
    else
        *settings_number(&dither_settings_kind, settings, &option) = atoi(value);
}

/* A request for settings with one of them changed. */
static DitherRequest *request_with(const gchar *name, const gchar *value)
{
    DitherSettings *settings = dither_settings_new();
    gchar *message = NULL;
    DitherRequest *request;

    set(settings, name, value);
    request = dither_request_new(settings, 3, 0, NULL, &message);
    g_assert_null(message);
    dither_settings_free(settings);
    return request;
}

/* The text that tells apart what is kept, for such a request. */
static gchar *key_with(KeyOf *key_of, const gchar *name, const gchar *value, gboolean has_alpha)
{
    DitherRequest *request = request_with(name, value);
    gchar *key = key_of(request, has_alpha);

    dither_request_free(request);
    return key;
}

typedef struct {
    const gchar *name, *value;
} Change;

/* Whether each change alone changes the key or not, as is_expected says. */
static void check_keys(KeyOf *key_of, const Change *changes, gsize count, gboolean is_expected)
{
    gchar *plain = key_with(key_of, "seed", "1", FALSE);

    for (gsize i = 0; i < count; i++) {
        gchar *key = key_with(key_of, changes[i].name, changes[i].value, FALSE);

        g_test_message("%s", changes[i].name);
        g_assert_cmpint(!g_str_equal(key, plain), ==, is_expected);
        g_free(key);
    }
    g_free(plain);
}

/* The palette of the preview is made again exactly if this text changes. */
static void test_what_a_palette_depends_on(void)
{
    static const Change same[] = {
        {"kernel", "atkinson"}, {"match", "oklab"},  {"gamut", "relative"}, {"strength", "50"},
        {"noise", "5"},         {"serpentine", "1"}, {"linear", "0"},       {"detail", "10"},
        {"refine", "2"},        {"viewing", "30"},   {"start", "plain"},    {"output", "replace"},
        {"dot-gain", "20"},
    };
    static const Change other[] = {
        {"palette", "adaptive:15"},
        {"palette", "adaptive:16:ff0000"},
        {"gray", "1"},
        {"tone", "auto"},
        {"stretch", "1"},
        {"stretch-share", "0.6"},
        {"brightness", "1"},
        {"contrast", "1"},
        {"gamma", "1.01"},
        {"saturation", "1"},
        {"invert", "1"},
        {"alpha", "threshold"},
        {"dot", "2"},
        {"output", "new-indexed-image"},
        {"refine", "5"},
    };
    check_keys(dither_request_palette_key, same, G_N_ELEMENTS(same), FALSE);
    check_keys(dither_request_palette_key, other, G_N_ELEMENTS(other), TRUE);
    g_assert_null(key_with(dither_request_palette_key, "alpha", "dither", TRUE));
}

/* What the changes of tone depend on is found again exactly if this text changes. */
static void test_what_a_range_depends_on(void)
{
    static const Change same[] = {
        {"kernel", "atkinson"}, {"match", "oklab"}, {"strength", "50"}, {"palette", "pico-8"},
        {"brightness", "1"},    {"contrast", "1"},  {"gamma", "1.01"},  {"saturation", "1"},
        {"invert", "1"},        {"refine", "2"},    {"dot-gain", "20"}, {"output", "replace"},
    };
    static const Change other[] = {
        {"gray", "1"}, {"tone", "auto"}, {"stretch", "1"}, {"alpha", "threshold"},
        {"dot", "2"},  {"linear", "0"},  {"levels", "2"},  {"output", "new-indexed-image"},
    };
    check_keys(dither_request_range_key, same, G_N_ELEMENTS(same), FALSE);
    check_keys(dither_request_range_key, other, G_N_ELEMENTS(other), TRUE);
    g_assert_null(key_with(dither_request_range_key, "alpha", "dither", TRUE));
}

/* If alpha is dithered, which pixels count for a palette or for the changes of tone depends on the
 * whole result. */
static void test_rows_that_cannot_be_early(void)
{
    static guint8 display[SMALL_WIDTH * SMALL_HEIGHT], alpha[sizeof display];
    DrawablePixels pixels = small_image(1, display);
    Preview preview = {.pixels = &pixels, .frame = -1};
    PreviewSource source = preview_source(&preview);
    DitherSettings *settings = dither_settings_new();
    gchar *message = NULL;
    gint cancelled = 0;
    gpointer request;

    pixels.encoding.has_alpha = TRUE;
    pixels.alpha = alpha;
    settings_replace_text(&settings->tone, g_strdup("auto"));
    settings_replace_text(&settings->alpha, g_strdup("dither"));
    request = source.prepare(source.user, settings, &message);
    g_assert_null(source.dither(source.user, request, 8, FALSE, &cancelled, &message));
    g_assert_null(message);
    source.free_request(source.user, request);
    preview_clear(&preview);
    dither_settings_free(settings);
}

enum { TALL_WIDTH = 40, TALL_HEIGHT = 620 };

/* The result of some rows, or of all; the caller frees it. NULL: they cannot be early. */
static DitherResult *result_of_rows(const PreviewSource *source, gpointer request, gint rows)
{
    gchar *message = NULL;
    gint cancelled = 0;
    DitherResult *result =
        source->dither(source->user, request, rows, rows == TALL_HEIGHT, &cancelled, &message);

    g_assert_null(message);
    return result;
}

/* The first rows are those of the whole although a search reaches beyond them, and they are there
 * alone. */
static void check_searched_rows(const PreviewSource *source, const DitherSettings *settings,
                                gint rows, gint expected_rows)
{
    gchar *message = NULL;
    DitherRequest *request = source->prepare(source->user, settings, &message);
    DitherResult *whole = result_of_rows(source, request, TALL_HEIGHT);
    DitherResult *early = result_of_rows(source, request, rows);

    g_assert_nonnull(whole);
    if (expected_rows == 0) {
        g_assert_null(early);
    } else {
        g_assert_cmpint(early->image.height, ==, expected_rows);
        g_assert_cmpint(early->image.stride, ==, whole->image.stride);
        g_assert_cmpint(memcmp(early->image.data, whole->image.data,
                               (gsize)early->image.stride * (gsize)expected_rows),
                        ==, 0);
        source->free_result(source->user, early);
    }
    source->free_result(source->user, whole);
    source->free_request(source->user, request);
}

static void test_rows_of_a_search(void)
{
    static guint8 display[3 * TALL_WIDTH * TALL_HEIGHT];
    DrawablePixels pixels = {.encoding = {.channels = 3, .bits = 8},
                             .width = TALL_WIDTH,
                             .height = TALL_HEIGHT,
                             .display = display};
    Preview preview = {.pixels = &pixels, .frame = -1};
    PreviewSource source = preview_source(&preview);
    DitherSettings *settings = dither_settings_new();

    for (gsize i = 0; i < sizeof display; i++)
        display[i] = (guint8)(i * i / 7 + i / 100);
    settings_replace_text(&settings->palette, g_strdup("pico-8"));
    settings->refine = 2;
    check_searched_rows(&source, settings, 20, 20);
    check_searched_rows(&source, settings, 150, 150);
    settings->dot = 3;
    check_searched_rows(&source, settings, 20, 21);
    /* So many rows more are nearly all. */
    check_searched_rows(&source, settings, 200, 0);
    settings->dot = 1;
    check_searched_rows(&source, settings, 500, 0);
    settings->refine = 0;
    check_searched_rows(&source, settings, 500, 500);
    preview_clear(&preview);
    dither_settings_free(settings);
}

/* Settings whose result depends on the whole image: each is a list of options with values. */
static const gchar *const whole_cases[] = {
    "stretch 1 palette pico-8",
    "tone auto palette pico-8",
    "stretch 1 tone auto gray 1 palette pico-8",
    "stretch 1 levels 3",
    "tone auto levels 2 linear 0 dot 3",
    "stretch 1 stretch-share 5 palette pico-8 refine 1",
#ifdef HAVE_IMAGEQUANT
    "stretch 1 palette adaptive:5",
    "tone auto palette adaptive:16 dot 2",
#endif
};

/* The settings of a case; the caller frees them. */
static DitherSettings *case_settings(const gchar *text)
{
    DitherSettings *settings = dither_settings_new();
    gchar **words = g_strsplit(text, " ", -1);

    for (gint i = 0; words[i]; i += 2)
        set(settings, words[i], words[i + 1]);
    g_strfreev(words);
    return settings;
}

/* The first rows that are shown early are those that a result of the whole image has, which knows
 * nothing of what the preview keeps; and so are all rows. */
static void check_rows_with_the_whole(const PreviewSource *source, const DrawablePixels *pixels,
                                      const DitherSettings *settings)
{
    gchar *message = NULL;
    DitherRequest *request = source->prepare(source->user, settings, &message);
    DitherResult *expected = dither_pixels(pixels, request, FALSE, NULL, NULL, &message);
    gint rows[] = {60, TALL_HEIGHT};

    g_assert_null(message);
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        DitherResult *result = result_of_rows(source, request, rows[i]);

        g_assert_nonnull(result);
        g_assert_cmpint(result->image.height, ==, rows[i]);
        g_assert_cmpint(result->image.stride, ==, expected->image.stride);
        g_assert_cmpint(memcmp(result->image.data, expected->image.data,
                               (gsize)expected->image.stride * (gsize)rows[i]),
                        ==, 0);
        source->free_result(source->user, result);
    }
    dither_result_free(expected);
    source->free_request(source->user, request);
}

/* What was found is kept: pixels that have changed in the meantime are not looked at. */
static void check_range_is_kept(Preview *preview, const PreviewSource *source,
                                DitherSettings *settings, guint8 *display, gsize count)
{
    errdiff_tone_range range = preview->range;
    gchar *message = NULL;
    DitherRequest *request;

    memset(display + count / 2, 255, count / 4);
    set(settings, "kernel", "atkinson");
    set(settings, "brightness", "3");
    request = source->prepare(source->user, settings, &message);
    source->free_result(source->user, result_of_rows(source, request, 60));
    g_assert_cmpint(preview->range.black, ==, range.black);
    g_assert_cmpint(preview->range.white, ==, range.white);
    g_assert_cmpfloat(preview->range.automatic_white, ==, range.automatic_white);
    set(settings, "stretch-share", "2");
    set(settings, "stretch", "1");
    source->free_request(source->user, request);
    request = source->prepare(source->user, settings, &message);
    source->free_result(source->user, result_of_rows(source, request, 60));
    g_assert_cmpint(preview->range.white, ==, 255);
    source->free_request(source->user, request);
}

static void test_rows_that_need_the_whole(void)
{
    static guint8 display[3 * TALL_WIDTH * TALL_HEIGHT];
    DrawablePixels pixels = {.encoding = {.channels = 3, .bits = 8},
                             .width = TALL_WIDTH,
                             .height = TALL_HEIGHT,
                             .display = display};

    for (gsize i = 0; i < G_N_ELEMENTS(whole_cases); i++) {
        Preview preview = {.pixels = &pixels, .frame = -1};
        PreviewSource source = preview_source(&preview);
        DitherSettings *settings = case_settings(whole_cases[i]);

        g_test_message("%s", whole_cases[i]);
        for (gsize k = 0; k < sizeof display; k++) /* lighter at the bottom */
            display[k] = (guint8)(k * k / 7 % 60 + 10 + 150 * k / sizeof display);
        check_rows_with_the_whole(&source, &pixels, settings);
        check_range_is_kept(&preview, &source, settings, display, sizeof display);
        preview_clear(&preview);
        dither_settings_free(settings);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/preview-report/time", test_time);
    g_test_add_func("/preview-report/palette-is-read-once", test_palette_is_read_once);
    g_test_add_func("/preview-report/palette-is-made-once", test_palette_is_made_once);
    g_test_add_func("/preview-report/palette-depends-on", test_what_a_palette_depends_on);
    g_test_add_func("/preview-report/rows-not-early", test_rows_that_cannot_be_early);
    g_test_add_func("/preview-report/range-depends-on", test_what_a_range_depends_on);
    g_test_add_func("/preview-report/rows-of-a-search", test_rows_of_a_search);
    g_test_add_func("/preview-report/rows-that-need-the-whole", test_rows_that_need_the_whole);
    return g_test_run();
}
