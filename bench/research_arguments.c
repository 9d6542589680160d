/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads and checks the arguments of errdiff-bench, and contains its help. */
#include "research_arguments.h"

#include "fail.h"

#include <stddef.h>
#include <string.h>

static const char start_of_help[] =
    "Usage: errdiff-bench [OPTION]…\n"
    "\n"
    "Times what the research of this project needs: a matrix of jobs, the experiments of papers,\n"
    "or a setting of a GPU engine. Without --matrix, --paper and --sweep it does what `errdiff\n"
    "bench` does, whose help says how times are taken.\n"
    "\n";

static const char end_of_help[] =
    "\n"
    "With --matrix images have 1024x1024 pixels by default, there are 3 rounds, rows that take\n"
    "longer than 0.05 s run in the first one only, and engines choose their instruction set.\n"
    "\n"
    "The matrix has rows for the jobs that people use; it is not a full product, which would have\n"
    "millions of rows. Every kernel is timed in gray and in RGB with 2, 4, 16 and 256 levels. "
    "Four\n"
    "kernels are timed with one more option at a time: floyd-steinberg, the usual one;\n"
    "jarvis-judice-ninke, which reaches further; ostromoukhov and zhou-fang, whose weights depend\n"
    "on the tone. The options are 16 bits, linear, noise 20, strength 80, detail 50, serpentine,\n"
    "keep-exact and mask, in gray with 2 levels and in RGB with 4; and in RGB palettes of 2, 16,\n"
    "216 and 256 colors, compared by RGB and by OKLab, with 16 bits, linear, and with two ways to\n"
    "map colors out of gamut.\n"
    "\n"
    "A row of the matrix shows the speed of each engine in megapixels per second. `x plain` and\n"
    "`x serial-ec` are the speed of the fastest engine as a multiple of that of the plain loop "
    "and\n"
    "of serial-ec. `auto` is the engine that auto takes, with a GPU that is already set up;\n"
    "`regret` is the time of this engine divided by that of the fastest. - means that there is\n"
    "none.\n"
    "\n"
    "Exit status: 0 on success, 1 on failure, 2 if the command line was wrong.\n";

const char *const research_papers[] = {"deshpande", "kasagi", "lagrange", NULL};

static const struct bench_sweep sweeps[] = {
    {"handover", "handover", "ERRDIFF_HANDOVER", 16, 4096},
    {"strip", "hybrid", "ERRDIFF_STRIP", 16, 4096},
};
enum { SWEEP_COUNT = sizeof sweeps / sizeof *sweeps };
static const struct bench_size swept_squares[] = {{4096, 4096}, {8192, 8192}};
enum { SWEPT_COUNT = sizeof swept_squares / sizeof *swept_squares };

enum option_id { OPTION_MATRIX = BENCH_FIRST_FREE_ID, OPTION_ROWS, OPTION_SWEEP, OPTION_PAPER };

#define OWN(member) .offset = offsetof(struct research_arguments, member)

/* The options before those of `errdiff bench`. */
static const struct option own_options[] = {
    {{.name = "matrix",
      .explanation = "Time many jobs, and print a row for each, with all engines side by side; "
                     "see below",
      .type = ERRDIFF_OPTION_SWITCH,
      OWN(matrix)},
     .id = OPTION_MATRIX},
    {{.name = "rows",
      .explanation = "With --matrix: only the rows whose name contains this text, such as "
                     "\"zhou-fang\" or \"16 colors\"",
      .type = ERRDIFF_OPTION_TEXT,
      OWN(rows)},
     .value_name = "TEXT",
     .id = OPTION_ROWS},
    {{.name = "sweep",
      .explanation =
          "Time one engine alone, with several values of one setting, at 4096x4096 and 8192x8192: "
          "handover (how many pixels an iteration of the engine handover must have for the GPU to "
          "do it) or strip (the number of columns that the engine hybrid leaves to the CPU)"},
     .value_name = "handover|strip",
     .id = OPTION_SWEEP},
    {{.name = "paper",
      .explanation = "Run the experiments of a paper, and print its tables with its times beside "
                     "those of this machine: Deshpande, Misra, Narayanan 2011; Kasagi, Nakano, Ito "
                     "2014; or Lagrange, Gilles, Heggarty, Fracasso 2024. What cannot run here is "
                     "left out, and named. Only --size (up to five, instead of those of the "
                     "paper), --repeat and --json can be added"},
     .value_name = "deshpande|kasagi|lagrange",
     .id = OPTION_PAPER},
};
enum { OWN_COUNT = sizeof own_options / sizeof *own_options };

