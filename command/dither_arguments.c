/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads and checks the arguments for dithering images, and contains the help of errdiff. */
#include "dither_arguments.h"

#include "config.h"
#include "device_option.h"
#include "devices.h"
#include "dot_gain_option.h"
#include "fail.h"
#include "memory_limit.h"
#include "preset_list.h"
#include "preset_text.h"
#include "screen_option.h"
#include "similar_name.h"
#include "viewing_option.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char start_of_help[] =
    "Usage: errdiff [OPTION]… IN OUT\n"
    "       errdiff [OPTION]… --to FOLDER IN…\n"
    "       errdiff engines\n"
    "       errdiff kernels\n"
    "       errdiff palettes [NAME]\n"
    "       errdiff presets [NAME]\n"
    "       errdiff devices\n"
    "       errdiff bench [OPTION]…\n"
    "       errdiff wedge [OPTION]… OUT\n"
    "       errdiff hologram [OPTION]… IN OUT\n"
    "       errdiff help [COMMAND]\n"
    "\n"
    "Dithers the image IN by error diffusion and writes the result to OUT. IN is PNM (P1 to "
    "P6),\n"
    "PAM (P7), BMP, TIFF, WebP, GIF, PNG or JPEG, whatever its name is; the last five can be left\n"
    "out when errdiff is built. A PNM or PAM file (P4 to P7) may contain several images, one "
    "after\n"
    "the other. The extension of OUT selects the format: .pgm, .ppm or .pnm (P5 or P6), .pam,\n"
    "or .bmp, .tif or .tiff, .webp, .gif or .png; without an extension it is PNM. - is standard\n"
    "input, or standard output in the format of IN, or PNG if IN is a JPEG.\n"
    "\n"
    "An animation (GIF, PNG or WebP) becomes an animation with the same times, or images one "
    "after\n"
    "the other in a PNM or PAM. On standard output a GIF or WebP that does not move is a PNG.\n"
    "\n"
    "With --to, many images are dithered at once, on all processors, and each is written to "
    "FOLDER\n"
    "as a PNG with the name of its file. A folder IN stands for all images in it. An image "
    "that\n"
    "fails does not stop the others.\n"
    "\n"
    "Images are turned upright as their orientation tag says, but not animated PNGs, nor PNGs\n"
    "with the tag after the pixels. A PNG's color profile, resolution, texts and Exif data are\n"
    "copied to a PNG. With a palette its colors are converted from their color profile to sRGB\n"
    "instead. The colors of a JPEG, WebP or TIFF are converted from their color profile to sRGB.\n"
    "The resolution of all of these is kept in a PNG, TIFF or BMP. All else besides the pixels\n"
    "is dropped: profile, Exif data, XMP, comments, thumbnails, and images after the first one.\n"
    "\n"
    "--no-NAME turns off an option that takes no value, as in --no-serpentine. Of several, the\n"
    "last one counts.\n"
    "\n";

const char palette_help[] =
    "Colors instead of levels: a name from `errdiff palettes`, a file (.gpl, .hex, .act, .pal or "
    ".txt, or an image with these colors), or a list like #000000,#ff8000 or black,tomato";

static const char end_of_help[] =
    "\n"
    "`errdiff engines` lists the engines and whether they can run here, and `errdiff palettes` "
    "the\n"
    "palettes. `errdiff kernels` lists the kernels, each with its divisor D and its slope p: by "
    "how\n"
    "many columns a row must trail the row above it when rows are processed in parallel.\n"
    "\n"
    "`errdiff bench` times the engines, `errdiff wedge` writes a step wedge to measure the dot\n"
    "gain, and `errdiff hologram` quantizes holograms. Each of these has a --help of its own.\n"
    "\n"
    "Exit status: 0 on success, 1 on failure, 2 if the command line was wrong.\n";

enum option_id {
    OPTION_SHARED = 1, /* it is in errdiff_options */
    OPTION_OWN,        /* it is in struct arguments */
    OPTION_PRESET,
    OPTION_DEVICE,
    OPTION_COLORS,
    OPTION_LOCK,
    OPTION_BITS,
    OPTION_DEPTH,
    OPTION_RESIZE,
    OPTION_FIT,
    OPTION_MAX_MEMORY,
    OPTION_HELP,
    OPTION_VERSION,
};

