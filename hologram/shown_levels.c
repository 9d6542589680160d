/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the display shows for the levels of a hologram. */
#include "shown_levels.h"

#include "added_phase.h"
#include "crosstalk.h"
#include "hologram_job.h"
#include "leak.h"
#include "scale.h"

void errdiff_hologram_show_levels(const uint16_t *levels,
                                  const struct errdiff_hologram_quantizer *quantizer,
                                  errdiff_field *field)
{
    for (size_t i = 0; i < errdiff_field_pixels(field); i++)
        field->values[i] = errdiff_hologram_value(quantizer, levels[i]);
}

/* Two levels are quantized to 1 and -1, even if that is not exactly what is shown. */
static struct errdiff_hologram_quantizer shown_by(const errdiff_hologram_options *options)
{
    struct errdiff_hologram_quantizer quantizer = errdiff_hologram_quantizer_of(options);
    quantizer.values = options->level_values;
    return quantizer;
}

/* Sets the real parts of *phases to the phases that are shown, of a display with crosstalk. */
static void find_phases(const uint16_t *levels, const struct errdiff_hologram_quantizer *quantizer,
                        const errdiff_hologram_options *options, errdiff_field *phases)
{
    struct errdiff_crosstalk crosstalk = errdiff_crosstalk_of(options->display.crosstalk);
    for (size_t i = 0; i < errdiff_field_pixels(phases); i++)
        phases->values[i].re =
            errdiff_crosstalk_phase(errdiff_hologram_value(quantizer, levels[i]));
    errdiff_crosstalk_apply(&crosstalk, phases);
}

void errdiff_hologram_show(const uint16_t *levels, const errdiff_hologram_options *options,
                           errdiff_field *field)
{
    struct errdiff_hologram_quantizer quantizer = shown_by(options);
    struct errdiff_leak leak = errdiff_leak_of(options);
    if (options->display.crosstalk > 0) {
        find_phases(levels, &quantizer, options, field);
        for (size_t i = 0; i < errdiff_field_pixels(field); i++) {
            errdiff_complex value = errdiff_hologram_value(&quantizer, levels[i]);
            float modulus = hypotf(value.re, value.im), phase = field->values[i].re;
            field->values[i] =
                (errdiff_complex){.re = modulus * cosf(phase), .im = modulus * sinf(phase)};
        }
    } else {
        errdiff_hologram_show_levels(levels, &quantizer, field);
    }
    if (!errdiff_leak_is_none(&leak))
        errdiff_leak_show(&leak, field);
    errdiff_added_phase_apply(field, options, true);
}

void errdiff_hologram_factors(const uint16_t *levels, const errdiff_hologram_options *options,
                              errdiff_field *field)
{
    struct errdiff_hologram_quantizer quantizer = shown_by(options);
    bool has_crosstalk = options->display.crosstalk > 0;
    if (has_crosstalk)
        find_phases(levels, &quantizer, options, field);
    for (size_t i = 0; i < errdiff_field_pixels(field); i++) {
        float more = 0;
        if (has_crosstalk)
            more = field->values[i].re -
                   errdiff_crosstalk_phase(errdiff_hologram_value(&quantizer, levels[i]));
        field->values[i] = (errdiff_complex){.re = cosf(more), .im = sinf(more)};
    }
    errdiff_added_phase_apply(field, options, true);
}
