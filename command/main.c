/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The errdiff command: the library's work on picture files. */

#include "batch.h"
#include "bench.h"
#include "config.h"
#include "dither_arguments.h"
#include "dither_file.h"
#include "fail.h"
#ifdef HAVE_HOLOGRAM
#include "hologram_command.h"
#endif
#include "kernels_command.h"
#include "memory_limit.h"
#include "output_file.h"
#include "palette_option.h"
#include "picture_format.h"
#include "presets_command.h"
#include "process.h"
#include "progress_line.h"
#include "screen_option.h"
#include "wedge_command.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Finds errors in the arguments first, before any long work. */
static int dither(struct arguments *arguments)
{
    errdiff_palette palette = {0};
    struct output_file output;
    int status = picture_check_path(arguments->out, arguments->options.indexed);
    if (status == 0 && arguments->palette)
        status = palette_find(arguments->palette, &palette);
    if (status == 0)
        status = strcmp(arguments->out, "-") == 0 ? output_file_standard(&output)
                                                  : output_file_open(&output, arguments->out);
    if (status != 0)
        return status;
    progress_line_start(&arguments->options);
    status = dither_file(arguments, &palette, &output);
    int error = errno; /* it may say why the output failed */
    progress_line_end();
    errno = error;
    if (status == 0)
        return output_file_finish(&output);
    output_file_abandon(&output);
    return status;
}

/* Dithers what the arguments ask for; in a sequence, if pixels are to be kept. */
static int dither_all(struct arguments *arguments)
{
    errdiff_message message;
    if (arguments->stable > 0 &&
        errdiff_sequence_open(&arguments->sequence, arguments->stable, &message) != ERRDIFF_OK)
        return fail(EXIT_FAILED, "%s", message.text);
    int status = arguments->folder ? batch_dither(arguments) : dither(arguments);
    errdiff_sequence_close(arguments->sequence);
    return status;
}

#ifndef HAVE_HOLOGRAM
static int hologram(int argc, char **argv)
{
    (void)argc;
    return fail(EXIT_FAILED, "%s: this errdiff was built without FFTW or LAPACK, which it needs",
                argv[0]);
}
#endif

static int finish(int status)
{
    if ((fflush(stdout) != 0 || ferror(stdout)) && status == 0)
        return fail(EXIT_FAILED, "standard output: it could not be written");
    return status;
}

static void list_engines(void)
{
    printf("%-13s %-9s %s\n", "engine", "runs here", "description");
    for (int i = 0; i < errdiff_engine_count(); i++) {
        errdiff_engine_info info;
        errdiff_message reason;
        errdiff_engine_get(i, &info);
        if (errdiff_engine_available(info.name, &reason))
            printf("%-13s %-9s %s\n", info.name, "yes", info.description);
        else
            printf("%-13s %-9s %s (%s)\n", info.name, "no", info.description, reason.text);
    }
}

static void list_palettes(void)
{
    printf("%-16s %7s %5s  %s\n", "palette", "colors", "sent", "title");
    for (int i = 0; i < errdiff_palette_count(); i++) {
        errdiff_palette_info info;
        errdiff_palette palette;
        errdiff_palette_get(i, &info);
        errdiff_palette_find(info.name, &palette, NULL);
        printf("%-16s %7d %5s  %s\n", info.name, palette.count, palette.has_sent ? "yes" : "no",
               info.title);
    }
}

/* Runs `errdiff engines` or `errdiff palettes`. Returns false for other calls. */
static bool run_list(int argc, char **argv, int *status)
{
    static const struct {
        const char *name;
        void (*list)(void);
    } lists[] = {{"engines", list_engines}, {"palettes", list_palettes}};

    for (size_t i = 0; argc > 1 && i < sizeof lists / sizeof *lists; i++)
        if (strcmp(argv[1], lists[i].name) == 0) {
            if (argc == 2)
                lists[i].list();
            *status =
                argc == 2
                    ? finish(EXIT_DONE)
                    : fail(EXIT_WRONG_CALL,
                           "%s: nothing can follow it; for a picture of that name, write ./%s",
                           argv[1], argv[1]);
            return true;
        }
    return false;
}

int main(int argc, char **argv)
{
    int status;
    process_prepare_streams();
    if (run_list(argc, argv, &status))
        return status;
    if (argc > 1 && strcmp(argv[1], "bench") == 0)
        return finish(bench(argc - 1, argv + 1));
    if (argc > 1 && strcmp(argv[1], "kernels") == 0)
        return finish(kernels(argc - 1, argv + 1));
    if (argc > 1 && strcmp(argv[1], "presets") == 0)
        return finish(presets(argc - 1, argv + 1));
    if (argc > 1 && strcmp(argv[1], "wedge") == 0)
        return finish(wedge(argc - 1, argv + 1));
    if (argc > 1 && strcmp(argv[1], "hologram") == 0)
        return finish(hologram(argc - 1, argv + 1));

    struct arguments arguments;
    switch (arguments_read(&arguments, argc, argv)) {
    case ARGUMENTS_WORK:
        memory_limit_set(arguments.max_memory);
        status = screen_read(&arguments.options, &arguments.matrix);
        if (status == 0)
            status = dither_all(&arguments);
        free((void *)arguments.matrix.numbers);
        return finish(status);
    case ARGUMENTS_DONE:
        return finish(EXIT_DONE);
    default:
        return EXIT_WRONG_CALL;
    }
}
