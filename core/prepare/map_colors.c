/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Maps many colors into the palette's gamut at once. Most processor time would go into wrong
 * guesses of what a color needs, so they are sorted first, without branches; then each step is done
 * for all colors that need it. */
#include "map_colors.h"

#include "rule/rule.h"

#include <stdlib.h>

#if defined(__SSE2__) && defined(__x86_64__)
#include <emmintrin.h>
#endif

enum {
    BYTES = UINT8_MAX + 1,
    NO_BLUES = UINT8_MAX, /* from the highest index to the lowest one */
    MOST = ERRDIFF_MAP_MOST,
    GROUP = ERRDIFF_MAPPING_GROUP,
    PLACE_BITS = ERRDIFF_MAPPING_PLACE_BITS,
    RED = ERRDIFF_MAPPING_RED,
    GREEN = ERRDIFF_MAPPING_GREEN
};

/* ---- Tables -------------------------------------------------------------------------------- */

static bool is_monotonic(const uint16_t *values, int32_t count)
{
    bool rises = true, falls = true;
    for (int32_t i = 1; i < count; i++) {
        rises &= values[i] >= values[i - 1];
        falls &= values[i] <= values[i - 1];
    }
    return rises || falls;
}

bool errdiff_map_tables_make(struct errdiff_map_tables *tables, struct errdiff_mapping *mapping,
                             uint16_t *const values[3], int32_t count)
{
    ptrdiff_t next = values[1] - values[0];
    size_t size = (size_t)count + 2 * (size_t)next;
    uint8_t *cells = malloc(size);
    uint16_t *places = malloc(size * sizeof *places);
    bool has_blues = count == BYTES && is_monotonic(values[2], count);
    *tables = (struct errdiff_map_tables){.cells = {cells}, .places = {places}};
    if (has_blues)
        tables->blues = calloc(BYTES * BYTES, sizeof *tables->blues);
    if (!cells || !places || (has_blues ? !tables->blues : !errdiff_mapping_make_cells(mapping)))
        return false;
    for (size_t i = 0; i < size; i++)
        errdiff_mapping_find_place(mapping, values[0][i], &cells[i], &places[i]);
    for (int c = 0; c < 3; c++) {
        tables->values[c] = values[c];
        tables->cells[c] = cells + c * next;
        tables->places[c] = places + c * next;
    }
    return true;
}

void errdiff_map_tables_release(struct errdiff_map_tables *tables)
{
    free(tables->cells[0]);
    free(tables->places[0]);
    free(tables->blues);
}

/* A call of errdiff_map_colors. */
struct call {
    const struct errdiff_mapping *mapping;
    const struct errdiff_map_tables *tables;
    const uint16_t (*indices)[MOST];
    uint16_t (*values)[MOST];
    int count;
    int crossed_count, outside_count;
    uint32_t crossed_cells[MOST];
    uint16_t crossed[MOST]; /* the colors whose cells are crossed */
    uint16_t outside[MOST]; /* those that are to be replaced */
};

/* ---- Which colors are outside, by their blues ---------------------------------------------- */

/* Sets *low..*high to the values of blue with which red and green make a color inside the hull. */
static void find_range(const struct errdiff_mapping *mapping, int32_t red, int32_t green,
                       int64_t *low, int64_t *high)
{
    *low = 0;
    *high = mapping->keeps_inside ? mapping->max_value : -1;
    for (int i = 0; i < mapping->hull.side_count && *low <= *high; i++) {
        const struct errdiff_half_space *side = &mapping->hull.sides[i];
        int64_t factor = side->normal[2];
        int64_t most = side->offset - side->normal[0] * red - side->normal[1] * green;
        if (factor > 0 && factor * *high > most)
            *high = errdiff_floor_divide_64(most, factor);
        else if (factor < 0 && factor * *low > most)
            *low = -errdiff_floor_divide_64(most, -factor);
        else if (factor == 0 && most < 0)
            *high = -1;
    }
}

