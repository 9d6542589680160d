/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fast previews of a part of a hologram, as if all of it saw the window in the same directions.
 * Only the frequencies of these directions are kept, and nothing is propagated to the window,
 * which may be far away and would need a large plane. */
#include "preview_field.h"

#include "fourier.h"
#include "plane.h"
#include "transfer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The largest side of a transform, in pixels. At depths that would need a larger one, what is
 * seen wraps around at the edges and overlaps itself. */
enum { MAX_SIDE = 3072 };

static const double pi = 3.14159265358979323846;

/* The bins of a transform that lie in a range of frequencies. Bin i has the frequency i / side. */
struct bins {
    int first, count;
};

static struct bins find_bins(double from, double to, int side)
{
    struct bins bins = {.first = (int)ceil(from * side)};
    int count = (int)floor(to * side) - bins.first + 1;
    bins.count = count < 0 ? 0 : count > side ? side : count;
    return bins;
}

struct band {
    struct bins x, y;
};

/* Returns the bins of the frequencies at which light from the pixels `seen` reaches the window. */
static struct band band_of(const errdiff_field *field, const struct errdiff_rectangle *seen,
                           const errdiff_optics *optics, int side)
{
    struct errdiff_hologram_window window =
        errdiff_hologram_window_of(seen, field->width, field->height, optics);
    return errdiff_hologram_window_is_empty(&window)
               ? (struct band){{0}, {0}}
               : (struct band){find_bins(window.x0, window.x1, side),
                               find_bins(window.y0, window.y1, side)};
}

static size_t place_of(int bin, int side)
{
    return (size_t)(bin < 0 ? bin + side : bin);
}

/* Transforms a field that is placed in the middle of a square of zeros. */
static errdiff_status transform(const errdiff_field *field, int side, errdiff_field *spectrum)
{
    int left = (side - field->width) / 2, top = (side - field->height) / 2;
    if (errdiff_field_make(spectrum, side, side) != ERRDIFF_OK)
        return ERRDIFF_NO_MEMORY;
    for (int y = 0; y < field->height; y++)
        for (int x = 0; x < field->width; x++) {
            errdiff_complex value = field->values[(size_t)y * (size_t)field->width + (size_t)x];
            if (isfinite(value.re) && isfinite(value.im))
                spectrum->values[(size_t)(top + y) * (size_t)side + (size_t)(left + x)] = value;
        }
    return errdiff_fourier(spectrum, false) ? ERRDIFF_OK : ERRDIFF_NO_MEMORY;
}

static errdiff_complex scaled(errdiff_complex value, double factor)
{
    return (errdiff_complex){.re = (float)(value.re * factor), .im = (float)(value.im * factor)};
}

/* The shares of frequencies along one axis that the view filter keeps: one for each bin. The light
 * of `length` pixels reaches the window's plane at somewhat different places. */
static void fill_shares(double *shares, int side, int length, double view, double view_side,
                        const errdiff_optics *optics, double margin)
{
    double half = 0.5 * view_side + 0.25 * length * optics->pitch;
    for (int i = 0; i < side; i++) {
        double frequency = (double)(2 * i < side ? i : i - side) / side;
        double sine = frequency * optics->wavelength / optics->pitch;
        double across = optics->view_distance * sine / sqrt(fmax(1 - sine * sine, 1e-12));
        shares[i] = errdiff_view_share(fabs(across - view) - half, margin);
    }
}

static errdiff_status filter(errdiff_field *field, int side, const double *shares_x,
                             const double *shares_y)
{
    int left = (side - field->width) / 2, top = (side - field->height) / 2;
    double factor = 1 / ((double)side * side);
    errdiff_field spectrum;
    errdiff_status status = transform(field, side, &spectrum);
    for (int y = 0; y < side && status == ERRDIFF_OK; y++)
        for (int x = 0; x < side; x++) {
            errdiff_complex *value = &spectrum.values[(size_t)y * (size_t)side + (size_t)x];
            *value = scaled(*value, factor * shares_x[x] * shares_y[y]);
        }
    if (status == ERRDIFF_OK && !errdiff_fourier(&spectrum, true))
        status = ERRDIFF_NO_MEMORY;
    for (int y = 0; y < field->height && status == ERRDIFF_OK; y++)
        memcpy(field->values + (size_t)y * (size_t)field->width,
               spectrum.values + (size_t)(top + y) * (size_t)side + (size_t)left,
               (size_t)field->width * sizeof *spectrum.values);
    errdiff_field_free(&spectrum);
    return status;
}

