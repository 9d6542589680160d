/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Test scenes. p256 and o are 16 × 16 points of light at four depths, so that what is seen depends
 * on the window; dice has surfaces (scene_dice.h). */
#include "errdiff_hologram.h"
#include "scene_dice.h"

#include <complex.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 1024, POINTS = 16 };

static const double pi = 3.14159265358979323846;
static const double pitch = 0.75, wavelength = 0.635;

struct scene {
    const char *name;
    errdiff_optics optics;
    double half_width; /* of the square of points, in micrometers; 0: dice instead */
    double max_sine;   /* largest sine of a ray's angle along an axis */
};

static const struct scene scenes[] = {
    {"p256",
     {.pitch = 0.75,
      .wavelength = 0.635,
      .view_width = 9200.0 / 24,
      .view_height = 9200.0 / 24,
      .view_distance = 1500},
     950,
     0.635 / 3},
    {"o",
     {.pitch = 0.75,
      .wavelength = 0.635,
      .view_x = 600,
      .view_width = 384,
      .view_height = 384,
      .view_distance = 3000},
     1150,
     0.42},
    {"dice",
     {.pitch = 0.75,
      .wavelength = 0.635,
      .view_width = 9200.0 / 24,
      .view_height = 9200.0 / 24,
      .view_distance = 1500},
     0,
     0},
};

struct point {
    double x, y, z; /* micrometers; z is the distance behind the hologram */
    double amplitude, turns;
};

static struct point point_at(const struct scene *scene, int i, int j)
{
    static const double depths[] = {103000.0 / 24, 97000.0 / 24, 91000.0 / 24, 81000.0 / 24};
    int k = POINTS * j + i;
    double z = depths[(i + 2 * j) % 4];
    double turns = (double)k * k * 0.6180339887498949;
    /* Centers the points on the line from the window's center through the hologram's. */
    double aside = -scene->optics.view_x * z / scene->optics.view_distance;
    return (struct point){
        .x = aside + (2 * i - 15) / 16.0 * scene->half_width,
        .y = (2 * j - 15) / 16.0 * scene->half_width,
        .z = z,
        .amplitude = (i / 2 + j / 2) % 2 == 0 ? 1 : 0.5,
        .turns = turns - floor(turns),
    };
}

static double place_of(int pixel)
{
    return (pixel - SIDE / 2 + 0.5) * pitch;
}

/* TRUE if the ray from the point through the pixel meets the window, along one axis. */
static bool meets(double pixel, double point, double z, double view, double view_side,
                  double distance)
{
    return fabs(pixel + (pixel - point) * distance / z - view) <= 0.5 * view_side;
}

static void add_point(double complex *sum, const struct scene *scene, const struct point *point)
{
    const errdiff_optics *optics = &scene->optics;
    for (int row = 0; row < SIDE; row++) {
        double y = place_of(row), dy = y - point->y;
        if (!meets(y, point->y, point->z, optics->view_y, optics->view_height,
                   optics->view_distance))
            continue;
        for (int column = 0; column < SIDE; column++) {
            double x = place_of(column), dx = x - point->x;
            if (!meets(x, point->x, point->z, optics->view_x, optics->view_width,
                       optics->view_distance))
                continue;
            double r = sqrt(dx * dx + dy * dy + point->z * point->z);
            if (fmax(fabs(dx), fabs(dy)) / r <= scene->max_sine)
                sum[row * SIDE + column] +=
                    point->amplitude * cexp(2 * pi * I * (r / wavelength + point->turns));
        }
    }
}

static void add_points(double complex *sum, const struct scene *scene)
{
    for (int j = 0; j < POINTS; j++)
        for (int i = 0; i < POINTS; i++) {
            struct point point = point_at(scene, i, j);
            add_point(sum, scene, &point);
        }
}

/* Adds the scene's light to `sum`. The field is used meanwhile. */
static errdiff_status add_light(const struct scene *scene, errdiff_field *field,
                                double complex *sum)
{
    if (scene->half_width > 0) {
        add_points(sum, scene);
        return ERRDIFF_OK;
    }
    errdiff_status status = errdiff_scene_dice(field, &scene->optics);
    for (int i = 0; i < SIDE * SIDE && status == ERRDIFF_OK; i++)
        sum[i] = field->values[i].re + I * field->values[i].im;
    return status;
}

static void normalize(errdiff_field *field, const double complex *sum)
{
    double energy = 0;
    for (int i = 0; i < SIDE * SIDE; i++)
        energy += creal(sum[i]) * creal(sum[i]) + cimag(sum[i]) * cimag(sum[i]);
    double rms = sqrt(energy / (SIDE * SIDE));
    for (int i = 0; i < SIDE * SIDE; i++)
        field->values[i] = (errdiff_complex){.re = (float)(creal(sum[i]) / rms),
                                             .im = (float)(cimag(sum[i]) / rms)};
}

errdiff_status errdiff_hologram_scene(const char *name, errdiff_field *field,
                                      errdiff_optics *optics)
{
    const struct scene *scene = NULL;
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++)
        if (strcmp(name, scenes[i].name) == 0)
            scene = &scenes[i];
    if (!scene)
        return ERRDIFF_BAD_ARGUMENT;
    errdiff_status status = errdiff_field_make(field, SIDE, SIDE);
    double complex *sum = calloc((size_t)SIDE * SIDE, sizeof *sum);
    if (!sum)
        status = ERRDIFF_NO_MEMORY;
    if (status == ERRDIFF_OK)
        status = add_light(scene, field, sum);
    if (status == ERRDIFF_OK) {
        normalize(field, sum);
        *optics = scene->optics;
    } else {
        errdiff_field_free(field);
    }
    free(sum);
    return status;
}