/* The number of values that are less than `limit`. */
static int count_less(const uint16_t *values, bool rises, int64_t limit)
{
    int count = 0;
    for (int step = BYTES; step > 0; step /= 2) {
        int last = count + step - 1;
        if (last < BYTES && values[rises ? last : BYTES - 1 - last] < limit)
            count += step;
    }
    return count;
}

static uint16_t find_blues(const struct errdiff_mapping *mapping,
                           const struct errdiff_map_tables *tables, uint32_t pair)
{
    const uint16_t *blues = tables->values[2];
    bool rises = blues[0] <= blues[BYTES - 1];
    int64_t low, high;
    find_range(mapping, tables->values[0][pair / BYTES], tables->values[1][pair % BYTES], &low,
               &high);
    int less = count_less(blues, rises, low), more = BYTES - count_less(blues, rises, high + 1);
    uint32_t first = (uint32_t)(rises ? less : more);
    uint32_t last = (uint32_t)(BYTES - 1 - (rises ? more : less));
    bool is_any = low <= high && less + more < BYTES;
    uint16_t found = (uint16_t)((is_any ? last << 8 | first : NO_BLUES) ^ 1);
    atomic_store_explicit(&tables->blues[pair], found, memory_order_relaxed);
    return found;
}

HOST_DEVICE_INLINE void sort_by_blues(struct call *call, const bool *is_kept)
{
    _Atomic uint16_t *blues = call->tables->blues;
    int outside_count = 0;
    for (int i = 0; i < call->count; i++) {
        uint32_t pair = (uint32_t)call->indices[0][i] * BYTES + call->indices[1][i];
        uint32_t blue = call->indices[2][i];
        uint32_t inside = atomic_load_explicit(&blues[pair], memory_order_relaxed);
        if (inside == 0)
            inside = find_blues(call->mapping, call->tables, pair);
        inside ^= 1;
        call->outside[outside_count] = (uint16_t)i;
        outside_count +=
            ((blue < (inside & 0xFF)) | (blue > inside >> 8)) & !(is_kept && is_kept[i]);
    }
    call->outside_count = outside_count;
}

/* ---- Which colors are outside, by their cells ---------------------------------------------- */

static uint32_t lowest_node(uint32_t red, uint32_t green, uint32_t blue)
{
    return red * RED + green * GREEN + blue;
}

HOST_DEVICE_INLINE void sort_by_cells(struct call *call, const bool *is_kept)
{
    uint8_t *const *along = call->tables->cells;
    const uint8_t *reds = along[0], *greens = along[1], *blues = along[2];
    const uint32_t *cells = call->mapping->cells;
    int crossed_count = 0, outside_count = 0;
    for (int i = 0; i < call->count; i++) {
        uint32_t cell = cells[lowest_node(reds[call->indices[0][i]], greens[call->indices[1][i]],
                                          blues[call->indices[2][i]])];
        call->crossed_cells[crossed_count] = cell;
        call->crossed[crossed_count] = call->outside[outside_count] = (uint16_t)i;
        crossed_count += (cell >= ERRDIFF_CELL_CROSSED) & !(is_kept && is_kept[i]);
        outside_count += (cell == ERRDIFF_CELL_OUTSIDE) & !(is_kept && is_kept[i]);
    }
    call->crossed_count = crossed_count;
    call->outside_count = outside_count;
}

enum place { INSIDE, OUTSIDE, IN_DOUBT };

