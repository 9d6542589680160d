/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hologram_arguments.h"

#include "fail.h"
#include "option_reading.h"

#include <stdio.h>
#include <string.h>

static const char help[] =
    "Usage: errdiff hologram [OPTION]… IN [IN2] OUT\n"
    "       errdiff hologram --scene p256|o OUT\n"
    "\n"
    "Quantises a hologram for a display with few phases or amplitudes, so that the noise falls\n"
    "outside the window through which a viewer looks (Lagrange, Gilles, Heggarty, Fracasso 2024).\n"
    "IN is a TIFF of 32-bit floats or a PFM, with the real part in red and the imaginary part in\n"
    "green, or in the two channels of a TIFF. Or IN and IN2 are gray and contain one part each.\n"
    "With --size, IN is raw: pairs of 32-bit floats. OUT is a gray PNM, PAM or PNG.\n"
    "\n"
    "These options are required:\n"
    "  --pitch UM          distance between pixels, in micrometres\n"
    "  --wavelength NM     in nanometres\n"
    "  --view-distance MM  from the hologram to the viewer's window\n"
    "  --view-width MM     of the window\n"
    "\n"
    "  --view-height MM    of the window (its width)\n"
    "  --view-x MM, --view-y MM\n"
    "                      the window's centre, to the right of the hologram's and below it (0)\n"
    "  --input WHAT        what the two parts are: re-im or amplitude-phase; or phase, for phases\n"
    "                      alone; phases are in radians (re-im)\n"
    "  --size WxH          IN is raw, of this size in pixels\n"
    "  --conjugate         use the complex conjugate of the hologram\n"
    "  --output WHAT       phase, binary-phase or amplitude (phase)\n"
    "  --levels K          2 to 65536 (256; 2 for binary-phase)\n"
    "  --method NAME       opt: optimal weights for the window; paper: the weights of the paper;\n"
    "                      fs: Floyd-Steinberg; fs-window: the same, modulated to the window's\n"
    "                      centre; none: no diffusion (opt)\n"
    "  --hogel N           side of a hogel, in pixels; each hogel has its own weights (256)\n"
    "  --weights N         number of weights for opt and paper, 1 to 64 (27)\n"
    "  --slope P           their largest slope, 1 to 16; 0: no limit (3)\n"
    "  --scale S           factor that the hologram is multiplied by; 0: chosen automatically (0)\n"
    "  --no-view-filter    keep light that misses the window\n"
    "  --bits 8|16         bits per sample of OUT (8 for up to 256 levels, else 16)\n"
    "  --reconstruction FILE\n"
    "                      also write a picture of what is seen through the window: on the left\n"
    "                      of the original hologram, on the right of OUT\n"
    "  --depth MM          distance behind the hologram at which that picture is focused (0)\n"
    "  --engine NAME       wavefront, serial, cuda-softsync, which needs a GPU, or auto, the\n"
    "                      fastest without a GPU; all give the same bytes (auto)\n"
    "  --threads N         threads for wavefront and the view filter; 0: one per processor (0)\n"
    "  --json              print a report as JSON, on standard error if OUT is -\n"
    "  --help\n"
    "\n"
    "Level k is written as k · 2^bits / K for a phase, and as k · (2^bits - 1) / (K - 1) for an\n"
    "amplitude, rounded. --scene writes a hologram of 256 points to OUT, whose name ends in .tif,\n"
    ".pfm or .c64 (raw), and prints the options for it.\n"
    "\n"
    "Exit status: 0 on success, 1 on failure, 2 if the call was wrong.\n";

const char *const hologram_methods[] = {"opt", "paper", "fs", "fs-window", "none", NULL};
const char *const hologram_outputs[] = {"phase", "binary-phase", "amplitude", NULL};

enum { MAX_PATHS = 3 };

