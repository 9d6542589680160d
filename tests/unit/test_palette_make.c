/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Palettes made from an image. */
#include "../support/plain_options.h"
#include "../support/random.h"
#include "errdiff.h"
#include "palette/palette_quantize.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 64, HEIGHT = 32, PIXELS = WIDTH * HEIGHT };

static uint8_t samples[PIXELS * 3];
static uint16_t wide[PIXELS * 3];

static errdiff_image image(int channels, int bits)
{
    return (errdiff_image){.data = bits == 8 ? (void *)samples : (void *)wide,
                           .width = WIDTH,
                           .height = HEIGHT,
                           .channels = channels,
                           .bits = bits,
                           .stride = (ptrdiff_t)WIDTH * channels * bits / 8};
}

static void fill_with_many_colors(void)
{
    struct random random = {7};

    random_fill(&random, samples, sizeof samples);
    for (int i = 0; i < PIXELS * 3; i++)
        wide[i] = (uint16_t)(samples[i] * 257);
}

#if CAN_MAKE_PALETTES

static int holds(const errdiff_palette *palette, int red, int green, int blue)
{
    for (int i = 0; i < palette->count; i++) {
        const uint8_t *color = palette->colors[i];
        if (color[0] == red && color[1] == green && color[2] == blue)
            return 1;
    }
    return 0;
}

static errdiff_palette made(const errdiff_image *image, int count, const errdiff_palette *locked)
{
    errdiff_palette palette;
    errdiff_message message = {""};

    if (errdiff_palette_make(image, count, locked, NULL, &palette, &message) != ERRDIFF_OK)
        fail_msg("%d colors: %s", count, message.text);
    assert_in_range(palette.count, 1, count);
    for (int a = locked ? locked->count : 0; a < palette.count; a++) {
        for (int b = 0; b < a; b++)
            assert_memory_not_equal(palette.colors[a], palette.colors[b], 3);
    }
    return palette;
}

static void test_at_most_as_many_as_asked_for(void **state)
{
    static const int counts[] = {2, 3, 16, 100, 256};

    (void)state;
    fill_with_many_colors();
    for (int i = 0; i < 5; i++) {
        for (int channels = 1; channels <= 3; channels += 2) {
            for (int bits = 8; bits <= 16; bits += 8) {
                errdiff_image pixels = image(channels, bits);
                errdiff_palette palette = made(&pixels, counts[i], NULL);
                /* Noise has enough colors for what is asked for, or nearly; of grays that are less
                 * than 4 apart one stands for all. */
                int possible = channels == 1 && counts[i] > 64 ? 64 : counts[i];
                assert_true(palette.count > possible / 2);
            }
        }
    }
}

static void test_gray_gives_grays(void **state)
{
    (void)state;
    fill_with_many_colors();
    errdiff_image pixels = image(1, 8);
    errdiff_palette palette = made(&pixels, 8, NULL);
    for (int i = 0; i < palette.count; i++) {
        assert_int_equal(palette.colors[i][0], palette.colors[i][1]);
        assert_int_equal(palette.colors[i][0], palette.colors[i][2]);
    }
}

static void test_locked_colors_come_first_and_as_they_are(void **state)
{
    static const errdiff_palette locked = {
        .count = 4, .colors = {{1, 2, 3}, {255, 255, 254}, {250, 0, 250}, {0, 0, 0}}};

    (void)state;
    fill_with_many_colors();
    for (int count = 4; count <= 256; count = count * 2 + 1) {
        errdiff_image pixels = image(3, 8);
        errdiff_palette palette = made(&pixels, count, &locked);
        assert_true(palette.count >= locked.count);
        assert_memory_equal(palette.colors, locked.colors, 4 * 3);
    }
}

