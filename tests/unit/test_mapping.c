/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gamut mapping: the hull of a palette, the colors that replace those outside, and images. */
#include "../support/plain_options.h"
#include "../support/random.h"
#include "prepare/prepare.h"
#include "rule/light.h"
#include "rule/lightness.h"
#include "rule/search.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Palettes ------------------------------------------------------------------------------ */

/* Random colors, but often some that are equal, on a line or in a plane. */
static errdiff_palette draw_palette(struct random *random)
{
    static const int counts[] = {1, 2, 3, 4, 7, 16, 64, 256};
    errdiff_palette palette = {.count = counts[random_range(random, 0, 7)]};
    int kind = random_range(random, 0, 4);

    for (int i = 0; i < palette.count; i++)
        for (int c = 0; c < 3; c++) {
            int value = random_range(random, 0, 255);
            if (kind == 1) /* few different values, so that many colors lie in a plane */
                value = 85 * random_range(random, 0, 3);
            else if (kind == 2) /* grays */
                value = c == 0 ? value : palette.colors[i][0];
            else if (kind == 3) /* in a plane */
                value = c == 2 ? palette.colors[i][0] / 2 + palette.colors[i][1] / 2 : value & ~1;
            palette.colors[i][c] = (uint8_t)(kind == 3 && c < 2 ? value & ~1 : value);
        }
    return palette;
}

/* The values of a palette's colors and the mapping of a kind of job. */
struct setting {
    errdiff_palette palette;
    int bits;
    uint16_t *light;
    struct errdiff_search search;
    struct errdiff_pixel_rule rule;
    struct errdiff_preparation preparation;
};

static void make_setting(struct setting *setting, int bits, bool is_light, errdiff_gamut how,
                         int compression)
{
    setting->bits = bits;
    setting->light = is_light ? malloc(sizeof(uint16_t) << bits) : NULL;
    if (is_light)
        errdiff_light_table(setting->light, bits);
    assert_true(errdiff_search_make(&setting->search, &setting->palette, ERRDIFF_MATCH_RGB, bits,
                                    bits, setting->light, INT64_MAX));
    setting->rule = (struct errdiff_pixel_rule){.channels = 3,
                                                .max_value = bits == 8 && !is_light ? 255 : 65535,
                                                .light = setting->light,
                                                .search = &setting->search};
    errdiff_image image = {.bits = bits};
    errdiff_options options;
    plain_options_init(&options);
    options.gamut = how;
    options.compress = compression;
    assert_true(
        errdiff_preparation_make(&setting->preparation, &setting->rule, &image, &image, &options));
}

static void release_setting(struct setting *setting)
{
    errdiff_preparation_release(&setting->preparation);
    errdiff_search_release(&setting->search);
    free(setting->light);
}

/* ---- The hull ------------------------------------------------------------------------------ */

/* Whether a direction, of many drawn ones, shows that the point is outside: it is farther along it
 * than all corners. That this finds nothing proves little, that it finds something all. */
static bool is_shown_outside(struct random *random, const struct errdiff_hull *hull,
                             const int32_t point[3])
{
    for (int tries = 0; tries < 400; tries++) {
        int64_t direction[3], most = INT64_MIN, at = 0;
        for (int c = 0; c < 3; c++) {
            direction[c] = random_range(random, -1000, 1000);
            at += direction[c] * point[c];
        }
        for (int i = 0; i < hull->vertex_count; i++) {
            int64_t along = 0;
            for (int c = 0; c < 3; c++)
                along += direction[c] * hull->vertices[i][c];
            most = along > most ? along : most;
        }
        if (at > most)
            return true;
    }
    return false;
}

