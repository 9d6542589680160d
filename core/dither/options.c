/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options of a call: their defaults and ranges. */
#include "auto/engine_choice.h"
#include "base/message.h"
#include "errdiff.h"

void errdiff_options_init(errdiff_options *options)
{
    *options = (errdiff_options){
        .kernel = "floyd-steinberg",
        .levels = {2, 2, 2},
        .strength = 100,
        .engine = "auto",
    };
}

static errdiff_status check_range(const char *name, int64_t value, int min, int max,
                                  const char *unit, errdiff_message *message)
{
    if (value >= min && value <= max)
        return ERRDIFF_OK;
    return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT, "%s: %lld is not possible; %d to %d%s are",
                        name, (long long)value, min, max, unit);
}

errdiff_status errdiff_options_check(const errdiff_options *options, errdiff_message *message)
{
    if (!options)
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT, "%s: none are given", "options");
    if (!options->kernel || !options->engine)
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT, "%s: it must not be NULL",
                            options->kernel ? "engine" : "kernel");
    errdiff_status status = check_range("strength", options->strength, 0, 100, " percent", message);
    for (int c = 0; c < 3 && status == ERRDIFF_OK; c++)
        status = check_range("levels", options->levels[c], 2, ERRDIFF_MAX_LEVELS, "", message);
    const struct {
        const char *name;
        int value, min, max;
        const char *unit;
    } ranges[] = {
        {"noise", options->noise, 0, 100, " percent"},
        {"serpentine", options->serpentine, 0, 1, ""},
        {"linear", options->linear, 0, 1, ""},
        {"match", options->match, ERRDIFF_MATCH_RGB, ERRDIFF_MATCH_OKLAB, ""},
        {"indexed", options->indexed, 0, options->palette ? 1 : 0, ""},
        {"measure", options->measure, 0, 1, ""},
        {"threads", options->threads, 0, ERRDIFF_MAX_THREADS, ""},
    };
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges && status == ERRDIFF_OK; i++)
        status = check_range(ranges[i].name, ranges[i].value, ranges[i].min, ranges[i].max,
                             ranges[i].unit, message);
    if (status == ERRDIFF_OK && options->palette)
        status = check_range("palette", options->palette->count, 1, ERRDIFF_MAX_COLOURS, " colours",
                             message);
    if (status != ERRDIFF_OK)
        return status;

    errdiff_kernel kernel;
    status = errdiff_kernel_parse(options->kernel, &kernel, message);
    return status == ERRDIFF_OK ? errdiff_engine_known(options->engine, message) : status;
}