static const char *const fit_explanations[] = {"keep the image's shape, as large as fits in",
                                               "fill all of WxH, and cut what is left over",
                                               "distort the image", NULL};

#define OWN(member) .offset = offsetof(struct arguments, member)

const char *const command_names[] = {"engines", "kernels", "palettes", "presets", "devices",
                                     "bench",   "wedge",   "hologram", "help",    NULL};

/* The options that only the command has. */
static const struct option own_options[] = {
    {{.name = "output",
      .explanation = "Where to write the result, in place of OUT",
      .type = ERRDIFF_OPTION_TEXT,
      OWN(output)},
     .value_name = "FILE",
     .id = OPTION_OWN,
     .letter = 'o'},
    {{.name = "to",
      .explanation = "Dither all images IN, and write each as a PNG in this folder, which is "
                     "made if it is not there",
      .type = ERRDIFF_OPTION_TEXT,
      OWN(folder)},
     .value_name = "FOLDER",
     .id = OPTION_OWN},
    {{.name = "preset",
      .explanation = "Begin with the options of a preset, which `errdiff presets` lists; options "
                     "that are given beside it win",
      .type = ERRDIFF_OPTION_TEXT},
     .id = OPTION_PRESET},
    {{.name = "device",
      .explanation = "Write what a device or its driver takes, instead of an image file: packed "
                     "pixels, or an array in C if OUT ends in .h. `errdiff devices` lists them. "
                     "Colors are those of the device, and the other options those of its preset, "
                     "unless they are given; the size must be right, see --resize",
      .type = ERRDIFF_OPTION_TEXT},
     .id = OPTION_DEVICE},
    {{.name = "colors",
      .explanation = "A palette of this many colors, made from the image",
      .type = ERRDIFF_OPTION_INTEGER,
      .min = 2,
      .max = ERRDIFF_MAX_COLORS,
      OWN(colors)},
     .id = OPTION_COLORS,
     .letter = 'c'},
    {{.name = "shared-palette",
      .explanation = "Make one palette of --colors, from all the images of --to, or from all "
                     "frames of an animation",
      .type = ERRDIFF_OPTION_SWITCH,
      OWN(shares_palette)},
     .id = OPTION_OWN},
    {{.name = "inks",
      .explanation =
          "With --to: also write a PNG for each ink, NAME-RRGGBB.png, black where the ink "
          "is; without a palette, of cyan, magenta and yellow, or of black",
      .type = ERRDIFF_OPTION_SWITCH,
      OWN(inks)},
     .id = OPTION_OWN},
    {{.name = "stable",
      .explanation =
          "How strongly pixels keep what they were in the frame before, in percent, where "
          "the images do not move; for animations, several images in a pipe, and "
          "--to, in the order given. 50 hardly lets any flicker.",
      .type = ERRDIFF_OPTION_INTEGER,
      .max = 100,
      .default_value = "0",
      .is_in_presets = 1,
      OWN(stable)},
     .id = OPTION_OWN},
    {{.name = "lock", .explanation = "Colors that the palette of --colors must contain"},
     .value_name = "RRGGBB,…",
     .id = OPTION_LOCK},
    {{.name = "resize",
      .explanation = "Resize the image before it is dithered, in linear light; 200%, 300% and so "
                     "on make each pixel a square",
      .syntax = resize_syntax},
     .value_name = "SIZE",
     .id = OPTION_RESIZE},
    {{.name = "fit",
      .explanation = "What --resize does if the image has another shape",
      .type = ERRDIFF_OPTION_CHOICE,
      .default_value = "fit",
      .choices = size_fit_names,
      .choice_explanations = fit_explanations,
      OWN(fit)},
     .id = OPTION_FIT},
    {{.name = "bits",
      .explanation = "Write 8 bits per sample for an image with 16 bits per sample"},
     .value_name = "8",
     .id = OPTION_BITS},
    {{.name = "depth",
      .explanation = "Reduce an image with 16 bits per sample to 8 bits: as --bits, with all 256 "
                     "values as levels unless --levels is given, and the errors of display values "
                     "unless --linear is given. With 10 or 12, there are 1024 or 4096 levels, in "
                     "samples of 16 bits."},
     .value_name = "8|10|12",
     .id = OPTION_DEPTH},
    {{.name = "indexed",
      .explanation = "Write an indexed PNG, which contains the palette; partial transparency is "
                     "dithered, unless --alpha says otherwise",
      .type = ERRDIFF_OPTION_SWITCH,
      OWN(options.indexed)},
     .id = OPTION_OWN},
    {{.name = "true-color",
      .explanation = "Write a PNG with 8 or 16 bits per sample, also if fewer bits hold all colors",
      .type = ERRDIFF_OPTION_SWITCH,
      OWN(true_color)},
     .id = OPTION_OWN},
    MEMORY_LIMIT_ROW(OPTION_MAX_MEMORY),
    {{.name = "json",
      .explanation =
          "Print a report as JSON, on standard error if OUT is -; with several images or "
          "frames in a file, one for each",
      .type = ERRDIFF_OPTION_SWITCH,
      OWN(json)},
     .id = OPTION_OWN},
    {{.name = "help", .explanation = "Print this help", .type = ERRDIFF_OPTION_SWITCH},
     .id = OPTION_HELP},
    {{.name = "version", .explanation = "Print the version", .type = ERRDIFF_OPTION_SWITCH},
     .id = OPTION_VERSION},
    {.id = 0},
};

