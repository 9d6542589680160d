/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lays out the planes in which a hologram's light is propagated, and selects the light that reaches
 * the viewer's window. */
#include "plane.h"

#include "base/message.h"
#include "base/translate.h"
#include "fourier.h"

#include <fftw3.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

/* The limit for a plane's side. In a plane that would have to be larger, light that leaves at
 * one edge comes back at the other; that is accepted, so that the number of pixels cannot
 * overflow. */
enum { MAX_PLANE_SIDE = 1 << 18 };

/* Returns how far the light of the highest frequencies moves sideways on its way to the window, in
 * pixels. The sine of its angle is limited to 0.65 on both axes, which keeps the square root
 * real. */
static double spread(const errdiff_optics *optics)
{
    double sine = fmin(0.5 * optics->wavelength / optics->pitch, 0.65);
    return optics->view_distance * sine / sqrt(1 - 2 * sine * sine) / optics->pitch;
}

static bool is_fourier(const errdiff_optics *optics)
{
    return optics->geometry == ERRDIFF_HOLOGRAM_FOURIER;
}

/* The width of all that the display can show in the focal plane, in micrometers. */
static double image_width(const errdiff_optics *optics)
{
    return optics->wavelength * optics->view_distance / optics->pitch;
}

double errdiff_view_margin(const errdiff_optics *optics)
{
    if (is_fourier(optics))
        return image_width(optics) / 128;
    return 1.5 * sqrt(optics->wavelength * optics->view_distance);
}

static int padded_side(int side, double view, double view_side, const errdiff_optics *optics,
                       double depth)
{
    if (is_fourier(optics))
        return errdiff_fourier_side(2.0 * side);
    double reached = 0.5 * side + spread(optics);
    double edge = fmin((fabs(view) + 0.5 * view_side) / optics->pitch, reached);
    double kept =
        fmin(edge + 2 * errdiff_view_margin(optics) / optics->pitch, reached); /* by the filter */
    double seen = side + (side + 2 * edge) * fabs(depth) / optics->view_distance;
    double min_side = fmax(fmax(2.0 * side, reached + kept), seen);
    return errdiff_fourier_side(fmin(min_side, MAX_PLANE_SIDE));
}

static int plane_width(int width, const errdiff_optics *optics, double depth)
{
    return padded_side(width, optics->view_x, optics->view_width, optics, depth);
}

static int plane_height(int height, const errdiff_optics *optics, double depth)
{
    return padded_side(height, optics->view_y, optics->view_height, optics, depth);
}

static errdiff_complex *allocate(int width, int height)
{
    uint64_t bytes = (uint64_t)width * (uint64_t)height * sizeof(errdiff_complex);
    return bytes <= PTRDIFF_MAX ? fftwf_malloc((size_t)bytes) : NULL;
}

errdiff_status errdiff_hologram_room_check(int width, int height, const errdiff_optics *optics,
                                           double depth, errdiff_message *message)
{
    int wide = plane_width(width, optics, depth), high = plane_height(height, optics, depth);
    errdiff_complex *room = allocate(wide, high);
    bool has_room = room != NULL;
    bool is_for_depth =
        wide > plane_width(width, optics, 0) || high > plane_height(height, optics, 0);
    fftwf_free(room);
    if (has_room)
        return ERRDIFF_OK;
    return errdiff_fail(message, ERRDIFF_NO_MEMORY,
                        is_for_depth
                            ? N_("not enough memory for what is seen at a depth of %g millimeters: "
                                 "%d × %d pixels")
                            : N_("not enough memory for the light at a view-distance of %g "
                                 "millimeters: %d × %d pixels"),
                        1e-3 * (is_for_depth ? depth : optics->view_distance), wide, high);
}

void errdiff_plane_load(struct errdiff_plane *plane, const errdiff_field *field)
{
    errdiff_field *light = &plane->light;
    memset(light->values, 0, (size_t)light->width * (size_t)light->height * sizeof *light->values);
    for (int y = 0; y < field->height; y++) {
        const errdiff_complex *from = field->values + (size_t)y * (size_t)field->width;
        errdiff_complex *to =
            light->values + (size_t)(plane->top + y) * (size_t)light->width + plane->left;
        for (int x = 0; x < field->width; x++)
            if (isfinite(from[x].re) && isfinite(from[x].im))
                to[x] = from[x];
    }
}

void errdiff_plane_store(const struct errdiff_plane *plane, errdiff_field *field)
{
    size_t row_bytes = (size_t)field->width * sizeof *field->values;
    for (int y = 0; y < field->height; y++)
        memcpy(field->values + (size_t)y * (size_t)field->width,
               plane->light.values + (size_t)(plane->top + y) * (size_t)plane->light.width +
                   plane->left,
               row_bytes);
}

void errdiff_plane_lay_out(struct errdiff_plane *plane, int width, int height,
                           const errdiff_optics *optics, double depth)
{
    int wide = plane_width(width, optics, depth), high = plane_height(height, optics, depth);
    *plane = (struct errdiff_plane){
        .light = {.width = wide, .height = high},
        .left = (wide - width) / 2,
        .top = (high - height) / 2,
        .field_width = width,
        .field_height = height,
        .optics = optics,
    };
}

