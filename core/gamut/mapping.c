/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mapping.h"

#include "rule/sample.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    CELLS = ERRDIFF_MAPPING_CELLS,
    NODES = ERRDIFF_MAPPING_NODES,
    CELL_COUNT = CELLS * CELLS * CELLS,
    NODE_COUNT = NODES * NODES * NODES,
    PLACE_BITS = 15, /* places in a cell are 0..2^15; 31 bits then hold the weighted sums */
    SIDES = ERRDIFF_HULL_MAX_SIDES,
    FIRST_LISTS = 1 << 14,
    MANY_PIXELS = 1 << 17, /* from here on all nodes are computed, and not only those needed */
    NODES_AT_ONCE = 32,
    PIXELS_AT_ONCE = 1 << 14
};

/* A cell that is wholly inside or outside the hull. Other values are places in side_lists, where
 * the number of a list's sides stands before it. */
enum { CELL_INSIDE, CELL_OUTSIDE, FIRST_LIST };

enum node_state { NODE_UNKNOWN, NODE_WANTED, NODE_KNOWN };

struct errdiff_mapping_node {
    uint16_t values[3]; /* with 8 fractional bits if W is 255 */
    uint16_t state;
};

static int fraction_bits(const struct errdiff_mapping *mapping)
{
    return mapping->max_value == UINT8_MAX ? 8 : 0;
}

/* ---- Which cells are inside ---------------------------------------------------------------- */

static bool add_to_list(struct errdiff_mapping *mapping, uint16_t number)
{
    if (mapping->list_length == mapping->list_capacity) {
        size_t capacity = 2 * mapping->list_capacity + FIRST_LISTS;
        uint16_t *larger = realloc(mapping->side_lists, capacity * sizeof *larger);
        if (!larger)
            return false;
        mapping->side_lists = larger;
        mapping->list_capacity = capacity;
    }
    mapping->side_lists[mapping->list_length++] = number;
    return true;
}

static bool set_list(struct errdiff_mapping *mapping, size_t cell, const uint16_t *sides, int count)
{
    mapping->cells[cell] = (uint32_t)mapping->list_length;
    bool is_set = add_to_list(mapping, (uint16_t)count);
    for (int i = 0; i < count && is_set; i++)
        is_set = add_to_list(mapping, sides[i]);
    return is_set;
}

static size_t cell_number(const int cell[3])
{
    return ((size_t)cell[0] * CELLS + (size_t)cell[1]) * CELLS + (size_t)cell[2];
}

static void fill_box(struct errdiff_mapping *mapping, const int first[3], int size, uint32_t what)
{
    for (int red = first[0]; red < first[0] + size; red++)
        for (int green = first[1]; green < first[1] + size; green++)
            for (int blue = first[2]; blue < first[2] + size; blue++)
                mapping->cells[cell_number((const int[]){red, green, blue})] = what;
}

/* Of the sides given, sets crossing[] to those that have some points of the box but not all.
 * Returns their number, or −1 if a side has none of the points. */
static int crossing_sides(const struct errdiff_mapping *mapping, const int first[3], int size,
                          const uint16_t *sides, int count, uint16_t *crossing)
{
    int crossing_count = 0;
    for (int i = 0; i < count; i++) {
        const struct errdiff_half_space *side = &mapping->hull.sides[sides[i]];
        int32_t innermost[3], outermost[3];
        for (int c = 0; c < 3; c++) {
            int32_t low = mapping->node_values[first[c]];
            int32_t high = mapping->node_values[first[c] + size];
            innermost[c] = side->normal[c] > 0 ? low : high;
            outermost[c] = side->normal[c] > 0 ? high : low;
        }
        if (!errdiff_half_space_has(side, innermost))
            return -1;
        if (!errdiff_half_space_has(side, outermost))
            crossing[crossing_count++] = sides[i];
    }
    return crossing_count;
}

/* Sets the cells of a cube of `size`³ cells. All of it is inside the sides that are not given. */
static bool set_cells(struct errdiff_mapping *mapping, const int first[3], int size,
                      const uint16_t *sides, int count)
{
    uint16_t crossing[SIDES];
    count = crossing_sides(mapping, first, size, sides, count, crossing);
    if (count <= 0)
        fill_box(mapping, first, size, count < 0 ? CELL_OUTSIDE : CELL_INSIDE);
    else if (size == 1)
        return set_list(mapping, cell_number(first), crossing, count);
    for (int part = 0; part < 8 && count > 0; part++) {
        int from[3];
        for (int c = 0; c < 3; c++)
            from[c] = first[c] + (part >> c & 1) * size / 2;
        if (!set_cells(mapping, from, size / 2, crossing, count))
            return false;
    }
    return true;
}

