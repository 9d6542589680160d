/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hologram_report.h"

#include "json.h"

#include <inttypes.h>
#include <math.h>

static void warn(int64_t count, int64_t of, const char *what)
{
    if (count > 0)
        fprintf(stderr, "errdiff: warning: %" PRId64 " of %" PRId64 " hogels %s\n", count, of,
                what);
}

void hologram_report_warn(const errdiff_hologram_report *report)
{
    if (report->not_finite > 0)
        fprintf(stderr, "errdiff: warning: %" PRId64 " pixel%s NaN or infinity, taken for 0\n",
                report->not_finite, report->not_finite == 1 ? " is" : "s are");
    warn(report->hogels_unseen, report->hogels,
         "send no light into the view window, and are quantised plainly");
    warn(report->hogels_wide, report->hogels,
         "are wider than half the view window; smaller ones are better");
    warn(report->hogels_twin, report->hogels, "send light of the twin image into the view window");
}

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
    const errdiff_hologram_options *options = &arguments->options;
    double pixels = (double)field->width * field->height;
    putc('{', file);
    json_write_text(file, "engine", report->engine);
    json_write_text(file, "method", hologram_methods[options->method]);
    json_write_text(file, "output", hologram_outputs[options->output]);
    json_write_number(file, "levels", options->levels);
    json_write_number(file, "weights", options->weights);
    json_write_number(file, "hogel", options->hogel);
    json_write_number(file, "width", field->width);
    json_write_number(file, "height", field->height);
    json_write_number(file, "bits", arguments->bits);
    json_write_number(file, "scale", report->scale);
    json_write_number(file, "slope", report->slope);
    json_write_number(file, "view_filter", report->is_filtered);
    json_write_number(file, "not_finite", (double)report->not_finite);
    json_write_number(file, "hogels", (double)report->hogels);
    json_write_number(file, "hogels_unseen", (double)report->hogels_unseen);
    json_write_number(file, "hogels_wide", (double)report->hogels_wide);
    json_write_number(file, "hogels_twin", (double)report->hogels_twin);
    json_write_number(file, "clipped_percent", 100 * (double)report->clipped / pixels);
    write_finite(file, "snr_db", figures->diffused.snr);
    write_finite(file, "snr_without_diffusion_db", figures->truncated.snr);
    write_finite(file, "gain", figures->diffused.gain / report->scale);
    fprintf(file, "\"diffuse_ms\": %.3f}\n", report->diffuse_ms);
}
