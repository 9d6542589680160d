/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench_arguments.h"

#include "bench_hologram.h"
#include "errdiff_hologram.h"
#include "fail.h"
#include "option_reading.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "Usage: errdiff bench [OPTION]…\n"
    "\n"
    "Times the engines on a picture that the command makes: a gradient with noise. In each round\n"
    "every row of the table runs once, and so does a copy of the picture with as many threads.\n"
    "The first row is a plain loop that does the same job. The figures are medians over the\n"
    "rounds. All results are compared with the plain loop's; a difference is an error. Without\n"
    "--repeat, a row that takes longer than 0.4 s runs in the first round only.\n"
    "\n"
    "  --size WxH         size of a picture, in pixels (1024, 2048, 4096, 8192 and 16384 squared,\n"
    "                     and 6000x4000 in colour, with levels and with 16 colours)\n"
    "  --engine NAME      an engine from `errdiff engines` (all that can run here)\n"
    "  --isa NAME         instruction set, for engines that have a choice: avx512, avx2, sse4.1\n"
    "                     or c (all that can run here; without --size, only at 8192x8192, and the\n"
    "                     engine's own choice at other sizes)\n"
    "  --threads N        threads for engines that use several; 0: one per processor (0 and 1)\n"
    "  --kernel NAME|TEXT as for dithering, but with fixed weights only (floyd-steinberg)\n"
    "  --levels L         output levels, 2 to 256 (2 for gray, 4 for colour)\n"
    "  --palette P        a palette instead of levels\n"
    "  --channels 1|3     gray or colour (1; 3 with a palette)\n"
    "  --bits 8|16        bits per sample (8)\n"
    "  --repeat N         rounds, 1 to 1000 (3 to 31, depending on the time they take)\n"
    "  --sweep NAME       time one engine alone, with several values of one setting: handover (n,\n"
    "                     the number of pixels from which the GPU takes an iteration) or strip\n"
    "                     (the number of columns that hybrid leaves to the processor), at\n"
    "                     4096x4096 and 8192x8192\n"
    "  --pinned           keep pictures in pinned memory, which a GPU copies on its own\n"
    "  --hologram         time a phase hologram instead of pictures, with hogels of 2048x2048: 27\n"
    "                     weights of slope 1, 3 and 6, then 12 and 9 weights of slope 3; only\n"
    "                     --size (8192x8192), --engine, --isa, --threads, --repeat and --json can\n"
    "                     be added\n"
    "  --json             print JSON instead of tables\n"
    "  --help\n"
    "\n"
    "The first four options can be given more than once. ERRDIFF_ISA in the environment is\n"
    "ignored.\n"
    "\n"
    "Times include the dithering and the memory it allocates, and nothing else. Small pictures\n"
    "are dithered repeatedly for some milliseconds in each round, and the time of one run is\n"
    "shown. The times of GPU engines include the transfers; `kernel ms` is the GPU's work alone.\n"
    "`x plain`, `x serial` and `x copy` tell how many times faster a row is than the plain loop,\n"
    "the best serial engine and the copy.\n"
    "\n"
    "Exit status: 0 on success, 1 on failure, 2 if the call was wrong.\n";

const char *const bench_isas[] = {"avx512", "avx2", "sse4.1", "c", NULL};

static const struct bench_sweep sweeps[] = {
    {"handover", "handover", "n", "ERRDIFF_HANDOVER", 16, 4096},
    {"strip", "hybrid", "strip", "ERRDIFF_STRIP", 16, 4096},
};
enum { SWEEP_COUNT = sizeof sweeps / sizeof *sweeps };

enum { MAX_ROUNDS = 1000 };

enum option_id {
    OPTION_SIZE = 1,
    OPTION_ENGINE,
    OPTION_ISA,
    OPTION_THREADS,
    OPTION_KERNEL,
    OPTION_LEVELS,
    OPTION_PALETTE,
    OPTION_CHANNELS,
    OPTION_BITS,
    OPTION_REPEAT,
    OPTION_SWEEP,
    OPTION_PINNED,
    OPTION_HOLOGRAM,
    OPTION_JSON,
    OPTION_HELP,
};