static bool make_cells(struct errdiff_mapping *mapping)
{
    const int first[3] = {0};
    uint16_t sides[SIDES];
    for (int i = 0; i < mapping->hull.side_count; i++)
        sides[i] = (uint16_t)i;
    if (!mapping->keeps_inside) {
        fill_box(mapping, first, CELLS, CELL_OUTSIDE);
        return true;
    }
    for (int i = 0; i < FIRST_LIST; i++) /* so that no list begins at such a number */
        if (!add_to_list(mapping, 0))
            return false;
    return set_cells(mapping, first, CELLS, sides, mapping->hull.side_count);
}

/* ---- Nodes --------------------------------------------------------------------------------- */

static double light_share(const struct errdiff_mapping *mapping, double display)
{
    return mapping->light ? errdiff_srgb_to_linear(display) : display;
}

static void place_nodes(struct errdiff_mapping *mapping)
{
    for (int i = 0; i < NODES; i++)
        mapping->node_values[i] =
            (int32_t)floor(mapping->max_value * light_share(mapping, (double)i / CELLS) + 0.5);
}

static void place_samples(struct errdiff_mapping *mapping, int bits)
{
    int cell = 0;
    for (int32_t sample = 0; sample < 1 << bits; sample++) {
        int32_t value = mapping->light ? mapping->light[sample] : sample;
        while (cell < CELLS - 1 && value >= mapping->node_values[cell + 1])
            cell++;
        int32_t low = mapping->node_values[cell], high = mapping->node_values[cell + 1];
        int32_t place = (int32_t)(((int64_t)(value - low) << PLACE_BITS) / (high - low));
        mapping->places[sample] = (uint32_t)cell << 16 | (uint32_t)place;
    }
}

/* What the colour of a node is to look like, if the hull has such a colour. */
static struct errdiff_oklab look_wanted(const struct errdiff_mapping *mapping,
                                        const double colour[3])
{
    struct errdiff_oklab look = errdiff_look_of(colour, mapping->light != NULL);
    if (mapping->keeps_inside)
        return look;
    double lightness = look.lightness;
    double in_range =
        mapping->least_lightness + (mapping->most_lightness - mapping->least_lightness) * lightness;
    look.lightness += mapping->compression * (in_range - lightness);
    if (look.lightness < lightness) {
        look.green_red *= look.lightness / lightness;
        look.blue_yellow *= look.lightness / lightness;
    }
    return look;
}

static void compute_node(struct errdiff_mapping *mapping, int number)
{
    struct errdiff_mapping_node *node = &mapping->nodes[number];
    const int along[3] = {number / (NODES * NODES), number / NODES % NODES, number % NODES};
    int scale = 1 << fraction_bits(mapping);
    int32_t value[3];
    double colour[3], nearest[3];
    for (int c = 0; c < 3; c++) {
        value[c] = mapping->node_values[along[c]];
        colour[c] = (double)value[c] / mapping->max_value;
    }
    if (mapping->keeps_inside && errdiff_hull_has(&mapping->hull, value))
        memcpy(nearest, colour, sizeof nearest);
    else
        errdiff_nearest_look(&mapping->corners, colour, look_wanted(mapping, colour), nearest);
    for (int c = 0; c < 3; c++) {
        double scaled = floor(nearest[c] * mapping->max_value * scale + 0.5);
        node->values[c] = (uint16_t)fmin(fmax(scaled, 0), mapping->max_value * scale);
    }
}

/* ---- A colour ------------------------------------------------------------------------------ */

static const int node_steps[3] = {NODES * NODES, NODES, 1};

/* Where a colour lies between the nodes: it is the sum of weights[i] · node numbers[i] / 2^15. */
struct tetrahedron {
    int32_t numbers[4];
    uint32_t weights[4];
};

