/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the thresholds of screens. */
#include "screen_tile.h"

#include "rule/rule.h"

#include <math.h>
#include <stdlib.h>

enum { MAX_SIDE = 256, MIN_THRESHOLDS = 256 };

static bool allocate(struct errdiff_screen_tile *tile, int width, int height)
{
    tile->width = width;
    tile->height = height;
    tile->shift = 0;
    tile->thresholds = malloc((size_t)width * (size_t)height * sizeof *tile->thresholds);
    return tile->thresholds != NULL;
}

/* The threshold of one of `equal` pixels that come after `less` others, of `count`. */
static uint16_t threshold_of(int less, int equal, int count)
{
    return (uint16_t)((INT64_C(65536) * (2 * less + equal)) / (2 * count));
}

bool errdiff_screen_make_bayer(struct errdiff_screen_tile *tile, int side)
{
    if (!allocate(tile, side, side))
        return false;
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++) {
            /* The bits of x ^ y and y, in turn, the lowest ones first. */
            int rank = 0;
            for (int bit = 1; bit < side; bit *= 2)
                rank = rank << 2 | ((x ^ y) & bit ? 2 : 0) | (y & bit ? 1 : 0);
            tile->thresholds[y * side + x] = threshold_of(rank, 1, side * side);
        }
    return true;
}

bool errdiff_screen_make_ordered(struct errdiff_screen_tile *tile, int width, int height,
                                 const uint16_t *numbers)
{
    int count = width * height;
    int *less = calloc(UINT16_MAX + 2, sizeof *less); /* of each number: how many are smaller */
    if (!less || !allocate(tile, width, height)) {
        free(less);
        return false;
    }
    for (int i = 0; i < count; i++)
        less[numbers[i] + 1]++;
    for (int number = 0; number <= UINT16_MAX; number++)
        less[number + 1] += less[number];
    for (int i = 0; i < count; i++) {
        const int *place = less + numbers[i];
        tile->thresholds[i] = threshold_of(place[0], place[1] - place[0], count);
    }
    free(less);
    return true;
}

/* ---- Clustered dots ------------------------------------------------------------------------ */

/* A square of n × n dots. One of its sides is (a, −b) pixels long, and the other one (b, a). */
struct square {
    int n, a, b;
};

static struct square find_square(double period, double degrees)
{
    double radians = degrees * (3.14159265358979323846 / 180), least = INFINITY;
    struct square best = {0};
    for (int n = 1; n == 1 || n * period <= MAX_SIDE; n++) {
        double x = n * period * cos(radians), y = n * period * sin(radians);
        double difference = hypot(round(x) - x, round(y) - y) / (n * period);
        if (difference < least - 1e-9) {
            least = difference;
            best = (struct square){n, (int)round(x), (int)round(y)};
        }
    }
    /* With more dots there are more thresholds, so tones differ less. */
    int times = 1;
    while (times * times * (best.a * best.a + best.b * best.b) < MIN_THRESHOLDS)
        times++;
    return (struct square){times * best.n, times * best.a, times * best.b};
}

/* Returns the greatest common divisor of a and b, neither of which is negative, and sets *i and *j
 * so that it is i·a + j·b. */
static int common_divisor(int a, int b, int *i, int *j)
{
    if (b == 0) {
        *i = 1;
        *j = 0;
        return a;
    }
    int before_i, before_j, divisor = common_divisor(b, a % b, &before_i, &before_j);
    *i = before_j;
    *j = before_i - a / b * before_j;
    return divisor;
}

static int wrap(int64_t value, int size)
{
    return (int)((value % size + size) % size);
}

/* A pixel of the tile. */
struct place {
    int64_t spot; /* what decides its order; then `hash` */
    uint32_t hash, index;
};

static int compare_places(const void *a, const void *b)
{
    const struct place *x = a, *y = b;
    if (x->spot != y->spot)
        return x->spot < y->spot ? -1 : 1;
    return x->hash != y->hash ? (x->hash < y->hash ? -1 : 1) : (x->index < y->index ? -1 : 1);
}

/* How far X or Y is from the middle of a dot: 0..one, from the coordinate times 2 · one. */
static int64_t from_middle(int64_t coordinate, int64_t one)
{
    int64_t rest = coordinate % (2 * one);
    rest = rest < 0 ? rest + 2 * one : rest;
    return rest < one ? one - rest : rest - one;
}

static int64_t spot_at(enum errdiff_spot spot, int64_t one, int64_t x, int64_t y)
{
    if (spot == ERRDIFF_SPOT_LINE)
        return y;
    if (spot == ERRDIFF_SPOT_DIAMOND)
        return x + y;
    if (x + y <= one)
        return x * x + y * y;
    return 2 * one * one - (one - x) * (one - x) - (one - y) * (one - y);
}

/* Sets the tile of the lattice that (a, −b) and (b, a) span: its rows repeat after (a² + b²)/g
 * pixels, g being the common divisor of a and b, and g rows farther down they are shifted. */
static bool allocate_lattice(struct errdiff_screen_tile *tile, struct square square)
{
    int a = abs(square.a), b = abs(square.b), i, j;
    int height = common_divisor(a, b, &i, &j);
    if (!allocate(tile, (a * a + b * b) / height, height))
        return false;
    i = square.a < 0 ? -i : i;
    j = square.b < 0 ? -j : j;
    /* i · (b, a) − j · (a, −b) leads `height` rows down. */
    tile->shift = wrap(-((int64_t)i * square.b - (int64_t)j * square.a), tile->width);
    return true;
}

bool errdiff_screen_make_clustered(struct errdiff_screen_tile *tile, enum errdiff_spot spot,
                                   double period, double degrees)
{
    struct square square = find_square(period, degrees);
    int64_t a = square.a, b = square.b, area = a * a + b * b;
    struct place *places = malloc((size_t)area * sizeof *places);
    if (!places || !allocate_lattice(tile, square)) {
        free(places);
        return false;
    }
    /* Pixels are not exactly symmetric about the middle of a dot, so that all dots of one size
     * grow in the same order. */
    enum { UNITS = 64, X = 37, Y = 43 };
    int64_t one = UNITS * area;
    for (int i = 0; i < (int)area; i++) {
        int64_t x = UNITS * (i % tile->width) + X, y = UNITS * (i / tile->width) + Y;
        int64_t along = 2 * square.n * (x * a - y * b), across = 2 * square.n * (x * b + y * a);
        places[i].spot = spot_at(spot, one, from_middle(along, one), from_middle(across, one));
        places[i].hash = errdiff_mix((uint32_t)i);
        places[i].index = (uint32_t)i;
    }
    qsort(places, (size_t)area, sizeof *places, compare_places);
    for (int i = 0; i < (int)area; i++)
        tile->thresholds[places[i].index] = threshold_of((int)area - 1 - i, 1, (int)area);
    free(places);
    return true;
}