/* Colors that are made are sent as they are. */
static void test_locked_colors_keep_what_is_sent(void **state)
{
    static const errdiff_palette locked = {.count = 2,
                                           .colors = {{1, 2, 3}, {250, 0, 250}},
                                           .has_sent = 1,
                                           .sent = {{0, 0, 0}, {250, 0, 250}}};

    (void)state;
    for (int has_many = 0; has_many < 2; has_many++) {
        fill_with_many_colors();
        if (!has_many)
            memset(samples, 77, sizeof samples);
        errdiff_image pixels = image(3, 8);
        errdiff_palette palette = made(&pixels, 5, &locked);
        assert_int_equal(palette.has_sent, 1);
        assert_memory_equal(palette.sent, locked.sent, 2 * 3);
        assert_true(palette.count > 2);
        assert_memory_equal(palette.sent[2], palette.colors[2], (size_t)(palette.count - 2) * 3);
        palette = made(&pixels, 5, NULL);
        assert_int_equal(palette.has_sent, 0);
    }
}

static void test_all_colors_locked(void **state)
{
    errdiff_palette locked = {.count = 256};

    (void)state;
    fill_with_many_colors();
    for (int i = 0; i < 256; i++)
        memset(locked.colors[i], i, 3);
    errdiff_image pixels = image(3, 8);
    errdiff_palette palette = made(&pixels, 256, &locked);
    assert_int_equal(palette.count, 256);
    assert_memory_equal(palette.colors, locked.colors, sizeof(locked.colors));
    locked.count = 2;
    palette = made(&pixels, 2, &locked);
    assert_int_equal(palette.count, 2);
    assert_memory_equal(palette.colors, locked.colors, 2 * 3);
}

static void test_an_image_of_few_colors(void **state)
{
    static const uint8_t colors[3][3] = {{10, 200, 30}, {240, 16, 0}, {0, 0, 90}};

    (void)state;
    for (int i = 0; i < PIXELS; i++)
        memcpy(samples + 3 * i, colors[i % 3], 3);
    errdiff_image pixels = image(3, 8);
    errdiff_palette palette = made(&pixels, 256, NULL);
    assert_int_equal(palette.count, 3);
    for (int i = 0; i < 3; i++)
        assert_true(holds(&palette, colors[i][0], colors[i][1], colors[i][2]));

    memset(samples, 77, sizeof(samples));
    palette = made(&pixels, 256, NULL);
    assert_int_equal(palette.count, 1);
    assert_true(holds(&palette, 77, 77, 77));
}

static void test_the_mask_says_what_counts(void **state)
{
    static uint8_t mask[PIXELS];
    errdiff_palette palette;

    (void)state;
    for (int i = 0; i < PIXELS; i++) {
        int in = i % WIDTH < 10;
        mask[i] = (uint8_t)in;
        memset(samples + 3 * i, in ? 200 : i & 127, 3);
    }
    errdiff_image pixels = image(3, 8);
    pixels.mask = mask;
    pixels.mask_stride = WIDTH;
    palette = made(&pixels, 16, NULL);
    assert_int_equal(palette.count, 1);
    assert_true(holds(&palette, 200, 200, 200));

    /* A transparent image is no mistake. */
    memset(mask, 0, sizeof(mask));
    palette = made(&pixels, 16, NULL);
    assert_int_equal(palette.count, 2);
    assert_true(holds(&palette, 0, 0, 0) && holds(&palette, 255, 255, 255));
}

static void test_numbers_out_of_range_are_refused(void **state)
{
    static const int counts[] = {-1, 0, 1, 257, 1000};
    static const errdiff_palette locked = {.count = 5};
    errdiff_palette palette;
    errdiff_image pixels = image(3, 8);

    (void)state;
    memset(&palette, 0x5a, sizeof(palette));
    errdiff_palette before = palette;
    for (int i = 0; i < 5; i++) {
        errdiff_message message = {""};
        assert_int_equal(errdiff_palette_make(&pixels, counts[i], NULL, NULL, &palette, &message),
                         ERRDIFF_BAD_ARGUMENT);
        assert_true(strlen(message.text) > 0);
        assert_int_equal(errdiff_palette_make(&pixels, counts[i], NULL, NULL, &palette, NULL),
                         ERRDIFF_BAD_ARGUMENT);
    }
    /* More colors are locked than asked for. */
    assert_int_equal(errdiff_palette_make(&pixels, 4, &locked, NULL, &palette, NULL),
                     ERRDIFF_BAD_ARGUMENT);
    assert_memory_equal(&palette, &before, sizeof(palette));
}