/* Where a color is of the sides of a list, as far as rounded numbers can tell. */
static enum place place_of(const struct errdiff_side_group *groups, uint32_t count,
                           const int32_t value[3])
{
#if defined(__SSE2__) && defined(__x86_64__)
    __m128 doubt = _mm_set1_ps(ERRDIFF_SIDE_DOUBT), least = _mm_set1_ps(-ERRDIFF_SIDE_DOUBT);
    __m128 v[3];
    for (int c = 0; c < 3; c++)
        v[c] = _mm_set1_ps((float)value[c]);
    int is_outside = 0, is_not_inside = 0;
    for (uint32_t i = 0; i < count; i++) {
        __m128 sum = _mm_mul_ps(v[0], _mm_loadu_ps(groups[i].normals[0]));
        sum = _mm_add_ps(sum, _mm_mul_ps(v[1], _mm_loadu_ps(groups[i].normals[1])));
        sum = _mm_add_ps(sum, _mm_mul_ps(v[2], _mm_loadu_ps(groups[i].normals[2])));
        sum = _mm_sub_ps(sum, _mm_loadu_ps(groups[i].offsets));
        is_outside |= _mm_movemask_ps(_mm_cmpgt_ps(sum, doubt));
        is_not_inside |= _mm_movemask_ps(_mm_cmpgt_ps(sum, least));
    }
#else
    bool is_outside = false, is_not_inside = false;
    for (uint32_t i = 0; i < count; i++)
        for (int k = 0; k < GROUP; k++) {
            float sum = -groups[i].offsets[k];
            for (int c = 0; c < 3; c++)
                sum += (float)value[c] * groups[i].normals[c][k];
            is_outside |= sum > ERRDIFF_SIDE_DOUBT;
            is_not_inside |= sum > -ERRDIFF_SIDE_DOUBT;
        }
#endif
    return is_outside ? OUTSIDE : is_not_inside ? IN_DOUBT : INSIDE;
}

static bool is_exactly_outside(const struct call *call, const struct errdiff_side_group *groups,
                               uint32_t count, const int32_t value[3])
{
    for (uint32_t i = 0; i < count * GROUP; i++) {
        uint16_t side = groups[i / GROUP].sides[i % GROUP];
        if (!errdiff_half_space_has(&call->mapping->hull.sides[side], value))
            return true;
    }
    return false;
}

/* Adds those in crossed cells to the colors that are outside. */
static void test_crossed(struct call *call)
{
    for (int k = 0; k < call->crossed_count; k++) {
        int i = call->crossed[k];
        uint32_t cell = call->crossed_cells[k], count = cell & 0xFF;
        const struct errdiff_side_group *groups = &call->mapping->groups[cell >> 8];
        int32_t value[3];
        for (int c = 0; c < 3; c++)
            value[c] = call->values[c][i];
        enum place place = place_of(groups, count, value);
        call->outside[call->outside_count] = (uint16_t)i;
        call->outside_count +=
            place == IN_DOUBT ? is_exactly_outside(call, groups, count, value) : place == OUTSIDE;
    }
}

/* ---- Their replacement --------------------------------------------------------------------- */

/* Where the colors that are outside lie between the nodes: each is Σ weight · node / 2^14. */
struct tetrahedra {
    uint16_t nodes[4][MOST];
    int16_t weights[4][MOST];
};

static inline int16_t greater(int16_t a, int16_t b)
{
    return a > b ? a : b;
}

static inline int16_t smaller(int16_t a, int16_t b)
{
    return a < b ? a : b;
}

/* From the lowest corner of the cell to the highest, along the largest place first. If places are
 * equal, the nodes between the two steps have no weight, so either order does. */
static void find_tetrahedra(const struct call *call, struct tetrahedra *found)
{
    uint8_t cells[3][MOST];
    int16_t places[3][MOST];
    for (int c = 0; c < 3; c++)
        for (int k = 0; k < call->outside_count; k++) {
            uint16_t index = call->indices[c][call->outside[k]];
            cells[c][k] = call->tables->cells[c][index];
            places[c][k] = (int16_t)call->tables->places[c][index];
        }
    for (int k = 0; k < call->outside_count; k++) {
        int16_t red = places[0][k], green = places[1][k], blue = places[2][k];
        int16_t most = greater(greater(red, green), blue);
        int16_t least = smaller(smaller(red, green), blue);
        int16_t between = greater(smaller(red, green), smaller(greater(red, green), blue));
        int16_t first = (int16_t)(red == most ? RED : green == most ? GREEN : 1);
        int16_t last = (int16_t)(blue == least ? 1 : green == least ? GREEN : RED);
        found->nodes[0][k] = (uint16_t)lowest_node(cells[0][k], cells[1][k], cells[2][k]);
        found->nodes[1][k] = (uint16_t)(found->nodes[0][k] + first);
        found->nodes[3][k] = (uint16_t)(found->nodes[0][k] + (RED + GREEN + 1));
        found->nodes[2][k] = (uint16_t)(found->nodes[3][k] - last);
        found->weights[0][k] = (int16_t)((1 << PLACE_BITS) - most);
        found->weights[1][k] = (int16_t)(most - between);
        found->weights[2][k] = (int16_t)(between - least);
        found->weights[3][k] = least;
    }
}

