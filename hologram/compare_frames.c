/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measures how much the mean intensity of several frames looks like the hologram through the
 * window. */
#include "scale.h"
#include "view.h"

#include <math.h>
#include <stdlib.h>

static double intensity_at(const errdiff_field *field, size_t i)
{
    double re = field->values[i].re, im = field->values[i].im;
    return re * re + im * im;
}

/* Compares intensities, times `count`, with those of a field. */
static errdiff_hologram_similarity compare(const errdiff_field *expected, const double *sums,
                                           int count)
{
    double common = 0, square = 0, noise = 0, light = 0;
    for (size_t i = 0; i < errdiff_field_pixels(expected); i++) {
        double intensity = intensity_at(expected, i);
        common += sums[i] / count * intensity;
        square += intensity * intensity;
        light += intensity;
    }
    if (!(square > 0))
        return (errdiff_hologram_similarity){.snr = NAN};
    double factor = common / square;
    for (size_t i = 0; i < errdiff_field_pixels(expected); i++) {
        double off = sums[i] / count - factor * intensity_at(expected, i);
        noise += off * off;
    }
    return (errdiff_hologram_similarity){.gain = sqrt(factor),
                                         .snr = 10 * log10(factor * factor * square / noise),
                                         .light = factor * light};
}

/* Compares what is seen of a frame, and adds its intensities to the sums; `own` is for them. */
static void take_frame(const errdiff_field *expected, const errdiff_field *view, double *sums,
                       double *own, errdiff_hologram_similarity *similarity,
                       errdiff_hologram_similarity *intensity)
{
    *similarity = errdiff_field_compare(expected, view);
    for (size_t i = 0; i < errdiff_field_pixels(view); i++) {
        own[i] = intensity_at(view, i);
        sums[i] += own[i];
    }
    *intensity = compare(expected, own, 1);
}

errdiff_status errdiff_hologram_measure_frames(const errdiff_field *hologram,
                                               const errdiff_hologram_options *options, int frames,
                                               const uint16_t *levels,
                                               errdiff_hologram_similarity *similarities,
                                               errdiff_hologram_similarity *intensities)
{
    errdiff_field expected = {0}, shown = {0}, view;
    double each = 1.0 / (frames + 1);
    errdiff_progress_share share = {options->progress, options->progress_user, 0, each};
    errdiff_status status = errdiff_hologram_view(hologram, &options->optics, &share, &expected);
    /* Without a window no view has values. */
    size_t points = expected.values ? errdiff_field_pixels(&expected) : 0;
    double *sums = calloc(points + 1, sizeof *sums), *own = calloc(points + 1, sizeof *own);
    if (status == ERRDIFF_OK && (!sums || !own))
        status = ERRDIFF_NO_MEMORY;
    if (status == ERRDIFF_OK)
        status = errdiff_field_make(&shown, hologram->width, hologram->height);
    for (int i = 0; i < frames && status == ERRDIFF_OK; i++) {
        share.from = share.to;
        share.to = i + 1 < frames ? share.from + each : 1;
        errdiff_hologram_show(levels + (size_t)i * errdiff_field_pixels(hologram), options, &shown);
        status = errdiff_hologram_view(&shown, &options->optics, &share, &view);
        if (status == ERRDIFF_OK)
            take_frame(&expected, &view, sums, own, &similarities[i], &intensities[i]);
        errdiff_field_free(&view);
    }
    if (status == ERRDIFF_OK)
        intensities[frames] = compare(&expected, sums, frames);
    free(sums);
    free(own);
    errdiff_field_free(&shown);
    errdiff_field_free(&expected);
    return status;
}
