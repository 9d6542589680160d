/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "arguments.h"

#include "config.h"
#include "fail.h"

#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

static const char help[] =
    "Usage: errdiff [OPTION]… IN OUT\n"
    "       errdiff engines\n"
    "       errdiff kernels\n"
    "\n"
    "Dithers picture IN into OUT by error diffusion. Pictures are PNM (P5, P6; 8 and 16 bits)"
#ifdef HAVE_PNG
    "\nor PNG"
#endif
    ";\nthe name of OUT says which, .pgm, .ppm, .pnm"
#ifdef HAVE_PNG
    " or .png"
#endif
    ". - is standard input or output.\n"
    "\n"
    "  --kernel NAME|TEXT  how errors spread: a name from `errdiff kernels`, or a text,\n"
    "                      divisor: dx,dy,weight; dx,dy,weight; …  (floyd-steinberg)\n"
    "  --levels L|R,G,B    output levels, 2 to 256, of all channels or of each (2)\n"
    "  --strength PERCENT  share of the error that is handed on, 0 to 100 (100)\n"
    "  --engine NAME       who does the work: a name from `errdiff engines` (auto)\n"
    "  --threads N         threads for engines that use several; 0: one a processor (0)\n"
    "  --json              print a report as JSON, on standard error where OUT is -\n"
    "  --help, --version\n"
    "\n"
    "`errdiff engines` lists the engines and whether they can run here, `errdiff kernels` the\n"
    "kernels with divisor D and slope p.\n"
    "\n"
    "Exit status: 0; 1 when it failed; 2 when the call was wrong.\n";

enum option_id {
    OPTION_KERNEL = 1,
    OPTION_LEVELS,
    OPTION_STRENGTH,
    OPTION_ENGINE,
    OPTION_THREADS,
    OPTION_JSON,
    OPTION_HELP,
    OPTION_VERSION
};

static const struct option long_options[] = {
    {"kernel", required_argument, NULL, OPTION_KERNEL},
    {"levels", required_argument, NULL, OPTION_LEVELS},
    {"strength", required_argument, NULL, OPTION_STRENGTH},
    {"engine", required_argument, NULL, OPTION_ENGINE},
    {"threads", required_argument, NULL, OPTION_THREADS},
    {"json", no_argument, NULL, OPTION_JSON},
    {"help", no_argument, NULL, OPTION_HELP},
    {"version", no_argument, NULL, OPTION_VERSION},
    {NULL, 0, NULL, 0},
};

/* The core checks the range. */
static bool read_integer(const char *name, const char *text, int *value)
{
    char *end;
    errno = 0;
    long number = strtol(text, &end, 10);
    if (end == text || *end != '\0' || errno != 0 || number < INT_MIN || number > INT_MAX) {
        fail(EXIT_WRONG_CALL, "%s: \"%s\" is not a whole number", name, text);
        return false;
    }
    *value = (int)number;
    return true;
}

static bool read_option(struct arguments *arguments, int option, const char *value)
{
    errdiff_message message;
    switch (option) {
    case OPTION_KERNEL:
        arguments->options.kernel = value;
        return true;
    case OPTION_LEVELS:
        if (errdiff_levels_parse(value, arguments->options.levels, &message) == ERRDIFF_OK)
            return true;
        fail(EXIT_WRONG_CALL, "%s", message.text);
        return false;
    case OPTION_STRENGTH:
        return read_integer("strength", value, &arguments->options.strength);
    case OPTION_ENGINE:
        arguments->options.engine = value;
        return true;
    case OPTION_THREADS:
        return read_integer("threads", value, &arguments->options.threads);
    default:
        arguments->json = true;
        return true;
    }
}

enum arguments_outcome arguments_read(struct arguments *arguments, int argc, char **argv)
{
    *arguments = (struct arguments){0};
    errdiff_options_init(&arguments->options);
    opterr = 0;
    int option;
    while ((option = getopt_long(argc, argv, ":", long_options, NULL)) != -1) {
        if (option == OPTION_HELP || option == OPTION_VERSION) {
            fputs(option == OPTION_HELP ? help : "errdiff " ERRDIFF_VERSION "\n", stdout);
            return ARGUMENTS_DONE;
        }
        if (option == '?' || option == ':') {
            fail(EXIT_WRONG_CALL, "%s: %s; `errdiff --help` lists the options", argv[optind - 1],
                 option == ':' ? "its value is missing" : "not an option, or not with a value");
            return ARGUMENTS_WRONG;
        }
        if (!read_option(arguments, option, optarg))
            return ARGUMENTS_WRONG;
    }
    if (argc - optind != 2) {
        fail(EXIT_WRONG_CALL, "two pictures are needed, IN and OUT; `errdiff --help` says more");
        return ARGUMENTS_WRONG;
    }
    arguments->in = argv[optind];
    arguments->out = argv[optind + 1];

    errdiff_message message;
    if (errdiff_options_check(&arguments->options, &message) != ERRDIFF_OK) {
        fail(EXIT_WRONG_CALL, "%s", message.text);
        return ARGUMENTS_WRONG;
    }
    return ARGUMENTS_DITHER;
}