enum option_id {
    OPTION_PITCH = 1,
    OPTION_WAVELENGTH,
    OPTION_VIEW_DISTANCE,
    OPTION_VIEW_WIDTH,
    OPTION_VIEW_HEIGHT,
    OPTION_VIEW_X,
    OPTION_VIEW_Y,
    OPTION_INPUT,
    OPTION_SIZE,
    OPTION_CONJUGATE,
    OPTION_OUTPUT,
    OPTION_LEVELS,
    OPTION_METHOD,
    OPTION_HOGEL,
    OPTION_WEIGHTS,
    OPTION_SLOPE,
    OPTION_SCALE,
    OPTION_NO_VIEW_FILTER,
    OPTION_BITS,
    OPTION_RECONSTRUCTION,
    OPTION_DEPTH,
    OPTION_SCENE,
    OPTION_ENGINE,
    OPTION_THREADS,
    OPTION_JSON,
    OPTION_HELP,
};

static const struct option call_options[] = {
    {"pitch", true, OPTION_PITCH},
    {"wavelength", true, OPTION_WAVELENGTH},
    {"view-distance", true, OPTION_VIEW_DISTANCE},
    {"view-width", true, OPTION_VIEW_WIDTH},
    {"view-height", true, OPTION_VIEW_HEIGHT},
    {"view-x", true, OPTION_VIEW_X},
    {"view-y", true, OPTION_VIEW_Y},
    {"input", true, OPTION_INPUT},
    {"size", true, OPTION_SIZE},
    {"conjugate", false, OPTION_CONJUGATE},
    {"output", true, OPTION_OUTPUT},
    {"levels", true, OPTION_LEVELS},
    {"method", true, OPTION_METHOD},
    {"hogel", true, OPTION_HOGEL},
    {"weights", true, OPTION_WEIGHTS},
    {"slope", true, OPTION_SLOPE},
    {"scale", true, OPTION_SCALE},
    {"no-view-filter", false, OPTION_NO_VIEW_FILTER},
    {"bits", true, OPTION_BITS},
    {"reconstruction", true, OPTION_RECONSTRUCTION},
    {"depth", true, OPTION_DEPTH},
    {"scene", true, OPTION_SCENE},
    {"engine", true, OPTION_ENGINE},
    {"threads", true, OPTION_THREADS},
    {"json", false, OPTION_JSON},
    {"help", false, OPTION_HELP},
    {NULL, false, 0},
};

static bool read_length(const char *name, const char *text, double unit, double *micrometres)
{
    if (!read_real(name, text, micrometres))
        return false;
    *micrometres *= unit;
    return true;
}

static bool read_bits(const char *text, int *bits)
{
    *bits = strcmp(text, "8") == 0 ? 8 : strcmp(text, "16") == 0 ? 16 : 0;
    if (*bits == 0)
        fail(EXIT_WRONG_CALL, "bits: \"%s\" is not possible; 8 and 16 are", text);
    return *bits != 0;
}

/* Reads an option that is a length, in its usual unit; lengths are kept in micrometres. */
static bool read_optics(errdiff_optics *optics, int option, const char *value)
{
    switch (option) {
    case OPTION_PITCH:
        return read_length("pitch", value, 1, &optics->pitch);
    case OPTION_WAVELENGTH:
        return read_length("wavelength", value, 1e-3, &optics->wavelength);
    case OPTION_VIEW_DISTANCE:
        return read_length("view distance", value, 1e3, &optics->view_distance);
    case OPTION_VIEW_WIDTH:
        return read_length("view width", value, 1e3, &optics->view_width);
    case OPTION_VIEW_HEIGHT:
        return read_length("view height", value, 1e3, &optics->view_height);
    case OPTION_VIEW_X:
        return read_length("view x", value, 1e3, &optics->view_x);
    default:
        return read_length("view y", value, 1e3, &optics->view_y);
    }
}

