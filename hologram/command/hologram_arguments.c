/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads and checks the arguments of `errdiff hologram`. */
#include "hologram_arguments.h"

#include "fail.h"
#include "memory_limit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char start_of_help[] =
    "Usage: errdiff hologram [OPTION]… IN [IN2] OUT\n"
    "       errdiff hologram --scene p256|o|dice OUT\n"
    "\n"
    "Quantizes a hologram for a display with few phases or amplitudes, so that the noise falls\n"
    "outside the window through which a viewer looks (Lagrange, Gilles, Heggarty, Fracasso 2024).\n"
    "IN is an OpenEXR or TIFF image of floats, with the real part in red and the imaginary part\n"
    "in green or in two channels, a TIFF or an array of NumPy (.npy, .npz), MATLAB (.mat) or\n"
    "HDF5 of complex numbers, or a PFM.\n"
    "Alternatively, IN and IN2 are gray and contain one part each; amplitudes and phases can also\n"
    "be images of 8 or 16 bits, in which 2π is the value after the largest. With --size, IN is\n"
    "raw: pairs of 32-bit floats. OUT is a gray PNM, PAM, PNG, BMP or TIFF.\n"
    "\n";

static const char end_of_help[] =
    "\n"
    "Level k is written as k · 2^bits / K for a phase (with --two-pi N as k · N / K), and as\n"
    "k · (2^bits - 1) / (K - 1) for an amplitude, rounded; the panels plm-… get 0 and 2^bits - 1\n"
    "for the electrodes of each pixel. --scene writes a test hologram to OUT, whose name ends in\n"
    ".tif, .pfm or .c64 (raw), and prints the options for it: p256 is a hologram of 256 points, o\n"
    "one of as many that is seen from the side, and dice shows two dice in front of a\n"
    "checkerboard.\n"
    "\n"
    "Exit status: 0 on success, 1 on failure, 2 if the command line was wrong.\n";

enum { MAX_PATHS = 3 };

enum option_id {
    OPTION_SHARED = 1, /* it is in errdiff_hologram_options */
    OPTION_OWN,        /* it is in struct hologram_arguments */
    OPTION_SIZE,
    OPTION_BITS,
    OPTION_DEPTH,
    OPTION_FRAMES,
    OPTION_WAVELENGTHS,
    OPTION_MAX_MEMORY,
    OPTION_HELP,
};

static const char *const inputs[] = {"re-im", "amplitude-phase", "phase", "amplitude", NULL};
static const char *const input_explanations[] = {
    "real and imaginary parts", "amplitudes and phases", "phases alone", "amplitudes alone", NULL};

#define OWN(member) .offset = offsetof(struct hologram_arguments, member)

