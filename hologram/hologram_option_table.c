/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one table of the options of a hologram. The order is that of the procedure's arguments in
 * GIMP, and of the checks. */
#include "base/option_value.h"
#include "base/translate.h"
#include "errdiff_hologram.h"

#include <math.h>

static const char *const output_names[] = {"phase", "binary-phase", "amplitude",
                                           "positive-amplitude", NULL};
static const char *const output_titles[] = {N_("Phase"), N_("Phase 0 or π"), N_("Amplitude"),
                                            N_("Amplitude, never negative"), NULL};
static const char *const output_explanations[] = {
    "phases from 0 to 2π", "phases 0 and π, for the real part",
    "amplitudes from -1 to 1, for the real part: as if the constant light of a display with those "
    "from 0 to 1 were blocked",
    "amplitudes from 0 to 1, for the real part, with their constant light", NULL};

static const char *const method_names[] = {"auto", "opt", "paper", "fs", "fs-window", "none", NULL};
static const char *const method_titles[] = {N_("Automatic"),
                                            N_("Optimal weights for the view"),
                                            N_("Weights of Lagrange et al. (2024)"),
                                            N_("Floyd–Steinberg"),
                                            N_("Floyd–Steinberg, centered on the view"),
                                            N_("None: only rounding"),
                                            NULL};
static const char *const method_explanations[] = {
    "opt, or none if rounding leaves less noise",
    "the weights that leave the least noise in the window",
    "the weights of Lagrange, Gilles, Heggarty and Fracasso 2024",
    "Floyd–Steinberg",
    "Floyd–Steinberg, modulated so that the noise is least at the center of the window",
    "no diffusion, only rounding to the nearest level",
    NULL};

static const char *const geometries[] = {"fresnel", "fourier", NULL};
static const char *const geometry_titles[] = {N_("At a distance"), N_("Focal plane of a lens"),
                                              NULL};
static const char *const geometry_explanations[] = {
    "at the distance view-distance",
    "in the focal plane of a lens whose focal length is view-distance; without that, lengths of "
    "the window are in units of λF/pitch, the width of all that the display can show there, and "
    "pitch and wavelength are not required either",
    NULL};

#define PLACE(member) offsetof(errdiff_hologram_options, member)

/* A length in millimeters, which is stored in micrometers. */
#define MILLIMETERS                                                                               \
    .type = ERRDIFF_OPTION_REAL, .max = INFINITY, .unit = N_(" millimeters"), .symbol = N_("mm"), \
    .factor = 1e3, .decimals = 6

#define OFFSET                                                                   \
    .type = ERRDIFF_OPTION_INTEGER, .min = -ERRDIFF_HOLOGRAM_MAX_SIDE,           \
    .max = ERRDIFF_HOLOGRAM_MAX_SIDE, .unit = N_(" pixels"), .symbol = N_("px"), \
    .default_value = "0"

/* The period of a grating. */
#define PERIOD                                                                             \
    .type = ERRDIFF_OPTION_REAL, .min = -INFINITY, .max = INFINITY, .unit = N_(" pixels"), \
    .symbol = N_("px"), .factor = 1, .decimals = 3, .default_value = "0"