static void list_options(struct option list[MAX_OPTIONS])
{
    struct option others[MAX_OPTIONS];
    int count = 0;
    memcpy(list, own_options, sizeof own_options);
    bench_list_options(others);
    do
        list[OWN_COUNT + count] = others[count];
    while (others[count++].info.name);
}

static const struct command_help research_help = {start_of_help, list_options, end_of_help};

static bool read_sweep(struct research_arguments *arguments, const char *value)
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

static bool read_paper(struct research_arguments *arguments, const char *value)
{
    int number;
    if (!read_word("paper", value, research_papers, &number))
        return false;
    arguments->paper = (enum research_paper)(number + 1);
    return true;
}

/* Stores one of this program's own options. */
static bool read_own(struct research_arguments *arguments, int id, const errdiff_option_info *info,
                     const char *value)
{
    switch (id) {
    case OPTION_SWEEP:
        arguments->shared.image_option = arguments->shared.job_option = info->name;
        return read_sweep(arguments, value);
    case OPTION_PAPER:
        return read_paper(arguments, value);
    default:
        arguments->shared.image_option = info->name;
        return option_store(info, value, arguments);
    }
}

static bool read_word_of_call(void *arguments, const struct option_reader *reader, int id)
{
    struct research_arguments *research = arguments;
    if (id >= BENCH_FIRST_FREE_ID)
        return read_own(research, id, reader->info, reader->value);
    if (id != OPTION_PATH)
        return bench_read_option(&research->shared, id, reader->info, reader->value);
    fail(EXIT_WRONG_CALL, "\"%s\" is not an option", reader->value);
    return false;
}

static bool check_paper(const struct research_arguments *research)
{
    const struct bench_arguments *arguments = &research->shared;
    const char *other = arguments->image_option;
    other = arguments->hologram ? "hologram" : other;
    other = arguments->engine_count > 0 ? "engine" : other;
    other = arguments->isa_count > 0 ? "isa" : other;
    other = arguments->thread_count > 0 ? "threads" : other;
    if (other) {
        fail(EXIT_WRONG_CALL, "--paper and --%s cannot be combined", other);
        return false;
    }
    if (arguments->size_count > RESEARCH_MAX_PAPER_SIZES) {
        fail(EXIT_WRONG_CALL, "size: with --paper it can be given %d times at most",
             RESEARCH_MAX_PAPER_SIZES);
        return false;
    }
    return research->paper != RESEARCH_LAGRANGE || bench_hologram_arguments_check(arguments);
}

static bool check_matrix(const struct research_arguments *arguments)
{
    if (arguments->rows && !arguments->matrix) {
        fail(EXIT_WRONG_CALL, "--rows needs --matrix");
        return false;
    }
    if (arguments->matrix && arguments->shared.job_option) {
        fail(EXIT_WRONG_CALL, "--matrix, which chooses the jobs, and --%s cannot be combined",
             arguments->shared.job_option);
        return false;
    }
    return true;
}

/* Checks which options can be combined, and their values as far as that was not done before. */
static bool check(const struct research_arguments *arguments)
{
    const struct bench_arguments *shared = &arguments->shared;
    if (arguments->paper > 0)
        return check_paper(arguments);
    if (arguments->sweep && shared->engine_count + shared->isa_count + shared->thread_count > 0) {
        fail(EXIT_WRONG_CALL, "--sweep, which chooses the engine, cannot be combined with "
                              "--engine, --isa or --threads");
        return false;
    }
    return bench_arguments_check(shared) && check_matrix(arguments);
}

enum arguments_outcome research_arguments_read(struct research_arguments *arguments, int argc,
                                               char **argv)
{
    *arguments = (struct research_arguments){.paper = 0};
    bench_arguments_init(&arguments->shared);
    struct option options[MAX_OPTIONS];
    list_options(options);
    struct option_reader reader = {
        .options = options, .help = "errdiff-bench --help", .argc = argc, .argv = argv, .next = 1};
    enum arguments_outcome outcome =
        bench_read_words(&reader, &research_help, read_word_of_call, arguments);
    if (outcome == ARGUMENTS_WORK && !check(arguments))
        return ARGUMENTS_WRONG;
    arguments->shared.has_many_jobs = arguments->matrix;
    if (arguments->sweep && arguments->shared.size_count == 0) {
        memcpy(arguments->shared.sizes, swept_squares, sizeof swept_squares);
        arguments->shared.size_count = SWEPT_COUNT;
    }
    return outcome;
}
