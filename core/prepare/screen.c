/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the offsets of screens, and checks their options. */
#include "screen.h"

#include "base/message.h"
#include "base/system.h"
#include "base/translate.h"
#include "offsets.h"
#include "rule/image.h"
#include "rule/pixel.h"
#include "screen_tile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- The options --------------------------------------------------------------------------- */

enum kind { NONE, BAYER, BLUE_NOISE, CLUSTERED };

static const struct screen_row {
    errdiff_screen_info info;
    enum kind kind;
    int number; /* the side of a Bayer matrix, or an errdiff_spot */
} screens[] = {
    {{"none", N_("None"), 0}, NONE, 0},
    {{"bayer-2", N_("Bayer, 2 × 2"), 0}, BAYER, 2},
    {{"bayer-4", N_("Bayer, 4 × 4"), 0}, BAYER, 4},
    {{"bayer-8", N_("Bayer, 8 × 8"), 0}, BAYER, 8},
    {{"bayer-16", N_("Bayer, 16 × 16"), 0}, BAYER, 16},
    {{"blue-noise", N_("Blue noise"), 0}, BLUE_NOISE, 0},
    {{"round", N_("Round dots"), 1}, CLUSTERED, ERRDIFF_SPOT_ROUND},
    {{"diamond", N_("Diamond dots"), 1}, CLUSTERED, ERRDIFF_SPOT_DIAMOND},
    {{"line", N_("Lines"), 1}, CLUSTERED, ERRDIFF_SPOT_LINE},
};

enum { SCREENS = sizeof screens / sizeof *screens, ANGLES = 4 };

int errdiff_screen_count(void)
{
    return SCREENS;
}

errdiff_status errdiff_screen_get(int index, errdiff_screen_info *info)
{
    if (index < 0 || index >= SCREENS)
        return ERRDIFF_BAD_ARGUMENT;
    *info = screens[index].info;
    return ERRDIFF_OK;
}

static const struct screen_row *find_screen(const char *name)
{
    for (int i = 0; i < SCREENS; i++)
        if (strcmp(screens[i].info.name, name) == 0)
            return &screens[i];
    return NULL;
}

errdiff_status errdiff_screen_find(const char *name, errdiff_screen_info *info)
{
    const struct screen_row *row = name ? find_screen(name) : NULL;
    if (row)
        *info = row->info;
    return row ? ERRDIFF_OK : ERRDIFF_BAD_ARGUMENT;
}

/* The distance from dot to dot, in pixels or in lines per inch. */
struct size {
    double number;
    bool is_lpi;
};

static errdiff_status read_size(const char *text, struct size *size, errdiff_message *message)
{
    char *end;
    size->number = errdiff_system_read_number(text, &end);
    size->is_lpi = strcmp(end, "lpi") == 0;
    if (end != text && (*end == '\0' || size->is_lpi) && size->number > 0 && isfinite(size->number))
        return ERRDIFF_OK;
    return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                        N_("screen-size: \"%.40s\" is not a size; it must be pixels, like 8, "
                           "or lines per inch, like 85lpi"),
                        text);
}

/* Finds the period in pixels. */
static errdiff_status find_period(const struct size *size, double dpi, double *period,
                                  errdiff_message *message)
{
    if (size->is_lpi && dpi <= 0)
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            N_("dpi: lines per inch need the resolution of the image"));
    *period = size->is_lpi ? dpi / size->number : size->number;
    if (*period < 2 || *period > ERRDIFF_MAX_SCREEN_PERIOD)
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            N_("screen-size: %g pixels from dot to dot are out of range; they must "
                               "be 2 to %d"),
                            *period, ERRDIFF_MAX_SCREEN_PERIOD);
    return ERRDIFF_OK;
}

/* Reads one angle for all channels; or those of red, green and blue, and maybe that of gray, which
 * otherwise is as that of red. */
