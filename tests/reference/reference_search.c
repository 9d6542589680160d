/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reference_search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { REACH = 15, TILE = 32, BLOCK = 16, TRIED = 32 };

struct state {
    struct reference_search *search;
    int parts, reach;
    int64_t weight[3][2 * REACH + 1][2 * REACH + 1]; /* of the eye */
    int64_t block_weight;
    int64_t *E;                /* Σ weight · D around each pixel, for each part */
    int64_t *sums;             /* of D of luminance in each block */
    int combinations;          /* of levels, or colors; 0: more than 256 combinations */
    int64_t tried[256][TRIED]; /* for each of these, what is tried in its place */
};

static int64_t floor_div(int64_t a, int64_t b)
{
    return a >= 0 ? a / b : -((b - 1 - a) / b);
}

static int64_t clamp(int64_t value, int64_t low, int64_t high)
{
    return value < low ? low : value > high ? high : value;
}

/* ---- The eye ------------------------------------------------------------------------------- */

static void make_gaussian(double deviation, int reach, double g[2 * REACH + 1])
{
    double sum = 0;

    for (int i = -reach; i <= reach; i++)
        sum += exp(-i * i / (2 * deviation * deviation));
    for (int i = -reach; i <= reach; i++)
        g[REACH + i] = exp(-i * i / (2 * deviation * deviation)) / sum;
}

/* At 45 pixels in a degree the blur of luminance has the standard deviations 1.1 (a fifth) and 2.2
 * with two colors, and 1.0 (three tenths) and 2.2 with more; that of the other parts has 2.2 and
 * 2.0. The autocorrelation has twice the variance. */
static void make_eye(struct state *state, int is_two)
{
    double viewing = state->search->viewing < 72 ? state->search->viewing : 72;
    double scale = sqrt(2) * viewing / 45;
    double fine[2 * REACH + 1], coarse[2 * REACH + 1], color[2 * REACH + 1];
    double share = is_two ? 0.2 : 0.3;

    state->reach = (int)(2.9 * 2.2 * scale) + 1;
    state->reach = state->reach < REACH ? state->reach : REACH;
    make_gaussian((is_two ? 1.1 : 1.0) * scale, state->reach, fine);
    make_gaussian(2.2 * scale, state->reach, coarse);
    make_gaussian((is_two ? 2.2 : 2.0) * scale, state->reach, color);
    for (int y = REACH - state->reach; y <= REACH + state->reach; y++) {
        for (int x = REACH - state->reach; x <= REACH + state->reach; x++) {
            double luminance = share * fine[y] * fine[x] + (1 - share) * coarse[y] * coarse[x];
            state->weight[0][y][x] = (int64_t)floor(65536 * luminance + 0.5);
            state->weight[1][y][x] = (int64_t)floor(65536 * color[y] * color[x] + 0.5);
            state->weight[2][y][x] = state->weight[1][y][x];
        }
    }
}

/* ---- Colors -------------------------------------------------------------------------------- */

static void split(const struct reference_search *search, int64_t number, int64_t q[3])
{
    for (int c = search->channels - 1; c >= 0; c--) {
        q[c] = number % search->level_count[c];
        number /= search->level_count[c];
    }
}

static int64_t join(const struct reference_search *search, const int64_t q[3])
{
    int64_t number = 0;

    for (int c = 0; c < search->channels; c++)
        number = number * search->level_count[c] + q[c];
    return number;
}

/* Luminance, red against green, and blue against yellow; 16384 is white. */
static void parts_of_values(const struct reference_search *search, const int64_t *v,
                            int64_t part[3])
{
    static const int64_t plain[3][3] = {{871, 2929, 296}, {1450, -2221, 771}, {559, 1736, -2295}};
    static const int64_t mapped[3][3] = {
        {1328, 2486, 282}, {2449, -3317, 868}, {1058, 1821, -2879}};

    for (int i = 0; i < 3; i++) {
        const int64_t *m = search->mapped ? mapped[i] : plain[i];
        int64_t sum = search->channels == 1 ? 4096 * v[0] : m[0] * v[0] + m[1] * v[1] + m[2] * v[2];
        part[i] = floor_div(sum + 8192, 16384);
    }
}