/* Every color is inside, and so is every mixture with whole values; corners are colors. */
static void test_a_hull_has_its_colors_and_their_mixtures(void **state)
{
    struct random random = {.state = 31};

    (void)state;
    for (int round = 0; round < 400; round++) {
        errdiff_palette palette = draw_palette(&random);
        int32_t points[256][3];
        struct errdiff_hull hull;
        int factor = random_chance(&random, 50) ? 257 : 1;
        for (int i = 0; i < palette.count; i++)
            for (int c = 0; c < 3; c++)
                points[i][c] = factor * palette.colors[i][c];
        errdiff_hull_make(&hull, (const int32_t(*)[3])points, palette.count);
        for (int i = 0; i < palette.count; i++)
            assert_true(errdiff_hull_has(&hull, points[i]));
        for (int tries = 0; tries < 200; tries++) {
            const int32_t *a = points[random_range(&random, 0, palette.count - 1)];
            const int32_t *b = points[random_range(&random, 0, palette.count - 1)];
            int32_t middle[3];
            bool is_whole = true;
            for (int c = 0; c < 3; c++) {
                is_whole = is_whole && (a[c] + b[c]) % 2 == 0;
                middle[c] = (a[c] + b[c]) / 2;
            }
            if (is_whole)
                assert_true(errdiff_hull_has(&hull, middle));
        }
        for (int i = 0; i < hull.vertex_count; i++) {
            bool is_color = false;
            for (int k = 0; k < palette.count; k++)
                is_color |= memcmp(points[k], hull.vertices[i], sizeof points[k]) == 0;
            assert_true(is_color);
        }
    }
}

/* What the hull has is never shown to be outside of its corners; and most of what it has not is. */
static void test_a_hull_has_nothing_else(void **state)
{
    struct random random = {.state = 32};
    int outside = 0, shown = 0;

    (void)state;
    for (int round = 0; round < 300; round++) {
        errdiff_palette palette = draw_palette(&random);
        int32_t points[256][3];
        struct errdiff_hull hull;
        for (int i = 0; i < palette.count; i++)
            for (int c = 0; c < 3; c++)
                points[i][c] = palette.colors[i][c];
        errdiff_hull_make(&hull, (const int32_t(*)[3])points, palette.count);
        for (int tries = 0; tries < 100; tries++) {
            int32_t point[3];
            for (int c = 0; c < 3; c++)
                point[c] = random_range(&random, 0, 255);
            bool is_shown = is_shown_outside(&random, &hull, point);
            if (errdiff_hull_has(&hull, point))
                assert_false(is_shown);
            outside += !errdiff_hull_has(&hull, point);
            shown += is_shown;
        }
    }
    assert_true(shown > 0.97 * outside);
}

static void test_flat_hulls(void **state)
{
    static const int32_t points[][3] = {{0, 0, 0},     {65535, 65535, 65535}, {200, 200, 200},
                                        {65535, 0, 0}, {65535, 65535, 0},     {0, 0, 0}};
    struct errdiff_hull hull;

    (void)state;
    errdiff_hull_make(&hull, points, 1);
    assert_true(errdiff_hull_has(&hull, points[0]));
    assert_false(errdiff_hull_has(&hull, (const int32_t[]){0, 0, 1}));

    errdiff_hull_make(&hull, points, 3);
    assert_int_equal(hull.vertex_count, 2);
    assert_true(errdiff_hull_has(&hull, (const int32_t[]){12345, 12345, 12345}));
    assert_false(errdiff_hull_has(&hull, (const int32_t[]){12345, 12345, 12346}));

    errdiff_hull_make(&hull, points, 4); /* the plane green = blue */
    assert_true(errdiff_hull_has(&hull, (const int32_t[]){30000, 29999, 29999}));
    assert_false(errdiff_hull_has(&hull, (const int32_t[]){30000, 29999, 29998}));
    assert_false(errdiff_hull_has(&hull, (const int32_t[]){30000, 30001, 30001}));

    errdiff_hull_make(&hull, points, 6);
    assert_true(errdiff_hull_has(&hull, (const int32_t[]){30000, 29999, 29998}));
    assert_false(errdiff_hull_has(&hull, (const int32_t[]){30000, 29998, 29999}));
}

/* ---- Nearest looks ------------------------------------------------------------------------- */

static double distance_of(const double color[3], bool is_light, struct errdiff_oklab wanted)
{
    struct errdiff_oklab look = errdiff_look_of(color, is_light);
    double lightness = 2 * (look.lightness - wanted.lightness);
    double green_red = look.green_red - wanted.green_red;
    double blue_yellow = look.blue_yellow - wanted.blue_yellow;

    return sqrt(lightness * lightness + green_red * green_red + blue_yellow * blue_yellow);
}