static const struct option call_options[] = {
    {"size", true, OPTION_SIZE},
    {"engine", true, OPTION_ENGINE},
    {"isa", true, OPTION_ISA},
    {"threads", true, OPTION_THREADS},
    {"kernel", true, OPTION_KERNEL},
    {"levels", true, OPTION_LEVELS},
    {"palette", true, OPTION_PALETTE},
    {"channels", true, OPTION_CHANNELS},
    {"bits", true, OPTION_BITS},
    {"repeat", true, OPTION_REPEAT},
    {"sweep", true, OPTION_SWEEP},
    {"pinned", false, OPTION_PINNED},
    {"hologram", false, OPTION_HOLOGRAM},
    {"json", false, OPTION_JSON},
    {"help", false, OPTION_HELP},
    {NULL, false, 0},
};

static bool has_room(const char *name, int count)
{
    if (count == BENCH_MAX_CHOICES)
        fail(EXIT_WRONG_CALL, "%s: it can be given %d times at most", name, BENCH_MAX_CHOICES);
    return count < BENCH_MAX_CHOICES;
}

static bool take_size(struct bench_arguments *arguments, const char *value)
{
    if (!has_room("size", arguments->size_count))
        return false;
    struct bench_size *size = &arguments->sizes[arguments->size_count++];
    return read_size("size", value, ERRDIFF_MAX_SIDE, &size->width, &size->height);
}

static bool read_rounds(const char *text, int *rounds)
{
    if (!read_integer("repeat", text, rounds))
        return false;
    if (*rounds >= 1 && *rounds <= MAX_ROUNDS)
        return true;
    fail(EXIT_WRONG_CALL, "repeat: %d is not possible; 1 to %d are", *rounds, MAX_ROUNDS);
    return false;
}

static bool check_options(const errdiff_options *options)
{
    errdiff_message message;
    if (errdiff_options_check(options, &message) == ERRDIFF_OK)
        return true;
    fail(EXIT_WRONG_CALL, "%s", message.text);
    return false;
}

static bool read_engine(struct bench_arguments *arguments, const char *value)
{
    if (!has_room("engine", arguments->engine_count))
        return false;
    arguments->engines[arguments->engine_count++] = value;
    return true;
}

static bool read_isa(struct bench_arguments *arguments, const char *value)
{
    int number;
    if (!has_room("isa", arguments->isa_count) || !read_word("isa", value, bench_isas, &number))
        return false;
    arguments->isas[arguments->isa_count++] = bench_isas[number];
    return true;
}

static bool read_threads(struct bench_arguments *arguments, const char *value)
{
    errdiff_options options;
    errdiff_options_init(&options);
    if (!has_room("threads", arguments->thread_count) ||
        !read_integer("threads", value, &options.threads) || !check_options(&options))
        return false;
    arguments->threads[arguments->thread_count++] = options.threads;
    return true;
}

static bool read_kernel(struct bench_arguments *arguments, const char *value)
{
    errdiff_kernel kernel;
    errdiff_message message;
    if (errdiff_kernel_parse(value, &kernel, &message) != ERRDIFF_OK) {
        fail(EXIT_WRONG_CALL, "%s", message.text);
        return false;
    }
    if (kernel.tone_keys) {
        fail(EXIT_WRONG_CALL,
             "kernel: \"%s\" has tone-dependent weights; only fixed ones can be timed", value);
        return false;
    }
    arguments->kernel = value;
    return true;
}

static bool read_levels(struct bench_arguments *arguments, const char *value)
{
    errdiff_options options;
    errdiff_options_init(&options);
    if (!read_integer("levels", value, &arguments->levels))
        return false;
    options.levels[0] = arguments->levels;
    return check_options(&options);
}

static bool read_sweep(struct bench_arguments *arguments, const char *value)
{
    const char *names[SWEEP_COUNT + 1] = {NULL};
    int number;
    for (int i = 0; i < SWEEP_COUNT; i++)
        names[i] = sweeps[i].name;
    if (!read_word("sweep", value, names, &number))
        return false;
    arguments->sweep = &sweeps[number];
    return true;
}

static bool is_for_pictures(int option)
{
    return (option >= OPTION_KERNEL && option <= OPTION_BITS) || option == OPTION_SWEEP ||
           option == OPTION_PINNED;
}

