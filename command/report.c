/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the report of --json about a dithered image. */
#include "report.h"

#include "json.h"

static void write_colors(FILE *file, const char *name, const uint8_t (*colors)[3], int count)
{
    fprintf(file, "\"%s\": [", name);
    for (int i = 0; i < count; i++)
        fprintf(file, "%s\"%02x%02x%02x\"", i == 0 ? "" : ", ", colors[i][0], colors[i][1],
                colors[i][2]);
    fputs("], ", file);
}

static void write_palette(FILE *file, const errdiff_palette *palette)
{
    write_colors(file, "palette", palette->colors, palette->count);
    if (palette->has_sent)
        write_colors(file, "palette_sent", palette->sent, palette->count);
}

static void write_levels(FILE *file, const int levels[3], int channels)
{
    fputs("\"levels\": [", file);
    for (int c = 0; c < channels; c++)
        fprintf(file, "%s%d", c == 0 ? "" : ", ", levels[c]);
    fputs("], ", file);
}

/* With a palette the levels have no effect, and without one the way of matching has none. */
static void write_option(FILE *file, const errdiff_option_info *option,
                         const struct arguments *arguments, const errdiff_palette *palette,
                         int channels)
{
    bool is_match = option->offset == offsetof(errdiff_options, match);
    if (option->type == ERRDIFF_OPTION_PALETTE) {
        if (palette)
            write_palette(file, palette);
    } else if (option->type == ERRDIFF_OPTION_LEVELS) {
        if (!palette)
            write_levels(file, arguments->options.levels, arguments->options.gray ? 1 : channels);
    } else if (option->offset < 0 && option->type == ERRDIFF_OPTION_INTEGER) {
        json_write_number(file, option->name, arguments->dot);
    } else if (option->offset < 0) {
        json_write_text(file, option->name, option->choices[arguments->alpha]);
    } else if (palette || !is_match) {
        json_write_option(file, option, &arguments->options);
    }
}

void report_write_json(FILE *file, const struct arguments *arguments,
                       const errdiff_palette *palette, const errdiff_image *image,
                       const errdiff_report *report)
{
    errdiff_option_info option;
    struct arguments resolved = *arguments;
    errdiff_kernel kernel;
    errdiff_kernel_parse(arguments->options.kernel, &kernel, NULL);
    if (resolved.options.serpentine == ERRDIFF_AUTOMATIC)
        resolved.options.serpentine = kernel.tone_keys != NULL;
    if (resolved.options.levels[0] == 0)
        resolved.options.levels[0] = 2; /* gray: a color image has a palette */
    putc('{', file);
    json_write_text(file, "engine", report->engine);
    json_write_text(file, "passed_over", report->passed_over.text);
    for (int i = 0; errdiff_option_get(i, &option) == ERRDIFF_OK; i++)
        if (option.is_in_presets)
            write_option(file, &option, &resolved, palette, image->channels);
    json_write_number(file, "indexed", arguments->options.indexed);
    json_write_number(file, "width", image->width);
    json_write_number(file, "height", image->height);
    json_write_number(file, "channels", image->channels);
    json_write_number(file, "bits", image->bits);
    fprintf(file, "\"tone_error_percent\": [%.6f, %.6f, %.6f], ", report->tone_error[0],
            report->tone_error[1], report->tone_error[2]);
    fprintf(file, "\"clamped_percent\": %.6f, \"mapped_percent\": %.6f, ", report->clamped,
            report->mapped);
    if (arguments->options.tone == ERRDIFF_TONE_AUTO)
        fprintf(file, "\"tone_white_percent\": %.1f, \"tone_gamma\": %.2f, ", report->tone_white,
                report->tone_gamma);
    fprintf(file, "\"prepare_ms\": %.3f, \"dither_ms\": %.3f, \"kernel_ms\": %.3f}\n",
            report->prepare_ms, report->dither_ms, report->kernel_ms);
}