/* The same image gives the same palette, and the palette can be dithered with. */
static void test_it_is_repeatable_and_of_use(void **state)
{
    static uint8_t out[PIXELS * 3];

    (void)state;
    fill_with_many_colors();
    errdiff_image pixels = image(3, 8);
    errdiff_palette one = made(&pixels, 12, NULL);
    errdiff_palette other = made(&pixels, 12, NULL);
    assert_memory_equal(&one, &other, sizeof(one));

    errdiff_image result = image(3, 8);
    errdiff_options options;
    plain_options_init(&options);
    options.palette = &one;
    result.data = out;
    assert_int_equal(errdiff_dither(&pixels, &result, &options, NULL), ERRDIFF_OK);
    for (int i = 0; i < PIXELS; i++)
        assert_true(holds(&one, out[3 * i], out[3 * i + 1], out[3 * i + 2]));
}

/* An image after the changes of tone: with as many levels as there are values, and without error
 * diffusion, nothing else changes it. */
static void change_tone(const errdiff_image *image, const errdiff_options *tone, uint8_t *out)
{
    errdiff_options options = *tone;
    errdiff_image result = *image;
    errdiff_report report;

    options.strength = 0;
    for (int c = 0; c < 3; c++)
        options.levels[c] = 256;
    result.bits = 8;
    result.stride = (ptrdiff_t)WIDTH * image->channels;
    result.data = out;
    if (errdiff_dither(image, &result, &options, &report) != ERRDIFF_OK)
        fail_msg("%s", report.message.text);
}

static errdiff_options random_tone(struct random *random)
{
    errdiff_options options;

    plain_options_init(&options);
    options.stretch = random_chance(random, 50);
    options.stretch_share = random_range(random, 0, 100) / 10.0;
    options.brightness = random_range(random, -100, 100);
    options.contrast = random_range(random, -100, 80);
    options.gamma = random_range(random, 1, 30) / 10.0;
    options.saturation = random_range(random, -100, 100);
    options.invert = random_chance(random, 50);
    options.linear = random_chance(random, 50);
    options.indexed = 1; /* has no effect here, though errdiff_dither would refuse it */
    return options;
}

static void use_half(errdiff_image *image, struct random *random)
{
    static uint8_t mask[PIXELS];

    for (int i = 0; i < PIXELS; i++)
        mask[i] = (uint8_t)random_chance(random, 50);
    image->mask = mask;
    image->mask_stride = WIDTH;
}

/* The palette is that of the image whose tone was changed before, with few colors and many. */
static void test_tone_is_changed_before(void **state)
{
    static uint8_t toned[PIXELS * 3];
    struct random random = {11};

    (void)state;
    for (int run = 0; run < 64; run++) {
        int channels = run & 1 ? 3 : 1, bits = run & 2 ? 16 : 8;
        errdiff_image pixels = image(channels, bits), changed = image(channels, 8);
        errdiff_options tone = random_tone(&random), dithered;

        for (int i = 0; i < PIXELS * 3; i++) {
            samples[i] = (uint8_t)(run & 4 ? random_range(&random, 0, 255)
                                           : 90 * random_range(&random, 0, 2));
            wide[i] = (uint16_t)(257 * samples[i] - samples[i] % 7);
        }
        if (run & 8)
            use_half(&pixels, &random);
        dithered = tone;
        dithered.indexed = 0;
        dithered.linear = 0;
        change_tone(&pixels, &dithered, toned);
        changed.data = toned;
        changed.mask = pixels.mask;
        changed.mask_stride = pixels.mask_stride;
        errdiff_palette expected = made(&changed, 16, NULL), found;
        assert_int_equal(errdiff_palette_make(&pixels, 16, NULL, &tone, &found, NULL), ERRDIFF_OK);
        assert_memory_equal(&found, &expected, sizeof found);
    }
}

/* Makes a palette of four colors for an image of many. */
static errdiff_status make_four(const errdiff_options *options, errdiff_message *message)
{
    errdiff_image pixels = image(3, 8);
    errdiff_palette palette;

    fill_with_many_colors();
    return errdiff_palette_make(&pixels, 4, NULL, options, &palette, message);
}

