/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the calls of commands that take one name at most, or nothing. */
#include "name_argument.h"

#include "fail.h"

#include <stdio.h>
#include <string.h>

enum { OPTION_HELP = 1 };

void name_argument_options(struct option list[MAX_OPTIONS])
{
    list[0] = (struct option){
        {.name = "help", .explanation = "Print this help", .type = ERRDIFF_OPTION_SWITCH},
        .id = OPTION_HELP};
    list[1] = (struct option){.id = 0};
}

bool name_argument_read(const char *named, const struct command_help *help, int argc, char **argv,
                        const char **name, int *status)
{
    struct option options[MAX_OPTIONS];
    char call[64];
    struct option_reader reader = {
        .options = options, .help = call, .argc = argc, .argv = argv, .next = 1};
    snprintf(call, sizeof call, "errdiff %ss --help", named);
    name_argument_options(options);
    *name = NULL;
    for (int option; (option = option_next(&reader)) != OPTION_END;) {
        *status = EXIT_WRONG_CALL;
        if (option == OPTION_WRONG)
            return false;
        if (option == OPTION_HELP) {
            command_print_help(help);
            *status = EXIT_DONE;
            return false;
        }
        if (*name) {
            fail(EXIT_WRONG_CALL, "%ss: only one %s is possible", named, named);
            return false;
        }
        *name = reader.value;
    }
    return true;
}

bool word_asks_for_help(const char *word)
{
    return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
}

bool no_argument_read(const char *name, const char *text, int argc, char **argv, int *status)
{
    if (argc == 1)
        return true;
    *status = EXIT_DONE;
    if (argc == 2 && word_asks_for_help(argv[1]))
        puts(text);
    else
        *status =
            fail(EXIT_WRONG_CALL,
                 "%s: nothing can follow it; for an image of that name, write ./%s", name, name);
    return false;
}