/* Three options of the library's table are not in errdiff_options. */
static void complete_shared_option(struct option *option)
{
    if (option->info.type == ERRDIFF_OPTION_PALETTE) {
        option->info.explanation = palette_help;
        option->info.offset = offsetof(struct arguments, palette);
    } else if (option->info.type == ERRDIFF_OPTION_CHOICE) {
        option->info.offset = offsetof(struct arguments, alpha);
    } else {
        option->info.offset = offsetof(struct arguments, dot);
    }
    option->id = OPTION_OWN;
}

static char letter_of(const char *name)
{
    return strcmp(name, "kernel") == 0 || strcmp(name, "levels") == 0 ||
                   strcmp(name, "palette") == 0
               ? *name
               : '\0';
}

/* Lists the options of the library's table and the command's own. */
static void list_options(struct option options[MAX_OPTIONS])
{
    option_list(options, errdiff_option_get, OPTION_SHARED, own_options);
    for (; options->info.name; options++) {
        if (options->id == OPTION_SHARED)
            options->letter = letter_of(options->info.name);
        if (is_dot_gain(&options->info))
            dot_gain_describe(options);
        else if (is_screen(&options->info))
            screen_describe(options);
        else if (is_viewing(&options->info))
            viewing_describe(options);
        else if (strcmp(options->info.name, "refine") == 0)
            options->value_name = "PASSES";
        else if (options->info.offset < 0)
            complete_shared_option(options);
    }
}

const struct command_help dither_help = {start_of_help, list_options, end_of_help};

static bool read_locked(const char *text, errdiff_palette *locked)
{
    errdiff_message message;
    errdiff_status status = read_colors(text, locked, &message);
    if (status != ERRDIFF_OK)
        fail(EXIT_WRONG_CALL, "lock: %s", message.text);
    return status == ERRDIFF_OK;
}

/* A palette may have been meant. */
static bool read_count(const errdiff_option_info *info, const char *value,
                       struct arguments *arguments)
{
    if (*value == '\0' || strspn(value, "-0123456789") == strlen(value))
        return option_store(info, value, arguments);
    fail(EXIT_WRONG_CALL,
         "colors: \"%s\" is not a whole number, %.0f to %.0f; for a palette, use --palette", value,
         info->min, info->max);
    return false;
}

static bool read_bits(const char *text, bool *narrow)
{
    *narrow = strcmp(text, "8") == 0;
    if (!*narrow)
        fail(EXIT_WRONG_CALL, "bits: \"%s\" is not possible; it must be 8", text);
    return *narrow;
}