static void parts_of(const struct reference_search *search, int64_t number, int64_t part[3])
{
    int64_t q[3], v[3];

    if (search->color_count > 0) {
        parts_of_values(search, search->colors[number], part);
        return;
    }
    split(search, number, q);
    for (int c = 0; c < search->channels; c++)
        v[c] = search->level_value[c][q[c]];
    parts_of_values(search, v, part);
}

static int64_t distance(const struct state *state, int64_t a, int64_t b)
{
    int64_t part_a[3], part_b[3], sum = 0;

    parts_of(state->search, a, part_a);
    parts_of(state->search, b, part_b);
    for (int i = 0; i < state->parts; i++)
        sum += (part_a[i] - part_b[i]) * (part_a[i] - part_b[i]);
    return sum;
}

/* Whether all colors are one or another; palettes may list one twice. */
static int are_two(const struct state *state)
{
    int64_t other = 0;

    for (int64_t i = 1; i < state->combinations; i++) {
        if (distance(state, i, 0) > 0 && other == 0)
            other = i;
        if (distance(state, i, 0) > 0 && distance(state, i, other) > 0)
            return 0;
    }
    return other > 0;
}

static int list_count(const struct state *state)
{
    return state->combinations < TRIED ? state->combinations : TRIED;
}

/* The 32 colors nearest to `from`, or all if they are not more. */
static void list_nearest(struct state *state, int64_t from)
{
    char used[256] = {0};

    for (int i = 0; i < list_count(state); i++) {
        int64_t best = -1;
        for (int64_t k = 0; k < state->combinations; k++)
            if (!used[k] && (best < 0 || (state->combinations > TRIED &&
                                          distance(state, from, k) < distance(state, from, best))))
                best = k;
        used[best] = 1;
        state->tried[from][i] = best;
    }
}

/* Luminance above the darkest color, or -1 for a color that is not gray beside it. */
static int64_t gray_of(const struct state *state, int64_t number, const int64_t darkest[3])
{
    int64_t part[3];

    parts_of(state->search, number, part);
    for (int k = 1; k < state->parts; k++)
        if (2 * llabs(part[k] - darkest[k]) > part[0] - darkest[0])
            return -1;
    return part[0] - darkest[0];
}

/* The widest gap between a dark gray, of at most 511, and the next lighter one. */
static int64_t gap_of_colors(const struct state *state)
{
    int64_t darkest[3] = {0}, part[3], gap = 0;

    for (int64_t i = 0; i < state->combinations; i++) {
        parts_of(state->search, i, part);
        if (i == 0 || part[0] < darkest[0])
            memcpy(darkest, part, sizeof(darkest));
    }
    for (int64_t i = 0; i < state->combinations; i++) {
        int64_t from = gray_of(state, i, darkest), next = 16384;
        if (from < 0 || from >= 512)
            continue;
        for (int64_t k = 0; k < state->combinations; k++) {
            int64_t to = gray_of(state, k, darkest);
            if (to > from && to < next)
                next = to;
        }
        gap = next - from > gap ? next - from : gap;
    }
    return gap;
}

static int64_t gap_of_levels(const struct reference_search *search)
{
    int64_t gap = 0;

    for (int c = 0; c < search->channels; c++) {
        const int64_t *v = search->level_value[c];
        for (int64_t i = 0; i + 1 < search->level_count[c]; i++) {
            int64_t from = (v[i] - v[0]) / 4, to = (v[i + 1] - v[0]) / 4;
            if (from < 512 && to - from > gap)
                gap = to - from;
        }
    }
    return gap;
}

/* The weight of a block: that of a pixel, times twice the widest gap between dark grays, of 16384;
 * a sixteenth to 1. */
static void weigh_blocks(struct state *state)
{
    int64_t own = state->weight[0][REACH][REACH];
    int64_t gap = state->combinations > 0 ? gap_of_colors(state) : gap_of_levels(state->search);

    state->block_weight = clamp(own * 2 * gap / 16384, own / 16, own);
}

/* Each level one lower, the same, or one higher. */
static int list_beside(const struct state *state, int64_t from, int64_t tried[TRIED])
{
    const struct reference_search *search = state->search;
    int count = search->channels == 1 ? 3 : 27;
    int64_t q[3], other[3];

    split(search, from, q);
    for (int i = 0; i < count; i++) {
        int step[3] = {i / 9, i / 3 % 3, i % 3};
        for (int c = 0; c < search->channels; c++)
            other[c] =
                clamp(q[c] + step[3 - search->channels + c] - 1, 0, search->level_count[c] - 1);
        tried[i] = join(search, other);
    }
    return count;
}

