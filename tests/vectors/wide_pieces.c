/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pieces of the wide lane kernel against the rule: any number of levels, palettes of any size, and
 * errors that are split by tone. */
#include "rule/light.h"
#include "rule/quantizer.h"
#include "rule/search.h"
#include "rule/tones.h"
#include "vectors.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT = 1 << 13 };

/* ---- Levels --------------------------------------------------------------------------------- */

/* Fills in the values at which a level or a half step changes, and others, as far outside as a
 * kernel can amplify errors. Of more than 256 levels these are some of the lighter ones. */
static void draw_modified(const struct errdiff_quantizer *quantizer, int32_t *modified)
{
    const int32_t far = (ERRDIFF_MAX_WEIGHT + 1) * quantizer->white;
    int32_t i = 0;
    for (int level = 0; level < quantizer->level_count; level += level < 255 ? 1 : 16)
        for (int32_t near = -2; near <= 2; near++) {
            int32_t output = errdiff_output_of(quantizer, level);
            modified[i++] = (output << ERRDIFF_FRACTION_BITS) + near;
            if (level + 1 < quantizer->level_count)
                modified[i++] = 8 * (output + errdiff_output_of(quantizer, level + 1)) + near;
        }
    for (; i < COUNT / 2; i++)
        modified[i] = random_range(&vectors_random, -quantizer->white, 2 * quantizer->white);
    for (; i < COUNT; i++) /* of 8 bits, all that are in the range */
        modified[i] = i % 64 == 0 ? random_range(&vectors_random, -far, far) : i - COUNT / 2;
}

static bool has_equal_steps(const struct errdiff_quantizer *quantizer)
{
    for (int i = 0; i < quantizer->level_count; i++)
        if (errdiff_output_of(quantizer, i) != i * errdiff_output_of(quantizer, 1))
            return false;
    return true;
}

static void check_quantizer(probe_find_levels *find, const struct errdiff_quantizer *quantizer,
                            bool is_light, const char *name)
{
    static int32_t modified[COUNT], output[COUNT], sample[COUNT], half_step[COUNT];
    struct errdiff_wide_levels levels;
    errdiff_wide_levels_make(&levels, quantizer);
    /* Of 3000 levels the formula is not exact. */
    if (!levels.are_even && levels.whole == 0 && !is_light && quantizer->level_count != 3000)
        failed("%d levels of %s are looked up", quantizer->level_count, name);
    if (levels.equal_step == 0 && levels.are_even && has_equal_steps(quantizer))
        failed("%d levels of %s have equal steps, which are not used", quantizer->level_count,
               name);
    draw_modified(quantizer, modified);
    find(&levels, quantizer->white, modified, COUNT, output, sample, half_step);
    for (int i = 0; i < COUNT; i++) {
        int32_t level = errdiff_level_of(quantizer, modified[i]);
        if (output[i] != errdiff_output_of(quantizer, level) << ERRDIFF_FRACTION_BITS ||
            sample[i] != errdiff_stored_of(quantizer, level) ||
            half_step[i] != errdiff_half_step(quantizer, modified[i]))
            failed("%d levels of %s, %s: %d gives %d, %d and half a step of %d",
                   quantizer->level_count, name,
                   levels.equal_step                      ? "equal steps"
                   : levels.are_even || levels.whole != 0 ? "computed"
                   : levels.are_compared                  ? "compared"
                                                          : "looked up",
                   modified[i], output[i], sample[i], half_step[i]);
    }
}

static void check_numbers_of_levels(probe_find_levels *find, int in_bits, int out_bits,
                                    const uint16_t *light)
{
    static const int many[] = {257, 258, 772, 1024, 3000, 4095, 4096};
    static struct errdiff_quantizer quantizer;
    static struct errdiff_fine_levels fine;
    char name[40];
    snprintf(name, sizeof name, "%d to %d bits%s", in_bits, out_bits, light ? ", light" : "");
    for (int levels = 2; levels <= ERRDIFF_MAX_LEVELS; levels++) {
        errdiff_quantizer_make(&quantizer, NULL, levels, in_bits, out_bits, light);
        check_quantizer(find, &quantizer, light != NULL, name);
    }
    for (size_t i = 0; out_bits == 16 && i < sizeof many / sizeof *many; i++) {
        errdiff_quantizer_make(&quantizer, &fine, many[i], in_bits, out_bits, light);
        check_quantizer(find, &quantizer, light != NULL, name);
    }
}

void check_levels_of_any_number(probe_find_levels *find)
{
    check_numbers_of_levels(find, 8, 8, NULL);
    check_numbers_of_levels(find, 16, 16, NULL);
    check_numbers_of_levels(find, 16, 8, NULL);
    for (int bits = 8; bits <= 16; bits += 8) {
        uint16_t *light = malloc(sizeof *light << bits);
        if (!light)
            exit(2);
        errdiff_light_table(light, bits);
        check_numbers_of_levels(find, bits, bits, light);
        if (bits == 16)
            check_numbers_of_levels(find, 16, 8, light);
        free(light);
    }
}

