/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report.h"

static void write_string(FILE *file, const char *text)
{
    putc('"', file);
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        if (*c == '"' || *c == '\\')
            fprintf(file, "\\%c", *c);
        else if (*c < 0x20)
            fprintf(file, "\\u%04x", *c);
        else
            putc(*c, file);
    }
    putc('"', file);
}

static void write_member(FILE *file, const char *name, const char *text)
{
    fprintf(file, "\"%s\": ", name);
    write_string(file, text);
    fputs(", ", file);
}

static void write_number(FILE *file, const char *name, double number)
{
    fprintf(file, "\"%s\": %.10g, ", name, number);
}

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
    write_member(file, "engine", report->engine);
    write_member(file, "passed_over", report->passed_over.text);
    write_member(file, "kernel", options->kernel);
    if (palette) {
        write_colours(file, palette);
        write_member(file, "match", options->match == ERRDIFF_MATCH_OKLAB ? "oklab" : "rgb");
    } else {
        write_levels(file, options->levels, image->channels);
    }
    write_number(file, "strength", options->strength);
    write_number(file, "noise", options->noise);
    write_number(file, "seed", options->seed);
    write_number(file, "serpentine", options->serpentine);
    write_number(file, "linear", options->linear);
    write_member(file, "alpha", alpha_names[arguments->alpha]);
    write_number(file, "indexed", options->indexed);
    write_number(file, "width", image->width);
    write_number(file, "height", image->height);
    write_number(file, "channels", image->channels);
    write_number(file, "bits", image->bits);
    fprintf(file, "\"tone_error_percent\": [%.6f, %.6f, %.6f], ", report->tone_error[0],
            report->tone_error[1], report->tone_error[2]);
    fprintf(file, "\"clamped_percent\": %.6f, ", report->clamped);
    fprintf(file, "\"prepare_ms\": %.3f, \"dither_ms\": %.3f}\n", report->prepare_ms,
            report->dither_ms);
}