static bool read_option(struct bench_arguments *arguments, int option, const char *value)
{
    static const char *const channels[] = {"1", "3", NULL};
    static const char *const bits[] = {"8", "16", NULL};
    int number = 0;
    switch (option) {
    case OPTION_SIZE:
        return take_size(arguments, value);
    case OPTION_ENGINE:
        return read_engine(arguments, value);
    case OPTION_ISA:
        return read_isa(arguments, value);
    case OPTION_THREADS:
        return read_threads(arguments, value);
    case OPTION_KERNEL:
        return read_kernel(arguments, value);
    case OPTION_LEVELS:
        return read_levels(arguments, value);
    case OPTION_PALETTE:
        arguments->palette = value;
        return true;
    case OPTION_CHANNELS:
        if (!read_word("channels", value, channels, &number))
            return false;
        arguments->channels = number == 0 ? 1 : 3;
        return true;
    case OPTION_BITS:
        if (!read_word("bits", value, bits, &number))
            return false;
        arguments->bits = number == 0 ? 8 : 16;
        return true;
    case OPTION_REPEAT:
        return read_rounds(value, &arguments->repeat);
    case OPTION_SWEEP:
        return read_sweep(arguments, value);
    case OPTION_PINNED:
        arguments->pinned = true;
        return true;
    case OPTION_HOLOGRAM:
        arguments->hologram = true;
        return true;
    default:
        arguments->json = true;
        return true;
    }
}

static bool check_hologram_size(const struct bench_size *size)
{
    int most = ERRDIFF_HOLOGRAM_MAX_SIDE;
    if (size->width <= most && size->height <= most)
        return true;
    fail(EXIT_WRONG_CALL, "size: %dx%d is not possible for holograms; 1x1 to %dx%d are",
         size->width, size->height, most, most);
    return false;
}

/* The engines for holograms are not those for pictures. */
static bool check_hologram_engine(const char *name)
{
    const char *known;
    for (int i = 0; (known = bench_hologram_engine(i)) != NULL; i++)
        if (strcmp(name, known) == 0)
            return true;
    fail(EXIT_WRONG_CALL, "engine: \"%s\" is not an engine for holograms", name);
    return false;
}

static bool check_hologram(const struct bench_arguments *arguments)
{
    const char *problem = NULL;
    if (!bench_hologram_engine(0))
        problem = "hologram: this errdiff was built without FFTW or LAPACK, which holograms need";
    else if (arguments->has_picture_options)
        problem = "--hologram cannot be combined with --kernel, --levels, --palette, --channels, "
                  "--bits, --sweep or --pinned";
    if (problem) {
        fail(EXIT_WRONG_CALL, "%s", problem);
        return false;
    }
    for (int i = 0; i < arguments->size_count; i++)
        if (!check_hologram_size(&arguments->sizes[i]))
            return false;
    for (int i = 0; i < arguments->engine_count; i++)
        if (!check_hologram_engine(arguments->engines[i]))
            return false;
    return true;
}

static bool check_engines(const struct bench_arguments *arguments)
{
    errdiff_options options;
    errdiff_options_init(&options);
    for (int i = 0; i < arguments->engine_count; i++) {
        options.engine = arguments->engines[i];
        if (!check_options(&options))
            return false;
    }
    return true;
}

enum arguments_outcome bench_arguments_read(struct bench_arguments *arguments, int argc,
                                            char **argv)
{
    *arguments = (struct bench_arguments){.kernel = "floyd-steinberg", .bits = 8};
    struct option_reader reader = {.options = call_options,
                                   .help = "errdiff bench --help",
                                   .argc = argc,
                                   .argv = argv,
                                   .next = 1};
    int option;
    while ((option = option_next(&reader)) != OPTION_END) {
        if (option == OPTION_WRONG)
            return ARGUMENTS_WRONG;
        if (option == OPTION_HELP) {
            fputs(help, stdout);
            return ARGUMENTS_DONE;
        }
        arguments->has_picture_options |= is_for_pictures(option);
        if (option == OPTION_PATH) {
            fail(EXIT_WRONG_CALL,
                 "bench: \"%s\" is not an option; write ./bench for a picture of that name",
                 reader.value);
            return ARGUMENTS_WRONG;
        }
        if (!read_option(arguments, option, reader.value))
            return ARGUMENTS_WRONG;
    }
    if (arguments->palette && arguments->levels != 0) {
        fail(EXIT_WRONG_CALL, "--levels and a palette cannot be combined");
        return ARGUMENTS_WRONG;
    }
    if (arguments->sweep &&
        arguments->engine_count + arguments->isa_count + arguments->thread_count) {
        fail(EXIT_WRONG_CALL, "--sweep, which chooses the engine, cannot be combined with "
                              "--engine, --isa or --threads");
        return ARGUMENTS_WRONG;
    }
    return (arguments->hologram ? check_hologram(arguments) : check_engines(arguments))
               ? ARGUMENTS_WORK
               : ARGUMENTS_WRONG;
}
