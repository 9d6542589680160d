/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fast previews of a part of a hologram, as if all of it saw the window in the same directions.
 * Only the frequencies of these directions are kept, and nothing is propagated to the window,
 * which may be far away and would need a large plane. In the focal plane of a lens these
 * frequencies are themselves what is seen. */
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

static bool is_fourier(const errdiff_optics *optics)
{
    return optics->geometry == ERRDIFF_HOLOGRAM_FOURIER;
}

/* Where in the window's plane the light of a frequency, in cycles per pixel, arrives from the
 * middle of the field. */
static double across_of(double frequency, const errdiff_optics *optics)
{
    double sine = frequency * optics->wavelength / optics->pitch;
    double tangent = is_fourier(optics) ? sine : sine / sqrt(fmax(1 - sine * sine, 1e-12));
    return optics->view_distance * tangent;
}

static struct errdiff_hologram_window window_of_middle(const errdiff_field *field,
                                                       const errdiff_optics *optics)
{
    struct errdiff_rectangle middle = {field->width / 2, field->height / 2, field->width / 2,
                                       field->height / 2};
    return errdiff_hologram_window_of(&middle, field->width, field->height, optics);
}

/* Returns the bins of the frequencies at which light reaches the window. */
static struct band band_of(const struct errdiff_hologram_window *window, int side)
{
    return errdiff_hologram_window_is_empty(window)
               ? (struct band){{0}, {0}}
               : (struct band){find_bins(window->x0, window->x1, side),
                               find_bins(window->y0, window->y1, side)};
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
    double half = 0.5 * view_side + (is_fourier(optics) ? 0 : 0.25 * length * optics->pitch);
    for (int i = 0; i < side; i++) {
        double frequency = (double)(2 * i < side ? i : i - side) / side;
        shares[i] = errdiff_view_share(fabs(across_of(frequency, optics) - view) - half, margin);
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

static int longest_side(const errdiff_field *field)
{
    return field->width > field->height ? field->width : field->height;
}

/* Returns the side, in pixels, of a square that contains all that is seen at a depth. */
static int preview_side(const errdiff_field *field, const errdiff_optics *optics, double depth)
{
    int longest = longest_side(field);
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

/* The side of *seen for so many bins. */
static int seen_side(int count, int step)
{
    return count > step ? (count + step - 1) / step * step : step;
}

static errdiff_status see_at_distance(const errdiff_field *field, const errdiff_optics *optics,
                                      double depth, int step, errdiff_field *seen)
{
    int side = preview_side(field, optics, depth);
    struct errdiff_hologram_window window = window_of_middle(field, optics);
    struct band band = band_of(&window, side);
    int own_side = seen_side(band.x.count > band.y.count ? band.x.count : band.y.count, step);
    errdiff_field spectrum = {0};
    errdiff_status status = errdiff_field_make(seen, own_side, own_side);
    if (status == ERRDIFF_OK)
        status = transform(field, side, &spectrum);
    if (status == ERRDIFF_OK) {
        fill_band(&spectrum, &band, optics, depth, seen);
        status = errdiff_fourier(seen, true) ? ERRDIFF_OK : ERRDIFF_NO_MEMORY;
    }
    errdiff_field_free(&spectrum);
    return status;
}

/* The bin of a pixel, of which there are `count` in a range of frequencies around `center`, and
 * whether it is within the window. */
static bool find_bin(int i, int count, double center, double range, double from, double to,
                     int side, int *bin)
{
    double frequency = center + range * ((i + 0.5) / count - 0.5);
    *bin = (int)lround(frequency * side);
    *bin += *bin < 0 ? side : 0;
    *bin -= *bin >= side ? side : 0;
    return frequency > from && frequency < to;
}

/* Copies the frequencies of the window to a square, as large as the window's longer side. */
static void fill_window(const errdiff_field *spectrum, const struct errdiff_hologram_window *window,
                        errdiff_field *seen)
{
    int side = spectrum->width, count = seen->width, bin_x, bin_y;
    double range = fmax(window->x1 - window->x0, window->y1 - window->y0);
    double x = 0.5 * (window->x0 + window->x1), y = 0.5 * (window->y0 + window->y1);
    for (int j = 0; j < count; j++)
        for (int i = 0; i < count; i++)
            if (find_bin(i, count, x, range, window->x0, window->x1, side, &bin_x) &&
                find_bin(j, count, y, range, window->y0, window->y1, side, &bin_y))
                seen->values[(size_t)j * (size_t)count + (size_t)i] =
                    scaled(spectrum->values[(size_t)bin_y * (size_t)side + (size_t)bin_x],
                           1 / (double)side);
}

/* The transform is at least twice as large as the field, as for figures, and if the window is small
 * so large that `step` frequencies are in it. */
static errdiff_status see_in_focal_plane(const errdiff_field *field, const errdiff_optics *optics,
                                         int step, errdiff_field *seen)
{
    struct errdiff_hologram_window window = window_of_middle(field, optics);
    double range = fmax(window.x1 - window.x0, window.y1 - window.y0);
    double wanted = fmin(step / fmax(range, 1e-6), MAX_SIDE);
    int side = errdiff_fourier_side(fmax(2.0 * longest_side(field), wanted));
    int own_side = seen_side((int)ceil(range * side), step);
    errdiff_field spectrum = {0};
    errdiff_status status = errdiff_field_make(seen, own_side, own_side);
    if (status == ERRDIFF_OK)
        status = transform(field, side, &spectrum);
    if (status == ERRDIFF_OK)
        fill_window(&spectrum, &window, seen);
    errdiff_field_free(&spectrum);
    return status;
}

errdiff_status errdiff_hologram_preview(const errdiff_field *field, const errdiff_optics *optics,
                                        double depth, int step, errdiff_field *seen)
{
    errdiff_status status = is_fourier(optics) ? see_in_focal_plane(field, optics, step, seen)
                                               : see_at_distance(field, optics, depth, step, seen);
    if (status != ERRDIFF_OK)
        errdiff_field_free(seen);
    return status;
}
