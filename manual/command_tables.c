/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints the help of each command, and the names of kernels, palettes, presets and engines, as
 * JSON. The manual pages and the completions for shells are made from it. */
#include "bench_arguments.h"
#include "config.h"
#include "devices.h"
#include "dither_arguments.h"
#ifdef HAVE_HOLOGRAM
#include "hologram_arguments.h"
#endif
#include "json.h"
#include "kernels_command.h"
#include "option_help.h"
#include "palettes_command.h"
#include "presets_command.h"
#include "wedge_command.h"

static const struct {
    const char *name;
    const struct command_help *help;
} commands[] = {
    {"errdiff", &dither_help},
    {"errdiff bench", &bench_help},
    {"errdiff kernels", &kernels_help},
    {"errdiff palettes", &palettes_help},
    {"errdiff presets", &presets_help},
    {"errdiff wedge", &wedge_help},
#ifdef HAVE_HOLOGRAM
    {"errdiff hologram", &hologram_help},
#endif
};
enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

/* Begins a member of an object; index: how many it has before this one. */
static void begin_member(int index, const char *name)
{
    fputs(index > 0 ? ",\n" : "\n", stdout);
    json_write_string(stdout, name);
    fputs(": ", stdout);
}

static void print_member(int index, const char *name, const char *text)
{
    begin_member(index, name);
    json_write_string(stdout, text);
}

/* Prints an object that has the name of each choice and its explanation. */
static void print_choices(const errdiff_option_info *info)
{
    fputs("{", stdout);
    for (int i = 0; info->choices && info->choices[i]; i++)
        print_member(i, info->choices[i],
                     info->choice_explanations ? info->choice_explanations[i] : "");
    fputs("}", stdout);
}

static void print_option(const struct option *option)
{
    const errdiff_option_info *info = &option->info;
    bool is_switch = info->type == ERRDIFF_OPTION_SWITCH;
    struct option_text name, explanation;
    errdiff_message values = {""};
    option_name(info, &name);
    option_explanation(info, &explanation);
    if (!is_switch && info->type != ERRDIFF_OPTION_CHOICE)
        errdiff_option_values(info, &values);
    fputs("{", stdout);
    print_member(0, "name", name.text);
    print_member(1, "letter", (char[]){option_letter(option), '\0'});
    print_member(2, "value_name", option_value_name(option));
    print_member(3, "explanation", explanation.text);
    print_member(4, "values", values.text);
    print_member(5, "default", info->default_value && !is_switch ? info->default_value : "");
    begin_member(6, "is_required");
    fputs(option_is_required(info) ? "true" : "false", stdout);
    print_member(7, "not_required", option->not_required ? option->not_required : "");
    begin_member(8, "choices");
    print_choices(info);
    fputs("}", stdout);
}

static void print_command(const struct command_help *help)
{
    struct option options[MAX_OPTIONS];
    help->list_options(options);
    fputs("{", stdout);
    print_member(0, "start", help->start);
    print_member(1, "end", help->end);
    begin_member(2, "options");
    for (int i = 0; options[i].info.name; i++) {
        fputs(i > 0 ? ", " : "[", stdout);
        print_option(&options[i]);
    }
    fputs("]}", stdout);
}

static void print_kernels(void)
{
    fputs("{", stdout);
    for (int i = 0; i < errdiff_kernel_count(); i++) {
        errdiff_kernel kernel;
        errdiff_kernel_get(i, &kernel);
        print_member(i, kernel.name, kernel.title);
    }
    fputs("}", stdout);
}

static void print_palettes(void)
{
    fputs("{", stdout);
    for (int i = 0; i < errdiff_palette_count(); i++) {
        errdiff_palette_info info;
        errdiff_palette_get(i, &info);
        print_member(i, info.name, info.title);
    }
    fputs("}", stdout);
}

static void print_presets(void)
{
    errdiff_preset_info info;
    fputs("{", stdout);
    for (int i = 0; errdiff_preset_get(i, &info) == ERRDIFF_OK; i++)
        print_member(i, info.name, info.title);
    fputs("}", stdout);
}

static void print_devices(void)
{
    const struct device *device;
    fputs("{", stdout);
    for (int i = 0; (device = device_get(i)); i++)
        print_member(i, device->name, device->title);
    fputs("}", stdout);
}

static void print_engines(void)
{
    fputs("{", stdout);
    for (int i = 0; i < errdiff_engine_count(); i++) {
        errdiff_engine_info info;
        errdiff_engine_get(i, &info);
        print_member(i, info.name, info.description);
    }
    fputs("}", stdout);
}

static void print_hologram_engines(void)
{
    fputs("{", stdout);
#ifdef HAVE_HOLOGRAM
    errdiff_engine_info info;
    for (int i = 0; errdiff_hologram_engine_get(i, &info) == ERRDIFF_OK; i++)
        print_member(i, info.name, info.description);
#endif
    fputs("}", stdout);
}

int main(void)
{
    fputs("{", stdout);
    print_member(0, "version", ERRDIFF_VERSION);
    print_member(1, "module_dir", ERRDIFF_MODULE_DIR);
    begin_member(2, "commands");
    fputs("{", stdout);
    for (int i = 0; i < COMMAND_COUNT; i++) {
        begin_member(i, commands[i].name);
        print_command(commands[i].help);
    }
    fputs("}", stdout);
    begin_member(3, "kernels");
    print_kernels();
    begin_member(4, "palettes");
    print_palettes();
    begin_member(5, "presets");
    print_presets();
    begin_member(6, "engines");
    print_engines();
    begin_member(7, "hologram_engines");
    print_hologram_engines();
    begin_member(8, "devices");
    print_devices();
    fputs("}\n", stdout);
    return fflush(stdout) == 0 ? 0 : 1;
}
