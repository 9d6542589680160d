/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Computes the light in the viewer's window, how similar two such views are, and what a viewer sees
 * at a depth. */
#include "view.h"

#include "plane.h"

#include <complex.h>
#include <math.h>
#include <string.h>

static errdiff_status cut_out(const struct errdiff_plane *plane, errdiff_field *view)
{
    struct errdiff_rectangle window = errdiff_plane_window(plane);
    int width = window.x1 - window.x0, height = window.y1 - window.y0;
    *view = (errdiff_field){0};
    if (width == 0 || height == 0)
        return ERRDIFF_OK;
    if (errdiff_field_make(view, width, height) != ERRDIFF_OK)
        return ERRDIFF_NO_MEMORY;
    for (int y = 0; y < height; y++)
        memcpy(view->values + (size_t)y * (size_t)width,
               plane->light.values + (size_t)(window.y0 + y) * (size_t)plane->light.width +
                   window.x0,
               (size_t)width * sizeof *view->values);
    return ERRDIFF_OK;
}

errdiff_status errdiff_hologram_view(const errdiff_field *field, const errdiff_optics *optics,
                                     errdiff_progress_share *share, errdiff_field *view)
{
    *view = (errdiff_field){0};
    struct errdiff_plane plane;
    errdiff_status status = ERRDIFF_NO_MEMORY;
    if (errdiff_plane_make(&plane, field, optics, 0)) {
        plane.is_tapered = true;
        status = errdiff_plane_propagate(&plane, optics->view_distance, share);
    }
    if (status == ERRDIFF_OK)
        status = cut_out(&plane, view);
    errdiff_plane_release(&plane);
    return status;
}

static double complex value_at(const errdiff_field *field, size_t i)
{
    return field->values[i].re + I * field->values[i].im;
}

static double square(double complex value)
{
    return creal(value) * creal(value) + cimag(value) * cimag(value);
}

errdiff_hologram_similarity errdiff_field_compare(const errdiff_field *reference,
                                                  const errdiff_field *field)
{
    size_t count = (size_t)reference->width * (size_t)reference->height;
    double complex common = 0;
    double energy = 0, noise = 0;
    for (size_t i = 0; i < count; i++) {
        common += value_at(field, i) * conj(value_at(reference, i));
        energy += square(value_at(reference, i));
    }
    if (!(energy > 0))
        return (errdiff_hologram_similarity){.snr = NAN};
    double complex gain = common / energy;
    for (size_t i = 0; i < count; i++)
        noise += square(value_at(field, i) - gain * value_at(reference, i));
    double light = square(gain) * energy;
    return (errdiff_hologram_similarity){
        .gain = cabs(gain), .snr = 10 * log10(light / noise), .light = light};
}

errdiff_status errdiff_hologram_compare(const errdiff_field *reference, const errdiff_field *fields,
                                        int count, const errdiff_optics *optics,
                                        errdiff_progress progress, void *progress_user,
                                        errdiff_hologram_similarity *similarities)
{
    errdiff_field expected;
    double each = 1.0 / (count + 1);
    errdiff_progress_share share = {progress, progress_user, 0, each};
    errdiff_status status = errdiff_hologram_view(reference, optics, &share, &expected);
    for (int i = 0; i < count && status == ERRDIFF_OK; i++) {
        errdiff_field view;
        share.from = share.to;
        share.to = i + 1 < count ? share.from + each : 1;
        status = errdiff_hologram_view(&fields[i], optics, &share, &view);
        if (status == ERRDIFF_OK)
            similarities[i] = errdiff_field_compare(&expected, &view);
        errdiff_field_free(&view);
    }
    errdiff_field_free(&expected);
    return status;
}

errdiff_status errdiff_hologram_reconstruct(const errdiff_field *field,
                                            const errdiff_optics *optics, double depth,
                                            errdiff_progress progress, void *progress_user,
                                            errdiff_field *seen)
{
    *seen = (errdiff_field){0};
    struct errdiff_plane plane;
    errdiff_progress_share to_window = {progress, progress_user, 0, 0.5};
    errdiff_progress_share from_window = {progress, progress_user, 0.5, 1};
    errdiff_status status = ERRDIFF_NO_MEMORY;
    if (errdiff_plane_make(&plane, field, optics, depth))
        status = errdiff_plane_propagate(&plane, optics->view_distance, &to_window);
    if (status == ERRDIFF_OK) {
        errdiff_plane_crop(&plane);
        if (optics->geometry != ERRDIFF_HOLOGRAM_FOURIER)
            status = errdiff_plane_propagate(&plane, -optics->view_distance - depth, &from_window);
    }
    if (status == ERRDIFF_OK)
        status = errdiff_field_make(seen, plane.light.width, plane.light.height);
    if (status == ERRDIFF_OK)
        memcpy(seen->values, plane.light.values,
               (size_t)seen->width * (size_t)seen->height * sizeof *seen->values);
    errdiff_plane_release(&plane);
    return status;
}