errdiff_status errdiff_preview_filter(errdiff_field *field, const errdiff_optics *optics,
                                      double margin)
{
    int longest = field->width > field->height ? field->width : field->height;
    int side = errdiff_fourier_side(2.0 * longest);
    struct errdiff_rectangle all = {0, 0, field->width, field->height};
    struct errdiff_hologram_window window =
        errdiff_hologram_window_of(&all, field->width, field->height, optics);
    /* If no light of the field reaches the window the filter would leave only zeros. The field is
     * then left as it is. */
    if (errdiff_hologram_window_is_empty(&window))
        return ERRDIFF_OK;
    double *shares = malloc(2 * (size_t)side * sizeof *shares);
    if (!shares)
        return ERRDIFF_NO_MEMORY;
    fill_shares(shares, side, field->width, optics->view_x, optics->view_width, optics, margin);
    fill_shares(shares + side, side, field->height, optics->view_y, optics->view_height, optics,
                margin);
    errdiff_status status = filter(field, side, shares, shares + side);
    free(shares);
    return status;
}

/* Returns the side, in pixels, of a square that contains all that is seen at a depth. */
static int preview_side(const errdiff_field *field, const errdiff_optics *optics, double depth)
{
    int longest = field->width > field->height ? field->width : field->height;
    double view = fmax(optics->view_width, optics->view_height) / optics->pitch;
    double seen = longest + (longest + view) * fabs(depth) / optics->view_distance;
    return errdiff_fourier_side(fmin(fmax(1.25 * longest, seen), fmax(MAX_SIDE, longest)));
}

/* Propagates a band to a depth, and shifts it so that its center stays on the line from the
 * window's center through the field's. */
static void fill_band(const errdiff_field *spectrum, const struct band *band,
                      const errdiff_optics *optics, double depth, errdiff_field *seen)
{
    int side = spectrum->width;
    double share = 1 / ((double)side * side), length = side * optics->pitch;
    double aside_x = -optics->view_x * depth / optics->view_distance;
    double aside_y = -optics->view_y * depth / optics->view_distance;
    for (int y = 0; y < band->y.count; y++)
        for (int x = 0; x < band->x.count; x++) {
            int bin_x = band->x.first + x, bin_y = band->y.first + y;
            double turns = (bin_x * aside_x + bin_y * aside_y) / length;
            double angle = 2 * pi * (turns - floor(turns));
            errdiff_complex value =
                spectrum->values[place_of(bin_y, side) * (size_t)side + place_of(bin_x, side)];
            errdiff_complex_multiply_by(&value, errdiff_transfer(bin_x / length, bin_y / length,
                                                                 optics->wavelength, -depth));
            errdiff_complex_multiply_by(
                &value, (errdiff_complex){.re = (float)cos(angle), .im = (float)sin(angle)});
            seen->values[(size_t)y * (size_t)seen->width + (size_t)x] = scaled(value, share);
        }
}

errdiff_status errdiff_hologram_preview(const errdiff_field *field, const errdiff_optics *optics,
                                        double depth, int step, errdiff_field *seen)
{
    int side = preview_side(field, optics, depth);
    struct errdiff_rectangle middle = {field->width / 2, field->height / 2, field->width / 2,
                                       field->height / 2};
    struct band band = band_of(field, &middle, optics, side);
    int max_count = band.x.count > band.y.count ? band.x.count : band.y.count;
    int seen_side = max_count > step ? (max_count + step - 1) / step * step : step;
    errdiff_field spectrum = {0};
    errdiff_status status = errdiff_field_make(seen, seen_side, seen_side);
    if (status == ERRDIFF_OK)
        status = transform(field, side, &spectrum);
    if (status == ERRDIFF_OK) {
        fill_band(&spectrum, &band, optics, depth, seen);
        status = errdiff_fourier(seen, true) ? ERRDIFF_OK : ERRDIFF_NO_MEMORY;
    }
    errdiff_field_free(&spectrum);
    if (status != ERRDIFF_OK)
        errdiff_field_free(seen);
    return status;
}
