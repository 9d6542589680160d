/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "dither_arguments.h"

#include "config.h"
#include "fail.h"
#include "option_reading.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "Usage: errdiff [OPTION]… IN OUT\n"
    "       errdiff engines\n"
    "       errdiff kernels\n"
    "       errdiff palettes\n"
    "       errdiff bench [OPTION]…\n"
    "       errdiff calibrate\n"
    "       errdiff hologram [OPTION]… IN OUT\n"
    "\n"
    "Dithers the picture IN by error diffusion and writes it to OUT. IN is PNM (P1 to P7; P7 is\n"
    "PAM), also several pictures one after the other, or PNG if errdiff was built with libpng.\n"
    "The ending of OUT selects the format: .pgm, .ppm or .pnm (P5 or P6), .pam or .png; without\n"
    "an ending it is PNM. - is standard input, or standard output in the format of IN.\n"
    "\n"
    "  --kernel NAME|TEXT  how errors are spread: a name from `errdiff kernels`, or a text,\n"
    "                      divisor: dx,dy,weight; dx,dy,weight; …  (floyd-steinberg)\n"
    "  --levels L|R,G,B    output levels, 2 to 256, for all channels or for each (2)\n"
    "  --palette P         colours instead of levels: a name from `errdiff palettes`, or a\n"
    "                      file (.gpl, .hex, .act)\n"
    "  --colours N         a palette of N colours, 2 to 256, made from the picture\n"
    "  --lock RRGGBB,…     colours that the palette of --colours must contain\n"
    "  --match rgb|oklab   how palette colours are compared: by their numbers or as seen (rgb)\n"
    "  --linear            diffuse light instead of display values\n"
    "  --serpentine        process odd rows from right to left\n"
    "  --strength PERCENT  share of the error that is passed on, 0 to 100 (100)\n"
    "  --noise PERCENT     noise added to the decisions, 0 to 100 (0)\n"
    "  --seed N            seed of the noise, 0 to 4294967295 (0)\n"
    "  --alpha HOW         transparency: keep, threshold or dither (keep)\n"
    "  --bits 8            write 8 bits per sample for a picture of 16 bits\n"
    "  --indexed           write an indexed PNG, which contains the palette\n"
    "  --engine NAME       which engine dithers: a name from `errdiff engines` (auto)\n"
    "  --threads N         threads for engines that use several; 0: one per processor (0)\n"
    "  --json              print a report as JSON, on standard error if OUT is -\n"
    "  --help, --version\n"
    "\n"
    "`errdiff engines` lists the engines and whether they can run here, `errdiff kernels` the\n"
    "kernels with divisor D and slope p, and `errdiff palettes` the palettes. `errdiff bench`\n"
    "times the engines. `errdiff calibrate` measures this machine, so that auto finds the fastest\n"
    "engine. `errdiff hologram` quantises holograms. These three have a --help of their own.\n"
    "\n"
    "Exit status: 0 on success, 1 on failure, 2 if the call was wrong.\n";

enum option_id {
    OPTION_KERNEL = 1,
    OPTION_LEVELS,
    OPTION_PALETTE,
    OPTION_COLOURS,
    OPTION_LOCK,
    OPTION_MATCH,
    OPTION_LINEAR,
    OPTION_SERPENTINE,
    OPTION_STRENGTH,
    OPTION_NOISE,
    OPTION_SEED,
    OPTION_ALPHA,
    OPTION_BITS,
    OPTION_INDEXED,
    OPTION_ENGINE,
    OPTION_THREADS,
    OPTION_JSON,
    OPTION_HELP,
    OPTION_VERSION,
};

static const struct option call_options[] = {
    {"--kernel", true, OPTION_KERNEL},     {"--levels", true, OPTION_LEVELS},
    {"--palette", true, OPTION_PALETTE},   {"--colours", true, OPTION_COLOURS},
    {"--lock", true, OPTION_LOCK},         {"--match", true, OPTION_MATCH},
    {"--linear", false, OPTION_LINEAR},    {"--serpentine", false, OPTION_SERPENTINE},
    {"--strength", true, OPTION_STRENGTH}, {"--noise", true, OPTION_NOISE},
    {"--seed", true, OPTION_SEED},         {"--alpha", true, OPTION_ALPHA},
    {"--bits", true, OPTION_BITS},         {"--indexed", false, OPTION_INDEXED},
    {"--engine", true, OPTION_ENGINE},     {"--threads", true, OPTION_THREADS},
    {"--json", false, OPTION_JSON},        {"--help", false, OPTION_HELP},
    {"--version", false, OPTION_VERSION},  {NULL, false, 0},
};

static bool read_seed(const char *text, uint32_t *seed)
{
    char *end;
    errno = 0;
    long long number = strtoll(text, &end, 10);
    if (end == text || *end != '\0' || errno != 0 || number < 0 || number > UINT32_MAX) {
        fail(EXIT_WRONG_CALL, "seed: \"%s\" is not possible; 0 to %lu are", text,
             (unsigned long)UINT32_MAX);
        return false;
    }
    *seed = (uint32_t)number;
    return true;
}

/* "ff8000,000000" is read like a .hex file with commas instead of line ends. */
static bool read_locked(const char *text, errdiff_palette *locked)
{
    size_t length = strlen(text);
    char *lines = malloc(length + 1);
    errdiff_message message = {"not enough memory"};
    errdiff_status status = ERRDIFF_NO_MEMORY;
    if (lines) {
        for (size_t i = 0; i <= length; i++)
            lines[i] = text[i] == ',' ? '\n' : text[i];
        status = errdiff_palette_parse(lines, length, locked, &message);
    }
    free(lines);
    if (status != ERRDIFF_OK)
        fail(EXIT_WRONG_CALL, "lock: %s", message.text);
    return status == ERRDIFF_OK;
}