static bool read_depth(const char *text, int *depth)
{
    static const char *const possible[] = {"8", "10", "12"};
    for (size_t i = 0; i < sizeof possible / sizeof *possible; i++)
        if (strcmp(text, possible[i]) == 0) {
            *depth = atoi(possible[i]);
            return true;
        }
    fail(EXIT_WRONG_CALL, "depth: \"%s\" is not possible; it must be 8, 10 or 12", text);
    return false;
}

static bool read_value(struct arguments *arguments, int id, const errdiff_option_info *info,
                       const char *value)
{
    switch (id) {
    case OPTION_SHARED:
        if (info->type == ERRDIFF_OPTION_LEVELS)
            arguments->has_two_levels = strcmp(value, "2") == 0;
        if (is_viewing(info))
            return viewing_read(info, value, &arguments->options.viewing);
        return option_store(info, value, &arguments->options);
    case OPTION_COLORS:
        return read_count(info, value, arguments);
    case OPTION_PRESET: /* these were read before all others */
    case OPTION_DEVICE:
        return true;
    case OPTION_LOCK:
        return read_locked(value, &arguments->locked);
    case OPTION_RESIZE:
        return resize_read(value, &arguments->resize);
    case OPTION_FIT:
        arguments->has_fit = true;
        return option_store(info, value, arguments);
    case OPTION_MAX_MEMORY:
        return memory_limit_read(value, &arguments->max_memory);
    case OPTION_BITS:
        return read_bits(value, &arguments->narrow);
    case OPTION_DEPTH:
        return read_depth(value, &arguments->depth);
    default:
        return option_store(info, value, arguments);
    }
}

/* Reads an option, and the file that it may name. Returns 0, or an exit status after an error
 * message. */
static int read_option(struct arguments *arguments, int id, const errdiff_option_info *info,
                       const char *value)
{
    if (is_dot_gain(info))
        return dot_gain_read(value, &arguments->options.dot_gain);
    return read_value(arguments, id, info, value) ? 0 : EXIT_WRONG_CALL;
}

static bool fail_paths(const struct arguments *arguments)
{
    struct similar_name similar = {.typed = arguments->input_count > 0 ? arguments->inputs[0] : ""};
    char asked[SIMILAR_TEXT];
    for (int i = 0; command_names[i]; i++)
        similar_name_try(&similar, command_names[i]);
    similar_name_ask(&similar, "errdiff ", asked);
    if (arguments->output)
        fail(EXIT_WRONG_CALL, "with --output, exactly one file name is needed, IN; see "
                              "`errdiff --help`");
    else
        fail(EXIT_WRONG_CALL,
             "exactly two file names are needed, IN and OUT%s%s see `errdiff --help`", asked,
             *asked ? "" : ";");
    return false;
}

static bool fail_inputs(void)
{
    fail(EXIT_WRONG_CALL, "with --to, at least one file name of an image is needed, and no file "
                          "name can be empty or -");
    return false;
}

/* Checks the paths. Without a folder there are two. */
static bool sort_paths(struct arguments *arguments)
{
    char **paths = arguments->inputs;
    bool is_possible = arguments->folder
                           ? arguments->input_count > 0
                           : arguments->input_count + (arguments->output != NULL) == 2;
    for (int i = 0; i < arguments->input_count; i++)
        if (*paths[i] == '\0' || (arguments->folder && strcmp(paths[i], "-") == 0))
            is_possible = false;
    if (!is_possible)
        return arguments->folder ? fail_inputs() : fail_paths(arguments);
    if (!arguments->folder) {
        arguments->in = paths[0];
        arguments->out = arguments->output ? arguments->output : paths[1];
    }
    return true;
}

