/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Computes the hologram of a test scene: two dice in front of a checkerboard. */
/*
 * The scene is drawn as it is seen from the window's center, by following a ray for each direction
 * to the first surface. Surfaces are rough: the phases are random. Light of all directions and one
 * distance becomes light in the window by a Fourier transform and a multiplication, so directions
 * are sorted into layers of about the same distance. (The factors are those of directions near the
 * axis, so the corners of what is seen are slightly out of focus.) From the window the light is
 * propagated back to the hologram.
 *
 * Places are in micrometers from the window's center: x to the right, y down, z away from it.
 */
#include "scene_dice.h"

#include "fourier.h"
#include "plane.h"
#include "scale.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

/* Less than what an eye that looks through the whole window could tell apart. */
static const double layer_distance = 60;

static const double pi = 3.14159265358979323846;
static const double board_depth = 103000.0 / 24, square = 320; /* behind the hologram; its side */
static const double half_side = 320;                           /* of a die */

struct die {
    double x, y, depth;
    double turns[3]; /* in radians, in the planes xy, yz and zx, one after the other */
};

static const struct die dice[] = {
    {-480, 330, 3730, {0.35, 0.62, -0.7}},
    {520, -380, 3740, {-0.3, -0.55, 0.62}},
};
enum { DICE = sizeof dice / sizeof *dice };

struct ray {
    double from[3], along[3]; /* `along` has the length 1 */
};

/* What a ray meets first. */
struct surface {
    double amplitude, distance;
};

/* ---- Surfaces ------------------------------------------------------------------------------ */

static void turn(double *vector, int from, int to, double angle)
{
    double a = vector[from], b = vector[to];
    vector[from] = cos(angle) * a - sin(angle) * b;
    vector[to] = sin(angle) * a + cos(angle) * b;
}

/* The ray as seen by a die that is not turned and whose center is the origin. */
static struct ray seen_by(const struct die *die, const struct ray *ray, double view_distance)
{
    struct ray seen = *ray;
    seen.from[0] -= die->x;
    seen.from[1] -= die->y;
    seen.from[2] -= view_distance + die->depth;
    for (int i = 0; i < 3; i++) {
        turn(seen.from, i, (i + 1) % 3, die->turns[i]);
        turn(seen.along, i, (i + 1) % 3, die->turns[i]);
    }
    return seen;
}

/* Whether a face has a pip at (u, v), both within ±1. */
static bool is_pip(int number, double u, double v)
{
    /* A bit for each place, three in a row. */
    static const unsigned pips[] = {0020, 0401, 0421, 0505, 0525, 0555};
    const double step = 0.54, radius = 0.21;
    int column = u < -step / 2 ? -1 : u > step / 2, row = v < -step / 2 ? -1 : v > step / 2;
    bool has_one = pips[number - 1] >> (3 * (row + 1) + column + 1) & 1;
    return has_one && hypot(u - column * step, v - row * step) < radius;
}

/* Replaces *first by the surface of the die if the ray meets that earlier. */
static void meet_die(const struct ray *ray, struct surface *first)
{
    static const double brightness[] = {0.4, 1, 0.7}; /* of the faces across each axis */
    double entry = 0, exit = first->distance;
    int axis = 0;
    for (int i = 0; i < 3; i++) {
        double side = copysign(half_side, ray->along[i]);
        double in = (-side - ray->from[i]) / ray->along[i];
        axis = in > entry ? i : axis;
        entry = fmax(entry, in);
        exit = fmin(exit, (side - ray->from[i]) / ray->along[i]);
    }
    if (entry >= exit)
        return;
    int next = (axis + 1) % 3, other = (axis + 2) % 3;
    int number = ray->along[axis] > 0 ? axis + 1 : 6 - axis; /* opposite faces add up to 7 */
    bool is_dark = is_pip(number, (ray->from[next] + entry * ray->along[next]) / half_side,
                          (ray->from[other] + entry * ray->along[other]) / half_side);
    *first = (struct surface){.amplitude = is_dark ? 0.1 : brightness[axis], .distance = entry};
}

static struct surface meet(const struct ray *ray, double view_distance)
{
    double distance = (view_distance + board_depth) / ray->along[2];
    double column = floor(distance * ray->along[0] / square);
    double row = floor(distance * ray->along[1] / square);
    struct surface first = {.amplitude = fmod(column + row, 2) == 0 ? 0.5 : 0.15,
                            .distance = distance};
    for (int i = 0; i < DICE; i++) {
        struct ray seen = seen_by(&dice[i], ray, view_distance);
        meet_die(&seen, &first);
    }
    return first;
}

/* ---- Light --------------------------------------------------------------------------------- */