/* A wrong option of tone is refused; others do not matter. */
static void test_wrong_tone_is_refused(void **state)
{
    errdiff_options options;
    errdiff_message message = {""};

    (void)state;
    plain_options_init(&options);
    options.gamma = 0;
    assert_int_equal(make_four(&options, &message), ERRDIFF_BAD_ARGUMENT);
    assert_non_null(strstr(message.text, "gamma"));
    options.gamma = 1;
    options.strength = 1000;
    assert_int_equal(make_four(&options, &message), ERRDIFF_OK);
}

/* The search that follows the dithering is for a viewer; without one, viewing does not matter. */
static void test_wrong_viewing_is_refused(void **state)
{
    errdiff_options options;
    errdiff_message message = {""};

    (void)state;
    plain_options_init(&options);
    options.viewing = -1;
    assert_int_equal(make_four(&options, &message), ERRDIFF_OK);
    options.refine = ERRDIFF_PALETTE_PASSES;
    assert_int_equal(make_four(&options, &message), ERRDIFF_BAD_ARGUMENT);
    assert_non_null(strstr(message.text, "viewing"));
    assert_int_equal(make_four(&options, NULL), ERRDIFF_BAD_ARGUMENT);

    errdiff_image of_one_color = image(1, 8);
    errdiff_palette palette;
    memset(samples, 0, sizeof samples);
    assert_int_equal(errdiff_palette_make(&of_one_color, 4, NULL, &options, &palette, &message),
                     ERRDIFF_BAD_ARGUMENT);
    assert_non_null(strstr(message.text, "viewing"));
}

static errdiff_image sample_of(const errdiff_image *image, int image_count)
{
    errdiff_image sample;

    assert_int_equal(errdiff_palette_sample(image, NULL, image_count, &sample, NULL), ERRDIFF_OK);
    return sample;
}

/* An image, or its parts, as samples. */
static void test_samples_of_few_colors_keep_them(void **state)
{
    errdiff_image whole = image(3, 8), samples_of_halves[2];
    errdiff_palette palette;

    (void)state;
    for (int i = 0; i < PIXELS; i++)
        memset(samples + 3 * i, i * 10 / PIXELS * 20, 3);
    for (int i = 0; i < 2; i++) {
        errdiff_image half = whole;
        half.height = HEIGHT / 2;
        half.data = samples + i * (HEIGHT / 2) * whole.stride;
        samples_of_halves[i] = sample_of(&half, 2);
    }
    assert_int_equal(
        errdiff_palette_make_shared(samples_of_halves, 2, 10, NULL, NULL, &palette, NULL),
        ERRDIFF_OK);
    assert_int_equal(palette.count, 10);
    for (int i = 0; i < 10; i++)
        assert_true(holds(&palette, i * 20, i * 20, i * 20));
    free(samples_of_halves[0].data);
    free(samples_of_halves[1].data);
}

static void test_a_shared_palette_of_one_image_is_its_own(void **state)
{
    errdiff_palette shared;

    (void)state;
    fill_with_many_colors();
    errdiff_image pixels = image(3, 16), sample = sample_of(&pixels, 1);
    errdiff_palette own = made(&pixels, 16, NULL);
    assert_int_equal(errdiff_palette_make_shared(&sample, 1, 16, NULL, NULL, &shared, NULL),
                     ERRDIFF_OK);
    assert_memory_equal(&shared, &own, sizeof own);
    free(sample.data);
}

static void test_samples_share_the_pixels(void **state)
{
    enum { SIDE = 600 };
    static uint8_t pixels[SIDE][SIDE][3];
    struct random random = {3};
    errdiff_image image = {.data = pixels,
                           .width = SIDE,
                           .height = SIDE,
                           .channels = 3,
                           .bits = 8,
                           .stride = sizeof *pixels};

    (void)state;
    random_fill(&random, pixels, sizeof pixels);
    for (int count = 1; count < 1000; count *= 9) {
        int share = (1 << 18) / count;
        errdiff_image sample = sample_of(&image, count);
        assert_in_range(sample.width * sample.height, 1, share > 1 << 10 ? share : 1 << 10);
        free(sample.data);
    }
}