/* No mixture of drawn shares looks much more like the color. */
static void test_nothing_looks_more_alike(void **state)
{
    struct random random = {.state = 33};
    int worse = 0, tests = 0;

    (void)state;
    for (int round = 0; round < 60; round++) {
        struct setting setting = {.palette = draw_palette(&random)};
        make_setting(&setting, 8, round % 2, ERRDIFF_GAMUT_CLIP, 0);
        const struct errdiff_corners *corners = &setting.preparation.mapping.corners;
        for (int i = 0; i < 20; i++, tests++) {
            double color[3], nearest[3], least = INFINITY;
            for (int c = 0; c < 3; c++)
                color[c] = random_range(&random, 0, 32) / 32.0;
            struct errdiff_oklab wanted = errdiff_look_of(color, corners->is_light);
            errdiff_nearest_look(corners, color, wanted, nearest);
            for (int tries = 0; tries < 1000; tries++) {
                double mixture[3] = {0}, sum = 0;
                for (int k = 0; k < 3; k++) {
                    int number = random_range(&random, 0, corners->count - 1);
                    double share = random_range(&random, 0, 100) + 1e-9;
                    for (int c = 0; c < 3; c++)
                        mixture[c] += share * corners->points[number][c];
                    sum += share;
                }
                for (int c = 0; c < 3; c++)
                    mixture[c] /= sum;
                least = fmin(least, distance_of(mixture, corners->is_light, wanted));
            }
            worse += distance_of(nearest, corners->is_light, wanted) > least + 0.002;
        }
        release_setting(&setting);
    }
    /* The search may end in a place that is only the best one around. */
    assert_true(worse <= tests / 100);
}

/* ---- Images ------------------------------------------------------------------------------ */

enum { WIDTH = 100, HEIGHT = 60, PIXELS = WIDTH * HEIGHT };

static void map(struct setting *setting, const void *in, const uint8_t *mask, bool keeps_samples,
                int threads, int channels, void *out)
{
    int sample_bytes = setting->bits / 8;
    int out_bits = setting->light ? 16 : setting->bits;
    errdiff_image image = {.data = (void *)in,
                           .width = WIDTH,
                           .height = HEIGHT,
                           .channels = channels,
                           .bits = setting->bits,
                           .stride = WIDTH * channels * sample_bytes,
                           .mask = mask,
                           .mask_stride = WIDTH};
    errdiff_image mapped = {.data = out,
                            .width = WIDTH,
                            .height = HEIGHT,
                            .channels = 3,
                            .bits = out_bits,
                            .stride = WIDTH * 3 * (out_bits / 8)};
    struct errdiff_progress_state progress = {0};

    setting->preparation.keeps_samples = keeps_samples;
    assert_int_equal(errdiff_preparation_run(&setting->preparation, &image, &mapped, NULL,
                                             (struct errdiff_threads){.count = threads}, &progress),
                     ERRDIFF_OK);
}

static int32_t sample_at(const void *samples, int bits, int index)
{
    return bits == 8 ? ((const uint8_t *)samples)[index] : ((const uint16_t *)samples)[index];
}

/* Random colors; half of them are near to mixtures of the palette. */
static void draw_colors(struct random *random, const struct setting *setting, uint16_t *wide)
{
    const errdiff_palette *palette = &setting->palette;

    for (int i = 0; i < PIXELS; i++) {
        const uint8_t *a = palette->colors[random_range(random, 0, palette->count - 1)];
        const uint8_t *b = palette->colors[random_range(random, 0, palette->count - 1)];
        const uint8_t *d = palette->colors[random_range(random, 0, palette->count - 1)];
        int kind = random_range(random, 0, 5);
        double share = random_range(random, 0, 16) / 16.0;
        for (int c = 0; c < 3; c++) {
            double display = (a[c] * share + (b[c] + d[c]) / 2.0 * (1 - share)) / 255;
            int max = setting->bits == 8 ? 255 : 65535;
            int value =
                (int)floor(display * max + 0.5) + (kind == 1 ? random_range(random, -2, 2) : 0);
            value = kind < 3 ? value : random_range(random, 0, max);
            value = kind == 3 ? value < max / 2 ? 0 : max : value;
            wide[3 * i + c] = (uint16_t)(value < 0 ? 0 : value > max ? max : value);
        }
    }
}

/* Distance by which a point is outside the hull, in units of values; 0 inside. */
static double distance_outside(const struct errdiff_hull *hull, const int32_t point[3])
{
    double most = 0;

    for (int i = 0; i < hull->side_count; i++) {
        const struct errdiff_half_space *side = &hull->sides[i];
        double length = 0, beyond = -(double)side->offset;
        for (int c = 0; c < 3; c++) {
            beyond += (double)side->normal[c] * point[c];
            length += (double)side->normal[c] * (double)side->normal[c];
        }
        most = fmax(most, beyond / sqrt(length));
    }
    return most;
}

