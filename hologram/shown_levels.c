/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the display shows for the levels of a hologram. */
#include "shown_levels.h"

#include "added_phase.h"
#include "crosstalk.h"
#include "hologram_job.h"
#include "leak.h"
#include "rounded_sample.h"
#include "scale.h"
#include "weights.h"

void errdiff_hologram_show_levels(const uint16_t *levels,
                                  const struct errdiff_hologram_quantizer *quantizer,
                                  errdiff_field *field)
{
    for (size_t i = 0; i < errdiff_field_pixels(field); i++)
        field->values[i] = errdiff_hologram_value(quantizer, levels[i]);
}

struct errdiff_shown_levels errdiff_shown_levels_of(const errdiff_hologram_options *options)
{
    struct errdiff_shown_levels shown = {.samples = errdiff_hologram_quantizer_of(options),
                                         .levels = options->levels};
    int two_pi = options->display.two_pi;
    shown.samples.values = options->level_values;
    if (options->sample_bits > 0 && !options->level_values && !shown.samples.is_binary)
        shown.samples.levels = two_pi > 0 ? two_pi : 1 << options->sample_bits;
    return shown;
}

errdiff_complex errdiff_shown_level(const struct errdiff_shown_levels *shown, int k)
{
    uint64_t level = (uint64_t)k, levels = (uint64_t)shown->levels;
    uint64_t samples = (uint64_t)shown->samples.levels;
    if (samples != levels)
        k = shown->samples.is_real ? errdiff_amplitude_sample(level, levels, samples - 1)
                                   : errdiff_phase_sample(level, levels, samples);
    return errdiff_hologram_value(&shown->samples, k);
}

/* Sets the real parts of *phases to the phases that are shown, of a display with crosstalk. */
static void find_phases(const uint16_t *levels, const struct errdiff_shown_levels *shown,
                        const errdiff_hologram_options *options, errdiff_field *phases)
{
    struct errdiff_crosstalk crosstalk = errdiff_crosstalk_of(options->display.crosstalk);
    for (size_t i = 0; i < errdiff_field_pixels(phases); i++)
        phases->values[i].re = errdiff_crosstalk_phase(errdiff_shown_level(shown, levels[i]));
    errdiff_crosstalk_apply(&crosstalk, phases);
}

void errdiff_hologram_show(const uint16_t *levels, const errdiff_hologram_options *options,
                           errdiff_field *field)
{
    struct errdiff_shown_levels shown = errdiff_shown_levels_of(options);
    struct errdiff_leak leak = errdiff_leak_of(options);
    if (options->display.crosstalk > 0) {
        find_phases(levels, &shown, options, field);
        for (size_t i = 0; i < errdiff_field_pixels(field); i++) {
            errdiff_complex value = errdiff_shown_level(&shown, levels[i]);
            float modulus = hypotf(value.re, value.im), phase = field->values[i].re;
            field->values[i] =
                (errdiff_complex){.re = modulus * cosf(phase), .im = modulus * sinf(phase)};
        }
    } else {
        for (size_t i = 0; i < errdiff_field_pixels(field); i++)
            field->values[i] = errdiff_shown_level(&shown, levels[i]);
    }
    if (!errdiff_leak_is_none(&leak))
        errdiff_leak_show(&leak, field);
    errdiff_added_phase_apply(field, options, true);
}

void errdiff_hologram_factors(const uint16_t *levels, const errdiff_hologram_options *options,
                              errdiff_field *field)
{
    struct errdiff_shown_levels shown = errdiff_shown_levels_of(options);
    bool has_crosstalk = options->display.crosstalk > 0;
    if (has_crosstalk)
        find_phases(levels, &shown, options, field);
    for (size_t i = 0; i < errdiff_field_pixels(field); i++) {
        float more = 0;
        if (has_crosstalk)
            more = field->values[i].re -
                   errdiff_crosstalk_phase(errdiff_shown_level(&shown, levels[i]));
        field->values[i] = (errdiff_complex){.re = cosf(more), .im = sinf(more)};
    }
    errdiff_added_phase_apply(field, options, true);
}
