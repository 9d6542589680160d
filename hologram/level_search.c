/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Searches for better levels in tiles. */
/*
 * Direct binary search (Seldowitz, Allebach and Sweeney 1987), for levels instead of bits and with
 * changes of two neighbors at once. If the light in the window is off by P·r, where r is the
 * difference of the pixels from the wanted ones, the squares of its moduli add up to r*·A·r with
 * A = P*·P. Changing pixel i by d adds
 *
 *     2 Re(d*·(A·r)_i) + |d|²·A_ii
 *
 * A·r is search->seen, and the kernel has A.
 */
#include "level_search.h"

#include <stdatomic.h>

/* While a tile is searched, pixels up to RADIUS + 1 outside of it change. Of tiles of one color,
 * which are a whole tile apart, no two change the same pixel. */
enum { TILE = 64, COLORS = 4 };
_Static_assert(TILE >= 2 * (ERRDIFF_VIEW_RADIUS + 1), "tiles interact");

/* The neighbors of a pixel. For the other half of them it is the neighbor. */
static const struct {
    int dx, dy;
} neighbors[] = {{1, 0}, {-1, 1}, {0, 1}, {1, 1}};
enum { NEIGHBORS = sizeof neighbors / sizeof *neighbors };

/* For code that is compiled for each number of tries. */
#define INLINE static inline __attribute__((always_inline))

struct sweep {
    struct errdiff_level_search *search;
    errdiff_progress_share *share;
    int columns, rows; /* of tiles */
    int color;
    _Atomic int next; /* the next tile of this color */
    _Atomic bool is_cancelled;
    _Atomic int64_t changes;
};

/* The change of one pixel or two, and by how much it changes the noise in the window. */
struct change {
    int x[2], y[2], level[2], count;
    float cost;
};

static errdiff_complex times(errdiff_complex a, errdiff_complex b)
{
    return (errdiff_complex){.re = a.re * b.re - a.im * b.im, .im = a.re * b.im + a.im * b.re};
}

static size_t place_of(const struct errdiff_level_search *search, int x, int y)
{
    return (size_t)y * (size_t)search->width + (size_t)x;
}

/* What pixel (x, y) adds to what is seen dx pixels to its right and dy below it. */
static errdiff_complex tap(const struct errdiff_level_search *search, int x, int y, int dx, int dy)
{
    return times(search->kernel->across[x][dx + ERRDIFF_VIEW_RADIUS],
                 search->kernel->down[y][dy + ERRDIFF_VIEW_RADIUS]);
}

static float own_tap(const struct errdiff_level_search *search, int x, int y)
{
    return search->kernel->across[x][ERRDIFF_VIEW_RADIUS].re *
           search->kernel->down[y][ERRDIFF_VIEW_RADIUS].re;
}

/* What changing the level of a pixel changes in what it shows. */
static errdiff_complex difference(const struct errdiff_level_search *search, size_t pixel,
                                  int level)
{
    const errdiff_complex *values = search->set->values;
    errdiff_complex from = values[search->levels[pixel]], to = values[level];
    errdiff_complex d = {.re = to.re - from.re, .im = to.im - from.im};
    return search->turned ? times(d, search->turned[pixel]) : d;
}

/* The levels that are tried for a pixel, what each changes in what it shows, and the noise that
 * this alone adds. */
struct tries {
    const uint16_t *levels;
    float re[ERRDIFF_LEVEL_TRIES], im[ERRDIFF_LEVEL_TRIES], noise[ERRDIFF_LEVEL_TRIES];
};

INLINE void list_tries(const struct errdiff_level_search *search, int count, int x, int y,
                       struct tries *tries)
{
    size_t pixel = place_of(search, x, y);
    float own = own_tap(search, x, y);
    tries->levels = search->set->nearest[search->levels[pixel]];
    for (int i = 0; i < count; i++) {
        errdiff_complex d = difference(search, pixel, tries->levels[i]);
        tries->re[i] = d.re;
        tries->im[i] = d.im;
        tries->noise[i] = own * (d.re * d.re + d.im * d.im);
    }
}

INLINE void find_costs(const struct tries *tries, int count, errdiff_complex seen, float *costs)
{
    for (int i = 0; i < count; i++)
        costs[i] = 2 * (tries->re[i] * seen.re + tries->im[i] * seen.im) + tries->noise[i];
}

/* A neighbor of a pixel. */
struct neighbor {
    int x, y;
    errdiff_complex tap;  /* what the pixel adds to what is seen at the neighbor */
    errdiff_complex seen; /* at the neighbor, before the change */
    struct tries tries;
};

/* Lists the neighbors that are in the image and returns their number. */
INLINE int list_neighbors(const struct errdiff_level_search *search, int count, int x, int y,
                          struct neighbor *found)
{
    int neighbor_count = 0;
    for (int i = 0; i < NEIGHBORS; i++) {
        int dx = neighbors[i].dx, dy = neighbors[i].dy;
        if (x + dx < 0 || x + dx >= search->width || y + dy >= search->height)
            continue;
        struct neighbor *neighbor = &found[neighbor_count++];
        neighbor->x = x + dx;
        neighbor->y = y + dy;
        neighbor->tap = tap(search, x, y, dx, dy);
        neighbor->seen = search->seen[place_of(search, x + dx, y + dy)];
        list_tries(search, count, x + dx, y + dy, &neighbor->tries);
    }
    return neighbor_count;
}

