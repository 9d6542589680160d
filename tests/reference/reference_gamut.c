/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reference_gamut.h"

#include "reference_light.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { N = 33, MAX_COLORS = 256, MAX_PLANES = 1024 };

/* The points with n · x ≤ d. */
struct plane {
    int64_t n[3], d;
};

struct reference_gamut {
    int64_t W;
    int is_light;
    int keeps_inside;
    double share;        /* of the compression */
    double L_min, L_max; /* of the mixtures */

    int plane_count;
    struct plane planes[MAX_PLANES];

    int corner_count;
    double corners[MAX_COLORS][3]; /* 0..1 */

    int64_t at[N]; /* values of the nodes */
    char is_known[N][N][N];
    int64_t nodes[N][N][N][3];
};

/* ---- The hull, by trying every plane ------------------------------------------------------- */

static int64_t dot_integers(const int64_t a[3], const int64_t b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static int is_inside(const struct reference_gamut *gamut, const int64_t x[3])
{
    for (int i = 0; i < gamut->plane_count; i++) {
        if (dot_integers(gamut->planes[i].n, x) > gamut->planes[i].d)
            return 0;
    }
    return 1;
}

/* Takes the plane with normal n through x if no color is in front of it, and its opposite if none
 * is behind it. */
static void try_plane(struct reference_gamut *gamut, const int64_t colors[][3], int count,
                      const int64_t n[3], const int64_t x[3])
{
    int64_t d = dot_integers(n, x);
    int in_front = 0, behind = 0;

    if (n[0] == 0 && n[1] == 0 && n[2] == 0)
        return;
    for (int i = 0; i < count && !(in_front && behind); i++) {
        int64_t at = dot_integers(n, colors[i]);
        in_front |= at > d;
        behind |= at < d;
    }
    for (int sign = -1; sign <= 1; sign += 2) {
        if (sign > 0 ? in_front : behind)
            continue;
        int64_t divisor = 0;
        for (int c = 0; c < 3; c++) {
            int64_t a = llabs(n[c]);
            while (a != 0) {
                int64_t rest = divisor % a;
                divisor = a;
                a = rest;
            }
        }
        struct plane plane = {
            .n = {sign * n[0] / divisor, sign * n[1] / divisor, sign * n[2] / divisor},
            .d = sign * d / divisor};
        int is_new = 1;
        for (int i = 0; i < gamut->plane_count; i++)
            is_new &= memcmp(&gamut->planes[i], &plane, sizeof(plane)) != 0;
        if (is_new)
            gamut->planes[gamut->plane_count++] = plane;
    }
}

static void cross_product(const int64_t a[3], const int64_t b[3], int64_t product[3])
{
    product[0] = a[1] * b[2] - a[2] * b[1];
    product[1] = a[2] * b[0] - a[0] * b[2];
    product[2] = a[0] * b[1] - a[1] * b[0];
}

static void make_planes(struct reference_gamut *gamut, const int64_t colors[][3], int count)
{
    int64_t line[3] = {0}, normal[3] = {0};
    int is_solid = 0;

    for (int i = 1; i < count; i++) {
        int64_t way[3], product[3];
        for (int c = 0; c < 3; c++)
            way[c] = colors[i][c] - colors[0][c];
        cross_product(line, way, product);
        is_solid |= dot_integers(normal, way) != 0;
        if (normal[0] == 0 && normal[1] == 0 && normal[2] == 0 && !is_solid)
            memcpy(normal, product, sizeof(normal));
        if (line[0] == 0 && line[1] == 0 && line[2] == 0)
            memcpy(line, way, sizeof(line));
    }
    for (int axis = 0; axis < 3; axis++) {
        int64_t unit[3] = {axis == 0, axis == 1, axis == 2}, around[3];
        cross_product(line, unit, around);
        if (line[0] == 0 && line[1] == 0 && line[2] == 0)
            try_plane(gamut, colors, count, unit, colors[0]);
        else if (normal[0] == 0 && normal[1] == 0 && normal[2] == 0)
            try_plane(gamut, colors, count, around, colors[0]);
    }
    for (int i = 0; i < count; i++) {
        if (normal[0] == 0 && normal[1] == 0 && normal[2] == 0) {
            try_plane(gamut, colors, count, line, colors[i]);
            continue;
        }
        for (int j = 0; j < i; j++) {
            int64_t a[3], b[3], n[3] = {0};
            for (int c = 0; c < 3; c++)
                a[c] = colors[j][c] - colors[i][c];
            if (!is_solid) { /* planes along the axis that is nearest to the normal */
                int axis = 0;
                for (int c = 1; c < 3; c++)
                    axis = llabs(normal[c]) > llabs(normal[axis]) ? c : axis;
                n[(axis + 1) % 3] = a[(axis + 2) % 3];
                n[(axis + 2) % 3] = -a[(axis + 1) % 3];
                try_plane(gamut, colors, count, n, colors[i]);
            }
            for (int k = 0; k < j && is_solid; k++) {
                for (int c = 0; c < 3; c++)
                    b[c] = colors[k][c] - colors[i][c];
                cross_product(a, b, n);
                try_plane(gamut, colors, count, n, colors[i]);
            }
        }
    }
    if (!is_solid)
        try_plane(gamut, colors, count, normal, colors[0]);
}

/* The different colors on planes that do not contain all of them; a single color otherwise. */
static void make_corners(struct reference_gamut *gamut, const int64_t colors[][3], int count)
{
    for (int i = 0; i < count; i++) {
        int is_corner = 0;
        for (int k = 0; k < gamut->plane_count; k++) {
            const struct plane *plane = &gamut->planes[k];
            int has_others = 0;
            for (int other = 0; other < count; other++)
                has_others |= dot_integers(plane->n, colors[other]) != plane->d;
            is_corner |= has_others && dot_integers(plane->n, colors[i]) == plane->d;
        }
        for (int other = 0; other < i; other++)
            is_corner &= memcmp(colors[other], colors[i], sizeof(colors[i])) != 0;
        for (int c = 0; c < 3 && is_corner; c++)
            gamut->corners[gamut->corner_count][c] = (double)colors[i][c] / (double)gamut->W;
        gamut->corner_count += is_corner;
    }
    if (gamut->corner_count == 0) {
        for (int c = 0; c < 3; c++)
            gamut->corners[0][c] = (double)colors[0][c] / (double)gamut->W;
        gamut->corner_count = 1;
    }
}

/* ---- OKLab --------------------------------------------------------------------------------- */

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Where slopes is not NULL, also the derivatives of lab[i] by x[c]. */
static void look_at(const struct reference_gamut *gamut, const double x[3], double lab[3],
                    double slopes[3][3])
{
    double light[3], lms[3];

    for (int c = 0; c < 3; c++)
        light[c] = gamut->is_light ? x[c] : reference_srgb_decode(x[c]);
    reference_oklab(light, lms, lab);
    for (int i = 0; i < 3 && slopes; i++) {
        for (int c = 0; c < 3; c++) {
            slopes[i][c] = 0;
            for (int k = 0; k < 3; k++) {
                double root = fmax(fabs(lms[k]), cbrt(1e-4));
                slopes[i][c] += reference_lab_from_lms[i][k] * (1 / (3 * root * root)) *
                                reference_lms_from_rgb[k][c];
            }
            if (!gamut->is_light)
                slopes[i][c] *=
                    x[c] <= 0.04045 ? 1 / 12.92 : 2.4 / 1.055 * pow((x[c] + 0.055) / 1.055, 1.4);
        }
    }
}

/* (2 ΔL)² + Δa² + Δb²; `ahead` gets 2 ΔL, Δa, Δb. */
static double distance_to(const double wanted[3], const double lab[3], double ahead[3])
{
    ahead[0] = 2 * (wanted[0] - lab[0]);
    ahead[1] = wanted[1] - lab[1];
    ahead[2] = wanted[2] - lab[2];
    return dot(ahead, ahead);
}

/* ---- The point of a hull that is nearest to the origin (Wolfe 1976) ------------------------ */

/* The shares of up to 4 points in the nearest point of the line, plane or space through them. */
static int solve(double p[4][3], int count, double shares[4])
{
    double side[3][3], a[3][4];
    int n = count - 1;

    for (int i = 0; i < n; i++) {
        for (int c = 0; c < 3; c++)
            side[i][c] = p[i + 1][c] - p[0][c];
    }
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < n; k++)
            a[i][k] = dot(side[i], side[k]);
        a[i][3] = -dot(side[i], p[0]);
    }
    for (int i = 0; i < n; i++) {
        if (!(a[i][i] > 1e-12 * dot(side[i], side[i])))
            return 0;
        for (int k = i + 1; k < n; k++) {
            double factor = a[k][i] / a[i][i];
            for (int j = 0; j < 4; j++) {
                if (j == 3 || (j >= i && j < n))
                    a[k][j] -= factor * a[i][j];
            }
        }
    }
    for (int i = n - 1; i >= 0; i--) {
        double rest = a[i][3];
        for (int k = i + 1; k < n; k++)
            rest -= a[i][k] * shares[k + 1];
        shares[i + 1] = rest / a[i][i];
    }
    shares[0] = 1;
    for (int i = 1; i <= n; i++)
        shares[0] -= shares[i];
    return 1;
}

