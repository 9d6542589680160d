/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads and checks the arguments of `errdiff bench`, and contains its help. */
#include "bench_arguments.h"

#include "bench_hologram.h"
#include "bench_options.h"
#include "errdiff_hologram.h"
#include "fail.h"
#include "screen_option.h"

#include <stdio.h>
#include <string.h>

static const char start_of_help[] =
    "Usage: errdiff bench [OPTION]…\n"
    "\n"
    "Times the engines on a generated image, a gradient with noise. There are several rounds. "
    "In\n"
    "each, every row of the table runs once, and the image is copied once with the same number\n"
    "of threads. The first row is a plain loop that does the same job, or serial-ec if the plain\n"
    "loop cannot do it: it can do levels, palettes that are compared by RGB values, masks and\n"
    "serpentine order, with kernels of fixed weights, but has no other options. The figures are\n"
    "medians over the rounds. All results are compared with that of the first row; a difference\n"
    "is an error. Without --repeat, a row that takes longer than 0.4 s runs in the first round\n"
    "only.\n"
    "\n";

static const char end_of_help[] =
    "\n"
    "The first four options can be given more than once. The environment variable ERRDIFF_ISA\n"
    "is ignored.\n"
    "\n"
    "Times include the dithering and the memory it allocates, and nothing else; what is done with\n"
    "the image before that is in the JSON as prepare_ms. Small images are dithered repeatedly\n"
    "for some milliseconds in each round, and the time of one run is shown. The times of GPU\n"
    "engines include the transfers; `kernel ms` is the time without them: that of the GPU's work\n"
    "and, in handover and hybrid, also of the CPU's. `x plain`, `x serial` and `x copy` are the\n"
    "speed of a row as a multiple of the speed of the plain loop, of the best serial engine, and\n"
    "of the copy.\n"
    "\n"
    "Exit status: 0 on success, 1 on failure, 2 if the command line was wrong.\n";

const char *const bench_isas[] = {"avx512", "avx2", "sse4.1", "neon", "c", NULL};

enum option_id {
    OPTION_OWN = 1, /* it is in struct bench_arguments */
    OPTION_SIZE,
    OPTION_ENGINE,
    OPTION_ISA,
    OPTION_THREADS,
    OPTION_HELP,
    /* The options from here on are for images only. */
    OPTION_OWN_OF_IMAGE, /* it is in struct bench_arguments */
    /* The options from here on say what is done with images, or what they are. */
    OPTION_OWN_OF_JOB, /* it is in struct bench_arguments */
    OPTION_SHARED,     /* it is in errdiff_options */
    OPTION_KERNEL,
    OPTION_LEVELS,
    OPTION_CHANNELS,
    OPTION_BITS,
};

#define OWN(member) .offset = offsetof(struct bench_arguments, member)

/* The options before those of the library's table that are not listed here. Options without an
 * explanation are completed from that table; only their defaults differ. */
static const struct option first_options[] = {
    {{.name = "size",
      .explanation = "Size of an image, in pixels",
      .default_value = "1024, 2048, 4096, 8192 and 16384 squared, and 6000x4000 in color, with "
                       "levels and with 16 colors"},
     .value_name = "WxH",
     .id = OPTION_SIZE},
    {{.name = "engine", .default_value = "all that can run here"}, .id = OPTION_ENGINE},
    {{.name = "isa",
      .explanation = "Instruction set, for engines that have a choice",
      .type = ERRDIFF_OPTION_CHOICE,
      .choices = bench_isas,
      .default_value = "all that can run here; without --size, only at 8192x8192, and the "
                       "engine's own choice at other sizes"},
     .id = OPTION_ISA},
    {{.name = "threads", .default_value = "0 and 1"}, .id = OPTION_THREADS},
    {{.name = "channels", .explanation = "Gray or color", .default_value = "1; 3 with a palette"},
     .value_name = "1|3",
     .id = OPTION_CHANNELS},
    {{.name = "bits", .explanation = "Bits per sample", .default_value = "8"},
     .value_name = "8|16",
     .id = OPTION_BITS},
    {{.name = "mask",
      .explanation = "Dither only the pixels in an ellipse, as if all others were transparent",
      .type = ERRDIFF_OPTION_SWITCH,
      OWN(has_mask)},
     .id = OPTION_OWN_OF_JOB},
    {{.name = "kernel", .default_value = "floyd-steinberg"}, .id = OPTION_KERNEL},
    {{.name = "levels", .default_value = "2 for gray, 4 for color"}, .id = OPTION_LEVELS},
    {{.name = "serpentine", .default_value = "0"}, .id = OPTION_SHARED},
    {{.name = "start", .default_value = "plain"}, .id = OPTION_SHARED},
    {{.name = "linear", .default_value = "0"}, .id = OPTION_SHARED},
    {{.name = "match", .default_value = "rgb"}, .id = OPTION_SHARED},
    {{.name = "palette", .explanation = palette_help, .type = ERRDIFF_OPTION_PALETTE, OWN(palette)},
     .id = OPTION_OWN_OF_JOB},
    {{.name = "gamut", .default_value = "none, as in the plain loop"}, .id = OPTION_SHARED},
    {.id = 0},
};

