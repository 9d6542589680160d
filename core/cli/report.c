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

void report_write_json(FILE *file, const struct arguments *arguments, const errdiff_image *image,
                       const errdiff_report *report)
{
    const errdiff_options *options = &arguments->options;
    putc('{', file);
    write_member(file, "engine", report->engine);
    write_member(file, "passed_over", report->passed_over.text);
    write_member(file, "kernel", options->kernel);
    fputs("\"levels\": [", file);
    for (int c = 0; c < image->channels; c++)
        fprintf(file, "%s%d", c == 0 ? "" : ", ", options->levels[c]);
    fprintf(file,
            "], \"strength\": %d, \"width\": %d, \"height\": %d, \"channels\": %d, \"bits\": %d, "
            "\"prepare_ms\": %.3f, \"dither_ms\": %.3f}\n",
            options->strength, image->width, image->height, image->channels, image->bits,
            report->prepare_ms, report->dither_ms);
}
