/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "option_reading.h"

#include "fail.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *take_word(struct option_reader *reader)
{
    return reader->next < reader->argc ? reader->argv[reader->next++] : NULL;
}

static const struct option *find_option(const struct option *options, const char *name,
                                        size_t length)
{
    for (; options->name; options++)
        if (strlen(options->name) == length && memcmp(options->name, name, length) == 0)
            return options;
    return NULL;
}

static int fail_option(const struct option_reader *reader, const char *word, const char *problem)
{
    fail(EXIT_WRONG_CALL, "%s: %s; `%s` lists the options", word, problem, reader->help);
    return OPTION_WRONG;
}

/* Reads "--name", "--name value" or "--name=value". */
static int read_option(struct option_reader *reader, const char *word)
{
    const char *mark = strchr(word, '=');
    size_t length = mark ? (size_t)(mark - word) : strlen(word);
    bool is_long = word[1] == '-' && length > 2;
    const struct option *option =
        is_long ? find_option(reader->options, word + 2, length - 2) : NULL;
    if (!option)
        return fail_option(reader, word, "not an option");
    if (mark && !option->has_value)
        return fail_option(reader, word, "it takes no value");
    reader->value = mark ? mark + 1 : option->has_value ? take_word(reader) : NULL;
    if (option->has_value && !reader->value)
        return fail_option(reader, word, "its value is missing");
    return option->id;
}

int option_next(struct option_reader *reader)
{
    const char *word = take_word(reader);
    if (word && !reader->only_paths && strcmp(word, "--") == 0) {
        reader->only_paths = true;
        word = take_word(reader);
    }
    if (!word)
        return OPTION_END;
    if (!reader->only_paths && word[0] == '-' && word[1] != '\0')
        return read_option(reader, word);
    reader->value = word;
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