/* The options after those of the library's table. */
static const struct option last_options[] = {
    {{.name = "repeat",
      .explanation = "Rounds",
      .type = ERRDIFF_OPTION_INTEGER,
      .min = 1,
      .max = 1000,
      .default_value = "3 to 31, depending on the time they take",
      OWN(repeat)},
     .id = OPTION_OWN},
    {{.name = "images",
      .explanation = "Dither so many images in one call, side by side; times are those of all, "
                     "divided by their number, and `kernel ms` is not measured",
      .type = ERRDIFF_OPTION_INTEGER,
      .min = 1,
      .max = 4096,
      .default_value = "1",
      OWN(images)},
     .id = OPTION_OWN_OF_JOB},
    {{.name = "pinned",
      .explanation =
          "Keep images in pinned (page-locked) memory, which the GPU can access directly",
      .type = ERRDIFF_OPTION_SWITCH,
      OWN(pinned)},
     .id = OPTION_OWN_OF_IMAGE},
    {{.name = "hologram",
      .explanation = "Time a phase hologram instead of images, with hogels of 2048x2048: 27 taps "
                     "of slope 1, 3 and 6, then 12 and 9 taps of slope 3; only --size "
                     "(8192x8192), --engine, --isa, --threads, --repeat and --json can be added",
      .type = ERRDIFF_OPTION_SWITCH,
      OWN(hologram)},
     .id = OPTION_OWN},
    {{.name = "json",
      .explanation = "Print JSON instead of tables",
      .type = ERRDIFF_OPTION_SWITCH,
      OWN(json)},
     .id = OPTION_OWN},
    {{.name = "help", .explanation = "Print this help", .type = ERRDIFF_OPTION_SWITCH},
     .id = OPTION_HELP},
    {.id = 0},
};

/* Completes an option from the library's table, except for its default. */
static void complete_option(errdiff_option_info *own)
{
    errdiff_option_info info;
    for (int i = 0; errdiff_option_get(i, &info) == ERRDIFF_OK; i++)
        if (strcmp(info.name, own->name) == 0) {
            info.default_value = own->default_value;
            *own = info;
            return;
        }
}

static int append_own(struct option list[MAX_OPTIONS], int count, const struct option *own)
{
    for (; own->info.name; own++) {
        count = option_append(list, count, own);
        if (!own->info.explanation)
            complete_option(&list[count - 1].info);
    }
    return count;
}

static bool is_listed(const struct option *list, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (strcmp(list[i].info.name, name) == 0)
            return true;
    return false;
}

/* Lists all options. Of the library's table, transparency and dots are left out, because they are
 * dealt with before an image is dithered. */
void bench_list_options(struct option list[MAX_OPTIONS])
{
    errdiff_option_info info;
    int first_count = append_own(list, 0, first_options), count = first_count;
    for (int i = 0; errdiff_option_get(i, &info) == ERRDIFF_OK; i++)
        if (info.offset >= 0 && !is_listed(list, first_count, info.name)) {
            struct option option = {.info = info, .id = OPTION_SHARED};
            if (is_screen(&info))
                screen_describe(&option);
            count = option_append(list, count, &option);
        }
    count = append_own(list, count, last_options);
    list[count] = (struct option){.id = 0};
}

const struct command_help bench_help = {start_of_help, bench_list_options, end_of_help};

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

static bool read_threads(struct bench_arguments *arguments, const errdiff_option_info *info,
                         const char *value)
{
    if (!has_room("threads", arguments->thread_count) ||
        !option_store(info, value, &arguments->options))
        return false;
    arguments->threads[arguments->thread_count++] = arguments->options.threads;
    return true;
}

static bool read_kernel(struct bench_arguments *arguments, const char *value)
{
    errdiff_message message;
    arguments->options.kernel = value;
    if (errdiff_kernel_parse(value, &arguments->kernel, &message) == ERRDIFF_OK)
        return true;
    fail(EXIT_WRONG_CALL, "%s", message.text);
    return false;
}