/* The options that only the command has. */
static const struct option own_options[] = {
    {{.name = "input",
      .explanation = "What IN and IN2, or the two channels of IN, contain; phases are in radians",
      .type = ERRDIFF_OPTION_CHOICE,
      .default_value = "re-im",
      .choices = inputs,
      .choice_explanations = input_explanations,
      OWN(source.input)},
     .id = OPTION_OWN},
    {{.name = "variable",
      .explanation =
          "The matrix in a file of MATLAB, HDF5 or NumPy (.npz), such as Hol, or CGH.Hol "
          "for a field of a struct; two, such as re,im, if the parts are apart",
      .type = ERRDIFF_OPTION_TEXT,
      .default_value = "the only complex one",
      OWN(source.variable)},
     .value_name = "NAME",
     .id = OPTION_OWN},
    {{.name = "color",
      .explanation = "Which color's hologram to read if IN has several: 1 for red, 2 for green, 3 "
                     "for blue",
      .type = ERRDIFF_OPTION_INTEGER,
      .min = 1,
      .max = 3,
      OWN(source.color)},
     .id = OPTION_OWN},
    {{.name = "size", .explanation = "IN is raw, of this size in pixels"},
     .value_name = "WxH",
     .id = OPTION_SIZE},
    {{.name = "conjugate",
      .explanation = "Use the complex conjugate of the hologram",
      .type = ERRDIFF_OPTION_SWITCH,
      OWN(source.conjugate)},
     .id = OPTION_OWN},
    {{.name = "bits",
      .explanation = "Bits per sample of OUT",
      .default_value = "8 if they are enough for all levels, else 16"},
     .value_name = "8|16",
     .id = OPTION_BITS},
    {{.name = "correction",
      .explanation = "A gray image of phases that are added because the display is not flat; 2π "
                     "is the value after the largest",
      .type = ERRDIFF_OPTION_FILE,
      OWN(correction)},
     .id = OPTION_OWN},
    {{.name = "frames",
      .explanation = "Quantize a sequence: in the names of files %d, or %04d with zeros before it, "
                     "stands for the number of a frame. With a number N alone, 2 to 64: make N "
                     "frames of one hologram for a display that shows them so fast that their mean "
                     "is seen; %d is in OUT"},
     .value_name = "FIRST-LAST|N",
     .id = OPTION_FRAMES},
    {{.name = "wavelengths",
      .explanation =
          "Instead of --wavelength: quantize a hologram each for red, green and blue, in "
          "nanometers; in the names of files %c stands for the color"},
     .value_name = "R,G,B",
     .id = OPTION_WAVELENGTHS},
    {{.name = "reconstruction",
      .explanation = "Also write an image of what is seen through the window: the original "
                     "hologram on the left, OUT on the right",
      .type = ERRDIFF_OPTION_TEXT,
      OWN(reconstruction)},
     .value_name = "FILE",
     .id = OPTION_OWN},
    {{.name = "depth",
      .explanation = "The distances behind the hologram, in millimeters, at which the image of "
                     "--reconstruction is focused: one row for each, up to 16",
      .default_value = "0"},
     .value_name = "D[,D…]",
     .id = OPTION_DEPTH},
    {{.name = "places",
      .explanation = "From how many places side by side in the window the image of "
                     "--reconstruction is seen, each through its share of the window: for each "
                     "depth one row for each, from left to right",
      .type = ERRDIFF_OPTION_INTEGER,
      .min = 1,
      .max = MAX_PLACES,
      .default_value = "1",
      OWN(places)},
     .id = OPTION_OWN},
    {{.name = "scene",
      .explanation = "Write a test hologram to OUT; see below",
      .type = ERRDIFF_OPTION_TEXT,
      OWN(scene)},
     .value_name = "p256|o|dice",
     .id = OPTION_OWN},
    MEMORY_LIMIT_ROW(OPTION_MAX_MEMORY),
    {{.name = "json",
      .explanation = "Print a report as JSON, on standard error if OUT is -",
      .type = ERRDIFF_OPTION_SWITCH,
      OWN(json)},
     .id = OPTION_OWN},
    {{.name = "help", .explanation = "Print this help", .type = ERRDIFF_OPTION_SWITCH},
     .id = OPTION_HELP},
    {.id = 0},
};

/* Lists the options of the library's table and the command's own, with what the command does if
 * some of the table are not given. */
static void list_options(struct option list[MAX_OPTIONS])
{
    option_list(list, errdiff_hologram_option_get, OPTION_SHARED, own_options);
    for (struct option *option = list; option->info.name; option++) {
        const char *name = option->info.name;
        if (strcmp(name, "view-distance") == 0)
            option->not_required = "with --geometry fourier";
        else if (strcmp(name, "pitch") == 0)
            option->not_required = "with a --panel that has a name, or with --geometry fourier "
                                   "without --view-distance";
        else if (strcmp(name, "wavelength") == 0)
            option->not_required = "with --geometry fourier without --view-distance";
        else if (strcmp(name, "levels") == 0)
            option->info.default_value = "256; 2 with a binary phase, and as many as --two-pi or a "
                                         "table of the display says";
    }
}

const struct command_help hologram_help = {start_of_help, list_options, end_of_help};

/* Reads up to `most` numbers with commas between them, multiplied by `factor`. Returns false after
 * an error message. */
static bool read_list(const char *name, const char *text, double factor, int most, double *numbers,
                      int *count)
{
    const char *next = text;
    *count = 0;
    while (next) {
        char *end;
        double number = factor * strtod(next, &end);
        bool is_right = end > next && isfinite(number) && (*end == ',' || *end == '\0');
        if (!is_right || *count == most) {
            fail(EXIT_WRONG_CALL, "%s: \"%s\" is not a list of up to %d numbers, such as 3,4.5",
                 name, text, most);
            return false;
        }
        numbers[(*count)++] = number;
        next = *end == ',' ? end + 1 : NULL;
    }
    return true;
}

static bool read_wavelengths(struct hologram_series *series, const char *text)
{
    if (!read_list("wavelengths", text, 1e-3, COLORS, series->wavelengths,
                   &series->wavelength_count))
        return false;
    bool is_right = series->wavelength_count == COLORS;
    for (int i = 0; i < series->wavelength_count; i++)
        is_right &= series->wavelengths[i] > 0;
    if (!is_right)
        fail(EXIT_WRONG_CALL,
             "wavelengths: \"%s\" is not possible; it must be three numbers above 0", text);
    return is_right;
}