static errdiff_status read_angles(const char *text, double angles[ANGLES], errdiff_message *message)
{
    int count = 0;
    char *end;
    const char *at = text;
    do {
        angles[count] = errdiff_system_read_number(at, &end);
        if (end == at || !isfinite(angles[count]) || fabs(angles[count]) > 360)
            break;
        count++;
        at = *end == ',' ? end + 1 : end;
    } while (*end == ',' && count < ANGLES);
    bool ends_in_comma = at > text && at[-1] == ',';
    if (*at != '\0' || ends_in_comma || count == 0 || count == 2)
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            N_("screen-angle: \"%.40s\" is not possible; it must be one angle, "
                               "those of red, green and blue, like 15,75,0, or one more for gray"),
                            text);
    for (; count < ANGLES; count++)
        angles[count] = angles[0];
    return ERRDIFF_OK;
}

static errdiff_status check_name(const char *name, errdiff_message *message)
{
    if (find_screen(name))
        return ERRDIFF_OK;
    errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                 N_("screen: \"%.60s\" is not a screen; choose from %s"), name,
                 screens[0].info.name);
    for (int i = 1; i < SCREENS; i++)
        errdiff_append(message, ", %s", screens[i].info.name);
    return ERRDIFF_BAD_ARGUMENT;
}

static errdiff_status check_matrix(const errdiff_matrix *matrix, errdiff_message *message)
{
    if (matrix->numbers && matrix->width >= 1 && matrix->width <= ERRDIFF_MAX_MATRIX &&
        matrix->height >= 1 && matrix->height <= ERRDIFF_MAX_MATRIX)
        return ERRDIFF_OK;
    return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                        N_("screen: a matrix of %d × %d numbers is not possible; its sides must be "
                           "1 to %d"),
                        matrix->width, matrix->height, ERRDIFF_MAX_MATRIX);
}

static bool is_clustered(const errdiff_options *options)
{
    return !options->screen_matrix && find_screen(options->screen)->kind == CLUSTERED;
}

/* Checks the size also where it is not used; lines per inch then need no resolution. */
static errdiff_status check_size(const errdiff_options *options, errdiff_message *message)
{
    struct size size;
    double period;
    errdiff_status status = read_size(options->screen_size, &size, message);
    if (status == ERRDIFF_OK && (is_clustered(options) || !size.is_lpi))
        status = find_period(&size, options->dpi, &period, message);
    return status;
}

errdiff_status errdiff_screen_check(const errdiff_options *options, errdiff_message *message)
{
    double angles[ANGLES];
    errdiff_status status = options->screen_matrix ? check_matrix(options->screen_matrix, message)
                                                   : check_name(options->screen, message);
    if (status == ERRDIFF_OK)
        status = check_size(options, message);
    if (status == ERRDIFF_OK)
        status = read_angles(options->screen_angle, angles, message);
    return status;
}

/* The period of a clustered screen whose options have been checked. */
static double period_of(const errdiff_options *options)
{
    struct size size = {0};
    double period = 0;
    read_size(options->screen_size, &size, NULL);
    find_period(&size, options->dpi, &period, NULL);
    return period;
}

double errdiff_screen_period(const errdiff_options *options)
{
    return is_clustered(options) && options->screen_amount > 0 ? period_of(options) : 1;
}

/* ---- Tables -------------------------------------------------------------------------------- */

enum { MIN_COLUMNS = 512 }; /* of a row of offsets, so that long parts of it can be copied */

struct screen {
    int32_t percent;
    int tile_count; /* 1: one for all channels; 3: one for each */
    struct errdiff_screen_tile tiles[3];
    int32_t half_steps[3]; /* h; 0: it depends on v */
    int16_t *offsets[3];   /* of the patterns; NULL: they depend on v */
    struct errdiff_offset_patterns patterns;
};

/* What turns thresholds into offsets. */
struct scale {
    int32_t half_step, percent;
    int shift; /* log2 of k */
};

static int32_t ceil_divide(int64_t dividend, int64_t divisor)
{
    return (int32_t)(-errdiff_floor_divide_64(-dividend, divisor));
}

static int32_t offset_before(int32_t half_step, uint16_t threshold)
{
    return ceil_divide((int64_t)half_step * (32768 - threshold), 32768);
}

/* d/k, from n. */
static int16_t scaled(const struct scale *scale, int32_t n)
{
    int64_t divisor = INT64_C(100) << scale->shift;
    int32_t most = (int32_t)((int64_t)scale->half_step * scale->percent / divisor);
    int32_t offset = ceil_divide((int64_t)n * scale->percent, divisor);
    return (int16_t)(offset < most ? offset : most);
}