/* ---- Changes ------------------------------------------------------------------------------- */

static int64_t pixel_of(const struct state *state, int x, int y)
{
    return (int64_t)y * state->search->width + x;
}

/* The sum of D of luminance in the block of a pixel. */
static int64_t *block_sum(const struct state *state, int x, int y)
{
    return &state->sums[(int64_t)(y / BLOCK) * state->search->width + x / BLOCK];
}

static int64_t seen_at(const struct state *state, int x, int y, int part)
{
    int64_t E = state->E[3 * pixel_of(state, x, y) + part];

    if (part == 0)
        E += clamp(state->block_weight * *block_sum(state, x, y), -(1 << 29), 1 << 29);
    return floor_div(E + 16384, 32768);
}

static int64_t quarter(int64_t part)
{
    return floor_div(part + 2, 4);
}

static int64_t growth_of(int64_t d, int64_t weight, int64_t slope)
{
    return d * (floor_div(d * weight + 4096, 8192) + slope);
}

static int64_t growth_of_color(const struct state *state, int64_t from, int64_t to,
                               const int64_t seen[3])
{
    int64_t from_part[3], to_part[3], sum = 0;

    parts_of(state->search, from, from_part);
    parts_of(state->search, to, to_part);
    for (int i = 0; i < state->parts; i++) {
        int64_t weight = state->weight[i][REACH][REACH] + (i == 0 ? state->block_weight : 0);
        sum += growth_of(quarter(to_part[i]) - quarter(from_part[i]), weight, 2 * seen[i]);
    }
    return sum;
}

static int64_t growth_of_swap(const struct state *state, int x, int y, int u, int v)
{
    int64_t from_part[3], to_part[3], sum = 0;
    int is_other_block = x / BLOCK != u / BLOCK || y / BLOCK != v / BLOCK;

    parts_of(state->search, state->search->number[pixel_of(state, x, y)], from_part);
    parts_of(state->search, state->search->number[pixel_of(state, u, v)], to_part);
    for (int i = 0; i < state->parts; i++) {
        int64_t own = state->weight[i][REACH][REACH];
        int64_t weight = own - state->weight[i][REACH + v - y][REACH + u - x] +
                         (i == 0 && is_other_block ? state->block_weight : 0);
        sum += growth_of(quarter(to_part[i]) - quarter(from_part[i]), weight,
                         seen_at(state, x, y, i) - seen_at(state, u, v, i));
    }
    return 2 * sum;
}

/* Adds d to D of a pixel. */
static void add_difference(struct state *state, int x, int y, const int64_t d[3])
{
    const struct reference_search *search = state->search;

    *block_sum(state, x, y) += d[0];
    for (int v = -state->reach; v <= state->reach; v++)
        for (int u = -state->reach; u <= state->reach; u++)
            for (int i = 0; i < state->parts; i++)
                if (x + u >= 0 && x + u < search->width && y + v >= 0 && y + v < search->height)
                    state->E[3 * pixel_of(state, x + u, y + v) + i] +=
                        state->weight[i][REACH + v][REACH + u] * d[i];
}

static void set_number(struct state *state, int x, int y, int64_t to)
{
    struct reference_search *search = state->search;
    int64_t from_part[3], d[3];

    parts_of(search, search->number[pixel_of(state, x, y)], from_part);
    parts_of(search, to, d);
    for (int i = 0; i < state->parts; i++)
        d[i] -= from_part[i];
    search->number[pixel_of(state, x, y)] = to;
    add_difference(state, x, y, d);
}

