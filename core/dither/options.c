/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sets and checks the options of a call, according to the table in option_table.c. */
#include "options.h"

#include "base/message.h"
#include "base/option_value.h"
#include "base/translate.h"
#include "engines/engine_choice.h"
#include "prepare/dot_gain.h"
#include "prepare/screen.h"
#include "rule/quantize.h"

#include <limits.h>
#include <string.h>

void errdiff_options_init(errdiff_options *options)
{
    errdiff_option_info option;
    *options = (errdiff_options){0};
    for (int i = 0; errdiff_option_get(i, &option) == ERRDIFF_OK; i++)
        if (option.type == ERRDIFF_OPTION_LEVELS)
            errdiff_levels_parse(option.default_value, options->levels, NULL);
        else if (option.offset >= 0)
            errdiff_option_set_default(&option, options);
}

/* A device shows one color for what it is sent. The measurements of a result rely on that, too:
 * they find the color that is seen by the one that was written. */
static errdiff_status check_sent(const errdiff_palette *palette, errdiff_message *message)
{
    for (int i = 0; i < palette->count; i++)
        for (int j = 0; j < i; j++)
            if (memcmp(palette->sent[i], palette->sent[j], sizeof palette->sent[i]) == 0 &&
                memcmp(palette->colors[i], palette->colors[j], sizeof palette->colors[i]) != 0)
                return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                                    N_("palette: #%02x%02x%02x is sent for two colors that look "
                                       "different"),
                                    palette->sent[i][0], palette->sent[i][1], palette->sent[i][2]);
    return ERRDIFF_OK;
}

/* What errdiff_tone_range_find may have found for these options. */
static errdiff_status check_range(const errdiff_options *options, errdiff_message *message)
{
    const errdiff_tone_range *range = options->tone_range;
    if (options->stretch && (range->black < 0 || range->white <= range->black))
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            "tone_range: %d and %d cannot become black and white", range->black,
                            range->white);
    if (options->tone == ERRDIFF_TONE_AUTO &&
        !(range->automatic_white > 0 && range->automatic_white <= 1 &&
          range->automatic_gamma >= 1 && range->automatic_gamma <= ERRDIFF_MAX_AUTOMATIC_GAMMA))
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            "tone_range: a white of %g and a gamma of %g are not possible",
                            range->automatic_white, range->automatic_gamma);
    return ERRDIFF_OK;
}

/* The search and the tables of dot gain have room for ERRDIFF_MAX_LEVELS levels. */
static errdiff_status check_fine_levels(const errdiff_options *options,
                                        const struct errdiff_gain_curve *curve,
                                        errdiff_message *message)
{
    const char *name = options->refine > 0                ? "refine"
                       : !errdiff_gain_is_identity(curve) ? "dot-gain"
                                                          : NULL;
    for (int c = 0; c < 3 && name; c++)
        if (options->levels[c] > ERRDIFF_MAX_LEVELS)
            return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                                N_("%s: it is not possible with more than %d levels"), name,
                                ERRDIFF_MAX_LEVELS);
    return ERRDIFF_OK;
}

errdiff_status errdiff_options_check_values(const errdiff_options *options,
                                            errdiff_message *message)
{
    if (!options)
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT, "%s: none are given", "options");
    errdiff_status status =
        errdiff_option_check_members(errdiff_option_get, options, 0, PTRDIFF_MAX, message);
    struct errdiff_gain_curve curve;
    if (status == ERRDIFF_OK)
        status = errdiff_gain_read(options->dot_gain, 1, &curve, message);
    if (status == ERRDIFF_OK && !options->palette)
        status = check_fine_levels(options, &curve, message);
    if (status == ERRDIFF_OK)
        status = errdiff_range_check("indexed", options->indexed, 0, options->palette ? 1 : 0, NULL,
                                     message);
    if (status == ERRDIFF_OK)
        status = errdiff_range_check("measure", options->measure, 0, 1, NULL, message);
    if (status == ERRDIFF_OK)
        status =
            errdiff_range_check("max_memory", options->max_memory, 0, INT_MAX, " MiB", message);
    if (status == ERRDIFF_OK && options->palette)
        status = errdiff_range_check("palette", options->palette->count, 1, ERRDIFF_MAX_COLORS,
                                     N_(" colors"), message);
    if (status == ERRDIFF_OK && options->palette && options->sent && options->palette->has_sent)
        status = check_sent(options->palette, message);
    if (status == ERRDIFF_OK && options->tone_range)
        status = check_range(options, message);
    if (status == ERRDIFF_OK)
        status = errdiff_screen_check(options, message);
    return status == ERRDIFF_OK ? errdiff_engine_known(options->engine, message) : status;
}

errdiff_status errdiff_options_check(const errdiff_options *options, errdiff_message *message)
{
    errdiff_kernel kernel;
    errdiff_status status = errdiff_options_check_values(options, message);
    return status == ERRDIFF_OK ? errdiff_kernel_parse(options->kernel, &kernel, message) : status;
}