/* Sets used[] and shares[] and returns how many points are used. */
static int nearest_to_origin(double p[][3], int count, int used[4], double shares[4])
{
    int n = 1;
    double largest = 0;

    used[0] = 0;
    for (int i = 0; i < count; i++) {
        used[0] = dot(p[i], p[i]) < dot(p[used[0]], p[used[0]]) ? i : used[0];
        largest = fmax(largest, dot(p[i], p[i]));
    }
    shares[0] = 1;
    for (int round = 0; round < 100 && n < 4; round++) {
        double point[3] = {0}, old_shares[4];
        int old_used[4], old_n = n, next = 0;
        for (int i = 0; i < n; i++) {
            for (int c = 0; c < 3; c++)
                point[c] += shares[i] * p[used[i]][c];
        }
        for (int i = 1; i < count; i++)
            next = dot(p[i], point) < dot(p[next], point) ? i : next;
        if (dot(p[next], point) > dot(point, point) - 1e-12 * largest)
            break;
        memcpy(old_used, used, sizeof(old_used));
        memcpy(old_shares, shares, sizeof(old_shares));
        used[n] = next;
        shares[n++] = 0;
        for (;;) {
            double corners[4][3], goal[4], way = 1;
            int leaves = -1;
            if (n == 1) {
                shares[0] = 1;
                break;
            }
            for (int i = 0; i < n; i++)
                memcpy(corners[i], p[used[i]], sizeof(corners[i]));
            if (!solve(corners, n, goal)) {
                memcpy(used, old_used, sizeof(old_used));
                memcpy(shares, old_shares, sizeof(old_shares));
                return old_n;
            }
            for (int i = 0; i < n; i++) {
                if (goal[i] <= 0 && shares[i] <= way * (shares[i] - goal[i])) {
                    way = shares[i] / (shares[i] - goal[i]);
                    leaves = i;
                }
            }
            for (int i = 0; i < n; i++)
                shares[i] += way * (goal[i] - shares[i]);
            if (leaves < 0)
                break;
            n--;
            for (int i = leaves; i < n; i++) {
                used[i] = used[i + 1];
                shares[i] = shares[i + 1];
            }
        }
    }
    return n;
}