/* Reports contain those of hogel, scale, slope and view filter that were used, as figures. */
static const errdiff_option_info options[] = {
    {.name = "pitch",
     .label = N_("Pixel _pitch:"),
     .explanation = N_("The distance between the centers of adjacent pixels of the display"),
     .type = ERRDIFF_OPTION_REAL,
     .max = INFINITY,
     .unit = N_(" micrometers"),
     .symbol = N_("µm"),
     .step = 0.01,
     .decimals = 6,
     .factor = 1,
     .offset = PLACE(optics.pitch)},
    {.name = "wavelength",
     .label = N_("_Wavelength:"),
     .explanation = N_("The wavelength of the light in air"),
     .type = ERRDIFF_OPTION_REAL,
     .max = INFINITY,
     .unit = N_(" nanometers"),
     .symbol = N_("nm"),
     .decimals = 3,
     .factor = 1e-3,
     .offset = PLACE(optics.wavelength)},
    {.name = "view-distance",
     .label = N_("_Distance:"),
     .explanation =
         N_("The distance from the hologram to the window that the viewer looks through"),
     MILLIMETERS,
     .offset = PLACE(optics.view_distance)},
    {.name = "view-width",
     .label = N_("Wid_th:"),
     .step = 0.1,
     .explanation = N_("The width of the window that the viewer looks through"),
     MILLIMETERS,
     .offset = PLACE(optics.view_width)},
    {.name = "view-height",
     .label = N_("Hei_ght:"),
     .step = 0.1,
     .explanation = N_("The height of the window that the viewer looks through; 0: "
                       "the same as its width"),
     MILLIMETERS,
     .default_value = "0",
     .offset = PLACE(optics.view_height)},
    {.name = "view-x",
     .label = N_("Center _X:"),
     .step = 0.1,
     .explanation = N_("How far the window's center is to the right of the hologram's center"),
     MILLIMETERS,
     .min = -INFINITY,
     .default_value = "0",
     .offset = PLACE(optics.view_x)},
    {.name = "view-y",
     .label = N_("Center _Y:"),
     .step = 0.1,
     .explanation = N_("How far the window's center is below the hologram's center"),
     MILLIMETERS,
     .min = -INFINITY,
     .default_value = "0",
     .offset = PLACE(optics.view_y)},
    {.name = "output",
     .label = N_("O_utput:"),
     .explanation = N_("Which property of the light the display modulates"),
     .type = ERRDIFF_OPTION_CHOICE,
     .max = ERRDIFF_HOLOGRAM_POSITIVE_AMPLITUDE,
     .default_value = "phase",
     .choices = output_names,
     .choice_titles = output_titles,
     .choice_explanations = output_explanations,
     .is_in_presets = 1,
     .offset = PLACE(output)},
    {.name = "levels",
     .label = N_("Le_vels:"),
     .explanation = N_("How many phases or amplitudes the display can show; a binary phase has 2"),
     .type = ERRDIFF_OPTION_INTEGER,
     .min = 2,
     .max = ERRDIFF_HOLOGRAM_MAX_LEVELS,
     .default_value = "256",
     .is_in_presets = 1,
     .offset = PLACE(levels)},
    {.name = "method",
     .label = N_("M_ethod:"),
     .explanation = N_("Where the weights come from"),
     .type = ERRDIFF_OPTION_CHOICE,
     .max = ERRDIFF_HOLOGRAM_NONE,
     .default_value = "auto",
     .choices = method_names,
     .choice_titles = method_titles,
     .choice_explanations = method_explanations,
     .is_in_presets = 1,
     .offset = PLACE(method)},
    {.name = "hogel",
     .label = N_("Hogel si_ze (0 = automatic):"),
     .explanation = N_("The number of pixels along a side of a hogel, a square of the hologram "
                       "with weights of its own; 0: automatic, at most a twelfth of the view. "
                       "Smaller hogels leave less noise."),
     .type = ERRDIFF_OPTION_INTEGER,
     .max = ERRDIFF_HOLOGRAM_MAX_SIDE,
     .default_value = "0",
     .offset = PLACE(hogel)},
    {.name = "taps",
     .label = N_("T_aps:"),
     .explanation =
         N_("From how many neighbors each pixel collects errors. Floyd–Steinberg always has 4."),
     .type = ERRDIFF_OPTION_INTEGER,
     .min = 1,
     .max = ERRDIFF_HOLOGRAM_MAX_TAPS,
     .default_value = "27",
     .is_in_presets = 1,
     .offset = PLACE(tap_count)},
    {.name = "slope",
     .label = N_("_Largest slope:"),
     .explanation = N_("When rows are processed in parallel, each has to trail the row above it by "
                       "some columns. This is the maximum number of them; 0: no limit. Fewer "
                       "columns are faster, and leave slightly more noise."),
     .type = ERRDIFF_OPTION_INTEGER,
     .max = ERRDIFF_HOLOGRAM_MAX_SLOPE,
     .default_value = "3",
     .offset = PLACE(slope)},
    {.name = "kappa",
     .label = N_("_Kappa:"),
     .step = 0.05,
     .decimals = 3,
     .explanation =
         N_("With the weights of Lagrange et al., whose paper calls it κ: they keep noise "
            "out of the view and also out of the steepest directions in which the "
            "pixels can send light, from this share of the highest spatial frequency "
            "on. With 1 they keep it out of the view alone, which leaves the least "
            "noise there."),
     .type = ERRDIFF_OPTION_REAL,
     .max = 1,
     .factor = 1,
     .default_value = "1",
     .is_in_presets = 1,
     .offset = PLACE(kappa)},
    {.name = "preselect",
     .label = N_("Preselected neigh_bors:"),
     .explanation = N_("With the weights of Lagrange et al.: how many neighbors are selected for "
                       "all hogels. Each hogel chooses its own from them. 0: from all"),
     .type = ERRDIFF_OPTION_INTEGER,
     .max = ERRDIFF_HOLOGRAM_MAX_TAPS,
     .default_value = "27",
     .is_in_presets = 1,
     .offset = PLACE(preselect)},
    {.name = "scale",
     .label = N_("Scale factor (_0 = automatic):"),
     .step = 0.01,
     .decimals = 6,
     .explanation =
         N_("The factor by which the hologram is multiplied before quantization; 0: automatic"),
     .type = ERRDIFF_OPTION_REAL,
     .max = INFINITY,
     .factor = 1,
     .default_value = "0",
     .offset = PLACE(scale)},
    {.name = "view-filter",
     .label = N_("_Filter to the view"),
     .explanation = N_("Before quantization, remove light that misses the view; it would use up "
                       "part of the display's range"),
     .type = ERRDIFF_OPTION_SWITCH,
     .max = 1,
     .default_value = "1",
     .offset = PLACE(view_filter)},
    {.name = "refine",
     .label = N_("Refinement _passes:"),
     .explanation =
         N_("Passes that bring the light in the view closer to the hologram's: after error "
            "diffusion by changes of levels and, with 12 or more phases, also before it. Each pass "
            "takes about as long as the filter to the view, and 10 are usually enough. If the GPU "
            "makes those before it, many levels come out differently, with about the same "
            "noise."),
     .type = ERRDIFF_OPTION_INTEGER,
     .max = 10000,
     .default_value = "0",
     .offset = PLACE(refine)},
    {.name = "engine",
     .label = N_("Eng_ine:"),
     .explanation = errdiff_engine_explanation,
     .syntax = "auto: the fastest engine that needs no GPU; wavefront; serial; cuda-softsync, "
               "which needs a GPU",
     .type = ERRDIFF_OPTION_TEXT,
     .default_value = "auto",
     .offset = PLACE(engine)},
    {.name = "threads",
     .explanation = errdiff_threads_explanation,
     .type = ERRDIFF_OPTION_INTEGER,
     .max = ERRDIFF_MAX_THREADS,
     .default_value = "0",
     .offset = PLACE(threads)},
    {.name = "panel",
     .label = N_("P_anel:"),
     .explanation = N_("The size of the display in pixels, to which the hologram is enlarged with "
                       "zeros or cut off. A name also sets the pitch if that is not given."),
     .syntax = "WxH, pluto-2.1, dlp7000, plm-47, plm-67",
     .type = ERRDIFF_OPTION_TEXT,
     .default_value = "",
     .offset = PLACE(display.panel)},
    {.name = "offset-x",
     .label = N_("Offset to the _right:"),
     .explanation = N_("By how many pixels the hologram is to the right of the panel's center"),
     OFFSET,
     .offset = PLACE(display.offset_x)},
    {.name = "offset-y",
     .label = N_("Offset do_wn:"),
     .explanation = N_("By how many pixels the hologram is below the panel's center"),
     OFFSET,
     .offset = PLACE(display.offset_y)},
    {.name = "two-pi",
     .label = N_("Sample for _2π:"),
     .explanation = N_("The sample at which the display's phase is 2π at this wavelength; 0: the "
                       "number of samples, 256 or 65536"),
     .type = ERRDIFF_OPTION_INTEGER,
     .max = 65536,
     .default_value = "0",
     .offset = PLACE(display.two_pi)},
    {.name = "gray-table",
     .label = N_("Measured pha_ses:"),
     .explanation = N_("The phases that the display was measured to show: lines with a sample, its "
                       "phase in radians and, if wanted, its amplitude, such as 128,3.14 or "
                       "128,3.14,0.93. Levels are chosen from these samples."),
     .type = ERRDIFF_OPTION_FILE,
     .default_value = "",
     .offset = PLACE(display.gray_table)},
    {.name = "level-table",
     .label = N_("_Measured levels:"),
     .explanation = N_("The levels that the display was measured to show: lines with a sample, its "
                       "amplitude and its phase in radians, such as 128,0.93,3.14. Each line is a "
                       "level."),
     .type = ERRDIFF_OPTION_FILE,
     .default_value = "",
     .offset = PLACE(display.level_table)},
    {.name = "lens",
     .label = N_("Le_ns:"),
     .explanation = N_("The focal length of a lens that is added, above 0 if light converges; 0: "
                       "none"),
     MILLIMETERS,
     .min = -INFINITY,
     .default_value = "0",
     .offset = PLACE(added.lens)},
    {.name = "grating-x",
     .label = N_("Grating a_cross:"),
     .explanation = N_("The period of a grating that is added, which sends light to the right, or "
                       "to the left if it is negative; 0: none"),
     PERIOD,
     .offset = PLACE(added.grating_x)},
    {.name = "grating-y",
     .label = N_("Grating d_own:"),
     .explanation = N_("The period of a grating that is added, which sends light downward, or "
                       "upward if it is negative; 0: none"),
     PERIOD,
     .offset = PLACE(added.grating_y)},
    /* What follows was added to the procedure later, and its arguments come last. */
    {.name = "geometry",
     .label = N_("Wi_ndow:"),
     .explanation = N_("Where the window is"),
     .type = ERRDIFF_OPTION_CHOICE,
     .max = ERRDIFF_HOLOGRAM_FOURIER,
     .default_value = "fresnel",
     .choices = geometries,
     .choice_titles = geometry_titles,
     .choice_explanations = geometry_explanations,
     .offset = PLACE(optics.geometry)},
    {.name = "gain",
     .label = N_("_Gain (0 = from the scale):"),
     .step = 0.01,
     .decimals = 4,
     .explanation = N_("Instead of the scale: the brightness to reach within 1 %, as the amplitude "
                       "of what is seen, relative to that of the hologram if it had all the light "
                       "of a display of phases; the hologram is quantized several times; 0: not "
                       "asked for"),
     .type = ERRDIFF_OPTION_REAL,
     .max = INFINITY,
     .factor = 1,
     .default_value = "0",
     .offset = PLACE(gain)},
    {.name = "full-range",
     .label = N_("Binary phase in f_ull range"),
     .explanation = N_("Write a binary phase as the smallest and the largest sample, such as 0 and "
                       "255, as drivers of binary displays take them"),
     .type = ERRDIFF_OPTION_SWITCH,
     .max = 1,
     .default_value = "0",
     .offset = PLACE(display.full_range)},
    {.name = "zero-order",
     .label = N_("_Zero order:"),
     .step = 0.01,
     .decimals = 4,
     .explanation = N_("The share of the light that the display does not modulate, such as 0.01, "
                       "and that is seen on the axis"),
     .type = ERRDIFF_OPTION_REAL,
     .max = 0.9,
     .factor = 1,
     .default_value = "0",
     .is_in_presets = 1,
     .offset = PLACE(display.zero_order)},
    {.name = "crosstalk",
     .label = N_("Crosstal_k:"),
     .step = 0.05,
     .decimals = 3,
     .explanation = N_("How far the phase of a pixel spreads into its neighbors: the width (sigma) "
                       "of the Gaussian that smooths the phases of the display. Only the serial "
                       "engine then diffuses."),
     .type = ERRDIFF_OPTION_REAL,
     .max = 1,
     .unit = N_(" pixels"),
     .symbol = N_("px"),
     .factor = 1,
     .default_value = "0",
     .is_in_presets = 1,
     .offset = PLACE(display.crosstalk)},
};

errdiff_status errdiff_hologram_option_get(int index, errdiff_option_info *info)
{
    if (index < 0 || index >= (int)(sizeof options / sizeof *options))
        return ERRDIFF_BAD_ARGUMENT;
    *info = options[index];
    return ERRDIFF_OK;
}