/* ---- Colors --------------------------------------------------------------------------------- */

/* Random values, with many next to colors, and between two of them, where there are ties. */
static void draw_sought(const struct errdiff_search *search, int32_t *const sought[3])
{
    int last = search->color_count - 1;
    for (int i = 0; i < COUNT; i++) {
        const int32_t *one = search->colors[random_range(&vectors_random, 0, last)];
        const int32_t *other = search->colors[random_range(&vectors_random, 0, last)];
        for (int c = 0; c < 3; c++) {
            int32_t white = search->white;
            int32_t value = i % 4 == 0   ? random_range(&vectors_random, -white, 2 * white)
                            : i % 4 == 1 ? one[c] + random_range(&vectors_random, -2, 2)
                            : i % 4 == 2 ? (one[c] + other[c]) / 2
                                         : random_range(&vectors_random, -1, 2) * white;
            sought[c][i] = errdiff_clamp(value, -white, 2 * white);
        }
    }
}

static void check_search(probe_find_colors *find, const struct errdiff_search *search,
                         const char *name)
{
    static int32_t channels[3][COUNT], numbers[COUNT];
    int32_t *const sought[3] = {channels[0], channels[1], channels[2]};
    struct errdiff_pixel_rule rule = {.search = search,
                                      .max_value = search->white >> ERRDIFF_FRACTION_BITS};
    static struct errdiff_wide_palette palette;
    palette = (struct errdiff_wide_palette){0};
    errdiff_wide_palette_make(&palette, &rule);
    draw_sought(search, sought);
    find(&palette, search, sought, COUNT, numbers);
    for (int i = 0; i < COUNT; i++) {
        const int32_t one[3] = {sought[0][i], sought[1][i], sought[2][i]};
        int32_t right = errdiff_nearest(search, one);
        if (numbers[i] != right)
            failed("%d colors, %s: for %d, %d, %d number %d, the rule gives %d",
                   search->color_count, name, one[0], one[1], one[2], numbers[i], right);
    }
}

/* A palette of colors that are all over the cube, or close together, where cells are subdivided;
 * some are equal. */
static void draw_palette(errdiff_palette *palette, int count, int range)
{
    palette->count = count;
    for (int i = 0; i < count; i++)
        for (int c = 0; c < 3; c++)
            palette->colors[i][c] = (uint8_t)random_range(&vectors_random, 0, range);
    if (count > 4)
        memcpy(palette->colors[3], palette->colors[1], sizeof palette->colors[3]);
    /* Grays, of which all can be nearest in a cell far outside. */
    for (int i = 0; count == 256 && range == 31 && i < 128; i++)
        memset(palette->colors[128 + i], 2 * i, sizeof palette->colors[0]);
}

void check_colors(probe_find_colors *find)
{
    static const int counts[] = {1, 2, 16, 24, 25, 32, 33, 65, 256};
    enum { COUNTS = sizeof counts / sizeof *counts, WAYS = 3 };
    static const char *const ways[] = {"8 bits",        "16 bits",        "light",
                                       "OKLab, 8 bits", "OKLab, 16 bits", "OKLab, light"};
    uint16_t light[256];
    errdiff_light_table(light, 8);
    for (int i = 0; i < COUNTS * 2 * WAYS * 2; i++) {
        int way = i / COUNTS % (2 * WAYS);
        errdiff_palette palette = {0};
        struct errdiff_search search;
        int in_bits = way % WAYS == 1 ? 16 : 8;
        draw_palette(&palette, counts[i % COUNTS], i < COUNTS * 2 * WAYS ? 255 : 31);
        if (!errdiff_search_make(
                &search, &palette, way >= WAYS ? ERRDIFF_MATCH_OKLAB : ERRDIFF_MATCH_RGB, in_bits,
                i % 2 ? in_bits : 8, way % WAYS == 2 ? light : NULL, i % 3 ? INT64_MAX : 1))
            exit(2);
        check_search(find, &search, ways[way]);
        errdiff_search_release(&search);
    }
}

/* ---- Places in OKLab ------------------------------------------------------------------------ */

/* Values from first on: grays and others of which some channels are 0 or white, at first all that
 * are dark; then random ones, many of them dark. */
static void draw_for_places(int32_t white, int first, int32_t *const sought[3])
{
    for (int i = 0; i < COUNT; i++) {
        int32_t number = first + i, value = number / 16 <= white ? number / 16 : white;
        bool is_random = number >= 16 * 4096;
        int32_t limit = number % 4 == 0 ? white / 4096 + 16 : number % 4 == 1 ? white / 16 : white;
        for (int c = 0; c < 3; c++)
            sought[c][i] = is_random          ? random_range(&vectors_random, 0, limit)
                           : number >> c & 1  ? value
                           : number % 16 >= 8 ? white
                                              : 0;
    }
}