/* Finds the best change of a neighbor for a change of the pixel itself by d. */
INLINE void try_neighbor(const struct neighbor *neighbor, int count, const struct change *alone,
                         errdiff_complex d, struct change *best)
{
    float costs[ERRDIFF_LEVEL_TRIES];
    errdiff_complex added = times(d, neighbor->tap);
    find_costs(&neighbor->tries, count,
               (errdiff_complex){neighbor->seen.re + added.re, neighbor->seen.im + added.im},
               costs);
    for (int i = 0; i < count; i++) {
        float cost = alone->cost + costs[i];
        if (cost < best->cost)
            *best = (struct change){{alone->x[0], neighbor->x},
                                    {alone->y[0], neighbor->y},
                                    {alone->level[0], neighbor->tries.levels[i]},
                                    2,
                                    cost};
    }
}

INLINE struct change find_change_of(const struct errdiff_level_search *search, int count, int x,
                                    int y)
{
    struct change best = {.count = 0};
    if (!(own_tap(search, x, y) > 0)) /* nothing is seen of this pixel */
        return best;
    struct neighbor found[NEIGHBORS];
    struct tries tries;
    float costs[ERRDIFF_LEVEL_TRIES];
    list_tries(search, count, x, y, &tries);
    int neighbor_count = list_neighbors(search, count, x, y, found);
    find_costs(&tries, count, search->seen[place_of(search, x, y)], costs);
    for (int i = 0; i < count; i++) {
        struct change alone = {{x}, {y}, {tries.levels[i]}, 1, costs[i]};
        if (alone.cost < best.cost)
            best = alone;
        for (int j = 0; j < neighbor_count; j++)
            try_neighbor(&found[j], count, &alone, (errdiff_complex){tries.re[i], tries.im[i]},
                         &best);
    }
    return best;
}

/* The compiler knows the number of tries here, and uses SIMD. */
static struct change find_change(const struct errdiff_level_search *search, int x, int y)
{
    switch (search->set->tries) {
    case 1:
        return find_change_of(search, 1, x, y);
    case 2:
        return find_change_of(search, 2, x, y);
    case 3:
        return find_change_of(search, 3, x, y);
    default:
        return find_change_of(search, ERRDIFF_LEVEL_TRIES, x, y);
    }
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

/* Gives a pixel another level, and adds what this changes to what is seen around it. */
static void apply(const struct errdiff_level_search *search, int x, int y, int level)
{
    enum { RADIUS = ERRDIFF_VIEW_RADIUS };
    size_t pixel = place_of(search, x, y);
    errdiff_complex d = difference(search, pixel, level);
    int left = smaller(x, RADIUS), right = smaller(search->width - 1 - x, RADIUS);
    int up = smaller(y, RADIUS), down = smaller(search->height - 1 - y, RADIUS);
    const errdiff_complex *across = &search->kernel->across[x][RADIUS - left];
    search->levels[pixel] = (uint16_t)level;
    for (int dy = -up; dy <= down; dy++) {
        errdiff_complex factor = times(d, search->kernel->down[y][RADIUS + dy]);
        errdiff_complex *seen = &search->seen[place_of(search, x - left, y + dy)];
        for (int i = 0; i <= left + right; i++) {
            errdiff_complex added = times(factor, across[i]);
            seen[i].re += added.re;
            seen[i].im += added.im;
        }
    }
}

static int64_t search_tile(const struct errdiff_level_search *search, int left, int top)
{
    int right = smaller(left + TILE, search->width), bottom = smaller(top + TILE, search->height);
    int64_t changes = 0;
    for (int y = top; y < bottom; y++)
        for (int x = left; x < right; x++) {
            struct change change = find_change(search, x, y);
            for (int i = 0; i < change.count; i++)
                apply(search, change.x[i], change.y[i], change.level[i]);
            changes += change.count;
        }
    return changes;
}

static void search_tiles(void *user, int member)
{
    struct sweep *sweep = user;
    int first_column = sweep->color % 2, first_row = sweep->color / 2;
    int columns = (sweep->columns - first_column + 1) / 2;
    int count = columns * ((sweep->rows - first_row + 1) / 2), tile;
    int64_t changes = 0;
    while ((tile = atomic_fetch_add(&sweep->next, 1)) < count &&
           !atomic_load(&sweep->is_cancelled)) {
        double done = (sweep->color + (double)tile / count) / COLORS;
        if (member == 0 && errdiff_progress_share_report(sweep->share, done))
            atomic_store(&sweep->is_cancelled, true);
        changes += search_tile(sweep->search, (2 * (tile % columns) + first_column) * TILE,
                               (2 * (tile / columns) + first_row) * TILE);
    }
    atomic_fetch_add(&sweep->changes, changes);
}

errdiff_status errdiff_level_search_run(struct errdiff_level_search *search,
                                        struct errdiff_threads threads,
                                        errdiff_progress_share *share, int64_t *changes)
{
    struct sweep sweep = {.search = search,
                          .share = share,
                          .columns = (search->width - 1) / TILE + 1,
                          .rows = (search->height - 1) / TILE + 1};
    errdiff_status status = ERRDIFF_OK;
    threads.is_exact = false;
    threads.works_long = true;
    for (; sweep.color < COLORS && status == ERRDIFF_OK; sweep.color++) {
        atomic_store(&sweep.next, 0);
        status = errdiff_team_run(threads, search_tiles, &sweep, NULL);
        if (status == ERRDIFF_OK && atomic_load(&sweep.is_cancelled))
            status = ERRDIFF_CANCELLED;
    }
    *changes += atomic_load(&sweep.changes);
    return status;
}
