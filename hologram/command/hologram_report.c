/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the report of `errdiff hologram` as JSON. */
#include "hologram_report.h"

#include "json.h"

#include <math.h>

static void write_value(FILE *file, double number)
{
    if (isfinite(number))
        fprintf(file, "%.10g", number);
    else
        fputs("null", file);
}

static void write_finite(FILE *file, const char *name, double number)
{
    fprintf(file, "\"%s\": ", name);
    write_value(file, number);
    fputs(", ", file);
}

void hologram_report_write_json(FILE *file, const struct hologram_arguments *arguments,
                                const char *name, const errdiff_field *field,
                                const errdiff_hologram_report *report,
                                const struct hologram_figures *figures)
{
    errdiff_hologram_options used = arguments->options;
    errdiff_option_info option;
    errdiff_hologram_figure numbers[ERRDIFF_HOLOGRAM_FIGURES];
    errdiff_hologram_figures(report, field->width, field->height, arguments->bits,
                             &figures->diffused, &figures->truncated, numbers);
    used.method = report->method;
    putc('{', file);
    const struct hologram_series *series = &arguments->series;
    if (series->has_frames || series->averaged > 1 || series->wavelength_count > 0)
        json_write_text(file, "file", name);
    json_write_text(file, "engine", report->engine);
    for (int i = 0; errdiff_hologram_option_get(i, &option) == ERRDIFF_OK; i++)
        if (option.is_in_presets)
            json_write_option(file, &option, &used);
    for (int i = 0; i < ERRDIFF_HOLOGRAM_FIGURES; i++)
        write_finite(file, numbers[i].name, numbers[i].value);
    fprintf(file, "\"diffuse_ms\": %.3f}\n", report->diffuse_ms);
}

void hologram_report_write_mean(FILE *file, int frames,
                                const errdiff_hologram_similarity *intensities)
{
    fprintf(file, "{\"frames\": %d, ", frames);
    write_finite(file, "mean_intensity_snr_db", intensities[frames].snr);
    fputs("\"intensity_snr_db\": [", file);
    for (int i = 0; i < frames; i++) {
        fputs(i > 0 ? ", " : "", file);
        write_value(file, intensities[i].snr);
    }
    fputs("]}\n", file);
}
