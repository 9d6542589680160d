/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints the help of a command: each option with its explanation, values and default. */
#include "option_help.h"

#include <stdio.h>
#include <string.h>

enum { HELP_COLUMN = 22, HELP_WIDTH = 94 };

/* The number of columns of a text: that of its characters, because none of them is wide. */
static int count_columns(const char *text, size_t length)
{
    int columns = 0;
    for (size_t i = 0; i < length; i++)
        columns += ((unsigned char)text[i] & 0xC0) != 0x80;
    return columns;
}

/* Prints the words of a text from HELP_COLUMN on, in as many lines as it needs. The cursor is in
 * `column`. */
static void print_words(const char *text, int column)
{
    bool is_first = true;
    for (const char *word = text; *word;) {
        size_t length = strcspn(word, " ");
        int columns = count_columns(word, length);
        if (!is_first && column + 1 + columns > HELP_WIDTH) {
            putchar('\n');
            column = 0;
            is_first = true;
        }
        int gap = is_first ? HELP_COLUMN - column : 1;
        printf("%*s%.*s", gap, "", (int)length, word);
        column += gap + columns;
        is_first = false;
        word += length + strspn(word + length, " ");
    }
    putchar('\n');
}

const char *option_value_name(const struct option *option)
{
    static const char *const usual[] = {
        [ERRDIFF_OPTION_TEXT] = "NAME", [ERRDIFF_OPTION_LEVELS] = "L|R,G,B",
        [ERRDIFF_OPTION_PALETTE] = "P", [ERRDIFF_OPTION_CHOICE] = "NAME",
        [ERRDIFF_OPTION_INTEGER] = "N", [ERRDIFF_OPTION_SEED] = "N",
        [ERRDIFF_OPTION_SWITCH] = "",   [ERRDIFF_OPTION_REAL] = "X",
        [ERRDIFF_OPTION_FILE] = "FILE",
    };
    return option->value_name ? option->value_name : usual[option->info.type];
}

void option_name(const errdiff_option_info *info, struct option_text *name)
{
    snprintf(name->text, sizeof name->text, "--%s%s", option_is_on_by_default(info) ? "no-" : "",
             info->name);
}

void option_explanation(const errdiff_option_info *info, struct option_text *explanation)
{
    snprintf(explanation->text, sizeof explanation->text, "%s%s",
             option_is_on_by_default(info) ? "Turns off this default: " : "", info->explanation);
}

/* Prints "  --name VALUE" or "  -n, --name VALUE", and returns the column after it. */
static int print_name(const struct option *option)
{
    const char *value_name = option_value_name(option);
    struct option_text name;
    option_name(&option->info, &name);
    char text[sizeof name + 32];
    char letter[8] = "";
    if (option_letter(option))
        snprintf(letter, sizeof letter, "-%c, ", option_letter(option));
    snprintf(text, sizeof text, "  %s%s%s%s", letter, name.text, *value_name ? " " : "",
             value_name);
    fputs(text, stdout);
    int column = count_columns(text, strlen(text));
    if (column < HELP_COLUMN)
        return column;
    putchar('\n');
    return 0;
}

bool option_is_required(const errdiff_option_info *info)
{
    return info->type == ERRDIFF_OPTION_REAL && !info->default_value;
}

/* Writes the text in parentheses: the values and the default. */
static void write_values(const struct option *option, char *text, size_t size)
{
    const errdiff_option_info *info = &option->info;
    const char *except = option->not_required;
    errdiff_message values;
    bool is_required = option_is_required(info);
    const char *usual = info->default_value ? info->default_value : "";
    errdiff_option_values(info, &values);
    snprintf(text, size, "%s%s%s%s%s%s", values.text,
             *values.text && (is_required || *usual) ? "; " : "",
             is_required ? "required"
             : *usual    ? "default: "
                         : "",
             usual, except ? ", except " : "", except ? except : "");
}

static void print_option(const struct option *option)
{
    const errdiff_option_info *info = &option->info;
    struct option_text explanation;
    char values[2300] = "", text[sizeof explanation + sizeof values + 4];
    option_explanation(info, &explanation);
    if (info->type != ERRDIFF_OPTION_SWITCH)
        write_values(option, values, sizeof values);
    snprintf(text, sizeof text, "%s%s%s%s", explanation.text, *values ? " (" : "", values,
             *values ? ")" : "");
    print_words(text, print_name(option));
}

void command_print_help(const struct command_help *help)
{
    struct option options[MAX_OPTIONS];
    help->list_options(options);
    fputs(help->start, stdout);
    for (const struct option *option = options; option->info.name; option++)
        print_option(option);
    fputs(help->end, stdout);
}