/* ---- The color that looks nearest (Gauss and Newton) -------------------------------------- */

static void step_from(const struct reference_gamut *gamut, const double x[3],
                      const double wanted[3], double next[3])
{
    double lab[3], slopes[3][3], ahead[3], p[MAX_COLORS][3], shares[4];
    int used[4];

    look_at(gamut, x, lab, slopes);
    distance_to(wanted, lab, ahead);
    for (int c = 0; c < 3; c++)
        slopes[0][c] *= 2;
    for (int i = 0; i < gamut->corner_count; i++) {
        double way[3];
        for (int c = 0; c < 3; c++)
            way[c] = gamut->corners[i][c] - x[c];
        for (int c = 0; c < 3; c++)
            p[i][c] = dot(slopes[c], way) - ahead[c];
    }
    int n = nearest_to_origin(p, gamut->corner_count, used, shares);
    for (int c = 0; c < 3; c++) {
        next[c] = 0;
        for (int i = 0; i < n; i++)
            next[c] += shares[i] * gamut->corners[used[i]][c];
    }
}

static void nearest_look(const struct reference_gamut *gamut, const double start[3],
                         const double wanted[3], double x[3])
{
    double lab[3], ahead[3];

    step_from(gamut, start, wanted, x);
    look_at(gamut, x, lab, NULL);
    double best = distance_to(wanted, lab, ahead);
    for (int i = 0; i < gamut->corner_count; i++) {
        look_at(gamut, gamut->corners[i], lab, NULL);
        if (distance_to(wanted, lab, ahead) < best) {
            best = distance_to(wanted, lab, ahead);
            memcpy(x, gamut->corners[i], sizeof(gamut->corners[i]));
        }
    }
    for (int step = 0; step < 20; step++) {
        double next[3], tried[3], length = 1, found = best;
        step_from(gamut, x, wanted, next);
        for (int i = 0; i < 8 && found >= best; i++) {
            for (int c = 0; c < 3; c++)
                tried[c] = x[c] + length * (next[c] - x[c]);
            look_at(gamut, tried, lab, NULL);
            found = distance_to(wanted, lab, ahead);
            length /= 2;
        }
        if (found >= best)
            return;
        int is_last = best - found <= 1e-4 * best;
        memcpy(x, tried, sizeof(tried));
        best = found;
        if (is_last)
            return;
    }
}

/* ---- Lightness of the mixtures (Frank and Wolfe) ------------------------------------------- */