static bool read_colours(const char *text, int *colours)
{
    if (!read_integer("colours", text, colours))
        return false;
    if (*colours >= 2 && *colours <= ERRDIFF_MAX_COLOURS)
        return true;
    fail(EXIT_WRONG_CALL, "colours: %d is not possible; 2 to %d are", *colours,
         ERRDIFF_MAX_COLOURS);
    return false;
}

static bool read_levels(const char *text, int levels[3])
{
    errdiff_message message;
    if (errdiff_levels_parse(text, levels, &message) == ERRDIFF_OK)
        return true;
    fail(EXIT_WRONG_CALL, "%s", message.text);
    return false;
}

static bool read_option(struct arguments *arguments, int option, const char *value)
{
    static const char *const matches[] = {"rgb", "oklab", NULL};
    static const char *const alphas[] = {"keep", "threshold", "dither", NULL};
    errdiff_options *options = &arguments->options;
    int number = 0;
    switch (option) {
    case OPTION_KERNEL:
        options->kernel = value;
        return true;
    case OPTION_LEVELS:
        arguments->has_levels = true;
        return read_levels(value, options->levels);
    case OPTION_PALETTE:
        arguments->palette = value;
        return true;
    case OPTION_COLOURS:
        return read_colours(value, &arguments->colours);
    case OPTION_LOCK:
        return read_locked(value, &arguments->locked);
    case OPTION_MATCH:
        if (!read_word("match", value, matches, &number))
            return false;
        options->match = (errdiff_match)number;
        return true;
    case OPTION_LINEAR:
        options->linear = 1;
        return true;
    case OPTION_SERPENTINE:
        options->serpentine = 1;
        return true;
    case OPTION_STRENGTH:
        return read_integer("strength", value, &options->strength);
    case OPTION_NOISE:
        return read_integer("noise", value, &options->noise);
    case OPTION_SEED:
        return read_seed(value, &options->seed);
    case OPTION_ALPHA:
        if (!read_word("alpha", value, alphas, &number))
            return false;
        arguments->alpha = (errdiff_alpha)number;
        return true;
    case OPTION_BITS:
        arguments->narrow = strcmp(value, "8") == 0;
        if (!arguments->narrow)
            fail(EXIT_WRONG_CALL, "bits: \"%s\" is not possible; 8 is", value);
        return arguments->narrow;
    case OPTION_INDEXED:
        options->indexed = 1;
        return true;
    case OPTION_ENGINE:
        options->engine = value;
        return true;
    case OPTION_THREADS:
        return read_integer("threads", value, &options->threads);
    default:
        arguments->json = true;
        return true;
    }
}

static bool fail_paths(void)
{
    fail(EXIT_WRONG_CALL, "exactly two pictures are needed, IN and OUT; see `errdiff --help`");
    return false;
}

static bool read_path(struct arguments *arguments, const char *path)
{
    const char **next = arguments->in ? &arguments->out : &arguments->in;
    if (arguments->out || *path == '\0')
        return fail_paths();
    *next = path;
    return true;
}

/* Checks which options can be combined, as far as the core does not. */
static bool check_combination(const struct arguments *arguments)
{
    bool has_palette = arguments->palette || arguments->colours != 0;
    const char *problem = NULL;
    if (arguments->palette && arguments->colours != 0)
        problem = "--palette and --colours cannot be combined";
    else if (has_palette && arguments->has_levels)
        problem = "--levels and a palette cannot be combined";
    else if (arguments->locked.count > 0 && arguments->colours < arguments->locked.count)
        problem = "--lock needs --colours, with at least as many colours as are locked";
    else if (arguments->options.indexed && !has_palette)
        problem = "--indexed needs --palette or --colours";
    if (problem)
        fail(EXIT_WRONG_CALL, "%s", problem);
    return !problem;
}

static enum arguments_outcome check(struct arguments *arguments)
{
    if (!check_combination(arguments))
        return ARGUMENTS_WRONG;
    /* The palette is made later; the check only needs to know that there is one. */
    errdiff_palette some = {.count = 1};
    errdiff_options options = arguments->options;
    options.palette = arguments->palette || arguments->colours != 0 ? &some : NULL;
    errdiff_message message;
    if (errdiff_options_check(&options, &message) != ERRDIFF_OK) {
        fail(EXIT_WRONG_CALL, "%s", message.text);
        return ARGUMENTS_WRONG;
    }
    return ARGUMENTS_WORK;
}

enum arguments_outcome arguments_read(struct arguments *arguments, int argc, char **argv)
{
    *arguments = (struct arguments){0};
    errdiff_options_init(&arguments->options);
    struct option_reader reader = {
        .options = call_options, .help = "errdiff --help", .argc = argc, .argv = argv, .next = 1};
    int option;
    while ((option = option_next(&reader)) != OPTION_END) {
        if (option == OPTION_WRONG)
            return ARGUMENTS_WRONG;
        if (option == OPTION_HELP || option == OPTION_VERSION) {
            fputs(option == OPTION_HELP ? help : "errdiff " ERRDIFF_VERSION "\n", stdout);
            return ARGUMENTS_DONE;
        }
        if (option == OPTION_PATH ? !read_path(arguments, reader.value)
                                  : !read_option(arguments, option, reader.value))
            return ARGUMENTS_WRONG;
    }
    return arguments->out || fail_paths() ? check(arguments) : ARGUMENTS_WRONG;
}
