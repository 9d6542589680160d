/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a caller may ask for: defaults and ranges. */
#include "engine.h"
#include "errdiff.h"
#include "message.h"

enum { MAX_THREADS = 1024 };

void errdiff_options_init(errdiff_options *options)
{
    *options = (errdiff_options){
        .kernel = "floyd-steinberg",
        .levels = {2, 2, 2},
        .strength = 100,
        .engine = "auto",
    };
}

static errdiff_status check_range(const char *name, int64_t value, int least, int most,
                                  const char *unit, errdiff_message *message)
{
    if (value >= least && value <= most)
        return ERRDIFF_OK;
    return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT, "%s: %lld is not possible; %d to %d%s are",
                        name, (long long)value, least, most, unit);
}

errdiff_status errdiff_options_check(const errdiff_options *options, errdiff_message *message)
{
    if (!options->kernel || !options->engine)
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT, "%s: none is named",
                            options->kernel ? "engine" : "kernel");
    errdiff_status status = check_range("strength", options->strength, 0, 100, " percent", message);
    for (int c = 0; c < 3 && status == ERRDIFF_OK; c++)
        status = check_range("levels", options->levels[c], 2, ERRDIFF_MAX_LEVELS, "", message);
    if (status == ERRDIFF_OK)
        status = check_range("threads", options->threads, 0, MAX_THREADS, "", message);
    if (status != ERRDIFF_OK)
        return status;

    const struct {
        const char *name;
        int64_t value;
    } missing[] = {{"noise", options->noise},
                   {"seed", options->seed},
                   {"serpentine", options->serpentine},
                   {"linear", options->linear}};
    for (size_t i = 0; i < sizeof missing / sizeof *missing; i++)
        if (missing[i].value != 0)
            return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                                "%s: %lld is not possible; this version knows only 0",
                                missing[i].name, (long long)missing[i].value);

    errdiff_kernel kernel;
    status = errdiff_kernel_parse(options->kernel, &kernel, message);
    return status == ERRDIFF_OK ? errdiff_engine_known(options->engine, message) : status;
}
