/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Adds the light that a display does not modulate, and takes it away. */
#include "leak.h"

#include "added_phase.h"
#include "scale.h"
#include "view_projection.h"
#include "weights.h"

#include <math.h>

struct errdiff_leak errdiff_leak_of(const errdiff_hologram_options *options)
{
    double share = options->display.zero_order, mean = 0;
    /* From 0 to 1 is from -1 to 1, divided by 2, and 1/2 more. */
    if (options->output == ERRDIFF_HOLOGRAM_POSITIVE_AMPLITUDE)
        mean = 0.5;
    return (struct errdiff_leak){.modulated = sqrt(1 - share) * (1 - mean),
                                 .constant = sqrt(1 - share) * mean + sqrt(share)};
}

bool errdiff_leak_is_none(const struct errdiff_leak *leak)
{
    return leak->modulated == 1 && leak->constant == 0;
}

void errdiff_leak_show(const struct errdiff_leak *leak, errdiff_field *field)
{
    float modulated = (float)leak->modulated, constant = (float)leak->constant;
    for (size_t i = 0; i < errdiff_field_pixels(field); i++) {
        errdiff_complex *value = &field->values[i];
        value->re = modulated * value->re + constant;
        value->im = modulated * value->im;
    }
}

void errdiff_leak_constant(const struct errdiff_leak *leak, const errdiff_hologram_options *options,
                           errdiff_field *field)
{
    for (size_t i = 0; i < errdiff_field_pixels(field); i++)
        field->values[i] = (errdiff_complex){.re = (float)leak->constant};
    errdiff_added_phase_apply(field, options, true);
}

static errdiff_status add_lacking(const struct errdiff_leak *leak,
                                  const errdiff_hologram_options *options, bool has_twin,
                                  struct errdiff_view_projection *projection,
                                  errdiff_field *lacking, errdiff_field *taken,
                                  errdiff_progress_share *share)
{
    bool is_real = errdiff_hologram_is_real(options);
    float step = is_real && !has_twin ? 2 : 1;
    errdiff_leak_constant(leak, options, lacking);
    for (size_t i = 0; i < errdiff_field_pixels(taken); i++) {
        lacking->values[i].re -= taken->values[i].re;
        lacking->values[i].im -= taken->values[i].im;
    }
    errdiff_status status = errdiff_view_project(projection, lacking, share);
    for (size_t i = 0; i < errdiff_field_pixels(taken); i++) {
        taken->values[i].re += step * lacking->values[i].re;
        taken->values[i].im += is_real ? 0 : step * lacking->values[i].im;
    }
    return status;
}

errdiff_status errdiff_leak_find_taken(const struct errdiff_leak *leak,
                                       const errdiff_hologram_options *options, bool is_preview,
                                       bool has_twin, errdiff_progress_share *share,
                                       errdiff_field *taken)
{
    struct errdiff_view_projection projection;
    errdiff_field lacking;
    errdiff_status status = errdiff_field_make(&lacking, taken->width, taken->height);
    if (!errdiff_view_projection_make(&projection, taken, &options->optics, options->threads,
                                      is_preview))
        status = ERRDIFF_NO_MEMORY;
    for (int pass = 0; pass < ERRDIFF_LEAK_PASSES && status == ERRDIFF_OK; pass++) {
        errdiff_progress_share own = {errdiff_progress_share_report, share,
                                      (double)pass / ERRDIFF_LEAK_PASSES,
                                      (pass + 1.0) / ERRDIFF_LEAK_PASSES};
        status = add_lacking(leak, options, has_twin, &projection, &lacking, taken, &own);
    }
    errdiff_view_projection_release(&projection);
    errdiff_field_free(&lacking);
    return status;
}

void errdiff_leak_take_away(const struct errdiff_leak *leak, errdiff_field *field,
                            const errdiff_field *constant, double scale)
{
    for (size_t i = 0; i < errdiff_field_pixels(field); i++) {
        errdiff_complex *value = &field->values[i], taken = constant->values[i];
        value->re = (float)(((double)value->re - (double)taken.re / scale) / leak->modulated);
        value->im = (float)(((double)value->im - (double)taken.im / scale) / leak->modulated);
    }
}