static bool read_frames(struct hologram_series *series, const char *text)
{
    char rest;
    int first, last;
    bool is_sequence =
        sscanf(text, "%7d-%7d%c", &first, &last, &rest) == 2 && first >= 0 && last >= first;
    bool is_number = sscanf(text, "%7d%c", &first, &rest) == 1 && first >= 2 &&
                     first <= ERRDIFF_HOLOGRAM_MAX_FRAMES;
    series->has_frames = is_sequence;
    series->first = is_sequence ? first : 0;
    series->last = is_sequence ? last : 0;
    series->averaged = is_number ? first : 1;
    if (!is_sequence && !is_number)
        fail(EXIT_WRONG_CALL,
             "frames: \"%s\" is not possible; it must be FIRST-LAST, such as 1-120, or a number of "
             "2 to %d",
             text, ERRDIFF_HOLOGRAM_MAX_FRAMES);
    return is_sequence || is_number;
}

static bool read_option(struct hologram_arguments *arguments, int id,
                        const errdiff_option_info *info, const char *value)
{
    switch (id) {
    case OPTION_SHARED:
        return option_store(info, value, &arguments->options);
    case OPTION_SIZE:
        return read_size("size", value, ERRDIFF_HOLOGRAM_MAX_SIDE, &arguments->source.width,
                         &arguments->source.height);
    case OPTION_DEPTH:
        return read_list("depth", value, 1e3, MAX_DEPTHS, arguments->depths,
                         &arguments->depth_count);
    case OPTION_FRAMES:
        return read_frames(&arguments->series, value);
    case OPTION_WAVELENGTHS:
        return read_wavelengths(&arguments->series, value);
    case OPTION_MAX_MEMORY:
        return memory_limit_read(value, &arguments->max_memory);
    case OPTION_BITS:
        return read_either("bits", value, 8, 16, &arguments->bits);
    default:
        return option_store(info, value, arguments);
    }
}

/* Stores the paths, of which the last is OUT, and checks that they suit the other options.
 * Returns false after an error message. */
static bool take_paths(struct hologram_arguments *arguments, const char *const *paths, int count)
{
    struct field_source *source = &arguments->source;
    bool is_right = arguments->scene ? count == 1 : count == 2 || count == 3;
    for (int i = 0; i < count; i++)
        is_right &= *paths[i] != '\0';
    if (!is_right) {
        fail(EXIT_WRONG_CALL, "%s; see `errdiff hologram --help`",
             arguments->scene ? "--scene needs exactly one file, OUT"
                              : "two or three files are needed, IN [IN2] OUT");
        return false;
    }
    arguments->out = paths[count - 1];
    source->path_count = count - 1;
    for (int i = 0; i + 1 < count; i++)
        source->paths[i] = paths[i];
    bool is_one = field_source_has_one_part(source);
    if (source->path_count == 2 && (source->width > 0 || is_one)) {
        fail(EXIT_WRONG_CALL, "%s%s takes only one image, IN",
             source->width > 0 ? "--size" : "--input ",
             source->width > 0 ? "" : inputs[source->input]);
        return false;
    }
    if (source->width > 0 && is_one) {
        fail(EXIT_WRONG_CALL, "--size and --input %s cannot be combined", inputs[source->input]);
        return false;
    }
    return true;
}

/* Checks what the focal plane of a lens excludes. */
static bool check_geometry(const struct hologram_arguments *arguments)
{
    const errdiff_optics *optics = &arguments->options.optics;
    if (optics->geometry != ERRDIFF_HOLOGRAM_FOURIER)
        return true;
    if (arguments->depth_count > 0 && arguments->reconstruction) {
        fail(EXIT_WRONG_CALL, "--geometry fourier and --depth cannot be combined");
        return false;
    }
    if (optics->view_distance == 0 && arguments->series.wavelength_count > 0) {
        fail(EXIT_WRONG_CALL, "--geometry fourier and --wavelengths need --view-distance");
        return false;
    }
    return true;
}

/* A test scene is written as it is. */
static bool check_scene(const struct hologram_arguments *arguments)
{
    const struct hologram_series *series = &arguments->series;
    const char *other = series->has_frames || series->averaged > 1 ? "frames"
                        : series->wavelength_count > 0             ? "wavelengths"
                        : *arguments->options.display.panel        ? "panel"
                        : arguments->reconstruction                ? "reconstruction"
                                                                   : NULL;
    if (other)
        fail(EXIT_WRONG_CALL, "--scene and --%s cannot be combined", other);
    return !other;
}

