/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The errdiff command: the library's work on picture files. */
#include "arguments.h"
#include "fail.h"
#include "lists.h"
#include "picture.h"
#include "progress_line.h"
#include "report.h"

#include <stdarg.h>
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

static int dither_picture(struct picture *picture, const struct arguments *arguments)
{
    errdiff_options options = arguments->options;
    errdiff_report report;
    progress_line_start(&options);
    if (errdiff_dither(&picture->image, &picture->image, &options, &report) != ERRDIFF_OK)
        return fail(EXIT_FAILED, "%s", report.message.text);
    progress_line_end();

    int status = picture_write(picture, arguments->out);
    if (status == 0 && arguments->json)
        report_write_json(strcmp(arguments->out, "-") == 0 ? stderr : stdout, arguments,
                          &picture->image, &report);
    return status;
}

static int dither(const struct arguments *arguments)
{
    int status = picture_check_path(arguments->out);
    if (status != 0)
        return status;
    struct picture picture;
    status = picture_read(&picture, arguments->in);
    if (status == 0)
        status = dither_picture(&picture, arguments);
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