/* Computes the nodes of color k that are not known yet. */
static void complete_nodes(const struct errdiff_mapping *mapping, const struct tetrahedra *in,
                           int k, uint64_t nodes[4])
{
    for (int i = 0; i < 4; i++)
        if (nodes[i] == 0)
            nodes[i] = errdiff_mapping_compute_node(mapping, in->nodes[i][k]);
}

static void replace(const struct call *call, const struct tetrahedra *in)
{
    const struct errdiff_mapping *mapping = call->mapping;
    const _Atomic uint64_t *known = mapping->nodes;
    int shift = PLACE_BITS + errdiff_mapping_fraction_bits(mapping);
    int32_t added = (ERRDIFF_MAPPING_BIAS << PLACE_BITS) + (1 << (shift - 1));
    for (int k = 0; k < call->outside_count; k++) {
        int to = call->outside[k];
        uint64_t nodes[4];
        for (int i = 0; i < 4; i++)
            nodes[i] = atomic_load_explicit(&known[in->nodes[i][k]], memory_order_relaxed);
        if ((nodes[0] & nodes[1] & nodes[2] & nodes[3]) == 0)
            complete_nodes(mapping, in, k, nodes);
#if defined(__SSE2__) && defined(__x86_64__)
        __m128i vectors[4], weights[2];
        for (int i = 0; i < 4; i++)
            vectors[i] = _mm_cvtsi64_si128((int64_t)nodes[i]);
        for (int i = 0; i < 2; i++)
            weights[i] = _mm_set1_epi32((int32_t)((uint32_t)in->weights[2 * i][k] |
                                                  (uint32_t)in->weights[2 * i + 1][k] << 16));
        __m128i first = _mm_madd_epi16(_mm_unpacklo_epi16(vectors[0], vectors[1]), weights[0]);
        __m128i second = _mm_madd_epi16(_mm_unpacklo_epi16(vectors[2], vectors[3]), weights[1]);
        __m128i sums = _mm_add_epi32(_mm_add_epi32(first, second), _mm_set1_epi32(added));
        sums = _mm_sra_epi32(sums, _mm_cvtsi32_si128(shift));
        call->values[0][to] = (uint16_t)_mm_extract_epi16(sums, 0);
        call->values[1][to] = (uint16_t)_mm_extract_epi16(sums, 2);
        call->values[2][to] = (uint16_t)_mm_extract_epi16(sums, 4);
#else
        for (int c = 0; c < 3; c++) {
            int32_t sum = added;
            for (int i = 0; i < 4; i++)
                sum += in->weights[i][k] * (int16_t)(nodes[i] >> 16 * c & 0xFFFF);
            call->values[c][to] = (uint16_t)(sum >> shift);
        }
#endif
    }
}

int errdiff_map_colors(const struct errdiff_mapping *mapping,
                       const struct errdiff_map_tables *tables, const uint16_t (*indices)[MOST],
                       const bool *is_kept, uint16_t (*values)[MOST], int count)
{
    struct call call;
    struct tetrahedra found;
    call.mapping = mapping;
    call.tables = tables;
    call.indices = indices;
    call.values = values;
    call.count = count;
    if (!tables->blues) {
        sort_by_cells(&call, is_kept);
        test_crossed(&call);
    } else if (is_kept) {
        sort_by_blues(&call, is_kept);
    } else {
        sort_by_blues(&call, NULL);
    }
    find_tetrahedra(&call, &found);
    replace(&call, &found);
    return call.outside_count;
}
