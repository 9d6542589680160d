/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sets the default options of timed jobs, and finds the options that differ from them. */
#include "bench_options.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

void bench_options_init(errdiff_options *options)
{
    errdiff_options_init(options);
    options->kernel = "floyd-steinberg";
    options->levels[0] = options->levels[1] = options->levels[2] = 2;
    options->match = ERRDIFF_MATCH_RGB;
    options->linear = 0;
    options->serpentine = 0;
    options->start = ERRDIFF_START_PLAIN;
    options->gamut = ERRDIFF_GAMUT_NONE;
}

static bool is_changed(const errdiff_option_info *info, const errdiff_options *options)
{
    errdiff_options usual;
    bench_options_init(&usual);
    const void *value = (const char *)options + info->offset;
    const void *usual_value = (const char *)&usual + info->offset;
    switch (info->type) {
    case ERRDIFF_OPTION_CHOICE:
    case ERRDIFF_OPTION_INTEGER:
    case ERRDIFF_OPTION_SWITCH:
        return *(const int *)value != *(const int *)usual_value;
    case ERRDIFF_OPTION_SEED:
        return *(const uint32_t *)value != *(const uint32_t *)usual_value;
    case ERRDIFF_OPTION_REAL:
        return *(const double *)value != *(const double *)usual_value;
    case ERRDIFF_OPTION_TEXT: /* the kernel and the engine are shown by themselves */
        return info->offset != offsetof(errdiff_options, kernel) &&
               info->offset != offsetof(errdiff_options, engine) &&
               strcmp(*(const char *const *)value, *(const char *const *)usual_value) != 0;
    default: /* the levels, the palette */
        return false;
    }
}

int bench_options_next_changed(const errdiff_options *options, int index, errdiff_option_info *info)
{
    for (; errdiff_option_get(index, info) == ERRDIFF_OK; index++)
        if (info->offset >= 0 && info->offset != offsetof(errdiff_options, threads) &&
            is_changed(info, options))
            return index;
    return -1;
}