/* Checks the combinations of options that the library does not check. */
static bool check_combination(const struct arguments *arguments)
{
    bool has_palette = arguments->palette || arguments->colors != 0;
    const char *problem = NULL;
    if (arguments->device && arguments->options.levels[0] != 0)
        problem = "--device and --levels cannot be combined";
    else if (arguments->device && arguments->colors != 0)
        problem = "--device and --colors cannot be combined";
    else if (arguments->device && arguments->inks)
        problem = "--device and --inks cannot be combined";
    else if (arguments->device && arguments->true_color)
        problem = "--device and --true-color cannot be combined";
    else if (arguments->device && arguments->depth != 0)
        problem = "--device and --depth cannot be combined";
    else if (arguments->narrow && arguments->depth > 8)
        problem = "--bits cannot be combined with a --depth of 10 or 12";
    else if (has_palette && arguments->depth != 0)
        problem = arguments->palette ? "--depth and --palette cannot be combined"
                                     : "--depth and --colors cannot be combined";
    else if (arguments->palette && arguments->colors != 0)
        problem = "--palette and --colors cannot be combined";
    else if (has_palette && arguments->options.levels[0] != 0)
        problem = arguments->palette ? "--levels and --palette cannot be combined"
                                     : "--levels and --colors cannot be combined";
    else if (arguments->locked.count > 0 && arguments->colors < arguments->locked.count)
        problem = "--lock needs --colors, with at least as many colors as are locked";
    else if (arguments->options.indexed && !has_palette)
        problem = "--indexed needs --palette or --colors, such as --colors 16";
    else if (arguments->options.indexed && arguments->true_color)
        problem = "--indexed and --true-color cannot be combined";
    else if (arguments->options.sent && !has_palette)
        problem = "--sent needs --palette or --colors";
    else if (arguments->shares_palette && arguments->colors == 0)
        problem = "--shared-palette needs --colors";
    else if (arguments->inks && !arguments->folder)
        problem = "--inks needs --to, the folder of the images of all inks";
    else if (arguments->has_fit && size_text_keeps_shape(&arguments->resize))
        problem = "--fit needs --resize with both sides, such as --resize 800x480";
    else if (arguments->folder && *arguments->folder == '\0')
        problem = "to: the name of the folder is empty";
    else if (arguments->folder && arguments->output)
        problem = "--output and --to cannot be combined";
    else if (arguments->output && *arguments->output == '\0')
        problem = "output: the name of the file is empty";
    else if (arguments->folder && arguments->json)
        problem = "--json and --to cannot be combined";
    if (problem)
        fail(EXIT_WRONG_CALL, "%s", problem);
    return !problem;
}

/* Writes a question for the kernel or the engine that was meant, if there is none of that name. */
static void ask_name(const errdiff_options *options, char asked[SIMILAR_TEXT])
{
    errdiff_kernel kernel;
    errdiff_engine_info engine;
    bool is_right = false;
    bool has_kernel = errdiff_kernel_parse(options->kernel, &kernel, NULL) == ERRDIFF_OK;
    struct similar_name similar = {.typed = has_kernel ? options->engine : options->kernel};
    for (int i = 0; !has_kernel && i < errdiff_kernel_count(); i++) {
        errdiff_kernel_get(i, &kernel);
        similar_name_try(&similar, kernel.name);
    }
    for (int i = 0; has_kernel && i < errdiff_engine_count(); i++) {
        errdiff_engine_get(i, &engine);
        is_right = is_right || strcmp(engine.name, similar.typed) == 0;
        similar_name_try(&similar, engine.name);
    }
    if (is_right)
        similar.best = NULL;
    similar_name_ask(&similar, "", asked);
}

static enum arguments_outcome check(struct arguments *arguments)
{
    if (!check_combination(arguments))
        return ARGUMENTS_WRONG;
    /* The palette is made later; the check only needs to know that there is one. */
    errdiff_palette some = {.count = 1};
    errdiff_options options = arguments->options;
    options.palette = arguments->palette || arguments->colors != 0 ? &some : NULL;
    options.screen = screen_without_file(options.screen);
    /* The resolution of an image is read later, too. */
    if (screen_needs_resolution(&options))
        options.screen = "none";
    errdiff_message message;
    if (errdiff_options_check(&options, &message) != ERRDIFF_OK) {
        char asked[SIMILAR_TEXT];
        ask_name(&options, asked);
        fail(EXIT_WRONG_CALL, "%s%s", message.text, asked);
        return ARGUMENTS_WRONG;
    }
    return ARGUMENTS_WORK;
}

/* ---- Presets ------------------------------------------------------------------------------- */

