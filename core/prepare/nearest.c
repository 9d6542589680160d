/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the color of a convex hull that looks most like a color outside, which is the nearest one
 * in OKLab. */
#include "nearest.h"

#include "errdiff.h"

#include <math.h>
#include <string.h>

enum { MAX_STEPS = 20, HALVINGS = 8, LIGHTEST_STEPS = 64, MAX_CHANGES = 100 };

static const double LIGHTNESS_WEIGHT = 2;
static const double LEAST_CONES = 1e-4; /* below it the slopes of OKLab are too steep to help */
static const double LEAST_GAIN = 1e-4;  /* of the squared distance, as a share; then it ends */
static const double ROUNDING = 1e-12;   /* of what is compared */

/* ---- Colors in OKLab ---------------------------------------------------------------------- */

static double slope_of_light(double display)
{
    return display <= 0.04045 ? 1 / 12.92 : 2.4 / 1.055 * pow((display + 0.055) / 1.055, 1.4);
}

struct errdiff_oklab errdiff_look_of(const double color[3], bool is_light)
{
    double light[3];
    for (int c = 0; c < 3; c++)
        light[c] = is_light ? color[c] : errdiff_srgb_to_linear(color[c]);
    return errdiff_oklab_from_light(light[0], light[1], light[2]);
}

/* As errdiff_look_of; `slopes` become the derivatives by the color's values. */
static struct errdiff_oklab look_with_slopes(const double color[3], bool is_light,
                                             double slopes[3][3])
{
    double light[3];
    for (int c = 0; c < 3; c++)
        light[c] = is_light ? color[c] : errdiff_srgb_to_linear(color[c]);
    struct errdiff_oklab look = errdiff_oklab_with_slopes(light, LEAST_CONES, slopes);
    for (int c = 0; c < 3 && !is_light; c++) {
        double slope = slope_of_light(color[c]);
        for (int i = 0; i < 3; i++)
            slopes[i][c] *= slope;
    }
    return look;
}

/* wanted − look, weighted: its square is what is to be least. */
static void weighted_difference(struct errdiff_oklab wanted, struct errdiff_oklab look,
                                double difference[3])
{
    difference[0] = LIGHTNESS_WEIGHT * (wanted.lightness - look.lightness);
    difference[1] = wanted.green_red - look.green_red;
    difference[2] = wanted.blue_yellow - look.blue_yellow;
}

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static double squared_distance(const struct errdiff_corners *corners, const double color[3],
                               struct errdiff_oklab wanted)
{
    double difference[3];
    weighted_difference(wanted, errdiff_look_of(color, corners->is_light), difference);
    return dot(difference, difference);
}

/* ---- The point of a hull nearest to the origin --------------------------------------------- */

/* Up to four corners and their shares in the nearest point. No corner lies in the line or plane of
 * the others. */
struct simplex {
    int count;
    int numbers[4];
    double shares[4];
};

/* Sets shares[] so that Σ shares · points is the point nearest to the origin in the line, plane or
 * space through the simplex; the sum is 1. Solves the equations of the least squares by
 * elimination. Returns false if rounding errors leave no solution. */
static bool nearest_in_plane(const struct simplex *simplex, double (*points)[3], double shares[4])
{
    int n = simplex->count - 1;
    const double *base = points[simplex->numbers[0]];
    double sides[3][3], matrix[3][4];
    for (int i = 0; i < n; i++)
        for (int c = 0; c < 3; c++)
            sides[i][c] = points[simplex->numbers[i + 1]][c] - base[c];
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < n; k++)
            matrix[i][k] = dot(sides[i], sides[k]);
        matrix[i][3] = -dot(sides[i], base);
    }
    for (int i = 0; i < n; i++) {
        if (!(matrix[i][i] > ROUNDING * dot(sides[i], sides[i])))
            return false;
        for (int k = i + 1; k < n; k++) {
            double factor = matrix[k][i] / matrix[i][i];
            for (int j = i; j < n; j++)
                matrix[k][j] -= factor * matrix[i][j];
            matrix[k][3] -= factor * matrix[i][3];
        }
    }
    shares[0] = 1;
    for (int i = n - 1; i >= 0; i--) {
        double rest = matrix[i][3];
        for (int k = i + 1; k < n; k++)
            rest -= matrix[i][k] * shares[k + 1];
        shares[i + 1] = rest / matrix[i][i];
    }
    for (int i = 1; i <= n; i++)
        shares[0] -= shares[i];
    return true;
}

static void combine(const struct simplex *simplex, const double (*points)[3], double sum[3])
{
    for (int c = 0; c < 3; c++) {
        sum[c] = 0;
        for (int i = 0; i < simplex->count; i++)
            sum[c] += simplex->shares[i] * points[simplex->numbers[i]][c];
    }
}

static int least_along(const double (*points)[3], int count, const double direction[3])
{
    int least = 0;
    for (int i = 1; i < count; i++)
        if (dot(points[i], direction) < dot(points[least], direction))
            least = i;
    return least;
}

/* Moves the shares of the simplex to those of its nearest point, or until corners drop out on the
 * way, from where it goes on with the others. Returns false if rounding errors prevent it. */