bool bench_read_option(struct bench_arguments *arguments, int id, const errdiff_option_info *info,
                       const char *value)
{
    if (id >= OPTION_OWN_OF_IMAGE)
        arguments->image_option = info->name;
    if (id >= OPTION_OWN_OF_JOB)
        arguments->job_option = info->name;
    switch (id) {
    case OPTION_SIZE:
        return take_size(arguments, value);
    case OPTION_ENGINE:
        return read_engine(arguments, value);
    case OPTION_ISA:
        return read_isa(arguments, value);
    case OPTION_THREADS:
        return read_threads(arguments, info, value);
    case OPTION_KERNEL:
        return read_kernel(arguments, value);
    case OPTION_LEVELS:
        if (!option_store(info, value, &arguments->options))
            return false;
        arguments->has_levels = arguments->options.levels[0] != 0;
        return true;
    case OPTION_SHARED:
        return option_store(info, value, &arguments->options);
    case OPTION_CHANNELS:
        return read_either("channels", value, 1, 3, &arguments->channels);
    case OPTION_BITS:
        return read_either("bits", value, 8, 16, &arguments->bits);
    default:
        return option_store(info, value, arguments);
    }
}

static bool check_hologram_size(const struct bench_size *size)
{
    int most = ERRDIFF_HOLOGRAM_MAX_SIDE;
    if (size->width <= most && size->height <= most)
        return true;
    fail(EXIT_WRONG_CALL, "size: %dx%d is not possible for holograms; it must be 1x1 to %dx%d",
         size->width, size->height, most, most);
    return false;
}

/* The engines for holograms are not those for images. */
static bool check_hologram_engine(const char *name)
{
    const char *known;
    for (int i = 0; (known = bench_hologram_engine(i)) != NULL; i++)
        if (strcmp(name, known) == 0)
            return true;
    fail(EXIT_WRONG_CALL, "engine: \"%s\" is not an engine for holograms", name);
    return false;
}

bool bench_hologram_arguments_check(const struct bench_arguments *arguments)
{
    if (!bench_hologram_engine(0)) {
        fail(EXIT_WRONG_CALL,
             "hologram: this errdiff was built without FFTW or LAPACK, which holograms need");
        return false;
    }
    if (arguments->image_option) {
        fail(EXIT_WRONG_CALL, "--hologram and --%s cannot be combined", arguments->image_option);
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

/* Checks the options of a job, and the engines' names. */
static bool check_values(const struct bench_arguments *arguments)
{
    errdiff_palette some = {.count = 1};
    errdiff_options options = arguments->options;
    options.palette = arguments->palette ? &some : NULL;
    options.screen = screen_without_file(options.screen);
    if (!check_options(&options))
        return false;
    for (int i = 0; i < arguments->engine_count; i++) {
        options.engine = arguments->engines[i];
        if (!check_options(&options))
            return false;
    }
    return true;
}

bool bench_arguments_check(const struct bench_arguments *arguments)
{
    const char *problem = NULL;
    if (arguments->palette && arguments->has_levels)
        problem = "--levels and a palette cannot be combined";
    else if (arguments->options.sent && !arguments->palette)
        problem = "--sent needs --palette";
    if (problem) {
        fail(EXIT_WRONG_CALL, "%s", problem);
        return false;
    }
    return arguments->hologram ? bench_hologram_arguments_check(arguments)
                               : check_values(arguments);
}

enum arguments_outcome
bench_read_words(struct option_reader *reader, const struct command_help *help,
                 bool (*read)(void *arguments, const struct option_reader *reader, int id),
                 void *arguments)
{
    int option;
    while ((option = option_next(reader)) != OPTION_END) {
        if (option == OPTION_WRONG)
            return ARGUMENTS_WRONG;
        if (option == OPTION_HELP) {
            command_print_help(help);
            return ARGUMENTS_DONE;
        }
        if (!read(arguments, reader, option))
            return ARGUMENTS_WRONG;
    }
    return ARGUMENTS_WORK;
}

static bool read_word_of_bench(void *arguments, const struct option_reader *reader, int id)
{
    if (id != OPTION_PATH)
        return bench_read_option(arguments, id, reader->info, reader->value);
    fail(EXIT_WRONG_CALL, "bench: \"%s\" is not an option; for an image named bench, write ./bench",
         reader->value);
    return false;
}

void bench_arguments_init(struct bench_arguments *arguments)
{
    *arguments = (struct bench_arguments){.bits = 8};
    bench_options_init(&arguments->options);
    read_kernel(arguments, arguments->options.kernel);
}

enum arguments_outcome bench_arguments_read(struct bench_arguments *arguments, int argc,
                                            char **argv)
{
    bench_arguments_init(arguments);
    struct option options[MAX_OPTIONS];
    bench_list_options(options);
    struct option_reader reader = {
        .options = options, .help = "errdiff bench --help", .argc = argc, .argv = argv, .next = 1};
    enum arguments_outcome outcome =
        bench_read_words(&reader, &bench_help, read_word_of_bench, arguments);
    return outcome == ARGUMENTS_WORK && !bench_arguments_check(arguments) ? ARGUMENTS_WRONG
                                                                          : outcome;
}