/* Over 10⁶ colors: inside to the last bit as before, the others inside but for the rounding; and
 * the same with any number of threads. */
static void test_colors_inside_stay_and_the_others_get_inside(void **state)
{
    static uint16_t colors[3 * PIXELS], mapped[3 * PIXELS], again[3 * PIXELS];
    static uint8_t narrow[3 * PIXELS];
    struct random random = {.state = 34};
    int64_t inside = 0, all = 0;

    (void)state;
    for (int round = 0; round < 170; round++) {
        struct setting setting = {.palette = draw_palette(&random)};
        make_setting(&setting, round % 2 ? 8 : 16, round / 2 % 2, ERRDIFF_GAMUT_CLIP, 0);
        int out_bits = setting.light ? 16 : setting.bits;
        draw_colors(&random, &setting, colors);
        for (int i = 0; i < 3 * PIXELS; i++)
            narrow[i] = (uint8_t)colors[i];
        const void *in = setting.bits == 8 ? (void *)narrow : (void *)colors;
        map(&setting, in, NULL, false, 1, 3, mapped);
        for (int i = 0; i < PIXELS; i++, all++) {
            int32_t value[3], result[3];
            for (int c = 0; c < 3; c++) {
                value[c] = colors[3 * i + c];
                value[c] = setting.light ? setting.light[value[c]] : value[c];
                result[c] = sample_at(mapped, out_bits, 3 * i + c);
            }
            if (errdiff_hull_has(&setting.preparation.mapping.hull, value)) {
                inside++;
                assert_memory_equal(value, result, sizeof value);
            } else {
                assert_true(distance_outside(&setting.preparation.mapping.hull, result) <= sqrt(3));
            }
        }
        if (round % 10 == 0) {
            struct setting other = {.palette = setting.palette};
            make_setting(&other, setting.bits, setting.light != NULL, ERRDIFF_GAMUT_CLIP, 0);
            map(&other, in, NULL, false, 3, 3, again);
            assert_memory_equal(mapped, again, (size_t)(3 * PIXELS * out_bits / 8));
            release_setting(&other);
        }
        release_setting(&setting);
    }
    assert_true(inside > all / 10 && inside < 9 * all / 10);
}

/* A gray image gets what the same image with three channels gets. */
static void test_gray_is_as_gray_in_color(void **state)
{
    static uint8_t gray[PIXELS], colors[3 * PIXELS];
    static uint16_t from_gray[3 * PIXELS], from_colors[3 * PIXELS];
    struct random random = {.state = 35};

    (void)state;
    for (int i = 0; i < PIXELS; i++)
        gray[i] = colors[3 * i] = colors[3 * i + 1] = colors[3 * i + 2] =
            (uint8_t)random_range(&random, 0, 255);
    for (int round = 0; round < 12; round++) {
        struct setting setting = {.palette = draw_palette(&random)};
        make_setting(&setting, 8, round % 2,
                     round < 6 ? ERRDIFF_GAMUT_CLIP : ERRDIFF_GAMUT_COMPRESS, 60);
        map(&setting, gray, NULL, false, 1, 1, from_gray);
        map(&setting, colors, NULL, false, 2, 3, from_colors);
        assert_memory_equal(from_gray, from_colors, (size_t)(PIXELS * (setting.light ? 6 : 3)));
        release_setting(&setting);
    }
}

static void test_pixels_outside_the_mask_stay(void **state)
{
    static uint8_t colors[3 * PIXELS], mask[PIXELS];
    static uint16_t values[3 * PIXELS], samples[3 * PIXELS];
    struct random random = {.state = 36};
    struct setting setting = {.palette = {.count = 2, .colors = {{0, 0, 0}, {200, 90, 40}}}};

    (void)state;
    for (int i = 0; i < 3 * PIXELS; i++) {
        colors[i] = (uint8_t)random_range(&random, 0, 255);
        mask[i / 3] = (uint8_t)random_range(&random, 0, 1);
    }
    make_setting(&setting, 8, true, ERRDIFF_GAMUT_CLIP, 0);
    map(&setting, colors, mask, false, 1, 3, values);
    map(&setting, colors, mask, true, 1, 3, samples);
    for (int i = 0; i < 3 * PIXELS; i++) {
        if (mask[i / 3]) {
            assert_int_equal(values[i], samples[i]);
        } else {
            assert_int_equal(values[i], setting.light[colors[i]]);
            assert_int_equal(samples[i], 257 * colors[i]);
        }
    }
    release_setting(&setting);
}