static bool settle(struct simplex *simplex, double (*points)[3])
{
    double wanted[4];
    while (simplex->count > 1) {
        if (!nearest_in_plane(simplex, points, wanted))
            return false;
        double way = 1;
        int first_out = -1;
        for (int i = 0; i < simplex->count; i++) {
            double share = simplex->shares[i];
            if (wanted[i] <= 0 && share <= way * (share - wanted[i])) {
                way = share / (share - wanted[i]);
                first_out = i;
            }
        }
        for (int i = 0; i < simplex->count; i++)
            simplex->shares[i] += way * (wanted[i] - simplex->shares[i]);
        if (first_out < 0)
            return true;
        simplex->count--;
        for (int i = first_out; i < simplex->count; i++) {
            simplex->numbers[i] = simplex->numbers[i + 1];
            simplex->shares[i] = simplex->shares[i + 1];
        }
    }
    simplex->shares[0] = 1;
    return true;
}

/* Wolfe's algorithm, for `count` points. */
static struct simplex nearest_to_origin(double (*points)[3], int count)
{
    int first = 0;
    double size = 0;
    for (int i = 0; i < count; i++) {
        double square = dot(points[i], points[i]);
        first = square < dot(points[first], points[first]) ? i : first;
        size = square > size ? square : size;
    }
    struct simplex simplex = {.count = 1, .numbers = {first}, .shares = {1}};
    for (int change = 0; change < MAX_CHANGES && simplex.count < 4; change++) {
        double nearest[3];
        combine(&simplex, (const double(*)[3])points, nearest);
        int number = least_along((const double(*)[3])points, count, nearest);
        if (dot(points[number], nearest) > dot(nearest, nearest) - ROUNDING * size)
            break;
        struct simplex before = simplex;
        simplex.numbers[simplex.count] = number;
        simplex.shares[simplex.count++] = 0;
        if (!settle(&simplex, points))
            return before;
    }
    return simplex;
}

/* ---- Gauss and Newton ---------------------------------------------------------------------- */

/* Sets next[] to the point of the hull that would be the nearest one if OKLab were its tangent at
 * `color`. */
static void follow_tangent(const struct errdiff_corners *corners, const double color[3],
                           struct errdiff_oklab wanted, double next[3])
{
    double slopes[3][3], difference[3], points[ERRDIFF_MAX_COLORS][3];
    weighted_difference(wanted, look_with_slopes(color, corners->is_light, slopes), difference);
    for (int c = 0; c < 3; c++)
        slopes[0][c] *= LIGHTNESS_WEIGHT;
    for (int i = 0; i < corners->count; i++) {
        double step[3];
        for (int c = 0; c < 3; c++)
            step[c] = corners->points[i][c] - color[c];
        for (int c = 0; c < 3; c++)
            points[i][c] = dot(slopes[c], step) - difference[c];
    }
    struct simplex simplex = nearest_to_origin(points, corners->count);
    combine(&simplex, corners->points, next);
}

/* Sets nearest[] to where the search begins: what the tangent at `start` gives, or a corner that is
 * nearer. Returns its squared distance. */
static double begin_near(const struct errdiff_corners *corners, const double start[3],
                         struct errdiff_oklab wanted, double nearest[3])
{
    follow_tangent(corners, start, wanted, nearest);
    double distance = squared_distance(corners, nearest, wanted);
    for (int i = 0; i < corners->count; i++) {
        double difference[3];
        weighted_difference(wanted, corners->looks[i], difference);
        if (dot(difference, difference) < distance) {
            distance = dot(difference, difference);
            memcpy(nearest, corners->points[i], sizeof corners->points[i]);
        }
    }
    return distance;
}

void errdiff_nearest_look(const struct errdiff_corners *corners, const double start[3],
                          struct errdiff_oklab wanted, double nearest[3])
{
    double distance = begin_near(corners, start, wanted, nearest);
    for (int step = 0; step < MAX_STEPS; step++) {
        double next[3], tried[3], length = 1, shorter = distance;
        follow_tangent(corners, nearest, wanted, next);
        for (int i = 0; i < HALVINGS && shorter >= distance; i++, length /= 2) {
            for (int c = 0; c < 3; c++)
                tried[c] = nearest[c] + length * (next[c] - nearest[c]);
            shorter = squared_distance(corners, tried, wanted);
        }
        if (shorter >= distance)
            return;
        bool is_done = distance - shorter <= LEAST_GAIN * distance;
        memcpy(nearest, tried, sizeof tried);
        distance = shorter;
        if (is_done)
            return;
    }
}

void errdiff_lightness_range(const struct errdiff_corners *corners, double *least, double *most)
{
    double color[3];
    for (int i = 0; i < corners->count; i++) {
        double lightness = errdiff_look_of(corners->points[i], corners->is_light).lightness;
        if (i == 0 || lightness < *least)
            *least = lightness;
        if (i == 0 || lightness > *most) {
            *most = lightness;
            memcpy(color, corners->points[i], sizeof color);
        }
    }
    for (int step = 1; step <= LIGHTEST_STEPS; step++) {
        double slopes[3][3];
        look_with_slopes(color, corners->is_light, slopes);
        const double darker[3] = {-slopes[0][0], -slopes[0][1], -slopes[0][2]};
        int corner = least_along(corners->points, corners->count, darker);
        for (int c = 0; c < 3; c++)
            color[c] += 2.0 / (step + 2) * (corners->points[corner][c] - color[c]);
        double lightness = errdiff_look_of(color, corners->is_light).lightness;
        *most = lightness > *most ? lightness : *most;
    }
}
