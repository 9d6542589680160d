/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The errdiff command: the library's work on image files. */

#include "batch.h"
#include "bench.h"
#include "config.h"
#include "device_option.h"
#include "devices_command.h"
#include "dither_arguments.h"
#include "dither_file.h"
#include "fail.h"
#ifdef HAVE_HOLOGRAM
#include "hologram_command.h"
#endif
#include "image_format.h"
#include "input_file.h"
#include "kernels_command.h"
#include "memory_limit.h"
#include "name_argument.h"
#include "output_file.h"
#include "palette_option.h"
#include "palettes_command.h"
#include "presets_command.h"
#include "process.h"
#include "progress_line.h"
#include "screen_option.h"
#include "similar_name.h"
#include "wedge_command.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Many images may have been meant. */
static int refuse_folders(const struct arguments *arguments)
{
    if (path_is_folder(arguments->in))
        return fail(EXIT_FAILED, "%s: it is a folder; for all images in it, use --to",
                    arguments->in);
    if (path_is_folder(arguments->out))
        return fail(EXIT_FAILED, "%s: it is a folder; to write images into it, use --to %s",
                    arguments->out, arguments->out);
    return 0;
}

/* Finds errors in the arguments first, before any long work. */
static int dither(struct arguments *arguments)
{
    errdiff_palette palette = {0};
    struct output_file output;
    int status = refuse_folders(arguments);
    if (status == 0)
        status = arguments->device ? device_check_path(arguments->out)
                                   : image_check_path(arguments->out, arguments->options.indexed);
    if (status == 0 && arguments->palette)
        status = palette_find(arguments->palette, &palette);
    if (status == 0 && arguments->device)
        status = device_check_palette(arguments->device, &palette);
    if (status == 0)
        status = output_file_open(&output, arguments->out);
    if (status != 0)
        return status;
    progress_line_start(&arguments->options);
    status = dither_file(arguments, &palette, &output);
    int error = errno; /* it may say why the output failed */
    progress_line_end();
    errno = error;
    return output_file_finish(&output, status);
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

static int engines(int argc, char **argv)
{
    int status = EXIT_DONE;
    if (no_argument_read(
            "engines",
            "Usage: errdiff engines\n\nLists the engines, and whether they can run here.", argc,
            argv, &status))
        list_engines();
    return status;
}

static int dither_words(int argc, char **argv)
{
    struct arguments arguments;
    int status;
    switch (arguments_read(&arguments, argc, argv)) {
    case ARGUMENTS_WORK:
        memory_limit_set(arguments.max_memory);
        status = screen_read(&arguments.options, &arguments.matrix);
        if (status == 0)
            status = dither_all(&arguments);
        free((void *)arguments.matrix.numbers);
        return status;
    case ARGUMENTS_DONE:
        return EXIT_DONE;
    case ARGUMENTS_FAILED:
        return EXIT_FAILED;
    default:
        return EXIT_WRONG_CALL;
    }
}

/* A command by its name, which is argv[0] of its function. */
typedef int command(int argc, char **argv);

static command *find_command(const char *name)
{
    static const struct {
        const char *name;
        command *run;
    } commands[] = {{"engines", engines}, {"kernels", kernels},  {"palettes", palettes},
                    {"presets", presets}, {"devices", devices},  {"bench", bench},
                    {"wedge", wedge},     {"hologram", hologram}};
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strcmp(name, commands[i].name) == 0)
            return commands[i].run;
    return NULL;
}

/* Runs `errdiff help`, with the name of a command or without. */
static int help(int argc, char **argv)
{
    static char option[] = "--help";
    char *words[] = {argv[argc - 1], option, NULL};
    bool is_for_all = argc == 1 || strcmp(argv[1], argv[0]) == 0 || word_asks_for_help(argv[1]);
    command *found = is_for_all ? dither_words : find_command(argv[1]);
    struct similar_name similar = {.typed = words[0]};
    char asked[SIMILAR_TEXT];
    if (argc > 2)
        return fail(EXIT_WRONG_CALL, "help: only one command can follow it");
    if (found)
        return found(2, words);
    for (int i = 0; command_names[i]; i++)
        similar_name_try(&similar, command_names[i]);
    similar_name_ask(&similar, "", asked);
    return fail(EXIT_WRONG_CALL, "help: \"%s\" is not a command%s `errdiff help` lists them",
                argv[1], *asked ? asked : ";");
}

int main(int argc, char **argv)
{
    process_prepare_streams();
    if (argc > 1 && strcmp(argv[1], "help") == 0)
        return finish(help(argc - 1, argv + 1));
    command *found = argc > 1 ? find_command(argv[1]) : NULL;
    return finish(found ? found(argc - 1, argv + 1) : dither_words(argc, argv));
}