static double difference_of_places(const int32_t right[3], const double rough[3])
{
    double sum = 0;
    for (int c = 0; c < 3; c++) {
        double difference = rough[c] - ldexp(right[c], -ERRDIFF_WIDE_PLACE_BITS);
        sum += difference * difference;
    }
    return sqrt(sum);
}

static void check_places_of(probe_find_places *find, const struct errdiff_search *search,
                            const char *name)
{
    static int32_t channels[3][COUNT];
    static float found[3][COUNT];
    int32_t *const sought[3] = {channels[0], channels[1], channels[2]};
    float *const places[3] = {found[0], found[1], found[2]};
    struct errdiff_pixel_rule rule = {.search = search,
                                      .max_value = search->white >> ERRDIFF_FRACTION_BITS};
    static struct errdiff_wide_palette palette;
    double largest = 0;
    palette = (struct errdiff_wide_palette){0};
    errdiff_wide_palette_make(&palette, &rule);
    for (int first = 0; first < 1 << 18; first += COUNT) {
        draw_for_places(search->white, first, sought);
        find(&palette, sought, COUNT, places);
        for (int i = 0; i < COUNT; i++) {
            const int32_t u[3] = {sought[0][i], sought[1][i], sought[2][i]};
            int32_t right[3];
            errdiff_oklab_place(&search->light, u, right);
            double difference =
                difference_of_places(right, (double[]){found[0][i], found[1][i], found[2][i]});
            largest = difference > largest ? difference : largest;
        }
    }
    if (!(largest < ERRDIFF_WIDE_PLACE_ERROR))
        failed("%s: a place in OKLab is off by %g, more than %g", name, largest,
               (double)ERRDIFF_WIDE_PLACE_ERROR);
}

void check_places(probe_find_places *find)
{
    uint16_t light[256];
    errdiff_palette palette = {.count = 1};
    errdiff_light_table(light, 8);
    for (int way = 0; way < 3; way++) {
        struct errdiff_search search;
        if (!errdiff_search_make(&search, &palette, ERRDIFF_MATCH_OKLAB, way == 1 ? 16 : 8, 8,
                                 way == 2 ? light : NULL, INT64_MAX))
            exit(2);
        check_places_of(find, &search, way == 0 ? "8 bits" : way == 1 ? "16 bits" : "light");
        errdiff_search_release(&search);
    }
}

/* ---- Weights by tone ------------------------------------------------------------------------ */

static void check_parts_of(probe_split *split, const struct errdiff_pixel_rule *rule,
                           const int32_t *samples, const int32_t *errors)
{
    static struct errdiff_parts parts[COUNT];
    struct errdiff_wide_tones tones;
    errdiff_wide_tones_make(&tones, rule);
    split(&tones, samples, errors, COUNT, parts);
    for (int i = 0; i < COUNT; i++) {
        int32_t tone = errdiff_tone(samples[i], rule->max_value);
        struct errdiff_parts right = errdiff_parts_of(rule, errors[i], tone);
        if (parts[i].right != right.right || parts[i].below_left != right.below_left ||
            parts[i].below != right.below)
            failed("%d by the tone of %d at %d %%: %d, %d, %d", errors[i], samples[i],
                   rule->strength, parts[i].right, parts[i].below_left, parts[i].below);
    }
}

/* All samples, with random errors and extreme ones. */
static void check_split_of(probe_split *split, const struct errdiff_pixel_rule *rule)
{
    static int32_t samples[COUNT], errors[COUNT];
    int32_t white = rule->max_value << ERRDIFF_FRACTION_BITS;
    for (int32_t first = 0; first <= rule->max_value; first += COUNT) {
        for (int i = 0; i < COUNT; i++) {
            samples[i] = (first + i) % (rule->max_value + 1);
            errors[i] = i % 16 == 0   ? white
                        : i % 16 == 1 ? -white
                                      : random_range(&vectors_random, -white, white);
        }
        check_parts_of(split, rule, samples, errors);
    }
}

void check_split(probe_split *split)
{
    static const struct errdiff_tone_keys *const papers[] = {&errdiff_ostromoukhov,
                                                             &errdiff_zhou_fang};
    static struct errdiff_tone_table table;
    struct errdiff_pixel_rule rule = {.tone_weights = table.weights};
    for (int i = 0; i < 24; i++) {
        errdiff_tone_table_make(&table, papers[i % 2]);
        /* The largest weights that there may be, and the smallest. */
        table.weights[0] = (struct errdiff_tone_weights){UINT16_MAX, 0};
        table.weights[1] = (struct errdiff_tone_weights){0, UINT16_MAX};
        rule.strength = i < 8 ? 100 : i < 12 ? 0 : random_range(&vectors_random, 1, 99);
        rule.max_value = i / 2 % 2 == 0 ? UINT8_MAX : UINT16_MAX;
        check_split_of(split, &rule);
    }
}
