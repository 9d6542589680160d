/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs `errdiff presets`: lists the presets, or shows which options one of them stands for. */
#define _POSIX_C_SOURCE 200809L

#include "presets_command.h"

#include "fail.h"
#include "name_argument.h"
#include "preset_list.h"
#include "preset_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char start_of_help[] =
    "Usage: errdiff presets [NAME]\n"
    "\n"
    "Lists the presets for --preset: those that are built in, and those that you have saved in\n"
    "the dialog of GIMP. With NAME, prints the options that this preset stands for.\n"
    "\n";

static const char end_of_help[] =
    "\n"
    "Exit status: 0 on success, 1 if a preset cannot be read, 2 if the command line was wrong.\n";

const struct command_help presets_help = {start_of_help, name_argument_options, end_of_help};

static int list_presets(void)
{
    struct preset_list list;
    int status = preset_list_make(&list);
    if (status == 0)
        printf("%-18s %s\n", "preset", "title");
    for (int i = 0; i < list.count && status == 0; i++)
        printf("%-18s %s\n", list.items[i].name,
               list.items[i].title ? list.items[i].title : list.items[i].path);
    preset_list_free(&list);
    return status;
}

/* Prints " --NAME VALUE" as a shell reads it. */
static void print_option(const char *name, const char *value)
{
    static const char safe[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                               "+,-./:@_";
    printf(" --%s ", name);
    if (*value && strspn(value, safe) == strlen(value)) {
        fputs(value, stdout);
        return;
    }
    putchar('\'');
    for (; *value; value++)
        fputs(*value == '\'' ? "'\\''" : (char[]){*value, '\0'}, stdout);
    putchar('\'');
}

static bool is_switch(const char *name)
{
    errdiff_option_info info;
    for (int i = 0; errdiff_option_get(i, &info) == ERRDIFF_OK; i++)
        if (strcmp(info.name, name) == 0)
            return info.type == ERRDIFF_OPTION_SWITCH;
    return false;
}

/* Prints a setting as an option, unless it has no effect beside a palette, or without one. */
static void print_setting(const struct preset_setting *setting, bool has_palette)
{
    char *count, *locked;
    if (strcmp(setting->name, has_palette ? "levels" : "sent") == 0)
        return;
    if (is_switch(setting->name)) {
        printf(" --%s%s", strcmp(setting->value, "true") == 0 ? "" : "no-", setting->name);
    } else if (strcmp(setting->name, "palette") == 0 &&
               preset_text_is_adaptive(setting->value, &count, &locked)) {
        print_option("colors", count);
        if (locked)
            print_option("lock", locked);
    } else if (strcmp(setting->name, "palette") != 0 || *setting->value) {
        print_option(setting->name, setting->value);
    }
}

static int show_preset(const char *name)
{
    struct preset_setting setting;
    char *text;
    int status = preset_find(name, &text);
    if (status != 0)
        return status;
    bool has_palette = false;
    char *copy = strdup(text), *rest = copy;
    if (!copy) {
        free(text);
        return fail(EXIT_FAILED, "not enough memory");
    }
    while (preset_text_next(&rest, &setting))
        has_palette |= strcmp(setting.name, "palette") == 0 && *setting.value;
    if (setting.name) {
        status = fail(EXIT_FAILED, "preset: %s: \"%s\" is not a setting", name, setting.name);
    } else {
        fputs("errdiff IN OUT", stdout);
        for (rest = text; preset_text_next(&rest, &setting);)
            print_setting(&setting, has_palette);
        putchar('\n');
    }
    free(copy);
    free(text);
    return status;
}

int presets(int argc, char **argv)
{
    const char *name;
    int status;
    if (!name_argument_read("preset", &presets_help, argc, argv, &name, &status))
        return status;
    return name ? show_preset(name) : list_presets();
}
