/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "dither_arguments.h"

#include "config.h"
#include "dither_help.h"
#include "fail.h"
#include "option_reading.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The options that only the command has. Those of every dithering have the number of their row in
 * the library's table, plus 1. */
enum own_option {
    OPTION_COLOURS = 100,
    OPTION_LOCK,
    OPTION_BITS,
    OPTION_INDEXED,
    OPTION_JSON,
    OPTION_HELP,
    OPTION_VERSION,
};

static const struct option own_options[] = {
    {"colours", true, OPTION_COLOURS},  {"lock", true, OPTION_LOCK},
    {"bits", true, OPTION_BITS},        {"indexed", false, OPTION_INDEXED},
    {"json", false, OPTION_JSON},       {"help", false, OPTION_HELP},
    {"version", false, OPTION_VERSION}, {NULL, false, 0},
};

enum { OWN_COUNT = sizeof own_options / sizeof *own_options, MOST_OPTIONS = 64 };

/* Lists the options of the library's table and the command's own. */
static void list_options(struct option options[MOST_OPTIONS])
{
    errdiff_option_info info;
    int count = 0;
    for (; count < MOST_OPTIONS - OWN_COUNT && errdiff_option_get(count, &info) == ERRDIFF_OK;
         count++)
        options[count] = (struct option){info.name, info.type != ERRDIFF_OPTION_SWITCH, count + 1};
    memcpy(options + count, own_options, sizeof own_options);
}

static bool read_seed(const errdiff_option_info *option, const char *text, uint32_t *seed)
{
    char *end;
    errno = 0;
    long long number = strtoll(text, &end, 10);
    if (end == text || *end != '\0' || errno != 0 || number < option->min || number > option->max) {
        fail(EXIT_WRONG_CALL, "%s: \"%s\" is not possible; %lld to %lld are", option->name, text,
             (long long)option->min, (long long)option->max);
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

/* Reads an option of the library's table. */
static bool read_shared_option(struct arguments *arguments, const errdiff_option_info *option,
                               const char *text)
{
    void *value = option->offset >= 0 ? (char *)&arguments->options + option->offset
                                      : (void *)&arguments->alpha;
    switch (option->type) {
    case ERRDIFF_OPTION_TEXT:
        *(const char **)value = text;
        return true;
    case ERRDIFF_OPTION_LEVELS:
        arguments->has_levels = true;
        return read_levels(text, value);
    case ERRDIFF_OPTION_PALETTE:
        arguments->palette = text;
        return true;
    case ERRDIFF_OPTION_CHOICE:
        return read_word(option->name, text, option->choices, value);
    case ERRDIFF_OPTION_INTEGER:
        return read_integer(option->name, text, value);
    case ERRDIFF_OPTION_SEED:
        return read_seed(option, text, value);
    case ERRDIFF_OPTION_SWITCH:
        *(int *)value = 1;
    }
    return true;
}

static bool read_option(struct arguments *arguments, int id, const char *value)
{
    errdiff_option_info shared;
    if (errdiff_option_get(id - 1, &shared) == ERRDIFF_OK)
        return read_shared_option(arguments, &shared, value);
    switch (id) {
    case OPTION_COLOURS:
        return read_colours(value, &arguments->colours);
    case OPTION_LOCK:
        return read_locked(value, &arguments->locked);
    case OPTION_BITS:
        arguments->narrow = strcmp(value, "8") == 0;
        if (!arguments->narrow)
            fail(EXIT_WRONG_CALL, "bits: \"%s\" is not possible; 8 is", value);
        return arguments->narrow;
    case OPTION_INDEXED:
        arguments->options.indexed = 1;
        return true;
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
    struct option options[MOST_OPTIONS];
    list_options(options);
    struct option_reader reader = {
        .options = options, .help = "errdiff --help", .argc = argc, .argv = argv, .next = 1};
    int option;
    while ((option = option_next(&reader)) != OPTION_END) {
        if (option == OPTION_WRONG)
            return ARGUMENTS_WRONG;
        if (option == OPTION_HELP || option == OPTION_VERSION) {
            if (option == OPTION_HELP)
                dither_help_print();
            else
                puts("errdiff " ERRDIFF_VERSION);
            return ARGUMENTS_DONE;
        }
        if (option == OPTION_PATH ? !read_path(arguments, reader.value)
                                  : !read_option(arguments, option, reader.value))
            return ARGUMENTS_WRONG;
    }
    return arguments->out || fail_paths() ? check(arguments) : ARGUMENTS_WRONG;
}
