/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The thresholds of screens, written after docs/rule.md in the plainest way. */
#include "reference_screen.h"

#include <math.h>
#include <stdlib.h>

static int allocate(struct reference_tile *tile, int width, int height)
{
    tile->width = width;
    tile->height = height;
    tile->shift = 0;
    tile->thresholds = calloc((size_t)width * (size_t)height, sizeof(*tile->thresholds));
    return tile->thresholds ? 0 : -1;
}

/* Bayer's matrix from that of half its side: 4·M, 4·M + 2 above 4·M + 3, 4·M + 1. */
static int bayer_rank(int side, int x, int y)
{
    static const int least[2][2] = {{0, 2}, {3, 1}};
    int half = side / 2;

    if (side == 1)
        return 0;
    return 4 * bayer_rank(half, x % half, y % half) + least[y / half][x / half];
}

static int make_bayer(struct reference_tile *tile, int side)
{
    if (allocate(tile, side, side) < 0)
        return -1;
    for (int y = 0; y < side; y++) {
        for (int x = 0; x < side; x++)
            tile->thresholds[y * side + x] =
                65536 * (2 * (int64_t)bayer_rank(side, x, y) + 1) / (2 * side * side);
    }
    return 0;
}

static int make_matrix(struct reference_tile *tile, const struct reference_screen *screen)
{
    int count = screen->width * screen->height;
    int64_t equal[65536] = {0}, less[65536] = {0};

    if (allocate(tile, screen->width, screen->height) < 0)
        return -1;
    for (int i = 0; i < count; i++)
        equal[screen->numbers[i]]++;
    for (int number = 1; number < 65536; number++)
        less[number] = less[number - 1] + equal[number - 1];
    for (int i = 0; i < count; i++) {
        int number = screen->numbers[i];
        tile->thresholds[i] = 65536 * (2 * less[number] + equal[number]) / (2 * count);
    }
    return 0;
}

/* ---- Clustered dots ------------------------------------------------------------------------ */

/* n × n dots fit into a square with the sides (a, -b) and (b, a). */
struct square {
    int n;
    int64_t a, b;
};

static struct square find_square(double period, double degrees)
{
    double radians = degrees * 3.14159265358979323846 / 180;
    struct square best = {0, 0, 0}, one;
    double best_miss = 1e9;

    for (int n = 1; n == 1 || n * period <= 256; n++) {
        double x = n * period * cos(radians), y = n * period * sin(radians);
        double miss = hypot(x - round(x), y - round(y)) / (n * period);
        if (miss < best_miss - 1e-9) {
            best = (struct square){n, (int64_t)round(x), (int64_t)round(y)};
            best_miss = miss;
        }
    }
    one = best;
    while (best.a * best.a + best.b * best.b < 256)
        best = (struct square){best.n + one.n, best.a + one.a, best.b + one.b};
    return best;
}

static uint32_t mixed(uint32_t b)
{
    b = (b ^ b >> 16) * 0x7FEB352D;
    b = (b ^ b >> 15) * 0x846CA68B;
    return b ^ b >> 16;
}

struct dot_pixel {
    int64_t spot;
    uint32_t tie;
    int number;
};

static int compare(const void *a, const void *b)
{
    const struct dot_pixel *one = a, *other = b;

    if (one->spot != other->spot)
        return one->spot > other->spot ? 1 : -1;
    if (one->tie != other->tie)
        return one->tie > other->tie ? 1 : -1;
    return one->number > other->number ? 1 : -1;
}

/* Whether the pixel (x, y) is a corner of a square. */
static int is_corner(const struct square *square, int64_t x, int64_t y)
{
    int64_t area = square->a * square->a + square->b * square->b;

    return (x * square->a - y * square->b) % area == 0 &&
           (x * square->b + y * square->a) % area == 0;
}

/* The distance from the middle of a dot, 0..unit, along one side. */
static int64_t distance(int64_t place, int64_t unit)
{
    int64_t in_dot = (place % (2 * unit) + 2 * unit) % (2 * unit);

    return llabs(in_dot - unit);
}

static int64_t spot_of(enum reference_screen_kind kind, int64_t x, int64_t y, int64_t unit)
{
    if (kind == REFERENCE_LINE)
        return y;
    if (kind == REFERENCE_DIAMOND)
        return x + y;
    if (x + y > unit)
        return 2 * unit * unit - (unit - x) * (unit - x) - (unit - y) * (unit - y);
    return x * x + y * y;
}

static int make_dots(struct reference_tile *tile, const struct reference_screen *screen,
                     double degrees)
{
    struct square square = find_square(screen->period, degrees);
    int64_t area = square.a * square.a + square.b * square.b, unit = 64 * area;
    int width = 1, height = 1;
    struct dot_pixel *pixels = calloc((size_t)area, sizeof(*pixels));

    /* The first row, and the first number of rows, after which the pattern comes again. */
    while (!is_corner(&square, width, 0))
        width++;
    height = (int)(area / width);
    if (!pixels || allocate(tile, width, height) < 0) {
        free(pixels);
        return -1;
    }
    /* The corner (x, height) has the pattern of (0, 0), so pixel 0 there has that of -x. */
    while (!is_corner(&square, -tile->shift, height))
        tile->shift++;
    for (int i = 0; i < area; i++) {
        int64_t x = 64 * (i % width) + 37, y = 64 * (i / width) + 43;
        int64_t X = distance(2 * square.n * (x * square.a - y * square.b), unit);
        int64_t Y = distance(2 * square.n * (x * square.b + y * square.a), unit);
        pixels[i] = (struct dot_pixel){spot_of(screen->kind, X, Y, unit), mixed((uint32_t)i), i};
    }
    qsort(pixels, (size_t)area, sizeof(*pixels), compare);
    for (int64_t i = 0; i < area; i++)
        tile->thresholds[pixels[area - 1 - i].number] = 65536 * (2 * i + 1) / (2 * area);
    free(pixels);
    return 0;
}

int reference_tile_make(struct reference_tile *tile, const struct reference_screen *screen,
                        int angle)
{
    if (screen->kind == REFERENCE_BAYER)
        return make_bayer(tile, screen->side);
    if (screen->kind == REFERENCE_MATRIX)
        return make_matrix(tile, screen);
    return make_dots(tile, screen, screen->angles[angle]);
}

int64_t reference_tile_at(const struct reference_tile *tile, int x, int y)
{
    int64_t column = x + (int64_t)(y / tile->height) * tile->shift;

    return tile->thresholds[(int64_t)(y % tile->height) * tile->width + column % tile->width];
}
