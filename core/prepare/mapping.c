/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gamut mapping: replaces colors that no mixture of the palette can show by colors that one can. */
#include "mapping.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    CELLS = ERRDIFF_MAPPING_CELLS,
    NODES = ERRDIFF_MAPPING_NODES,
    NODE_COUNT = NODES * NODES * NODES,
    SIDES = ERRDIFF_HULL_MAX_SIDES,
    GROUP = ERRDIFF_MAPPING_GROUP,
    FIRST_GROUPS = 1 << 8
};

/* ---- Which cells are inside ---------------------------------------------------------------- */

/* The lists of sides that were made, by their first side: the cells that have them, or 0. */
struct lists {
    uint32_t first[SIDES];
};

static bool add_group(struct errdiff_mapping *mapping)
{
    if (mapping->group_count == mapping->group_capacity) {
        uint32_t capacity = 2 * mapping->group_capacity + FIRST_GROUPS;
        struct errdiff_side_group *larger = realloc(mapping->groups, capacity * sizeof *larger);
        if (!larger)
            return false;
        mapping->groups = larger;
        mapping->group_capacity = capacity;
    }
    mapping->group_count++;
    return true;
}

static void set_side(const struct errdiff_mapping *mapping, struct errdiff_side_group *group, int i,
                     uint16_t number)
{
    const struct errdiff_half_space *side = &mapping->hull.sides[number];
    double sum = 0;
    for (int c = 0; c < 3; c++)
        sum += fabs((double)side->normal[c]);
    for (int c = 0; c < 3; c++)
        group->normals[c][i] = (float)((double)side->normal[c] / sum);
    group->offsets[i] = (float)((double)side->offset / sum);
    group->sides[i] = number;
}

/* Side i of a list that the last side fills up. */
static uint16_t side_in_list(const uint16_t *sides, int count, int i)
{
    return sides[i < count ? i : count - 1];
}

static bool has_list(const struct errdiff_mapping *mapping, uint32_t cell, const uint16_t *sides,
                     int count)
{
    const struct errdiff_side_group *groups = &mapping->groups[cell >> 8];
    int places = (int)(cell & 0xFF) * GROUP;
    bool is_equal = places == (count + GROUP - 1) / GROUP * GROUP;
    for (int i = 0; i < places && is_equal; i++)
        is_equal = groups[i / GROUP].sides[i % GROUP] == side_in_list(sides, count, i);
    return is_equal;
}

/* Returns what cells with a new list have, or 0 if there is not enough memory. */
static uint32_t add_list(struct errdiff_mapping *mapping, const uint16_t *sides, int count,
                         uint32_t next)
{
    uint32_t first = mapping->group_count, group_count = (uint32_t)(count + GROUP - 1) / GROUP;
    for (uint32_t i = 0; i < group_count * GROUP; i++) {
        if (i % GROUP == 0 && !add_group(mapping))
            return 0;
        set_side(mapping, &mapping->groups[mapping->group_count - 1], (int)(i % GROUP),
                 side_in_list(sides, count, (int)i));
    }
    mapping->groups[first].next = next;
    return first << 8 | group_count;
}

/* Many cells are crossed by the same sides, and have one list of them, which caches hold. */
static bool set_list(struct errdiff_mapping *mapping, struct lists *lists, size_t number,
                     const uint16_t *sides, int count)
{
    uint32_t *first = &lists->first[sides[0]], cell = *first;
    while (cell != 0 && !has_list(mapping, cell, sides, count))
        cell = mapping->groups[cell >> 8].next;
    if (cell == 0)
        *first = cell = add_list(mapping, sides, count, *first);
    mapping->cells[number] = cell;
    return cell != 0;
}

static size_t node_number(const int along[3])
{
    return ((size_t)along[0] * NODES + (size_t)along[1]) * NODES + (size_t)along[2];
}

static void fill_box(struct errdiff_mapping *mapping, const int first[3], int size, uint32_t what)
{
    for (int red = first[0]; red < first[0] + size; red++)
        for (int green = first[1]; green < first[1] + size; green++)
            for (int blue = first[2]; blue < first[2] + size; blue++)
                mapping->cells[node_number((const int[]){red, green, blue})] = what;
}