/* Checks the options of the reconstruction, and sets those that are missing. */
static bool complete_reconstruction(struct hologram_arguments *arguments)
{
    const char *alone = arguments->depth_count > 0 ? "depth"
                        : arguments->places > 0    ? "places"
                                                   : NULL;
    if (arguments->reconstruction && strcmp(arguments->reconstruction, "-") == 0) {
        fail(EXIT_WRONG_CALL, "reconstruction: it cannot be written to standard output");
        return false;
    }
    if (!arguments->reconstruction && alone) {
        fail(EXIT_WRONG_CALL, "--%s needs --reconstruction", alone);
        return false;
    }
    if (arguments->reconstruction && arguments->depth_count == 0)
        arguments->depth_count = 1; /* in the hologram's plane */
    if (arguments->reconstruction && arguments->places == 0)
        arguments->places = 1;
    return true;
}

/* Checks what depends on the wavelength if there are three. */
static bool complete_wavelengths(struct hologram_arguments *arguments)
{
    double *wavelength = &arguments->options.optics.wavelength;
    const char *other = *wavelength != 0                        ? "wavelength"
                        : arguments->options.display.two_pi > 0 ? "two-pi"
                        : arguments->source.color > 0           ? "color"
                                                                : NULL;
    if (arguments->series.wavelength_count == 0)
        return true;
    if (arguments->series.averaged > 1) {
        fail(EXIT_WRONG_CALL, "--frames with a number alone and --wavelengths cannot be combined; "
                              "each color needs a call of its own");
        return false;
    }
    if (other) {
        fail(EXIT_WRONG_CALL, "--%s is for one color and cannot be combined with --wavelengths",
             other);
        return false;
    }
    *wavelength = arguments->series.wavelengths[0];
    return true;
}

/* What decides the levels instead of --levels; NULL: nothing. */
static const char *what_has_levels(const errdiff_hologram_options *options)
{
    errdiff_hologram_panel panel;
    if (*options->display.level_table != '\0')
        return "--level-table";
    errdiff_hologram_panel_parse(options->display.panel, &panel, NULL);
    return panel.levels > 0 && *options->display.gray_table == '\0' ? panel.name : NULL;
}

static bool complete(struct hologram_arguments *arguments)
{
    errdiff_hologram_options *options = &arguments->options;
    errdiff_message message;
    if (arguments->scene)
        return check_scene(arguments);
    if (!check_geometry(arguments) || !complete_reconstruction(arguments) ||
        !complete_wavelengths(arguments))
        return false;
    const char *has_levels = what_has_levels(options);
    if (options->levels > 0 && has_levels) {
        fail(EXIT_WRONG_CALL, "--levels and %s cannot be combined", has_levels);
        return false;
    }
    arguments->has_all_levels = errdiff_hologram_options_complete(options, &arguments->bits);
    if (errdiff_hologram_options_check(options, &message) != ERRDIFF_OK) {
        fail(EXIT_WRONG_CALL, "%s", message.text);
        return false;
    }
    if (options->display.two_pi > 1 << arguments->bits) {
        fail(EXIT_WRONG_CALL, "two-pi: %d is more than %d bits have samples",
             options->display.two_pi, arguments->bits);
        return false;
    }
    if (arguments->bits == 8 && options->levels > 256) {
        fail(EXIT_WRONG_CALL, "bits: 8 bits hold at most 256 levels, not %d; 16 bits are needed",
             options->levels);
        return false;
    }
    return true;
}

enum arguments_outcome hologram_arguments_read(struct hologram_arguments *arguments, int argc,
                                               char **argv)
{
    const char *paths[MAX_PATHS + 1];
    int path_count = 0;
    *arguments = (struct hologram_arguments){.series.averaged = 1};
    errdiff_hologram_options_init(&arguments->options);
    arguments->options.levels = 0;
    struct option options[MAX_OPTIONS];
    list_options(options);
    struct option_reader reader = {.options = options,
                                   .help = "errdiff hologram --help",
                                   .argc = argc,
                                   .argv = argv,
                                   .next = 1};
    int option;
    while ((option = option_next(&reader)) != OPTION_END) {
        if (option == OPTION_WRONG)
            return ARGUMENTS_WRONG;
        if (option == OPTION_HELP) {
            command_print_help(&hologram_help);
            return ARGUMENTS_DONE;
        }
        if (option != OPTION_PATH && !read_option(arguments, option, reader.info, reader.value))
            return ARGUMENTS_WRONG;
        if (option == OPTION_PATH && path_count < MAX_PATHS + 1)
            paths[path_count++] = reader.value;
    }
    return take_paths(arguments, paths, path_count) && complete(arguments) ? ARGUMENTS_WORK
                                                                           : ARGUMENTS_WRONG;
}