static bool has_equal_steps(const struct errdiff_quantizer *quantizer)
{
    for (int i = 2; i < quantizer->level_count; i++)
        if (errdiff_output_of(quantizer, i) - errdiff_output_of(quantizer, i - 1) !=
            errdiff_output_of(quantizer, 1))
            return false;
    return true;
}

static int32_t distance_between(const struct errdiff_search *search, int i, int j)
{
    int32_t distance = 0;
    for (int c = 0; c < 3; c++) {
        int32_t difference = abs(search->colors[i][c] - search->colors[j][c]);
        distance = difference > distance ? difference : distance;
    }
    return distance;
}

static bool is_listed_before(const struct errdiff_search *search, int i)
{
    for (int j = 0; j < i; j++)
        if (distance_between(search, i, j) == 0)
            return true;
    return false;
}

/* h of a palette, of which colors that are listed twice count once. */
static int32_t half_distance(const struct errdiff_search *search)
{
    int64_t sum = 0;
    int count = 0;
    for (int i = 0; i < search->color_count; i++) {
        if (is_listed_before(search, i))
            continue;
        int32_t nearest = INT32_MAX;
        for (int j = 0; j < search->color_count; j++) {
            int32_t distance = distance_between(search, i, j);
            if (distance > 0 && distance < nearest)
                nearest = distance;
        }
        count++;
        sum += nearest;
    }
    return count > 1 ? (int32_t)(sum / (2 * count)) : 0;
}

static bool make_tile(struct errdiff_screen_tile *tile, const errdiff_options *options,
                      double degrees)
{
    const errdiff_matrix *matrix = options->screen_matrix;
    if (matrix)
        return errdiff_screen_make_ordered(tile, matrix->width, matrix->height, matrix->numbers);
    const struct screen_row *row = find_screen(options->screen);
    switch (row->kind) {
    case BAYER:
        return errdiff_screen_make_bayer(tile, row->number);
    case BLUE_NOISE:
        return errdiff_screen_make_ordered(tile, ERRDIFF_BLUE_NOISE_SIDE, ERRDIFF_BLUE_NOISE_SIDE,
                                           errdiff_blue_noise);
    default:
        return errdiff_screen_make_clustered(tile, row->number, period_of(options), degrees);
    }
}

/* Gray images and palettes of grays have the angle of gray in all channels. */
static bool is_gray(const errdiff_image *in, const errdiff_options *options)
{
    return in->channels == 1 || options->gray ||
           (options->palette && errdiff_palette_is_gray(options->palette));
}

static bool make_tiles(struct screen *screen, int channels, const errdiff_image *in,
                       const errdiff_options *options)
{
    double angles[ANGLES] = {0};
    if (is_clustered(options))
        read_angles(options->screen_angle, angles, NULL);
    bool has_angles = is_clustered(options) && channels == 3 && !is_gray(in, options) &&
                      (angles[0] != angles[1] || angles[0] != angles[2]);
    screen->tile_count = has_angles ? 3 : 1;
    if (!has_angles)
        return make_tile(&screen->tiles[0], options, is_gray(in, options) ? angles[3] : angles[0]);
    for (int c = 0; c < 3; c++)
        if (!make_tile(&screen->tiles[c], options, angles[c]))
            return false;
    return true;
}

/* Makes the pattern of a tile, with the offsets of `channels` channels from the one with its number
 * on. */
static bool make_pattern(struct screen *screen, int number, int channels,
                         const struct errdiff_pixel_rule *rule)
{
    const struct errdiff_screen_tile *tile = &screen->tiles[number];
    int columns = (1 + (MIN_COLUMNS - 1) / tile->width) * tile->width;
    size_t count = (size_t)tile->height * (size_t)columns * (size_t)channels;
    int16_t *offsets = screen->offsets[number] = malloc(count * sizeof *offsets);
    if (!offsets)
        return false;
    for (int c = 0; c < channels; c++) {
        struct scale scale = {screen->half_steps[number + c], screen->percent, rule->offsets_shift};
        for (int y = 0; y < tile->height; y++)
            for (int x = 0; x < tile->width; x++) {
                uint16_t threshold = tile->thresholds[(ptrdiff_t)y * tile->width + x];
                int16_t offset = scaled(&scale, offset_before(scale.half_step, threshold));
                for (int at = x; at < columns; at += tile->width)
                    offsets[((ptrdiff_t)y * columns + at) * channels + c] = offset;
            }
    }
    screen->patterns.of[number] = (struct errdiff_offset_pattern){.width = tile->width,
                                                                  .height = tile->height,
                                                                  .shift = tile->shift,
                                                                  .columns = columns,
                                                                  .offsets = offsets};
    return true;
}

