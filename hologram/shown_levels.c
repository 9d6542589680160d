/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the display shows for the levels of a hologram. */
#include "shown_levels.h"

#include "added_phase.h"
#include "hologram_job.h"

void errdiff_hologram_show_levels(const uint16_t *levels,
                                  const struct errdiff_hologram_quantizer *quantizer,
                                  errdiff_field *field)
{
    size_t pixels = (size_t)field->width * (size_t)field->height;
    for (size_t i = 0; i < pixels; i++)
        field->values[i] = errdiff_hologram_value(quantizer, levels[i]);
}

void errdiff_hologram_show(const uint16_t *levels, const errdiff_hologram_options *options,
                           errdiff_field *field)
{
    struct errdiff_hologram_quantizer quantizer = errdiff_hologram_quantizer_of(options);
    /* Two levels are quantized to 1 and -1, even if that is not exactly what is shown. */
    quantizer.values = options->level_values;
    errdiff_hologram_show_levels(levels, &quantizer, field);
    errdiff_added_phase_apply(field, options, true);
}
