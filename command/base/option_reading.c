/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the options of a command line, and converts their values. */
#include "option_reading.h"

#include "fail.h"
#include "similar_name.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *take_word(struct option_reader *reader)
{
    return reader->next < reader->argc ? reader->argv[reader->next++] : NULL;
}

static bool is_switch(const errdiff_option_info *option)
{
    return option->type == ERRDIFF_OPTION_SWITCH;
}

static bool can_be_off(const struct option *option)
{
    return is_switch(&option->info) && option->info.default_value;
}

bool option_is_on_by_default(const errdiff_option_info *option)
{
    return is_switch(option) && option->default_value && *option->default_value == '1';
}

/* Finds the option with this name. Any switch can be turned off by --no-NAME; *is_off says whether
 * it is. */
static const struct option *find_option(const struct option *options, const char *name,
                                        size_t length, bool *is_off)
{
    bool has_no = length > 3 && memcmp(name, "no-", 3) == 0;
    for (; options->info.name; options++) {
        size_t own = strlen(options->info.name);
        *is_off = has_no && can_be_off(options) && own == length - 3 &&
                  memcmp(options->info.name, name + 3, own) == 0;
        if (*is_off || (own == length && memcmp(options->info.name, name, length) == 0))
            return options;
    }
    return NULL;
}

static int fail_option(const struct option_reader *reader, const char *word, const char *problem)
{
    fail(EXIT_WRONG_CALL, "%s: %s; `%s` lists the options", word, problem, reader->help);
    return OPTION_WRONG;
}

char option_letter(const struct option *option)
{
    return strcmp(option->info.name, "help") == 0 ? 'h' : option->letter;
}

/* What other programs call some options. */
static const struct {
    const char *word, *name;
} other_names[] = {
    {"algorithm", "kernel"}, {"method", "kernel"},   {"diffusion", "kernel"},
    {"dither", "kernel"},    {"filter", "kernel"},   {"num-colors", "colors"},
    {"quantize", "colors"},  {"grayscale", "gray"},  {"greyscale", "gray"},
    {"grey", "gray"},        {"monochrome", "gray"}, {"size", "resize"},
    {"scale", "resize"},     {"geometry", "resize"}, {"out", "output"},
    {"outfile", "output"},   {"output-dir", "to"},   {"directory", "to"},
    {"folder", "to"},        {"jobs", "threads"},    {"depth", "bits"},
};

/* Writes a question for the option that was meant by a word of `length` letters after its -, or
 * nothing if there is none like it. */
static void ask_option(const struct option *options, const char *word, size_t length,
                       char asked[SIMILAR_TEXT])
{
    char typed[64];
    bool is_off;
    snprintf(typed, sizeof typed, "%.*s", length < sizeof typed ? (int)length : 0, word);
    struct similar_name similar = {.typed = typed};
    if (find_option(options, typed, strlen(typed), &is_off))
        similar.best = typed;
    for (size_t i = 0; i < sizeof other_names / sizeof *other_names && !similar.best; i++)
        if (strcmp(typed, other_names[i].word) == 0 &&
            find_option(options, other_names[i].name, strlen(other_names[i].name), &is_off))
            similar.best = other_names[i].name;
    for (const struct option *option = options; option->info.name && *typed; option++)
        if (!similar.best || similar.distance > 0)
            similar_name_try(&similar, option->info.name);
    similar_name_ask(&similar, "--", asked);
}

static int fail_name(const struct option_reader *reader, const char *word, size_t length)
{
    char asked[SIMILAR_TEXT];
    size_t dashes = strspn(word, "-");
    ask_option(reader->options, word + dashes, length - dashes, asked);
    fail(EXIT_WRONG_CALL, "%s: not an option%s `%s` lists the options", word, *asked ? asked : ";",
         reader->help);
    return OPTION_WRONG;
}

/* Takes the value of an option that was found; `own`: the value in the same word, or NULL. */
static int take_option(struct option_reader *reader, const struct option *option, const char *word,
                       const char *own, bool is_off)
{
    bool has_value = !is_switch(&option->info);
    if (own && !has_value)
        return fail_option(reader, word, "it takes no value");
    reader->info = &option->info;
    reader->value = own ? own : has_value ? take_word(reader) : is_off ? "0" : "1";
    if (has_value && !reader->value)
        return fail_option(reader, word, "its value is missing");
    return option->id;
}

/* Reads "--name", "--name value" or "--name=value". */
static int read_name(struct option_reader *reader, const char *word)
{
    const char *mark = strchr(word, '=');
    size_t length = mark ? (size_t)(mark - word) : strlen(word);
    bool is_off = false;
    const struct option *option =
        length > 2 ? find_option(reader->options, word + 2, length - 2, &is_off) : NULL;
    return option ? take_option(reader, option, word, mark ? mark + 1 : NULL, is_off)
                  : fail_name(reader, word, length);
}

/* Reads "-n", "-n value" or "-nvalue". A name with one dash is not taken for that. */
static int read_letter(struct option_reader *reader, const char *word)
{
    bool is_off;
    size_t length = strcspn(word, "=");
    const struct option *option = reader->options;
    while (option->info.name && option_letter(option) != word[1])
        option++;
    if (!option->info.name || find_option(reader->options, word + 1, length - 1, &is_off))
        return fail_name(reader, word, length);
    return take_option(reader, option, word, word[2] ? word + 2 : NULL, false);
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
        return word[1] == '-' ? read_name(reader, word) : read_letter(reader, word);
    reader->value = word;
    return OPTION_PATH;
}