static inline struct tetrahedron tetrahedron_of(const uint32_t places[3])
{
    int32_t steps[3] = {node_steps[0], node_steps[1], node_steps[2]};
    uint32_t place[3] = {places[0] & 0xFFFF, places[1] & 0xFFFF, places[2] & 0xFFFF};
    struct tetrahedron in;
    in.numbers[0] = (int32_t)(places[0] >> 16) * steps[0] + (int32_t)(places[1] >> 16) * steps[1] +
                    (int32_t)(places[2] >> 16) * steps[2];
    /* The largest place first: two neighbours are exchanged, three times. */
    static const int pairs[3] = {0, 1, 0};
    for (int i = 0; i < 3; i++) {
        int a = pairs[i], b = a + 1;
        bool is_less = place[a] < place[b];
        uint32_t other_place = place[a];
        int32_t other_step = steps[a];
        place[a] = is_less ? place[b] : place[a];
        steps[a] = is_less ? steps[b] : steps[a];
        place[b] = is_less ? other_place : place[b];
        steps[b] = is_less ? other_step : steps[b];
    }
    for (int i = 0; i < 3; i++)
        in.numbers[i + 1] = in.numbers[i] + steps[i];
    in.weights[0] = (1u << PLACE_BITS) - place[0];
    in.weights[1] = place[0] - place[1];
    in.weights[2] = place[1] - place[2];
    in.weights[3] = place[2];
    return in;
}

static inline bool is_inside(const struct errdiff_mapping *mapping, const uint32_t places[3],
                             const int32_t value[3])
{
    uint32_t cell =
        mapping->cells[((places[0] >> 16) * CELLS + (places[1] >> 16)) * CELLS + (places[2] >> 16)];
    if (cell < FIRST_LIST)
        return cell == CELL_INSIDE;
    const uint16_t *list = &mapping->side_lists[cell];
    for (int i = 1; i <= list[0]; i++)
        if (!errdiff_half_space_has(&mapping->hull.sides[list[i]], value))
            return false;
    return true;
}

/* The samples of a pixel, and what they stand for. */
struct pixel {
    int32_t samples[3], values[3];
    uint32_t places[3];
};

static inline struct pixel load(const struct errdiff_mapping *mapping, const errdiff_image *in,
                                const void *row, int x)
{
    struct pixel pixel;
    for (int c = 0; c < 3; c++) {
        ptrdiff_t index = (ptrdiff_t)x * in->channels + (in->channels == 3 ? c : 0);
        pixel.samples[c] = errdiff_load(row, in->bits, index);
        pixel.values[c] = mapping->light ? mapping->light[pixel.samples[c]] : pixel.samples[c];
        pixel.places[c] = mapping->places[pixel.samples[c]];
    }
    return pixel;
}

static inline void map_pixel(const struct errdiff_mapping *mapping, struct pixel *pixel, int shift)
{
    if (is_inside(mapping, pixel->places, pixel->values))
        return;
    struct tetrahedron in = tetrahedron_of(pixel->places);
    uint32_t sums[3];
    for (int c = 0; c < 3; c++)
        sums[c] = 1u << (shift - 1);
    for (int i = 0; i < 4; i++)
        for (int c = 0; c < 3; c++)
            sums[c] += in.weights[i] * mapping->nodes[in.numbers[i]].values[c];
    for (int c = 0; c < 3; c++)
        pixel->values[c] = (int32_t)(sums[c] >> shift);
}

/* ---- Rows ---------------------------------------------------------------------------------- */

/* A run; its members take pieces of it one after the other. */
struct run {
    struct errdiff_mapping *mapping;
    const errdiff_image *in, *mapped;
    bool keeps_samples;
    struct errdiff_progress_state *progress;
    uint16_t *wanted; /* numbers of nodes */
    int wanted_count;
    int rows_at_once;
    atomic_int next;
    atomic_bool is_cancelled;
};

static void map_row(const struct run *run, int y)
{
    const struct errdiff_mapping *mapping = run->mapping;
    const void *from = errdiff_row(run->in, y, 0);
    void *to = errdiff_row(run->mapped, y, 0);
    const uint8_t *mask = errdiff_mask_row(run->in, y);
    int shift = PLACE_BITS + fraction_bits(mapping);
    int factor = run->in->bits < run->mapped->bits ? 257 : 1;
    for (int x = 0; x < run->in->width; x++) {
        struct pixel pixel = load(mapping, run->in, from, x);
        bool is_kept = mask && mask[x] == 0;
        if (!is_kept)
            map_pixel(mapping, &pixel, shift);
        for (int c = 0; c < 3; c++)
            errdiff_store(to, run->mapped->bits, (ptrdiff_t)x * 3 + c,
                          is_kept && run->keeps_samples ? factor * pixel.samples[c]
                                                        : pixel.values[c]);
    }
}