static bool make_patterns(struct screen *screen, const struct errdiff_pixel_rule *rule)
{
    screen->patterns.count = screen->tile_count;
    for (int i = 0; i < screen->tile_count; i++)
        if (!make_pattern(screen, i, rule->channels / screen->tile_count, rule))
            return false;
    return true;
}

/* ---- The source ---------------------------------------------------------------------------- */

static bool is_wanted(const errdiff_options *options)
{
    return options->screen_amount != 0 &&
           (options->screen_matrix || strcmp(options->screen, screens[0].info.name) != 0);
}

/* h of a channel or, if its steps differ, the largest one. */
static int32_t largest_half_step(const struct errdiff_pixel_rule *rule, int channel)
{
    if (rule->search)
        return half_distance(rule->search);
    const struct errdiff_quantizer *quantizer = &rule->quantizers[channel];
    int32_t largest = 0;
    for (int i = 1; i < quantizer->level_count; i++) {
        int32_t step = errdiff_output_of(quantizer, i) - errdiff_output_of(quantizer, i - 1);
        largest = step > largest ? step : largest;
    }
    return largest << (ERRDIFF_FRACTION_BITS - 1);
}

/* d is a multiple of k, which is 16 or more if W = 65535, and towards 0 from h · a/100. */
static int32_t limit(const struct errdiff_pixel_rule *rule, const errdiff_options *options)
{
    int32_t largest = 0;
    for (int c = 0; c < rule->channels; c++) {
        int32_t half_step = largest_half_step(rule, c);
        largest = half_step > largest ? half_step : largest;
    }
    int32_t offset = (int32_t)((int64_t)largest * options->screen_amount / 100);
    return rule->max_value == UINT8_MAX ? offset : offset & ~15;
}

static void release(void *state)
{
    struct screen *screen = state;
    for (int c = 0; c < 3; c++) {
        free(screen->tiles[c].thresholds);
        free(screen->offsets[c]);
    }
    free(screen);
}

static void *make(const struct errdiff_pixel_rule *rule, const errdiff_image *in,
                  const errdiff_options *options)
{
    struct screen *screen = calloc(1, sizeof *screen);
    if (!screen)
        return NULL;
    screen->percent = options->screen_amount;
    bool is_fixed = true;
    for (int c = 0; c < rule->channels; c++) {
        bool is_equal = rule->search || has_equal_steps(&rule->quantizers[c]);
        screen->half_steps[c] = is_equal ? largest_half_step(rule, c) : 0;
        is_fixed &= is_equal;
    }
    bool is_made = make_tiles(screen, rule->channels, in, options);
    if (is_made && is_fixed)
        is_made = make_patterns(screen, rule);
    if (is_made)
        return screen;
    release(screen);
    return NULL;
}

/* Copies the offsets of `count` pixels of row y of the image, from column x on. */
static void copy_offsets(const struct errdiff_offset_pattern *pattern, int channels, int x, int y,
                         int count, int16_t *offsets)
{
    int column;
    int row = errdiff_repeated_row(pattern->width, pattern->height, pattern->shift, y, &column);
    const int16_t *from = pattern->offsets + (ptrdiff_t)row * pattern->columns * channels;
    int begin = (int)(((int64_t)column + x) % pattern->width);
    while (count > 0) {
        int part = pattern->columns - begin < count ? pattern->columns - begin : count;
        memcpy(offsets, from + (ptrdiff_t)begin * channels,
               (size_t)part * (size_t)channels * sizeof *offsets);
        offsets += (ptrdiff_t)part * channels;
        count -= part;
        begin = 0;
    }
}

