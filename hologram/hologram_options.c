/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sets and checks the options, according to the table in hologram_option_table.c. */
#include "added_phase.h"
#include "base/message.h"
#include "base/option_value.h"
#include "base/translate.h"
#include "errdiff_hologram.h"
#include "hologram_engines.h"
#include "rounded_sample.h"
#include "weights.h"

#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

void errdiff_hologram_options_init(errdiff_hologram_options *options)
{
    errdiff_option_info option;
    *options = (errdiff_hologram_options){0};
    for (int i = 0; errdiff_hologram_option_get(i, &option) == ERRDIFF_OK; i++)
        errdiff_option_set_default(&option, options);
}

static errdiff_status check_engine(const char *name, errdiff_message *message)
{
    if (strcmp(name, "auto") == 0)
        return ERRDIFF_OK;
    errdiff_engine_info known;
    for (int i = 0; errdiff_hologram_engine_get(i, &known) == ERRDIFF_OK; i++)
        if (strcmp(name, known.name) == 0)
            return ERRDIFF_OK;
    errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                 "engine: \"%.60s\" is not an engine for holograms; choose from auto", name);
    for (int i = 0; errdiff_hologram_engine_get(i, &known) == ERRDIFF_OK; i++)
        errdiff_append(message, ", %s", known.name);
    return ERRDIFF_BAD_ARGUMENT;
}

/* A height of 0 is in the range of the option, because programs replace it by the width. The
 * library itself needs a height. */
static errdiff_status check_height(const errdiff_optics *optics, errdiff_message *message)
{
    if (optics->view_height > 0)
        return ERRDIFF_OK;
    return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT, N_("%s: a value greater than 0 is required"),
                        "view-height");
}

/* In Fourier geometry the window is in the same directions for all hogels, so if pixels cannot send
 * light to all of it, none can. */
static errdiff_status check_window(const errdiff_optics *optics, errdiff_message *message)
{
    double edge = fmax(fabs(optics->view_x) + 0.5 * optics->view_width,
                       fabs(optics->view_y) + 0.5 * optics->view_height);
    double reached = edge * optics->pitch / (optics->wavelength * optics->view_distance);
    if (optics->geometry != ERRDIFF_HOLOGRAM_FOURIER || reached < 0.5 + 1e-9)
        return ERRDIFF_OK;
    return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                        N_("the view reaches %.3g cycles a pixel, in all hogels; pixels send light "
                           "only up to half a cycle"),
                        reached);
}

/* Only one of two-pi, gray-table and level-table can be given, because each says what a sample
 * shows. */
static errdiff_status check_samples(const errdiff_hologram_options *options,
                                    errdiff_message *message)
{
    const errdiff_hologram_display *display = &options->display;
    const struct {
        const char *name;
        bool is_given;
    } rows[] = {{"full-range", display->full_range != 0},
                {"two-pi", display->two_pi > 0},
                {"gray-table", *display->gray_table != '\0'},
                {"level-table", *display->level_table != '\0'}};
    const char *first = NULL;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].is_given && first)
            return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT, N_("%s and %s cannot be combined"),
                                first, rows[i].name);
        first = rows[i].is_given ? rows[i].name : first;
    }
    if (first && errdiff_hologram_is_amplitude(options))
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            N_("%s: it is only possible with phases, not with amplitudes"), first);
    if (display->full_range && options->output != ERRDIFF_HOLOGRAM_BINARY_PHASE)
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT, N_("%s: it needs a binary phase"),
                            "full-range");
    if (*display->level_table != '\0' && options->output != ERRDIFF_HOLOGRAM_PHASE)
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT, N_("%s and %s cannot be combined"),
                            first, "binary-phase");
    if (display->two_pi > 0 && display->two_pi < options->levels)
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            N_("two-pi: %d samples are not enough for %d phases"), display->two_pi,
                            options->levels);
    return ERRDIFF_OK;
}

/* The scale is what a gain searches for. Rounded phases do not depend on it. */
static errdiff_status check_gain(const errdiff_hologram_options *options, errdiff_message *message)
{
    bool has_gain = options->gain != 0;
    bool is_fixed =
        options->method == ERRDIFF_HOLOGRAM_NONE && !errdiff_hologram_is_amplitude(options);
    if (has_gain && is_fixed)
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            N_("gain: rounding (none) cannot change it; choose another method"));
    if (has_gain && options->scale != 0)
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT, N_("%s and %s cannot be combined"),
                            "gain", "scale");
    return ERRDIFF_OK;
}