/* Sets crossing[] to those of the given sides that have some points of the box but not all.
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
static bool set_cells(struct errdiff_mapping *mapping, struct lists *lists, const int first[3],
                      int size, const uint16_t *sides, int count)
{
    uint16_t crossing[SIDES];
    count = crossing_sides(mapping, first, size, sides, count, crossing);
    if (count <= 0)
        fill_box(mapping, first, size, count < 0 ? ERRDIFF_CELL_OUTSIDE : ERRDIFF_CELL_INSIDE);
    else if (size == 1)
        return set_list(mapping, lists, node_number(first), crossing, count);
    for (int part = 0; part < 8 && count > 0; part++) {
        int from[3];
        for (int c = 0; c < 3; c++)
            from[c] = first[c] + (part >> c & 1) * size / 2;
        if (!set_cells(mapping, lists, from, size / 2, crossing, count))
            return false;
    }
    return true;
}

bool errdiff_mapping_make_cells(struct errdiff_mapping *mapping)
{
    mapping->cells = malloc(NODE_COUNT * sizeof *mapping->cells);
    if (!mapping->cells)
        return false;
    const int first[3] = {0};
    uint16_t sides[SIDES];
    for (int i = 0; i < mapping->hull.side_count; i++)
        sides[i] = (uint16_t)i;
    if (!mapping->keeps_inside) {
        fill_box(mapping, first, CELLS, ERRDIFF_CELL_OUTSIDE);
        return true;
    }
    struct lists lists = {.first = {0}};
    return add_group(mapping) && /* so that none that is used has the number 0 */
           set_cells(mapping, &lists, first, CELLS, sides, mapping->hull.side_count);
}

/* ---- Nodes --------------------------------------------------------------------------------- */

static double light_share(const struct errdiff_mapping *mapping, double display)
{
    return mapping->corners.is_light ? errdiff_srgb_to_linear(display) : display;
}

static void place_nodes(struct errdiff_mapping *mapping)
{
    for (int i = 0; i < NODES; i++)
        mapping->node_values[i] =
            (int32_t)floor(mapping->max_value * light_share(mapping, (double)i / CELLS) + 0.5);
}

int32_t errdiff_mapping_adapt(const struct errdiff_mapping *mapping, int c, int32_t value)
{
    uint32_t max_value = (uint32_t)mapping->max_value, share = (uint32_t)value;
    if (mapping->corners.is_light)
        return (int32_t)((share * (uint32_t)mapping->white[c] +
                          (max_value - share) * (uint32_t)mapping->black[c] + max_value / 2) /
                         max_value);
    double black = errdiff_srgb_to_linear((double)mapping->black[c] / max_value);
    double white = errdiff_srgb_to_linear((double)mapping->white[c] / max_value);
    double light = black + (white - black) * errdiff_srgb_to_linear((double)value / max_value);
    return (int32_t)floor(max_value * errdiff_srgb_from_linear(light) + 0.5);
}

void errdiff_mapping_find_place(const struct errdiff_mapping *mapping, int32_t value, uint8_t *cell,
                                uint16_t *place)
{
    const int32_t *node_values = mapping->node_values;
    uint32_t found = 0;
    for (uint32_t half = CELLS / 2; half > 0; half /= 2)
        if (value >= node_values[found + half])
            found += half;
    int32_t low = node_values[found], high = node_values[found + 1];
    *cell = (uint8_t)found;
    *place = (uint16_t)(((uint32_t)(value - low) << ERRDIFF_MAPPING_PLACE_BITS) /
                        (uint32_t)(high - low));
}