static bool read_option(struct hologram_arguments *arguments, int option, const char *value)
{
    static const char *const inputs[] = {"re-im", "amplitude-phase", "phase", NULL};
    errdiff_hologram_options *options = &arguments->options;
    int number = 0;
    switch (option) {
    case OPTION_INPUT:
        if (!read_word("input", value, inputs, &number))
            return false;
        arguments->source.input = (enum field_input)number;
        return true;
    case OPTION_SIZE:
        return read_size("size", value, ERRDIFF_HOLOGRAM_MAX_SIDE, &arguments->source.width,
                         &arguments->source.height);
    case OPTION_CONJUGATE:
        arguments->source.conjugate = true;
        return true;
    case OPTION_OUTPUT:
        if (!read_word("output", value, hologram_outputs, &number))
            return false;
        options->output = (errdiff_hologram_output)number;
        return true;
    case OPTION_LEVELS:
        return read_integer("levels", value, &options->levels);
    case OPTION_METHOD:
        if (!read_word("method", value, hologram_methods, &number))
            return false;
        options->method = (errdiff_hologram_method)number;
        return true;
    case OPTION_HOGEL:
        return read_integer("hogel", value, &options->hogel);
    case OPTION_WEIGHTS:
        return read_integer("weights", value, &options->tap_count);
    case OPTION_SLOPE:
        return read_integer("slope", value, &options->slope);
    case OPTION_SCALE:
        return read_real("scale", value, &options->scale);
    case OPTION_NO_VIEW_FILTER:
        options->view_filter = 0;
        return true;
    case OPTION_BITS:
        return read_bits(value, &arguments->bits);
    case OPTION_RECONSTRUCTION:
        arguments->reconstruction = value;
        return true;
    case OPTION_DEPTH:
        return read_length("depth", value, 1e3, &arguments->depth);
    case OPTION_SCENE:
        arguments->scene = value;
        return true;
    case OPTION_ENGINE:
        options->engine = value;
        return true;
    case OPTION_THREADS:
        return read_integer("threads", value, &options->threads);
    case OPTION_JSON:
        arguments->json = true;
        return true;
    default:
        return read_optics(&options->optics, option, value);
    }
}

/* Stores the paths, of which the last is OUT, and checks that they suit the other options.
 * Returns FALSE after an error message. */
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
    if (source->path_count == 2 && (source->width > 0 || source->input == FIELD_PHASE)) {
        fail(EXIT_WRONG_CALL, "%s takes only one picture, IN",
             source->width > 0 ? "--size" : "--input phase");
        return false;
    }
    if (source->width > 0 && source->input == FIELD_PHASE) {
        fail(EXIT_WRONG_CALL, "--size and --input phase cannot be combined");
        return false;
    }
    return true;
}

static bool complete(struct hologram_arguments *arguments)
{
    errdiff_hologram_options *options = &arguments->options;
    errdiff_message message;
    if (arguments->scene)
        return true;
    if (arguments->reconstruction && strcmp(arguments->reconstruction, "-") == 0) {
        fail(EXIT_WRONG_CALL, "reconstruction: it cannot be written to standard output");
        return false;
    }
    if (options->optics.view_height == 0)
        options->optics.view_height = options->optics.view_width;
    if (arguments->bits == 0)
        arguments->bits = options->levels <= 256 ? 8 : 16;
    if (errdiff_hologram_options_check(options, &message) != ERRDIFF_OK) {
        fail(EXIT_WRONG_CALL, "%s", message.text);
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
    *arguments = (struct hologram_arguments){0};
    errdiff_hologram_options_init(&arguments->options);
    bool has_levels = false;
    struct option_reader reader = {.options = call_options,
                                   .help = "errdiff hologram --help",
                                   .argc = argc,
                                   .argv = argv,
                                   .next = 1};
    int option;
    while ((option = option_next(&reader)) != OPTION_END) {
        if (option == OPTION_WRONG)
            return ARGUMENTS_WRONG;
        if (option == OPTION_HELP) {
            fputs(help, stdout);
            return ARGUMENTS_DONE;
        }
        has_levels |= option == OPTION_LEVELS;
        if (option != OPTION_PATH && !read_option(arguments, option, reader.value))
            return ARGUMENTS_WRONG;
        if (option == OPTION_PATH && path_count < MAX_PATHS + 1)
            paths[path_count++] = reader.value;
    }
    if (!has_levels && arguments->options.output == ERRDIFF_HOLOGRAM_BINARY_PHASE)
        arguments->options.levels = 2;
    return take_paths(arguments, paths, path_count) && complete(arguments) ? ARGUMENTS_WORK
                                                                           : ARGUMENTS_WRONG;
}