static void test_a_masked_image_has_no_sample(void **state)
{
    static const uint8_t mask[PIXELS] = {0};
    errdiff_image pixels = image(3, 8), sample = {.data = samples};
    errdiff_palette palette;
    errdiff_message message = {""};

    (void)state;
    pixels.mask = mask;
    pixels.mask_stride = WIDTH;
    assert_int_equal(errdiff_palette_sample(&pixels, NULL, 1, &sample, NULL), ERRDIFF_OK);
    assert_null(sample.data);
    assert_int_equal(errdiff_palette_make_shared(&sample, 0, 16, NULL, NULL, &palette, &message),
                     ERRDIFF_BAD_ARGUMENT);
    assert_non_null(strstr(message.text, "samples"));
}

/* ---- Palettes for dithering ---------------------------------------------------------------- */

enum { VIEW_WIDTH = 300, VIEW_HEIGHT = 200 };

/* An image of smooth colors in all of its area. */
static errdiff_image smooth_image(void)
{
    static uint8_t pixels[VIEW_HEIGHT][VIEW_WIDTH][3];

    for (int y = 0; y < VIEW_HEIGHT; y++)
        for (int x = 0; x < VIEW_WIDTH; x++) {
            pixels[y][x][0] = (uint8_t)(20 + 200 * x / VIEW_WIDTH);
            pixels[y][x][1] = (uint8_t)(30 + 150 * y / VIEW_HEIGHT);
            pixels[y][x][2] = (uint8_t)(220 - 180 * (x + y) / (VIEW_WIDTH + VIEW_HEIGHT));
        }
    return (errdiff_image){.data = pixels,
                           .width = VIEW_WIDTH,
                           .height = VIEW_HEIGHT,
                           .channels = 3,
                           .bits = 8,
                           .stride = sizeof *pixels};
}

static void test_threads_do_not_change_it(void **state)
{
    static const int threads[] = {1, 2, 7};
    errdiff_image image = smooth_image();
    errdiff_palette first, palette;
    errdiff_options options;

    (void)state;
    errdiff_options_init(&options);
    for (int i = 0; i < 3; i++) {
        options.threads = threads[i];
        assert_int_equal(errdiff_palette_make(&image, 24, NULL, &options, &palette, NULL),
                         ERRDIFF_OK);
        first = i == 0 ? palette : first;
        assert_memory_equal(&palette, &first, sizeof first);
    }
}

static void test_many_passes_of_a_search_change_it(void **state)
{
    errdiff_image image = smooth_image();
    errdiff_palette usual, few, many[2];
    errdiff_options options;

    (void)state;
    errdiff_options_init(&options);
    assert_int_equal(errdiff_palette_make(&image, 24, NULL, &options, &usual, NULL), ERRDIFF_OK);
    options.refine = 4;
    assert_int_equal(errdiff_palette_make(&image, 24, NULL, &options, &few, NULL), ERRDIFF_OK);
    assert_memory_equal(&few, &usual, sizeof few);
    options.refine = 5;
    for (int i = 0; i < 2; i++) {
        options.threads = 1 + 2 * i;
        assert_int_equal(errdiff_palette_make(&image, 24, NULL, &options, &many[i], NULL),
                         ERRDIFF_OK);
    }
    assert_memory_equal(&many[1], &many[0], sizeof many[0]);
    assert_memory_not_equal(&many[0], &usual, sizeof usual);
}

struct watched {
    double done; /* the largest progress */
    double stop; /* the progress at which it is cancelled */
};

static int watch(void *user, double done)
{
    struct watched *watched = user;

    assert_true(done >= watched->done && done <= 1);
    watched->done = done;
    return done >= watched->stop;
}

static void test_progress_and_cancel(void **state)
{
    errdiff_image image = smooth_image();
    errdiff_palette palette, before;
    errdiff_options options;
    errdiff_message message;

    (void)state;
    errdiff_options_init(&options);
    memset(&palette, 0x5a, sizeof palette);
    before = palette;
    for (int i = 0; i <= 9; i++) {
        struct watched watched = {.stop = i / 10.0};
        options.progress = watch;
        options.progress_user = &watched;
        assert_int_equal(errdiff_palette_make(&image, 16, NULL, &options, &palette, &message),
                         ERRDIFF_CANCELLED);
        assert_string_equal(message.text, "cancelled");
        assert_memory_equal(&palette, &before, sizeof palette);
    }
    struct watched watched = {.stop = 2};
    options.progress_user = &watched;
    assert_int_equal(errdiff_palette_make(&image, 16, NULL, &options, &palette, &message),
                     ERRDIFF_OK);
    assert_true(watched.done > 0.9);
}

