/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "option_reading.h"

#include "fail.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* getopt_long takes any beginning of a name; a script that relied on one would break with the next
 * option that begins like it. */
static bool is_whole_name(const char *word, const char *name)
{
    size_t length = strlen(name);
    return strncmp(word, "--", 2) == 0 && strncmp(word + 2, name, length) == 0 &&
           (word[2 + length] == '\0' || word[2 + length] == '=');
}

int option_next(int argc, char **argv, const struct option *options, const char *help)
{
    const char *word = optind < argc ? argv[optind] : "";
    int index = 0;
    opterr = 0;
    int option = getopt_long(argc, argv, "+:", options, &index);
    bool is_known = option != '?' && option != ':';
    if (option == -1 || (is_known && is_whole_name(word, options[index].name)))
        return option;
    char letter[3] = {'-', (char)optopt, '\0'};
    bool is_letter = option == '?' && optopt > 0 && strncmp(word, "--", 2) != 0;
    fail(EXIT_WRONG_CALL, "%s: %s; `%s` lists the options", is_letter ? letter : word,
         option == ':' ? "its value is missing" : "not an option, or not with a value", help);
    return OPTION_WRONG;
}

int option_or_path_next(int argc, char **argv, const struct option *options, const char *help,
                        bool *only_paths)
{
    const char *word = optind < argc ? argv[optind] : "";
    int option = *only_paths ? -1 : option_next(argc, argv, options, help);
    *only_paths |= strcmp(word, "--") == 0;
    if (option != -1 || optind >= argc)
        return option;
    optarg = argv[optind++];
    return OPTION_PATH;
}

bool read_integer(const char *name, const char *text, int *value)
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

bool read_size(const char *name, const char *text, int most, int *width, int *height)
{
    char *mark, *end;
    long across = strtol(text, &mark, 10);
    long down = *mark == 'x' ? strtol(mark + 1, &end, 10) : 0;
    if (across < 1 || across > most || down < 1 || down > most || *end != '\0') {
        fail(EXIT_WRONG_CALL, "%s: \"%s\" is not possible; 1x1 to %dx%d are", name, text, most,
             most);
        return false;
    }
    *width = (int)across;
    *height = (int)down;
    return true;
}

bool read_real(const char *name, const char *text, double *value)
{
    char *end;
    double number = strtod(text, &end);
    if (end == text || *end != '\0' || !isfinite(number)) {
        fail(EXIT_WRONG_CALL, "%s: \"%s\" is not a number", name, text);
        return false;
    }
    *value = number;
    return true;
}

bool read_word(const char *name, const char *text, const char *const *words, int *number)
{
    char possible[200] = "";
    size_t length = 0;
    for (*number = 0; words[*number]; ++*number) {
        if (strcmp(text, words[*number]) == 0)
            return true;
        length += (size_t)snprintf(possible + length, sizeof possible - length, "%s%s",
                                   length == 0 ? "" : ", ", words[*number]);
    }
    fail(EXIT_WRONG_CALL, "%s: \"%s\" is not possible; %s are", name, text, possible);
    return false;
}