/* Takes the next `count` of `all` and returns the first of them, or `all` if none are left. Member
 * 0 is in the user's thread and asks whether the work is cancelled. */
static int take(struct run *run, int member, int count, int all)
{
    if (member == 0 && errdiff_progress_poll(run->progress, 0))
        atomic_store_explicit(&run->is_cancelled, true, memory_order_relaxed);
    if (atomic_load_explicit(&run->is_cancelled, memory_order_relaxed))
        return all;
    int first = atomic_fetch_add_explicit(&run->next, count, memory_order_relaxed);
    return first < all ? first : all;
}

static void compute_nodes(void *user, int member)
{
    struct run *run = user;
    int first;
    while ((first = take(run, member, NODES_AT_ONCE, run->wanted_count)) < run->wanted_count)
        for (int i = first; i < run->wanted_count && i < first + NODES_AT_ONCE; i++)
            compute_node(run->mapping, run->wanted[i]);
}

static void map_rows(void *user, int member)
{
    struct run *run = user;
    int first, height = run->in->height;
    while ((first = take(run, member, run->rows_at_once, height)) < height)
        for (int y = first; y < height && y < first + run->rows_at_once; y++)
            map_row(run, y);
}

/* ---- Which nodes are needed ---------------------------------------------------------------- */

static void want_node(struct errdiff_mapping *mapping, int number)
{
    if (mapping->nodes[number].state == NODE_UNKNOWN)
        mapping->nodes[number].state = NODE_WANTED;
}

static void want_nodes_of_picture(struct errdiff_mapping *mapping, const errdiff_image *in)
{
    for (int y = 0; y < in->height; y++) {
        const void *row = errdiff_row(in, y, 0);
        const uint8_t *mask = errdiff_mask_row(in, y);
        for (int x = 0; x < in->width; x++) {
            if (mask && mask[x] == 0)
                continue;
            struct pixel pixel = load(mapping, in, row, x);
            if (is_inside(mapping, pixel.places, pixel.values))
                continue;
            struct tetrahedron tetrahedron = tetrahedron_of(pixel.places);
            for (int i = 0; i < 4; i++)
                if (tetrahedron.weights[i] > 0)
                    want_node(mapping, tetrahedron.numbers[i]);
        }
    }
}

/* Of all cells, or of those that grays lie in. */
static void want_nodes_of_cells(struct errdiff_mapping *mapping, bool is_gray)
{
    for (int number = 0; number < CELL_COUNT; number++) {
        int red = number / (CELLS * CELLS), green = number / CELLS % CELLS, blue = number % CELLS;
        if (mapping->cells[number] == CELL_INSIDE || (is_gray && (red != green || green != blue)))
            continue;
        for (int corner = 0; corner < 8; corner++)
            if (!is_gray || corner == 0 || corner == 7)
                want_node(mapping, (red + (corner & 1)) * node_steps[0] +
                                       (green + (corner >> 1 & 1)) * node_steps[1] +
                                       (blue + (corner >> 2)) * node_steps[2]);
    }
}

static void list_wanted(struct run *run)
{
    struct errdiff_mapping_node *nodes = run->mapping->nodes;
    run->wanted_count = 0;
    for (int i = 0; i < NODE_COUNT; i++)
        if (nodes[i].state == NODE_WANTED) {
            nodes[i].state = NODE_KNOWN;
            run->wanted[run->wanted_count++] = (uint16_t)i;
        }
}

static errdiff_status run_team(struct run *run, struct errdiff_threads threads, int most,
                               void (*work)(void *user, int member))
{
    threads.is_exact = false;
    threads.count = threads.count < most ? threads.count : most;
    threads.count = threads.count > 1 ? threads.count : 1;
    atomic_store(&run->next, 0);
    errdiff_status status = errdiff_team_run(threads, work, run, NULL);
    return status == ERRDIFF_OK && atomic_load(&run->is_cancelled) ? ERRDIFF_CANCELLED : status;
}