bool read_size(const char *name, const char *text, int max, int *width, int *height)
{
    char *mark, *end;
    long across = strtol(text, &mark, 10);
    long down = *mark == 'x' ? strtol(mark + 1, &end, 10) : 0;
    if (across < 1 || across > max || down < 1 || down > max || *end != '\0') {
        fail(EXIT_WRONG_CALL, "%s: \"%s\" is not possible; it must be 1x1 to %dx%d", name, text,
             max, max);
        return false;
    }
    *width = (int)across;
    *height = (int)down;
    return true;
}

/* Writes a list of words with commas, or as much of it as there is room for. */
static void write_words(const char *const *words, char *text, size_t size)
{
    size_t length = 0;
    for (int i = 0; words[i] && length < size; i++)
        length +=
            (size_t)snprintf(text + length, size - length, "%s%s", i == 0 ? "" : ", ", words[i]);
}

bool read_word(const char *name, const char *text, const char *const *words, int *number)
{
    char possible[4096] = "", asked[SIMILAR_TEXT];
    struct similar_name similar = {.typed = text};
    for (*number = 0; words[*number]; ++*number) {
        if (strcmp(text, words[*number]) == 0)
            return true;
        similar_name_try(&similar, words[*number]);
    }
    write_words(words, possible, sizeof possible);
    similar_name_ask(&similar, "", asked);
    fail(EXIT_WRONG_CALL, "%s: \"%s\" is not possible; choose from %s%s", name, text, possible,
         asked);
    return false;
}

bool read_either(const char *name, const char *text, int first, int second, int *number)
{
    char words[2][16];
    snprintf(words[0], sizeof words[0], "%d", first);
    snprintf(words[1], sizeof words[1], "%d", second);
    const char *const both[] = {words[0], words[1], NULL};
    int index;
    if (!read_word(name, text, both, &index))
        return false;
    *number = index == 0 ? first : second;
    return true;
}

/* Reads a whole number in the range of an option. */
static bool read_integer(const errdiff_option_info *option, const char *text, long long *number)
{
    char *end;
    errno = 0;
    *number = strtoll(text, &end, 10);
    if (end == text || *end != '\0' || errno != 0) {
        fail(EXIT_WRONG_CALL, "%s: \"%s\" is not a whole number", option->name, text);
        return false;
    }
    double value = (double)*number;
    if (value >= option->min && value <= option->max)
        return true;
    fail(EXIT_WRONG_CALL, "%s: %lld is out of range; it must be %.0f to %.0f%s", option->name,
         *number, option->min, option->max, option->unit ? option->unit : "");
    return false;
}

/* Reads a finite number. The library checks its range. */
static bool read_real(const errdiff_option_info *option, const char *text, double *value)
{
    char *end;
    double number = strtod(text, &end);
    if (end == text || *end != '\0' || !isfinite(number)) {
        fail(EXIT_WRONG_CALL, "%s: \"%s\" is not a number", option->name, text);
        return false;
    }
    *value = number * option->factor;
    return true;
}

static bool read_levels(const char *text, int levels[3])
{
    errdiff_message message;
    if (errdiff_levels_parse(text, levels, &message) == ERRDIFF_OK)
        return true;
    fail(EXIT_WRONG_CALL, "%s", message.text);
    return false;
}

bool option_store(const errdiff_option_info *option, const char *text, void *options)
{
    void *value = (char *)options + option->offset;
    long long number;
    switch (option->type) {
    case ERRDIFF_OPTION_TEXT:
    case ERRDIFF_OPTION_PALETTE:
    case ERRDIFF_OPTION_FILE:
        *(const char **)value = text;
        return true;
    case ERRDIFF_OPTION_LEVELS:
        return read_levels(text, value);
    case ERRDIFF_OPTION_CHOICE:
        return read_word(option->name, text, option->choices, value);
    case ERRDIFF_OPTION_INTEGER:
        if (!read_integer(option, text, &number))
            return false;
        *(int *)value = (int)number;
        return true;
    case ERRDIFF_OPTION_SEED:
        if (!read_integer(option, text, &number))
            return false;
        *(uint32_t *)value = (uint32_t)number;
        return true;
    case ERRDIFF_OPTION_SWITCH:
        *(int *)value = *text == '1';
        return true;
    case ERRDIFF_OPTION_REAL:
        return read_real(option, text, value);
    }
    return true;
}

int option_append(struct option list[MAX_OPTIONS], int count, const struct option *option)
{
    if (count == MAX_OPTIONS - 1)
        abort();
    list[count] = *option;
    return count + 1;
}

void option_list(struct option list[MAX_OPTIONS],
                 errdiff_status (*get)(int index, errdiff_option_info *info), int shared,
                 const struct option *own)
{
    errdiff_option_info info;
    int count = 0;
    for (int i = 0; get(i, &info) == ERRDIFF_OK; i++)
        count = option_append(list, count, &(struct option){.info = info, .id = shared});
    for (; own->info.name; own++)
        count = option_append(list, count, own);
    list[count] = (struct option){.id = 0};
}

errdiff_status read_colors(const char *text, errdiff_palette *palette, errdiff_message *message)
{
    size_t length = strlen(text);
    char *lines = malloc(length + 1);
    if (!lines) {
        if (message)
            *message = (errdiff_message){"not enough memory"};
        return ERRDIFF_NO_MEMORY;
    }
    /* It is like a .hex file with commas instead of line ends. */
    for (size_t i = 0; i <= length; i++)
        lines[i] = text[i] == ',' ? '\n' : text[i];
    errdiff_status status = errdiff_palette_parse(lines, length, palette, message);
    free(lines);
    return status;
}