/* The light that reaches the window's center from one direction. */
struct seen {
    errdiff_complex light;
    int layer;
};

/* A random angle, from the same sequence in each run. */
static double next_angle(uint64_t *state)
{
    *state = *state * 6364136223846793005U + 1442695040888963407U;
    return 2 * pi * (double)(*state >> 32) / 4294967296.0;
}

/* Draws what is seen in side × side directions. Their sines are multiples of the wavelength divided
 * by the window's width, in the order of a Fourier transform. */
static void draw(struct seen *seen, int side, const errdiff_optics *optics)
{
    double step = optics->wavelength / (side * optics->pitch);
    uint64_t state = 1;
    for (int i = 0; i < side * side; i++) {
        int x = i % side, y = i / side;
        double across = (2 * x < side ? x : x - side) * step;
        double down = (2 * y < side ? y : y - side) * step;
        struct ray ray = {.along = {across, down, sqrt(1 - across * across - down * down)}};
        struct surface first = meet(&ray, optics->view_distance);
        double angle = next_angle(&state);
        seen[i] = (struct seen){.light = {.re = (float)(first.amplitude * cos(angle)),
                                          .im = (float)(first.amplitude * sin(angle))},
                                .layer = (int)lround(first.distance / layer_distance)};
    }
}

/* Copies the light of a layer to a field. Returns TRUE if there is any. */
static bool take_layer(errdiff_field *layer, const struct seen *seen, int number)
{
    bool has_light = false;
    for (size_t i = 0; i < errdiff_field_pixels(layer); i++) {
        bool is_in = seen[i].layer == number;
        layer->values[i] = is_in ? seen[i].light : (errdiff_complex){0};
        has_light |= is_in;
    }
    return has_light;
}

/* Adds a layer, which has been transformed, to the light in the window. */
static void add_layer(struct errdiff_plane *plane, errdiff_field *layer, double distance)
{
    struct errdiff_rectangle window = errdiff_plane_window(plane);
    const errdiff_optics *optics = plane->optics;
    int side = layer->width;
    for (int i = 0; i < side * side; i++) {
        int x = i % side, y = i / side;
        double across = (x - 0.5 * (side - 1)) * optics->pitch;
        double down = (y - 0.5 * (side - 1)) * optics->pitch;
        double farther = (across * across + down * down) / (2 * distance);
        double angle = 2 * pi * farther / optics->wavelength;
        errdiff_complex *light = plane->light.values +
                                 (size_t)(window.y0 + y) * (size_t)plane->light.width + window.x0 +
                                 x;
        errdiff_complex_multiply_by(
            &layer->values[i], (errdiff_complex){.re = (float)cos(angle), .im = (float)sin(angle)});
        light->re += layer->values[i].re;
        light->im += layer->values[i].im;
    }
}

static errdiff_status light_window(struct errdiff_plane *plane, struct seen *seen,
                                   errdiff_field *layer)
{
    draw(seen, layer->width, plane->optics);
    int first = seen[0].layer, last = first;
    for (size_t i = 0; i < errdiff_field_pixels(layer); i++) {
        first = seen[i].layer < first ? seen[i].layer : first;
        last = seen[i].layer > last ? seen[i].layer : last;
    }
    for (int number = first; number <= last; number++) {
        if (!take_layer(layer, seen, number))
            continue;
        if (!errdiff_fourier(layer, false))
            return ERRDIFF_NO_MEMORY;
        add_layer(plane, layer, number * layer_distance);
    }
    return ERRDIFF_OK;
}

errdiff_status errdiff_scene_dice(errdiff_field *hologram, const errdiff_optics *optics)
{
    struct errdiff_plane plane;
    errdiff_progress_share untold = {0};
    errdiff_field layer = {0};
    struct seen *seen = NULL;
    errdiff_status status = ERRDIFF_NO_MEMORY;
    if (errdiff_plane_make(&plane, hologram, optics, 0)) {
        struct errdiff_rectangle window = errdiff_plane_window(&plane);
        int side = window.x1 - window.x0;
        seen = malloc((size_t)side * (size_t)side * sizeof *seen);
        status = errdiff_field_make(&layer, side, side);
    }
    if (status == ERRDIFF_OK)
        status = seen ? light_window(&plane, seen, &layer) : ERRDIFF_NO_MEMORY;
    if (status == ERRDIFF_OK)
        status = errdiff_plane_propagate(&plane, -optics->view_distance, &untold);
    if (status == ERRDIFF_OK)
        errdiff_plane_store(&plane, hologram);
    errdiff_field_free(&layer);
    free(seen);
    errdiff_plane_release(&plane);
    return status;
}