errdiff_status errdiff_mapping_run(struct errdiff_mapping *mapping, const errdiff_image *in,
                                   const errdiff_image *mapped, bool keeps_samples,
                                   struct errdiff_threads threads,
                                   struct errdiff_progress_state *progress)
{
    int64_t pixels = (int64_t)in->width * in->height;
    struct run run = {.mapping = mapping,
                      .in = in,
                      .mapped = mapped,
                      .keeps_samples = keeps_samples,
                      .progress = progress,
                      .wanted = malloc(NODE_COUNT * sizeof *run.wanted),
                      .rows_at_once = 1 + PIXELS_AT_ONCE / in->width};
    if (!run.wanted)
        return ERRDIFF_NO_MEMORY;
    if (in->channels == 1 || pixels >= MANY_PIXELS)
        want_nodes_of_cells(mapping, in->channels == 1);
    else
        want_nodes_of_picture(mapping, in);
    list_wanted(&run);
    errdiff_status status =
        run_team(&run, threads, run.wanted_count / NODES_AT_ONCE, compute_nodes);
    if (status == ERRDIFF_OK)
        status = run_team(&run, threads, in->height / run.rows_at_once, map_rows);
    free(run.wanted);
    return status;
}

/* ---- The mapping --------------------------------------------------------------------------- */

static bool has_corners_of_cube(const struct errdiff_mapping *mapping, const int corners[],
                                int count)
{
    for (int i = 0; i < count; i++) {
        int32_t point[3];
        for (int c = 0; c < 3; c++)
            point[c] = (corners[i] >> c & 1) * mapping->max_value;
        if (!errdiff_hull_has(&mapping->hull, point))
            return false;
    }
    return true;
}

bool errdiff_mapping_is_identity(const struct errdiff_mapping *mapping)
{
    return mapping->keeps_inside &&
           has_corners_of_cube(mapping, (const int[]){0, 1, 2, 3, 4, 5, 6, 7}, 8);
}

static void make_corners(struct errdiff_mapping *mapping)
{
    struct errdiff_corners *corners = &mapping->corners;
    corners->count = mapping->hull.vertex_count;
    corners->is_light = mapping->light != NULL;
    for (int i = 0; i < corners->count; i++) {
        for (int c = 0; c < 3; c++)
            corners->points[i][c] = (double)mapping->hull.vertices[i][c] / mapping->max_value;
        corners->looks[i] = errdiff_look_of(corners->points[i], corners->is_light);
    }
}

static void make_hull(struct errdiff_mapping *mapping, const struct errdiff_search *search)
{
    int32_t colours[ERRDIFF_MAX_COLOURS][3];
    for (int i = 0; i < search->colour_count; i++)
        for (int c = 0; c < 3; c++)
            colours[i][c] = search->colours[i][c] >> ERRDIFF_FRACTION_BITS;
    errdiff_hull_make(&mapping->hull, (const int32_t(*)[3])colours, search->colour_count);
}

bool errdiff_mapping_make(struct errdiff_mapping *mapping, const struct errdiff_search *search,
                          errdiff_gamut how, int compression, int bits, const uint16_t *light)
{
    *mapping =
        (struct errdiff_mapping){.max_value = search->white >> ERRDIFF_FRACTION_BITS,
                                 .light = light,
                                 .compression = compression / 100.0,
                                 .places = malloc(((size_t)1 << bits) * sizeof *mapping->places),
                                 .nodes = calloc(NODE_COUNT, sizeof *mapping->nodes),
                                 .cells = malloc(CELL_COUNT * sizeof *mapping->cells)};
    if (!mapping->places || !mapping->nodes || !mapping->cells)
        return false;
    make_hull(mapping, search);
    make_corners(mapping);
    /* From black to white there is nothing to compress. */
    mapping->keeps_inside = how == ERRDIFF_GAMUT_CLIP || compression == 0 ||
                            has_corners_of_cube(mapping, (const int[]){0, 7}, 2);
    if (!mapping->keeps_inside)
        errdiff_lightness_range(&mapping->corners, &mapping->least_lightness,
                                &mapping->most_lightness);
    place_nodes(mapping);
    place_samples(mapping, bits);
    return make_cells(mapping);
}

void errdiff_mapping_release(struct errdiff_mapping *mapping)
{
    free(mapping->places);
    free(mapping->nodes);
    free(mapping->cells);
    free(mapping->side_lists);
}
