/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/message.h"
#include "base/translate.h"
#include "errdiff_hologram.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

void errdiff_hologram_options_init(errdiff_hologram_options *options)
{
    *options = (errdiff_hologram_options){
        .method = ERRDIFF_HOLOGRAM_OPT,
        .output = ERRDIFF_HOLOGRAM_PHASE,
        .levels = 256,
        .hogel = 256,
        .tap_count = 27,
        .slope = 3,
        .view_filter = 1,
        .engine = "auto",
    };
}

static bool is_length(double value)
{
    return value > 0 && isfinite(value);
}

static errdiff_status check_range(const char *name, int value, int least, int most,
                                  errdiff_message *message)
{
    if (value >= least && value <= most)
        return ERRDIFF_OK;
    return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT, N_("%s: %d is not possible; %d to %d are"),
                        name, value, least, most);
}

static errdiff_status check_optics(const errdiff_optics *optics, errdiff_message *message)
{
    const struct {
        const char *name;
        double value;
    } lengths[] = {{"pitch", optics->pitch},
                   {"wavelength", optics->wavelength},
                   {"view width", optics->view_width},
                   {"view height", optics->view_height},
                   {"view distance", optics->view_distance}};

    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        if (!is_length(lengths[i].value))
            return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                                N_("%s: a value above 0 must be given"), lengths[i].name);
    if (!isfinite(optics->view_x) || !isfinite(optics->view_y))
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            N_("view: the coordinates of its centre must be finite"));
    return ERRDIFF_OK;
}

static errdiff_status check_engine(const char *name, errdiff_message *message)
{
    if (name && strcmp(name, "auto") == 0)
        return ERRDIFF_OK;
    const char *known;
    for (int i = 0; (known = errdiff_hologram_engine_name(i)) != NULL; i++)
        if (name && strcmp(name, known) == 0)
            return ERRDIFF_OK;
    errdiff_fail(message, ERRDIFF_BAD_ARGUMENT, "engine: \"%.60s\" is not one; possible are auto",
                 name ? name : "");
    for (int i = 0; (known = errdiff_hologram_engine_name(i)) != NULL; i++)
        errdiff_append(message, ", %s", known);
    return ERRDIFF_BAD_ARGUMENT;
}

errdiff_status errdiff_hologram_options_check(const errdiff_hologram_options *options,
                                              errdiff_message *message)
{
    errdiff_status status = check_optics(&options->optics, message);
    if (status == ERRDIFF_OK)
        status = check_range("method", (int)options->method, 0, ERRDIFF_HOLOGRAM_NONE, message);
    if (status == ERRDIFF_OK)
        status =
            check_range("output", (int)options->output, 0, ERRDIFF_HOLOGRAM_AMPLITUDE, message);
    if (status == ERRDIFF_OK)
        status = check_range(
            "levels", options->levels, 2,
            options->output == ERRDIFF_HOLOGRAM_BINARY_PHASE ? 2 : ERRDIFF_HOLOGRAM_MAX_LEVELS,
            message);
    if (status == ERRDIFF_OK)
        status = check_range("hogel", options->hogel, 1, ERRDIFF_HOLOGRAM_MAX_SIDE, message);
    if (status == ERRDIFF_OK)
        status =
            check_range("weights", options->tap_count, 1, ERRDIFF_HOLOGRAM_MAX_WEIGHTS, message);
    if (status == ERRDIFF_OK)
        status = check_range("slope", options->slope, 0, ERRDIFF_HOLOGRAM_MAX_SLOPE, message);
    if (status == ERRDIFF_OK)
        status = check_engine(options->engine, message);
    if (status == ERRDIFF_OK)
        status = check_range("threads", options->threads, 0, ERRDIFF_MAX_THREADS, message);
    if (status == ERRDIFF_OK && !(options->scale >= 0 && isfinite(options->scale)))
        status = errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                              N_("scale: it must be above 0, or 0 for an automatic choice"));
    return status;
}