bool errdiff_plane_make(struct errdiff_plane *plane, const errdiff_field *field,
                        const errdiff_optics *optics, double depth)
{
    errdiff_plane_lay_out(plane, field->width, field->height, optics, depth);
    plane->light.values = allocate(plane->light.width, plane->light.height);
    if (plane->light.values)
        errdiff_plane_load(plane, field);
    return plane->light.values != NULL;
}

struct errdiff_plane_transfer errdiff_plane_transfer_of(const struct errdiff_plane *plane,
                                                        double distance)
{
    return (struct errdiff_plane_transfer){
        .width = plane->light.width,
        .height = plane->light.height,
        .pitch = plane->optics->pitch,
        .wavelength = plane->optics->wavelength,
        .distance = distance,
        .is_tapered = plane->is_tapered,
    };
}

uint64_t errdiff_plane_bytes(const struct errdiff_plane *plane, bool keeps_factors)
{
    uint64_t width = (uint64_t)plane->light.width, height = (uint64_t)plane->light.height;
    uint64_t factors = keeps_factors ? (width / 2 + 1) * (height / 2 + 1) : 0;
    return (width * height + factors) * sizeof(errdiff_complex);
}

bool errdiff_plane_keep_factors(struct errdiff_plane *plane)
{
    size_t columns = (size_t)plane->light.width / 2 + 1, rows = (size_t)plane->light.height / 2 + 1;
    plane->factors = malloc(columns * rows * sizeof *plane->factors);
    return plane->factors != NULL;
}

void errdiff_plane_release(struct errdiff_plane *plane)
{
    free(plane->factors);
    plane->factors = NULL;
    fftwf_free(plane->light.values);
    plane->light.values = NULL;
}

/* The places of the plane's pixels along one axis when it is the window's. */
struct axis {
    int side;      /* pixels */
    double origin; /* the position, in pixels, where X is 0 */
    double pitch;  /* the distance between pixels */
};

static struct axis axis_of(const errdiff_optics *optics, int first, int field_side, int side)
{
    return is_fourier(optics) ? (struct axis){side, 0.5 * side, image_width(optics) / side}
                              : (struct axis){side, first + 0.5 * field_side - 0.5, optics->pitch};
}

static struct axis axis_across(const struct errdiff_plane *plane)
{
    return axis_of(plane->optics, plane->left, plane->field_width, plane->light.width);
}

static struct axis axis_down(const struct errdiff_plane *plane)
{
    return axis_of(plane->optics, plane->top, plane->field_height, plane->light.height);
}

/* The pixels whose centers lie within view_side / 2 of `view`: *from..*to - 1. */
static void find_pixels(int *from, int *to, double view, double view_side, struct axis axis)
{
    double begin = ceil(axis.origin + (view - 0.5 * view_side) / axis.pitch);
    double end = floor(axis.origin + (view + 0.5 * view_side) / axis.pitch) + 1;
    *from = (int)fmin(fmax(begin, 0), axis.side);
    *to = (int)fmax(fmin(end, axis.side), *from);
}

struct errdiff_rectangle errdiff_plane_window(const struct errdiff_plane *plane)
{
    const errdiff_optics *optics = plane->optics;
    struct errdiff_rectangle window;
    find_pixels(&window.x0, &window.x1, optics->view_x, optics->view_width, axis_across(plane));
    find_pixels(&window.y0, &window.y1, optics->view_y, optics->view_height, axis_down(plane));
    return window;
}

double errdiff_view_share(double beyond, double margin)
{
    if (beyond <= margin)
        return 1;
    return beyond < 2 * margin ? 0.5 + 0.5 * cos(pi * (beyond / margin - 1)) : 0;
}

void errdiff_plane_filter(struct errdiff_plane *plane)
{
    const errdiff_optics *optics = plane->optics;
    double margin = errdiff_view_margin(optics);
    struct axis across = axis_across(plane), down = axis_down(plane);
    for (int y = 0; y < plane->light.height; y++) {
        errdiff_complex *row = plane->light.values + (size_t)y * (size_t)plane->light.width;
        double place_y = (y - down.origin) * down.pitch - optics->view_y;
        double kept = errdiff_view_share(fabs(place_y) - 0.5 * optics->view_height, margin);
        for (int x = 0; x < plane->light.width; x++) {
            double place_x = (x - across.origin) * across.pitch - optics->view_x;
            double beyond = fabs(place_x) - 0.5 * optics->view_width;
            float share = (float)(kept > 0 ? kept * errdiff_view_share(beyond, margin) : 0);
            row[x] = (errdiff_complex){.re = share * row[x].re, .im = share * row[x].im};
        }
    }
}

void errdiff_plane_crop(struct errdiff_plane *plane)
{
    struct errdiff_rectangle window = errdiff_plane_window(plane);
    for (int y = 0; y < plane->light.height; y++) {
        errdiff_complex *row = plane->light.values + (size_t)y * (size_t)plane->light.width;
        bool is_inside = y >= window.y0 && y < window.y1;
        for (int x = 0; x < plane->light.width; x++)
            if (!is_inside || x < window.x0 || x >= window.x1)
                row[x] = (errdiff_complex){0};
    }
}
