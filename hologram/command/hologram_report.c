/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the report of `errdiff hologram` as JSON. */
#include "hologram_report.h"

#include "json.h"

#include <math.h>

static void write_finite(FILE *file, const char *name, double number)
{
    if (isfinite(number))
        json_write_number(file, name, number);
    else
        fprintf(file, "\"%s\": null, ", name);
}

void hologram_report_write_json(FILE *file, const struct hologram_arguments *arguments,
                                const errdiff_field *field, const errdiff_hologram_report *report,
                                const struct hologram_figures *figures)
{
    errdiff_hologram_options used = arguments->options;
    errdiff_option_info option;
    errdiff_hologram_figure numbers[ERRDIFF_HOLOGRAM_FIGURES];
    errdiff_hologram_figures(report, field->width, field->height, arguments->bits,
                             &figures->diffused, &figures->truncated, numbers);
    used.method = report->method;
    putc('{', file);
    if (arguments->series.has_frames || arguments->series.wavelength_count > 0)
        json_write_text(file, "file", arguments->out);
    json_write_text(file, "engine", report->engine);
    for (int i = 0; errdiff_hologram_option_get(i, &option) == ERRDIFF_OK; i++)
        if (option.is_in_presets)
            json_write_option(file, &option, &used);
    for (int i = 0; i < ERRDIFF_HOLOGRAM_FIGURES; i++)
        write_finite(file, numbers[i].name, numbers[i].value);
    fprintf(file, "\"diffuse_ms\": %.3f}\n", report->diffuse_ms);
}
