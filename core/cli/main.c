/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The errdiff command: the library's work on picture files. */
#include "arguments.h"
#include "fail.h"
#include "lists.h"
#include "palette_choice.h"
#include "picture.h"
#include "progress_line.h"
#include "report.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

int fail(int status, const char *format, ...)
{
    char line[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    for (char *c = line; *c; c++)
        if ((unsigned char)*c < 0x20)
            *c = '?';
    progress_line_end();
    fprintf(stderr, "errdiff: %s\n", line);
    return status;
}

/* Sets up what is written: in place of what was read where it has the same shape. */
static int prepare_result(struct picture *result, const struct picture *picture,
                          const struct arguments *arguments, const errdiff_options *options)
{
    *result = *picture;
    result->palette = options->indexed ? options->palette : NULL;
    if (result->palette && picture->alpha &&
        (arguments->alpha == ERRDIFF_ALPHA_KEEP || options->palette->count == 256))
        return fail(EXIT_FAILED,
                    "%s: its transparency needs --alpha threshold or dither, and a palette of at "
                    "most 255 colours, to be written with --indexed",
                    arguments->in);
    if (result->palette)
        result->format = PICTURE_PNG;
    int bits = options->indexed || arguments->narrow ? 8 : picture->image.bits;
    int channels = options->indexed ? 1 : options->palette ? 3 : picture->image.channels;
    if (bits == picture->image.bits && channels == picture->image.channels)
        return 0;
    result->image.bits = bits;
    result->image.channels = channels;
    result->image.data = NULL;
    return picture_allocate(result, arguments->out);
}

static int run(struct picture *picture, struct picture *result, const struct arguments *arguments,
               errdiff_options *options, errdiff_report *report)
{
    progress_line_start(options);
    if (errdiff_dither(&picture->image, &result->image, options, report) != ERRDIFF_OK)
        return fail(EXIT_FAILED, "%s", report->message.text);
    progress_line_end();
    if (picture->alpha && result->image.bits < picture->image.bits)
        picture_narrow_alpha(picture);
    int status = picture_write(result, arguments->out);
    if (status == 0 && arguments->json)
        report_write_json(strcmp(arguments->out, "-") == 0 ? stderr : stdout, arguments,
                          options->palette, &picture->image, report);
    return status;
}

static int dither_picture(struct picture *picture, const struct arguments *arguments,
                          errdiff_palette *palette)
{
    errdiff_options options = arguments->options;
    errdiff_report report;
    options.measure = arguments->json;
    if (picture->alpha) {
        errdiff_image alpha = picture_alpha(picture);
        if (errdiff_alpha_reduce(&alpha, arguments->alpha, &options, &report) != ERRDIFF_OK)
            return fail(EXIT_FAILED, "%s", report.message.text);
        picture_update_mask(picture);
    }
    int status = palette_make(arguments, &picture->image, palette);
    if (palette->count > 0)
        options.palette = palette;
    struct picture result;
    if (status == 0)
        status = prepare_result(&result, picture, arguments, &options);
    if (status != 0)
        return status;
    status = run(picture, &result, arguments, &options, &report);
    if (result.image.data != picture->image.data)
        free(result.image.data);
    return status;
}

static int dither(const struct arguments *arguments)
{
    errdiff_palette palette = {0};
    int status = picture_check_path(arguments->out, arguments->options.indexed);
    if (status == 0)
        status = palette_find(arguments, &palette);
    if (status != 0)
        return status;
    struct picture picture;
    status = picture_read(&picture, arguments->in);
    if (status == 0)
        status = dither_picture(&picture, arguments, &palette);
    picture_free(&picture);
    return status;
}

static int finish(int status)
{
    if (fflush(stdout) != 0 && status == 0)
        return fail(EXIT_FAILED, "standard output: it could not be written");
    return status;
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "engines") == 0) {
        list_engines();
        return finish(EXIT_DONE);
    }
    if (argc == 2 && strcmp(argv[1], "kernels") == 0) {
        list_kernels();
        return finish(EXIT_DONE);
    }

    if (argc == 2 && strcmp(argv[1], "palettes") == 0) {
        list_palettes();
        return finish(EXIT_DONE);
    }

    struct arguments arguments;
    switch (arguments_read(&arguments, argc, argv)) {
    case ARGUMENTS_DITHER:
        return finish(dither(&arguments));
    case ARGUMENTS_DONE:
        return finish(EXIT_DONE);
    default:
        return EXIT_WRONG_CALL;
    }
}