/* Returns 1 if the pixel, or a neighbor, has changed. */
static int visit_pixel(struct state *state, int x, int y)
{
    struct reference_search *search = state->search;
    int64_t from = search->number[pixel_of(state, x, y)], best = 0, best_to = -1, seen[3];
    int64_t beside[TRIED], *tried = state->combinations > 0 ? state->tried[from] : beside;
    int best_u = x, best_v = y;
    int count = state->combinations > 0 ? list_count(state) : list_beside(state, from, beside);

    for (int i = 0; i < state->parts; i++)
        seen[i] = seen_at(state, x, y, i);
    for (int i = 0; i < count; i++) {
        int64_t growth = growth_of_color(state, from, tried[i], seen);
        if (growth < best) {
            best = growth;
            best_to = tried[i];
        }
    }
    for (int v = y - 1; v <= y + 1; v++) {
        for (int u = x - 1; u <= x + 1; u++) {
            if (u < 0 || u >= search->width || v < 0 || v >= search->height || (u == x && v == y) ||
                search->number[pixel_of(state, u, v)] < 0 || search->stays[pixel_of(state, u, v)])
                continue;
            int64_t growth = growth_of_swap(state, x, y, u, v);
            if (growth < best) {
                best = growth;
                best_to = search->number[pixel_of(state, u, v)];
                best_u = u;
                best_v = v;
            }
        }
    }
    if (best_to < 0)
        return 0;
    if (best_u != x || best_v != y)
        set_number(state, best_u, best_v, from);
    set_number(state, x, y, best_to);
    return 1;
}

/* ---- Passes -------------------------------------------------------------------------------- */

/* First the pixels of which x + y is even, then the others. */
static int visit_tile(struct state *state, int column, int row)
{
    const struct reference_search *search = state->search;
    int has_changed = 0;

    for (int odd = 0; odd <= 1; odd++)
        for (int y = row * TILE; y < row * TILE + TILE && y < search->height; y++)
            for (int x = column * TILE; x < column * TILE + TILE && x < search->width; x++)
                if ((x + y) % 2 == odd && search->number[pixel_of(state, x, y)] >= 0 &&
                    !search->stays[pixel_of(state, x, y)])
                    has_changed |= visit_pixel(state, x, y);
    return has_changed;
}

static int is_beside_a_change(const char *changed, int across, int down, int column, int row)
{
    for (int y = row - 1; y <= row + 1; y++)
        for (int x = column - 1; x <= column + 1; x++)
            if (x >= 0 && x < across && y >= 0 && y < down && changed[y * across + x])
                return 1;
    return 0;
}

static void run_passes(struct state *state, char *changed, char *before)
{
    const struct reference_search *search = state->search;
    int across = (search->width + TILE - 1) / TILE, down = (search->height + TILE - 1) / TILE;

    memset(changed, 1, (size_t)(across * down));
    for (int pass = 0; pass < search->passes; pass++) {
        memcpy(before, changed, (size_t)(across * down));
        for (int phase = 0; phase < 4; phase++)
            for (int row = phase / 2; row < down; row += 2)
                for (int column = phase % 2; column < across; column += 2)
                    changed[row * across + column] =
                        is_beside_a_change(before, across, down, column, row) &&
                        visit_tile(state, column, row);
    }
}

static void start(struct state *state)
{
    struct reference_search *search = state->search;

    state->parts = search->channels;
    state->combinations = search->color_count;
    if (search->color_count == 0) {
        int64_t product = 1;
        for (int c = 0; c < search->channels; c++)
            product *= search->level_count[c];
        state->combinations = product <= 256 ? (int)product : 0;
    }
    for (int i = 0; i < state->combinations; i++)
        list_nearest(state, i);
    make_eye(state, are_two(state));
    weigh_blocks(state);
    for (int y = 0; y < search->height; y++) {
        for (int x = 0; x < search->width; x++) {
            int64_t pixel = pixel_of(state, x, y), from[3], to[3];
            if (search->number[pixel] < 0)
                continue;
            parts_of_values(search, search->values + search->channels * pixel, from);
            parts_of(search, search->number[pixel], to);
            for (int i = 0; i < state->parts; i++)
                to[i] -= from[i];
            add_difference(state, x, y, to);
        }
    }
}

int reference_search(struct reference_search *search)
{
    size_t pixels = (size_t)search->width * (size_t)search->height;
    struct state *state = calloc(1, sizeof(*state));
    char *changed = malloc(pixels), *before = malloc(pixels);
    int result = -1;

    if (state) {
        state->search = search;
        state->E = calloc(3 * pixels, sizeof(*state->E));
        state->sums = calloc(pixels, sizeof(*state->sums));
    }
    if (state && state->E && state->sums && changed && before) {
        start(state);
        run_passes(state, changed, before);
        result = 0;
    }
    if (state) {
        free(state->E);
        free(state->sums);
    }
    free(state);
    free(changed);
    free(before);
    return result;
}