/* Whether an option decides which colors the result has. Only one of them does. */
static bool decides_colors(const errdiff_option_info *info)
{
    return info->type == ERRDIFF_OPTION_LEVELS || info->type == ERRDIFF_OPTION_PALETTE ||
           strcmp(info->name, "colors") == 0 || strcmp(info->name, "depth") == 0;
}

static void forget_colors(struct arguments *arguments)
{
    memset(arguments->options.levels, 0, sizeof arguments->options.levels);
    arguments->has_two_levels = false;
    arguments->palette = NULL;
    arguments->colors = 0;
    arguments->locked.count = 0;
}

static const struct option *find_in_presets(const struct option *options, const char *name)
{
    for (; options->info.name; options++)
        if (options->info.is_in_presets && strcmp(options->info.name, name) == 0)
            return options;
    fail(EXIT_WRONG_CALL, "\"%s\" is not a setting", name);
    return NULL;
}

/* Stores a palette of a preset. */
static bool store_preset_palette(struct arguments *arguments, const struct option *options,
                                 char *value)
{
    char *count, *locked;
    const struct option *option = options;
    if (*value == '\0')
        return true;
    forget_colors(arguments);
    if (!preset_text_is_adaptive(value, &count, &locked)) {
        arguments->palette = value;
        return true;
    }
    while (strcmp(option->info.name, "colors") != 0)
        option++;
    return read_value(arguments, option->id, &option->info, count) &&
           (!locked || read_locked(locked, &arguments->locked));
}

static bool store_setting(struct arguments *arguments, const struct option *options,
                          const struct preset_setting *setting)
{
    const struct option *option = find_in_presets(options, setting->name);
    const char *value = setting->value;
    if (!option)
        return false;
    if (option->info.type == ERRDIFF_OPTION_PALETTE)
        return store_preset_palette(arguments, options, setting->value);
    if (option->info.type == ERRDIFF_OPTION_LEVELS && (arguments->palette || arguments->colors > 0))
        return true;
    if (option->info.type == ERRDIFF_OPTION_SWITCH) {
        bool is_on = strcmp(value, "true") == 0;
        if (!is_on && strcmp(value, "false") != 0) {
            fail(EXIT_WRONG_CALL, "%s: \"%s\" is neither true nor false", setting->name, value);
            return false;
        }
        value = is_on ? "1" : "0";
    }
    /* The dialog writes the upper half of the seeds as negative numbers. */
    char seed[32];
    if (option->info.type == ERRDIFF_OPTION_SEED && *value == '-') {
        snprintf(seed, sizeof seed, "%" PRIu32, (uint32_t)strtoll(value, NULL, 10));
        value = seed;
    }
    return read_option(arguments, option->id, &option->info, value) == 0;
}

static bool store_settings(struct arguments *arguments, const struct option *options, char *text)
{
    struct preset_setting setting;
    while (preset_text_next(&text, &setting))
        if (!store_setting(arguments, options, &setting))
            return false;
    /* The switch has no effect without a palette, and is then not an error as in a call. */
    if (!arguments->palette && arguments->colors == 0)
        arguments->options.sent = 0;
    if (setting.name)
        fail(EXIT_WRONG_CALL, "\"%s\" is not a setting", setting.name);
    return !setting.name;
}

/* Sets the options of a preset. Returns 0, or an exit status after an error message. */
static int read_preset(struct arguments *arguments, const struct option *options, const char *name)
{
    static char *text; /* kept until the program ends, as the options of a call are */
    static const char start[] = "errdiff: ";
    char *lines = NULL;
    free(text);
    int status = preset_find(name, &text);
    if (status != 0)
        return status;
    fail_collect(&lines);
    if (!store_settings(arguments, options, text))
        status = EXIT_FAILED;
    fail_collect(NULL);
    if (status != 0 && lines) {
        lines[strcspn(lines, "\n")] = '\0';
        fail(status, "preset: %s: %s", name, lines + strlen(start));
    }
    free(lines);
    return status;
}

/* Takes the colors of a device, unless the preset `name` has a palette. NULL: none was named. */
static void take_colors_of_device(struct arguments *arguments, const char *name)
{
    if (name && arguments->palette)
        return;
    forget_colors(arguments);
    arguments->palette = arguments->device->palette;
}