/* ---- Compression --------------------------------------------------------------------------- */

/* Darker than all mixtures stays in order: a ramp that clipping would make flat keeps its steps. */
static void test_compression_keeps_steps(void **state)
{
    static uint8_t ramp[PIXELS];
    static uint8_t clipped[3 * PIXELS], compressed[3 * PIXELS];
    struct setting setting = {.palette = {.count = 2, .colors = {{80, 80, 80}, {180, 180, 180}}}};
    int flat_clipped = 0, flat_compressed = 0;

    (void)state;
    for (int i = 0; i < PIXELS; i++)
        ramp[i] = (uint8_t)(i % WIDTH * 255 / (WIDTH - 1));
    make_setting(&setting, 8, false, ERRDIFF_GAMUT_CLIP, 0);
    map(&setting, ramp, NULL, false, 1, 1, clipped);
    release_setting(&setting);
    make_setting(&setting, 8, false, ERRDIFF_GAMUT_COMPRESS, 100);
    map(&setting, ramp, NULL, false, 1, 1, compressed);
    release_setting(&setting);
    for (int x = 1; x < WIDTH; x++) {
        /* In the cell that the end of the hull divides, the interpolation is a little too light. */
        assert_true(clipped[3 * x] >= clipped[3 * x - 3] - 2);
        assert_true(compressed[3 * x] >= compressed[3 * x - 3]);
        flat_clipped += clipped[3 * x] == clipped[3 * x - 3];
        flat_compressed += compressed[3 * x] == compressed[3 * x - 3];
    }
    assert_true(flat_clipped > WIDTH / 2);
    assert_true(flat_compressed < WIDTH / 4);
    assert_in_range(compressed[0], 80, 82);
    assert_in_range(compressed[3 * (WIDTH - 1)], 178, 180);
}

/* Without compression, and where there is nothing to compress, it is the same as clipping. */
static void test_compression_by_nothing(void **state)
{
    static uint16_t colors[3 * PIXELS], clipped[3 * PIXELS], compressed[3 * PIXELS];
    static const errdiff_palette palettes[] = {
        {.count = 3, .colors = {{10, 20, 30}, {200, 180, 220}, {250, 10, 90}}},
        {.count = 3, .colors = {{0, 0, 0}, {255, 255, 255}, {250, 10, 90}}}};
    struct random random = {.state = 37};

    (void)state;
    for (int i = 0; i < 2; i++) {
        struct setting setting = {.palette = palettes[i], .bits = 16};
        draw_colors(&random, &setting, colors);
        make_setting(&setting, 16, true, ERRDIFF_GAMUT_CLIP, 0);
        map(&setting, colors, NULL, false, 2, 3, clipped);
        release_setting(&setting);
        make_setting(&setting, 16, true, ERRDIFF_GAMUT_COMPRESS, 80 * i);
        map(&setting, colors, NULL, false, 2, 3, compressed);
        release_setting(&setting);
        assert_memory_equal(clipped, compressed, sizeof clipped);
    }
}

/* ---- Relative to the palette --------------------------------------------------------------- */

/* Black and white become the darkest and the lightest color, in every kind of job. */
static void test_black_and_white_become_those_of_the_palette(void **state)
{
    static uint8_t ends[PIXELS];
    static uint16_t wide[PIXELS], mapped[3 * PIXELS];
    const errdiff_palette palette = {
        .count = 4, .colors = {{143, 154, 152}, {106, 23, 18}, {33, 23, 36}, {8, 71, 127}}};

    (void)state;
    for (int i = 0; i < PIXELS; i++) {
        ends[i] = i % 2 ? 255 : 0;
        wide[i] = i % 2 ? 65535 : 0;
    }
    for (int kind = 0; kind < 4; kind++) {
        struct setting setting = {.palette = palette};
        make_setting(&setting, kind % 2 ? 8 : 16, kind / 2, ERRDIFF_GAMUT_RELATIVE, 60);
        int out_bits = setting.light ? 16 : setting.bits;
        map(&setting, kind % 2 ? (void *)ends : (void *)wide, NULL, false, 1, 1, mapped);
        for (int i = 0; i < 3 * PIXELS; i++)
            assert_int_equal(sample_at(mapped, out_bits, i),
                             setting.search.colors[i / 3 % 2 ? 0 : 2][i % 3] >>
                                 ERRDIFF_FRACTION_BITS);
        release_setting(&setting);
    }
}