/* Crosstalk smooths phases. */
static errdiff_status check_crosstalk(const errdiff_hologram_options *options,
                                      errdiff_message *message)
{
    bool has_crosstalk = options->display.crosstalk > 0;
    if (has_crosstalk && errdiff_hologram_is_amplitude(options))
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            N_("%s: it is only possible with phases, not with amplitudes"),
                            "crosstalk");
    bool is_rounded = options->method == ERRDIFF_HOLOGRAM_NONE;
    if (has_crosstalk && !is_rounded && strcmp(options->engine, "auto") != 0 &&
        !errdiff_hologram_engine_find(options->engine)->has_crosstalk)
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            N_("engine: %s cannot count on crosstalk; choose auto or serial"),
                            options->engine);
    return ERRDIFF_OK;
}

/* A panel with levels of its own shows these, or those of a table of measured ones. */
static errdiff_status check_panel(const errdiff_hologram_options *options,
                                  const errdiff_hologram_panel *panel, errdiff_message *message)
{
    const char *other = options->display.two_pi > 0                        ? "two-pi"
                        : options->output == ERRDIFF_HOLOGRAM_BINARY_PHASE ? "binary-phase"
                                                                           : NULL;
    if (panel->levels == 0)
        return ERRDIFF_OK;
    if (errdiff_hologram_is_amplitude(options))
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            N_("%s: it is only possible with phases, not with amplitudes"),
                            panel->name);
    return other ? errdiff_fail(message, ERRDIFF_BAD_ARGUMENT, N_("%s and %s cannot be combined"),
                                panel->name, other)
                 : ERRDIFF_OK;
}

/* The number of bits is not known yet. */
static errdiff_status check_display(const errdiff_hologram_options *options,
                                    errdiff_message *message)
{
    const errdiff_hologram_display *display = &options->display;
    errdiff_hologram_panel panel;
    bool is_moved = display->offset_x != 0 || display->offset_y != 0;
    errdiff_status status = errdiff_hologram_panel_parse(display->panel, &panel, message);
    if (status != ERRDIFF_OK)
        return status;
    if (is_moved && panel.width == 0)
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT, N_("%s: it needs the size of the panel"),
                            display->offset_x != 0 ? "offset-x" : "offset-y");
    status = check_panel(options, &panel, message);
    return status == ERRDIFF_OK ? check_samples(options, message) : status;
}

static errdiff_status check_sample_bits(const errdiff_hologram_options *options,
                                        errdiff_message *message)
{
    int bits = options->sample_bits;
    if (bits != 0 && bits != 8 && bits != 16)
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT, "%s: %d: 0, 8, 16", "sample_bits", bits);
    return bits == 0 ? ERRDIFF_OK : errdiff_sample_bits_check(bits, options->levels, message);
}

errdiff_status errdiff_hologram_options_check(const errdiff_hologram_options *options,
                                              errdiff_message *message)
{
    errdiff_option_info option;
    errdiff_status status = ERRDIFF_OK;
    for (int i = 0; status == ERRDIFF_OK && errdiff_hologram_option_get(i, &option) == ERRDIFF_OK;
         i++) {
        bool is_levels = option.offset == offsetof(errdiff_hologram_options, levels);
        if (is_levels && options->output == ERRDIFF_HOLOGRAM_BINARY_PHASE)
            option.max = 2;
        status = errdiff_option_check(&option, options, message);
    }
    if (status == ERRDIFF_OK)
        status = check_height(&options->optics, message);
    if (status == ERRDIFF_OK)
        status = check_window(&options->optics, message);
    if (status == ERRDIFF_OK)
        status =
            errdiff_range_check("max_memory", options->max_memory, 0, INT_MAX, " MiB", message);
    if (status == ERRDIFF_OK)
        status = check_sample_bits(options, message);
    if (status == ERRDIFF_OK)
        status = errdiff_added_phase_check(options, message);
    if (status == ERRDIFF_OK)
        status = check_gain(options, message);
    if (status == ERRDIFF_OK)
        status = check_display(options, message);
    if (status == ERRDIFF_OK)
        status = check_engine(options->engine, message);
    return status == ERRDIFF_OK ? check_crosstalk(options, message) : status;
}