static void find_lightness(struct reference_gamut *gamut)
{
    double lab[3], slopes[3][3], x[3];

    for (int i = 0; i < gamut->corner_count; i++) {
        look_at(gamut, gamut->corners[i], lab, NULL);
        if (i == 0 || lab[0] < gamut->L_min)
            gamut->L_min = lab[0];
        if (i == 0 || lab[0] > gamut->L_max) {
            gamut->L_max = lab[0];
            memcpy(x, gamut->corners[i], sizeof(x));
        }
    }
    for (int step = 1; step <= 64; step++) {
        int best = 0;
        look_at(gamut, x, lab, slopes);
        for (int i = 1; i < gamut->corner_count; i++)
            best =
                dot(gamut->corners[i], slopes[0]) > dot(gamut->corners[best], slopes[0]) ? i : best;
        for (int c = 0; c < 3; c++)
            x[c] += 2.0 / (step + 2) * (gamut->corners[best][c] - x[c]);
        look_at(gamut, x, lab, NULL);
        gamut->L_max = fmax(gamut->L_max, lab[0]);
    }
}

/* ---- Nodes and what is between them -------------------------------------------------------- */

static int64_t node_scale(const struct reference_gamut *gamut)
{
    return gamut->W == 255 ? 256 : 1;
}

static const int64_t *node_at(struct reference_gamut *gamut, const int64_t at[3])
{
    int64_t *node = gamut->nodes[at[0]][at[1]][at[2]];
    char *is_known = &gamut->is_known[at[0]][at[1]][at[2]];
    int64_t v[3];
    double color[3], wanted[3], x[3];

    if (*is_known)
        return node;
    *is_known = 1;
    for (int c = 0; c < 3; c++) {
        v[c] = gamut->at[at[c]];
        x[c] = color[c] = (double)v[c] / (double)gamut->W;
    }
    if (!gamut->keeps_inside || !is_inside(gamut, v)) {
        look_at(gamut, color, wanted, NULL);
        if (!gamut->keeps_inside) {
            double L = wanted[0];
            wanted[0] += gamut->share * (gamut->L_min + (gamut->L_max - gamut->L_min) * L - L);
            for (int i = 1; i < 3 && wanted[0] < L; i++)
                wanted[i] *= wanted[0] / L;
        }
        nearest_look(gamut, color, wanted, x);
    }
    for (int c = 0; c < 3; c++) {
        double top = (double)(gamut->W * node_scale(gamut));
        node[c] = (int64_t)fmin(
            fmax(floor(x[c] * (double)gamut->W * (double)node_scale(gamut) + 0.5), 0), top);
    }
    return node;
}

void reference_gamut_map(struct reference_gamut *gamut, int64_t v[3])
{
    int64_t at[3], place[3], sum[3] = {0}, rest = 16384;
    int is_done[3] = {0};

    if (gamut->keeps_inside && is_inside(gamut, v))
        return;
    for (int c = 0; c < 3; c++) {
        for (at[c] = 0; at[c] < N - 2 && v[c] >= gamut->at[at[c] + 1];)
            at[c]++;
        place[c] = 16384 * (v[c] - gamut->at[at[c]]) / (gamut->at[at[c] + 1] - gamut->at[at[c]]);
    }
    /* From the lowest corner of the cell to the highest, along the largest place first. */
    for (int step = 0; step < 4; step++) {
        int next = -1;
        for (int c = 0; c < 3; c++) {
            if (!is_done[c] && (next < 0 || place[c] > place[next]))
                next = c;
        }
        int64_t weight = rest - (next >= 0 ? place[next] : 0);
        for (int c = 0; c < 3 && weight > 0; c++)
            sum[c] += weight * node_at(gamut, at)[c];
        rest -= weight;
        if (next >= 0) {
            is_done[next] = 1;
            at[next]++;
        }
    }
    int64_t divisor = 16384 * node_scale(gamut);
    for (int c = 0; c < 3; c++)
        v[c] = (sum[c] + divisor / 2) / divisor;
}

struct reference_gamut *reference_gamut_make(const int64_t colors[][3], int count, int64_t W,
                                             int is_light, int compress)
{
    struct reference_gamut *gamut = calloc(1, sizeof(*gamut));

    if (!gamut)
        return NULL;
    gamut->W = W;
    gamut->is_light = is_light;
    gamut->share = compress / 100.0;
    make_planes(gamut, colors, count);
    make_corners(gamut, colors, count);
    gamut->keeps_inside = compress == 0 || (is_inside(gamut, (const int64_t[]){0, 0, 0}) &&
                                            is_inside(gamut, (const int64_t[]){W, W, W}));
    if (!gamut->keeps_inside)
        find_lightness(gamut);
    for (int i = 0; i < N; i++) {
        double display = i / 32.0;
        gamut->at[i] =
            (int64_t)floor((double)W * (is_light ? reference_srgb_decode(display) : display) + 0.5);
    }
    return gamut;
}
