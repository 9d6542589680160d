/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Computes the convex hull of a palette's colors, in exact integer arithmetic. */
#include "hull.h"

#include <stdlib.h>
#include <string.h>

static int64_t dot(const int64_t a[3], const int64_t b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static int64_t dot_point(const int64_t normal[3], const int32_t point[3])
{
    return dot(normal, (const int64_t[]){point[0], point[1], point[2]});
}

static void subtract(const int32_t a[3], const int32_t b[3], int64_t difference[3])
{
    for (int c = 0; c < 3; c++)
        difference[c] = a[c] - b[c];
}

static void cross(const int64_t a[3], const int64_t b[3], int64_t product[3])
{
    for (int c = 0; c < 3; c++) {
        int next = (c + 1) % 3, last = (c + 2) % 3;
        product[c] = a[next] * b[last] - a[last] * b[next];
    }
}

static bool is_zero(const int64_t vector[3])
{
    return vector[0] == 0 && vector[1] == 0 && vector[2] == 0;
}

/* The normal of the plane through three points. It points to the side from which a, b, c turn
 * counterclockwise. */
static void normal_of(const int32_t a[3], const int32_t b[3], const int32_t c[3], int64_t normal[3])
{
    int64_t ab[3], ac[3];
    subtract(b, a, ab);
    subtract(c, a, ac);
    cross(ab, ac, normal);
}

/* ---- Half-spaces --------------------------------------------------------------------------- */

static int64_t greatest_common_divisor(int64_t a, int64_t b)
{
    while (b != 0) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return llabs(a);
}

/* Adds the half-space whose boundary contains `point`, unless it is there already: faces of one
 * plane have the same one. */
static void add_side(struct errdiff_hull *hull, const int64_t normal[3], const int32_t point[3])
{
    int64_t divisor =
        greatest_common_divisor(greatest_common_divisor(normal[0], normal[1]), normal[2]);
    struct errdiff_half_space side;
    for (int c = 0; c < 3; c++)
        side.normal[c] = normal[c] / divisor;
    side.offset = dot_point(side.normal, point);
    for (int i = 0; i < hull->side_count; i++)
        if (memcmp(&hull->sides[i], &side, sizeof side) == 0)
            return;
    hull->sides[hull->side_count++] = side;
}

/* Keeps only what lies in the plane through `point`. */
static void add_plane(struct errdiff_hull *hull, const int64_t normal[3], const int32_t point[3])
{
    add_side(hull, normal, point);
    add_side(hull, (const int64_t[]){-normal[0], -normal[1], -normal[2]}, point);
}

static const int64_t axes[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

/* ---- Hulls that are not solid -------------------------------------------------------------- */

static void make_point(struct errdiff_hull *hull, const int32_t point[3])
{
    for (int c = 0; c < 3; c++)
        add_plane(hull, axes[c], point);
}

/* All points lie on a line with this direction. */
static void make_segment(struct errdiff_hull *hull, const int32_t points[][3], int count,
                         const int64_t direction[3])
{
    int first = 0, last = 0;
    for (int i = 1; i < count; i++) {
        int64_t along = dot_point(direction, points[i]);
        first = along < dot_point(direction, points[first]) ? i : first;
        last = along > dot_point(direction, points[last]) ? i : last;
    }
    for (int c = 0; c < 3; c++) {
        int64_t normal[3];
        cross(direction, axes[c], normal);
        if (!is_zero(normal))
            add_plane(hull, normal, points[first]);
    }
    add_side(hull, direction, points[last]);
    add_side(hull, (const int64_t[]){-direction[0], -direction[1], -direction[2]}, points[first]);
}

/* All points lie in a plane. Its outline is found along the two axes that are left when the axis
 * nearest to the normal is dropped, so that the half-spaces at its edges have small numbers. Each
 * edge turns about the last vertex until no point is to the right of it (gift wrapping). */
static void make_polygon(struct errdiff_hull *hull, const int32_t points[][3], int count,
                         const int64_t normal[3])
{
    int dropped = 0;
    for (int c = 1; c < 3; c++)
        if (llabs(normal[c]) > llabs(normal[dropped]))
            dropped = c;
    int u = (dropped + 1) % 3, v = (dropped + 2) % 3;
    add_plane(hull, normal, points[0]);

    int first = 0;
    for (int i = 1; i < count; i++)
        if (points[i][u] < points[first][u] ||
            (points[i][u] == points[first][u] && points[i][v] < points[first][v]))
            first = i;
    int from = first;
    do {
        int to = -1;
        int64_t to_u = 0, to_v = 0;
        for (int i = 0; i < count; i++) {
            int64_t du = points[i][u] - points[from][u], dv = points[i][v] - points[from][v];
            int64_t turn = to_u * dv - to_v * du;
            bool is_farther = turn == 0 && du * du + dv * dv > to_u * to_u + to_v * to_v;
            if ((du == 0 && dv == 0) || (to >= 0 && turn > 0) ||
                (to >= 0 && turn == 0 && !is_farther))
                continue;
            to = i;
            to_u = du;
            to_v = dv;
        }
        int64_t outward[3] = {0};
        outward[u] = to_v;
        outward[v] = -to_u;
        add_side(hull, outward, points[from]);
        from = to;
    } while (memcmp(points[from], points[first], sizeof points[0]) != 0);
}

/* ---- Solid hulls --------------------------------------------------------------------------- */

/* A triangle of points, counterclockwise from outside. */
struct face {
    int corners[3];
    struct errdiff_half_space side;
};

/* The hull of the points so far. */
struct solid {
    const int32_t (*points)[3];
    int face_count;
    struct face faces[ERRDIFF_HULL_MAX_SIDES];
    bool is_edge_of_visible[ERRDIFF_HULL_MAX_VERTICES][ERRDIFF_HULL_MAX_VERTICES];
};

static void add_face(struct solid *solid, int a, int b, int c)
{
    struct face *face = &solid->faces[solid->face_count++];
    *face = (struct face){.corners = {a, b, c}};
    normal_of(solid->points[a], solid->points[b], solid->points[c], face->side.normal);
    face->side.offset = dot_point(face->side.normal, solid->points[a]);
}

/* Replaces the faces that point `number` sees from outside by those that join it to their outline.
 * A face in whose plane it lies counts as not seen; so no new face has three corners on a line. */
static void add_point(struct solid *solid, int number)
{
    static const int next[3] = {1, 2, 0};
    struct face visible[ERRDIFF_HULL_MAX_SIDES];
    int visible_count = 0, kept = 0;
    for (int i = 0; i < solid->face_count; i++)
        if (errdiff_half_space_has(&solid->faces[i].side, solid->points[number]))
            solid->faces[kept++] = solid->faces[i];
        else
            visible[visible_count++] = solid->faces[i];
    solid->face_count = kept;
    for (int i = 0; i < visible_count; i++)
        for (int k = 0; k < 3; k++)
            solid->is_edge_of_visible[visible[i].corners[k]][visible[i].corners[next[k]]] = true;
    for (int i = 0; i < visible_count; i++)
        for (int k = 0; k < 3; k++) {
            int from = visible[i].corners[k], to = visible[i].corners[next[k]];
            if (!solid->is_edge_of_visible[to][from])
                add_face(solid, from, to, number);
        }
    for (int i = 0; i < visible_count; i++)
        for (int k = 0; k < 3; k++)
            solid->is_edge_of_visible[visible[i].corners[k]][visible[i].corners[next[k]]] = false;
}

/* `begin` are four points that do not lie in a plane; the last one is in front of the plane of the
 * others, from where these turn counterclockwise. */
static bool make_solid(struct errdiff_hull *hull, const int32_t points[][3], int count,
                       const int begin[4])
{
    struct solid *solid = calloc(1, sizeof *solid);
    if (!solid)
        return false;
    solid->points = points;
    add_face(solid, begin[0], begin[2], begin[1]);
    add_face(solid, begin[0], begin[1], begin[3]);
    add_face(solid, begin[1], begin[2], begin[3]);
    add_face(solid, begin[2], begin[0], begin[3]);
    for (int i = 0; i < count; i++)
        add_point(solid, i);

    for (int i = 0; i < solid->face_count; i++)
        add_side(hull, solid->faces[i].side.normal, points[solid->faces[i].corners[0]]);
    free(solid);
    return true;
}

/* ---- All kinds ----------------------------------------------------------------------------- */

static bool is_on_side(const struct errdiff_half_space *side, const int32_t point[3])
{
    return dot_point(side->normal, point) == side->offset;
}

/* A side on which all points lie bounds nothing within their plane or line. */
static bool has_all(const struct errdiff_half_space *side, const int32_t points[][3], int count)
{
    for (int i = 0; i < count; i++)
        if (!is_on_side(side, points[i]))
            return false;
    return true;
}

/* Takes each point once. */
static void find_vertices(struct errdiff_hull *hull, const int32_t points[][3], int count)
{
    bool is_on_surface[ERRDIFF_HULL_MAX_VERTICES] = {false};
    for (int i = 0; i < hull->side_count; i++) {
        if (has_all(&hull->sides[i], points, count))
            continue;
        for (int k = 0; k < count; k++)
            is_on_surface[k] |= is_on_side(&hull->sides[i], points[k]);
    }
    for (int k = 0; k < count; k++) {
        bool is_new = is_on_surface[k];
        for (int i = 0; i < hull->vertex_count; i++)
            is_new = is_new && memcmp(hull->vertices[i], points[k], sizeof points[k]) != 0;
        if (is_new)
            memcpy(hull->vertices[hull->vertex_count++], points[k], sizeof points[k]);
    }
    if (hull->vertex_count == 0) /* a single point */
        memcpy(hull->vertices[hull->vertex_count++], points[0], sizeof points[0]);
}

bool errdiff_hull_make(struct errdiff_hull *hull, const int32_t points[][3], int count)
{
    hull->vertex_count = hull->side_count = 0;
    int begin[4] = {0}, dimension = 0;
    int64_t direction[3] = {0}, normal[3] = {0}, depth = 0;
    for (int i = 1; i < count && dimension < 3; i++) {
        int64_t from_first[3], product[3];
        subtract(points[i], points[0], from_first);
        cross(direction, from_first, product);
        depth = dot(normal, from_first);
        if (dimension == 0 && !is_zero(from_first))
            memcpy(direction, from_first, sizeof direction);
        else if (dimension == 1 && !is_zero(product))
            memcpy(normal, product, sizeof normal);
        else if (dimension < 2 || depth == 0)
            continue;
        begin[++dimension] = i;
    }
    bool is_made = true;
    if (dimension == 0)
        make_point(hull, points[0]);
    else if (dimension == 1)
        make_segment(hull, points, count, direction);
    else if (dimension == 2)
        make_polygon(hull, points, count, normal);
    else if (depth > 0)
        is_made = make_solid(hull, points, count, begin);
    else
        is_made =
            make_solid(hull, points, count, (const int[]){begin[0], begin[2], begin[1], begin[3]});
    find_vertices(hull, points, count);
    return is_made;
}

bool errdiff_hull_has(const struct errdiff_hull *hull, const int32_t point[3])
{
    for (int i = 0; i < hull->side_count; i++)
        if (!errdiff_half_space_has(&hull->sides[i], point))
            return false;
    return true;
}