/* How the color at a node should look, if the hull has such a color. */
static struct errdiff_oklab look_wanted(const struct errdiff_mapping *mapping,
                                        const double color[3])
{
    struct errdiff_oklab look = errdiff_look_of(color, mapping->corners.is_light);
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

uint64_t errdiff_mapping_compute_node(const struct errdiff_mapping *mapping, uint32_t number)
{
    const uint32_t along[3] = {number / (NODES * NODES), number / NODES % NODES, number % NODES};
    int scale = 1 << errdiff_mapping_fraction_bits(mapping);
    int32_t value[3];
    double color[3], nearest[3];
    for (int c = 0; c < 3; c++) {
        value[c] = mapping->node_values[along[c]];
        color[c] = (double)value[c] / mapping->max_value;
    }
    if (mapping->keeps_inside && errdiff_hull_has(&mapping->hull, value))
        memcpy(nearest, color, sizeof nearest);
    else
        errdiff_nearest_look(&mapping->corners, color, look_wanted(mapping, color), nearest);
    uint64_t node = 1;
    for (int c = 2; c >= 0; c--) {
        double scaled = floor(nearest[c] * mapping->max_value * scale + 0.5);
        scaled = fmin(fmax(scaled, 0), mapping->max_value * scale);
        node = node << 16 | (uint16_t)((int32_t)scaled - ERRDIFF_MAPPING_BIAS);
    }
    atomic_store_explicit(&mapping->nodes[number], node, memory_order_relaxed);
    return node;
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
    for (int i = 0; i < corners->count; i++) {
        for (int c = 0; c < 3; c++)
            corners->points[i][c] = (double)mapping->hull.vertices[i][c] / mapping->max_value;
        corners->looks[i] = errdiff_look_of(corners->points[i], corners->is_light);
    }
}

static bool make_hull(struct errdiff_mapping *mapping, const struct errdiff_search *search)
{
    int32_t colors[ERRDIFF_MAX_COLORS][3];
    for (int i = 0; i < search->color_count; i++)
        for (int c = 0; c < 3; c++)
            colors[i][c] = search->unmapped[i][c] >> ERRDIFF_FRACTION_BITS;
    return errdiff_hull_make(&mapping->hull, (const int32_t(*)[3])colors, search->color_count);
}

/* The luminance of color i of a palette, with the weights of Rec. ITU-R BT.709. */
static uint64_t luminance_of(const struct errdiff_search *search, int i, bool is_light)
{
    static const uint64_t weights[3] = {13933, 46871, 4732};
    uint64_t luminance = 0;
    for (int c = 0; c < 3; c++) {
        double light = (double)search->unmapped[i][c] / search->white;
        if (!is_light)
            light = errdiff_srgb_to_linear(light);
        luminance += weights[c] * (uint64_t)floor(UINT16_MAX * light + 0.5);
    }
    return luminance;
}

/* The first of several colors that are the darkest or the lightest counts. */
static void make_relative(struct errdiff_mapping *mapping, const struct errdiff_search *search)
{
    int darkest = 0, lightest = 0;
    for (int i = 1; i < search->color_count; i++) {
        uint64_t luminance = luminance_of(search, i, mapping->corners.is_light);
        if (luminance < luminance_of(search, darkest, mapping->corners.is_light))
            darkest = i;
        if (luminance > luminance_of(search, lightest, mapping->corners.is_light))
            lightest = i;
    }
    for (int c = 0; c < 3; c++) {
        mapping->black[c] = search->unmapped[darkest][c] >> ERRDIFF_FRACTION_BITS;
        mapping->white[c] = search->unmapped[lightest][c] >> ERRDIFF_FRACTION_BITS;
        mapping->is_relative |= mapping->black[c] > 0 || mapping->white[c] < mapping->max_value;
    }
}

bool errdiff_mapping_make(struct errdiff_mapping *mapping, const struct errdiff_search *search,
                          errdiff_gamut how, int compression, bool is_light)
{
    *mapping = (struct errdiff_mapping){.max_value = search->white >> ERRDIFF_FRACTION_BITS,
                                        .corners.is_light = is_light,
                                        .compression = compression / 100.0};
    if (!make_hull(mapping, search))
        return false;
    make_corners(mapping);
    if (how == ERRDIFF_GAMUT_RELATIVE)
        make_relative(mapping, search);
    /* From black to white there is nothing to compress. */
    mapping->keeps_inside = how != ERRDIFF_GAMUT_COMPRESS || compression == 0 ||
                            has_corners_of_cube(mapping, (const int[]){0, 7}, 2);
    if (errdiff_mapping_is_identity(mapping))
        return true;
    mapping->nodes = calloc(NODE_COUNT, sizeof *mapping->nodes);
    if (!mapping->nodes)
        return false;
    if (!mapping->keeps_inside)
        errdiff_lightness_range(&mapping->corners, &mapping->least_lightness,
                                &mapping->most_lightness);
    place_nodes(mapping);
    return true;
}

void errdiff_mapping_release(struct errdiff_mapping *mapping)
{
    free(mapping->nodes);
    free(mapping->cells);
    free(mapping->groups);
}