/* Begins with the last preset that the words name, or with that of the device; *has_preset says
 * whether there is one of them. Returns as read_preset does. */
static int read_presets(struct arguments *arguments, struct option_reader reader, bool *has_preset)
{
    const char *name = NULL;
    int option;
    while ((option = option_next(&reader)) != OPTION_END) {
        if (option == OPTION_WRONG || option == OPTION_HELP || option == OPTION_VERSION)
            return option == OPTION_WRONG ? EXIT_WRONG_CALL : 0;
        if (option == OPTION_PRESET)
            name = reader.value;
        if (option == OPTION_DEVICE && !device_read(reader.value, &arguments->device))
            return EXIT_WRONG_CALL;
    }
    const struct device *device = arguments->device;
    const char *preset = !name && device ? device->preset : name;
    *has_preset = name || device;
    int status = preset ? read_preset(arguments, reader.options, preset) : 0;
    if (status == 0 && device)
        take_colors_of_device(arguments, name);
    return status;
}

/* With so many levels, errors of light look as those of display values do, and take longer. */
static void complete_depth(struct arguments *arguments, bool has_linear)
{
    int *levels = arguments->options.levels;
    if (!has_linear)
        arguments->options.linear = 0;
    if (levels[0] == 0)
        levels[0] = levels[1] = levels[2] = 1 << arguments->depth;
}

/* ---- All arguments ------------------------------------------------------------------------- */

static bool is_option(int option, const struct option_reader *reader, const char *name)
{
    return option != OPTION_PATH && strcmp(reader->info->name, name) == 0;
}

static enum arguments_outcome outcome_of(int status)
{
    return status == EXIT_FAILED ? ARGUMENTS_FAILED : ARGUMENTS_WRONG;
}

enum arguments_outcome arguments_read(struct arguments *arguments, int argc, char **argv)
{
    *arguments = (struct arguments){.inputs = argv + 1, .dot = 1};
    errdiff_options_init(&arguments->options);
    struct option options[MAX_OPTIONS];
    list_options(options);
    struct option_reader reader = {
        .options = options, .help = "errdiff --help", .argc = argc, .argv = argv, .next = 1};
    bool has_preset = false, has_alpha = false, has_sent = false, has_linear = false;
    int status = read_presets(arguments, reader, &has_preset);
    if (status != 0)
        return outcome_of(status);
    int option;
    while ((option = option_next(&reader)) != OPTION_END) {
        if (option == OPTION_WRONG)
            return ARGUMENTS_WRONG;
        if (option == OPTION_HELP || option == OPTION_VERSION) {
            if (option == OPTION_HELP)
                command_print_help(&dither_help);
            else
                puts("errdiff " ERRDIFF_VERSION);
            return ARGUMENTS_DONE;
        }
        has_alpha = has_alpha || is_option(option, &reader, "alpha");
        has_sent = has_sent || is_option(option, &reader, "sent");
        has_linear = has_linear || is_option(option, &reader, "linear");
        /* Levels, a palette, a number of colors or a depth take the place of all of these in the
         * preset. */
        if (option != OPTION_PATH && has_preset && decides_colors(reader.info)) {
            forget_colors(arguments);
            has_preset = false;
        }
        if (option == OPTION_PATH)
            arguments->inputs[arguments->input_count++] = argv[reader.next - 1];
        else
            status = read_option(arguments, option, reader.info, reader.value);
        if (status != 0)
            return outcome_of(status);
    }
    if (arguments->depth != 0)
        complete_depth(arguments, has_linear);
    if (arguments->device)
        arguments->options.indexed = arguments->options.sent = 1;
    /* What a preset says of the device's colors has no effect without a palette. */
    if (!has_sent && !arguments->palette && arguments->colors == 0)
        arguments->options.sent = 0;
    /* Numbers of colors have no room for partial transparency. */
    if (arguments->options.indexed && !has_alpha && arguments->alpha == ERRDIFF_ALPHA_KEEP)
        arguments->alpha = ERRDIFF_ALPHA_DITHER;
    return sort_paths(arguments) ? check(arguments) : ARGUMENTS_WRONG;
}
