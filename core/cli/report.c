/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report.h"

#include "json.h"

static void write_colours(FILE *file, const errdiff_palette *palette)
{
    fputs("\"palette\": [", file);
    for (int i = 0; i < palette->count; i++)
        fprintf(file, "%s\"%02x%02x%02x\"", i == 0 ? "" : ", ", palette->colours[i][0],
                palette->colours[i][1], palette->colours[i][2]);
    fputs("], ", file);
}

static void write_levels(FILE *file, const int levels[3], int channels)
{
    fputs("\"levels\": [", file);
    for (int c = 0; c < channels; c++)
        fprintf(file, "%s%d", c == 0 ? "" : ", ", levels[c]);
    fputs("], ", file);
}

static const char *const alpha_names[] = {"keep", "threshold", "dither"};

void report_write_json(FILE *file, const struct arguments *arguments,
                       const errdiff_palette *palette, const errdiff_image *image,
                       const errdiff_report *report)
{
    const errdiff_options *options = &arguments->options;
    putc('{', file);
    json_write_text(file, "engine", report->engine);
    json_write_text(file, "passed_over", report->passed_over.text);
    json_write_text(file, "kernel", options->kernel);
    if (palette) {
        write_colours(file, palette);
        json_write_text(file, "match", options->match == ERRDIFF_MATCH_OKLAB ? "oklab" : "rgb");
    } else {
        write_levels(file, options->levels, image->channels);
    }
    json_write_number(file, "strength", options->strength);
    json_write_number(file, "noise", options->noise);
    json_write_number(file, "seed", options->seed);
    json_write_number(file, "serpentine", options->serpentine);
    json_write_number(file, "linear", options->linear);
    json_write_text(file, "alpha", alpha_names[arguments->alpha]);
    json_write_number(file, "indexed", options->indexed);
    json_write_number(file, "width", image->width);
    json_write_number(file, "height", image->height);
    json_write_number(file, "channels", image->channels);
    json_write_number(file, "bits", image->bits);
    fprintf(file, "\"tone_error_percent\": [%.6f, %.6f, %.6f], ", report->tone_error[0],
            report->tone_error[1], report->tone_error[2]);
    fprintf(file, "\"clamped_percent\": %.6f, ", report->clamped);
    fprintf(file, "\"prepare_ms\": %.3f, \"dither_ms\": %.3f, \"kernel_ms\": %.3f}\n",
            report->prepare_ms, report->dither_ms, report->kernel_ms);
}