/* In linear light, what the palette can mix is black + v · (white − black), rounded. */
static void test_relative_colors_inside_are_not_changed_further(void **state)
{
    static uint8_t ramp[PIXELS];
    static uint16_t mapped[3 * PIXELS];
    struct setting setting = {.palette = {.count = 2, .colors = {{80, 80, 80}, {180, 180, 180}}}};

    (void)state;
    for (int i = 0; i < PIXELS; i++)
        ramp[i] = (uint8_t)(i % 256);
    make_setting(&setting, 8, true, ERRDIFF_GAMUT_RELATIVE, 60);
    map(&setting, ramp, NULL, false, 2, 1, mapped);
    for (int i = 0; i < 3 * PIXELS; i++) {
        int64_t black = setting.light[80], white = setting.light[180];
        int64_t light = setting.light[ramp[i / 3]] * (white - black);
        assert_int_equal(mapped[i], black + (light + 32767) / 65535);
    }
    release_setting(&setting);
}

/* It is the same as clipping where the palette has black and white. */
static void test_relative_to_black_and_white_is_clipping(void **state)
{
    static uint16_t colors[3 * PIXELS], clipped[3 * PIXELS], relative[3 * PIXELS];
    struct random random = {.state = 38};
    struct setting setting = {
        .palette = {.count = 3, .colors = {{0, 0, 0}, {250, 10, 90}, {255, 255, 255}}}, .bits = 16};

    (void)state;
    draw_colors(&random, &setting, colors);
    make_setting(&setting, 16, false, ERRDIFF_GAMUT_CLIP, 0);
    map(&setting, colors, NULL, false, 2, 3, clipped);
    release_setting(&setting);
    make_setting(&setting, 16, false, ERRDIFF_GAMUT_RELATIVE, 0);
    map(&setting, colors, NULL, false, 2, 3, relative);
    release_setting(&setting);
    assert_memory_equal(clipped, relative, sizeof clipped);
}

/* ---- Lightness ----------------------------------------------------------------------------- */

static void check_lightness_of_many(struct random *random, int count, int largest)
{
    enum { MANY = 40 };
    uint16_t values[3][MANY];
    int32_t pixels[MANY][3];

    for (int i = 0; i < MANY; i++)
        for (int c = 0; c < 3; c++) {
            int value = random_range(random, -largest, 2 * largest);
            pixels[i][c] = value < 0 ? 0 : value > largest ? largest : value;
            values[c][i] = (uint16_t)pixels[i][c];
        }
    for (int i = 0; i < count; i++)
        errdiff_lightness_map(pixels[i]);
    errdiff_lightness_map_many(values[0], values[1], values[2], count);
    for (int i = 0; i < MANY; i++)
        for (int c = 0; c < 3; c++)
            assert_int_equal(values[c][i], pixels[i][c]);
}

static void test_lightness_of_many_pixels_is_that_of_each(void **state)
{
    struct random random = {.state = 39};

    (void)state;
    for (int round = 0; round < 1000; round++)
        check_lightness_of_many(&random, round % 41, round % 2 ? UINT16_MAX : UINT8_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_hull_has_its_colors_and_their_mixtures),
        cmocka_unit_test(test_a_hull_has_nothing_else),
        cmocka_unit_test(test_flat_hulls),
        cmocka_unit_test(test_nothing_looks_more_alike),
        cmocka_unit_test(test_colors_inside_stay_and_the_others_get_inside),
        cmocka_unit_test(test_gray_is_as_gray_in_color),
        cmocka_unit_test(test_pixels_outside_the_mask_stay),
        cmocka_unit_test(test_compression_keeps_steps),
        cmocka_unit_test(test_compression_by_nothing),
        cmocka_unit_test(test_black_and_white_become_those_of_the_palette),
        cmocka_unit_test(test_relative_colors_inside_are_not_changed_further),
        cmocka_unit_test(test_relative_to_black_and_white_is_clipping),
        cmocka_unit_test(test_lightness_of_many_pixels_is_that_of_each),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