/* Copies those of one of three channels. */
static void interleave_offsets(const struct errdiff_offset_pattern *pattern, int x, int y,
                               int count, int16_t *offsets)
{
    int column;
    int row = errdiff_repeated_row(pattern->width, pattern->height, pattern->shift, y, &column);
    const int16_t *from = pattern->offsets + (ptrdiff_t)row * pattern->columns;
    column = (int)(((int64_t)column + x) % pattern->width);
    for (int i = 0; i < count; i++) {
        offsets[(ptrdiff_t)3 * i] = from[column];
        column = column + 1 == pattern->width ? 0 : column + 1;
    }
}

/* n of a value between levels whose steps differ. Sets scale->half_step. */
static int32_t offset_between(const struct errdiff_quantizer *quantizer, int32_t value,
                              uint16_t threshold, struct scale *scale)
{
    int32_t s = value << ERRDIFF_FRACTION_BITS;
    int32_t level = errdiff_level_of(quantizer, s);
    int32_t below = level - (s < errdiff_output_of(quantizer, level) << ERRDIFF_FRACTION_BITS);
    below = errdiff_clamp(below, 0, quantizer->level_count - 2);
    int32_t from = errdiff_output_of(quantizer, below) << ERRDIFF_FRACTION_BITS;
    int32_t to = errdiff_output_of(quantizer, below + 1) << ERRDIFF_FRACTION_BITS;
    scale->half_step = (to - from) / 2;
    return errdiff_clamp(offset_before(scale->half_step, threshold), from - s, to - s);
}

/* Computes the offsets of `count` pixels of row y of `in`, from column x on, one by one. */
static void compute_offsets(const struct screen *screen, const struct errdiff_offset_part *part,
                            int x, int y, int count, int16_t *offsets)
{
    const struct errdiff_pixel_rule *rule = part->rule;
    const void *samples = errdiff_row(part->in, y, 0);
    const uint16_t *thresholds[3];
    int columns[3], widths[3];
    for (int c = 0; c < rule->channels; c++) {
        const struct errdiff_screen_tile *tile = &screen->tiles[screen->tile_count == 3 ? c : 0];
        int row = errdiff_repeated_row(tile->width, tile->height, tile->shift, part->first_row + y,
                                       &columns[c]);
        thresholds[c] = tile->thresholds + (ptrdiff_t)row * tile->width;
        columns[c] = (int)(((int64_t)columns[c] + x) % tile->width);
        widths[c] = tile->width;
    }
    for (int i = 0; i < count; i++) {
        int32_t value[3];
        errdiff_load_pixel(rule, part->in, samples, x + i, value);
        for (int c = 0; c < rule->channels; c++) {
            struct scale scale = {screen->half_steps[c], screen->percent, rule->offsets_shift};
            uint16_t threshold = thresholds[c][columns[c]];
            int32_t n = rule->search || scale.half_step > 0
                            ? offset_before(scale.half_step, threshold)
                            : offset_between(&rule->quantizers[c], value[c], threshold, &scale);
            *offsets++ = scaled(&scale, n);
            columns[c] = columns[c] + 1 == widths[c] ? 0 : columns[c] + 1;
        }
    }
}

static void fill(const void *state, const struct errdiff_offset_part *part, int16_t *offsets)
{
    const struct screen *screen = state;
    const struct errdiff_offset_patterns *patterns = &screen->patterns;
    int count = part->end_column - part->column;
    for (int row = part->row; row < part->end_row; row++, offsets += part->stride) {
        int y = part->first_row + row;
        if (patterns->count == 0)
            compute_offsets(screen, part, part->column, row, count, offsets);
        else if (patterns->count == 1)
            copy_offsets(&patterns->of[0], part->rule->channels, part->column, y, count, offsets);
        else
            for (int c = 0; c < 3; c++)
                interleave_offsets(&patterns->of[c], part->column, y, count, offsets + c);
    }
}

static bool repeat(const void *state, struct errdiff_offset_patterns *patterns)
{
    const struct screen *screen = state;
    *patterns = screen->patterns;
    return patterns->count > 0;
}

const struct errdiff_offset_source errdiff_screen_source = {
    .is_wanted = is_wanted,
    .limit = limit,
    .make = make,
    .fill = fill,
    .repeat = repeat,
    .release = release,
};