/* The mean light of a block of 5 × 5 pixels. */
static double block_light(const errdiff_image *image, int left, int top, int channel)
{
    double sum = 0;

    for (int y = top; y < top + 5; y++)
        for (int x = left; x < left + 5; x++)
            sum += errdiff_srgb_to_linear(
                ((const uint8_t *)image->data)[y * image->stride + 3 * x + channel] / 255.0);
    return sum / 25;
}

/* The mean squared difference of blocks of an image and of its dithered form. */
static double seen_difference(const errdiff_image *image, const errdiff_palette *palette)
{
    static uint8_t out[VIEW_HEIGHT * VIEW_WIDTH * 3];
    errdiff_image result = *image;
    errdiff_options options;
    double sum = 0;

    result.data = out;
    errdiff_options_init(&options);
    options.kernel = "errdiff-12";
    options.linear = 1;
    options.palette = palette;
    assert_int_equal(errdiff_dither(image, &result, &options, NULL), ERRDIFF_OK);
    for (int y = 0; y + 5 <= image->height; y += 5)
        for (int x = 0; x + 5 <= image->width; x += 5)
            for (int c = 0; c < 3; c++) {
                double difference = block_light(image, x, y, c) - block_light(&result, x, y, c);
                sum += difference * difference;
            }
    return sum;
}

/* Colors to round to are not the best ones to dither with. */
static void test_it_is_made_for_dithering(void **state)
{
    static const int counts[] = {8, 16, 64};
    errdiff_image image = smooth_image();

    (void)state;
    for (int i = 0; i < 3; i++) {
        errdiff_palette rounding, palette = made(&image, counts[i], NULL);
        assert_int_equal(errdiff_palette_quantize(&image, 1, counts[i], NULL, &rounding, NULL),
                         ERRDIFF_OK);
        double with_rounding = seen_difference(&image, &rounding);
        assert_true(seen_difference(&image, &palette) < 0.5 * with_rounding);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_at_most_as_many_as_asked_for),
        cmocka_unit_test(test_gray_gives_grays),
        cmocka_unit_test(test_locked_colors_come_first_and_as_they_are),
        cmocka_unit_test(test_locked_colors_keep_what_is_sent),
        cmocka_unit_test(test_all_colors_locked),
        cmocka_unit_test(test_an_image_of_few_colors),
        cmocka_unit_test(test_the_mask_says_what_counts),
        cmocka_unit_test(test_numbers_out_of_range_are_refused),
        cmocka_unit_test(test_it_is_repeatable_and_of_use),
        cmocka_unit_test(test_tone_is_changed_before),
        cmocka_unit_test(test_wrong_tone_is_refused),
        cmocka_unit_test(test_wrong_viewing_is_refused),
        cmocka_unit_test(test_samples_of_few_colors_keep_them),
        cmocka_unit_test(test_a_shared_palette_of_one_image_is_its_own),
        cmocka_unit_test(test_samples_share_the_pixels),
        cmocka_unit_test(test_a_masked_image_has_no_sample),
        cmocka_unit_test(test_threads_do_not_change_it),
        cmocka_unit_test(test_many_passes_of_a_search_change_it),
        cmocka_unit_test(test_progress_and_cancel),
        cmocka_unit_test(test_it_is_made_for_dithering),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

static void test_without_libimagequant_it_says_so(void **state)
{
    errdiff_palette palette;
    errdiff_message message = {""};

    (void)state;
    fill_with_many_colors();
    errdiff_image pixels = image(3, 8);
    memset(&palette, 0x5a, sizeof(palette));
    errdiff_palette before = palette;
    assert_int_equal(errdiff_palette_make(&pixels, 16, NULL, NULL, &palette, &message),
                     ERRDIFF_CANNOT_RUN);
    assert_non_null(strstr(message.text, "libimagequant"));
    assert_memory_equal(&palette, &before, sizeof(palette));
    assert_int_equal(errdiff_palette_make(&pixels, 16, NULL, NULL, &palette, NULL),
                     ERRDIFF_CANNOT_RUN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_without_libimagequant_it_says_so),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

#endif
