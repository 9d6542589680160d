/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options of a call get their defaults and are checked, both by option_table.c. */
#include "options.h"

#include "auto/engine_choice.h"
#include "base/message.h"

#include <stdlib.h>

static void set_default(const errdiff_option_info *option, errdiff_options *options)
{
    void *value = (char *)options + option->offset;
    if (option->type == ERRDIFF_OPTION_TEXT)
        *(const char **)value = option->default_value;
    else if (option->type == ERRDIFF_OPTION_LEVELS)
        errdiff_levels_parse(option->default_value, value, NULL);
    else if (option->type != ERRDIFF_OPTION_CHOICE)
        *(int *)value = atoi(option->default_value);
}

void errdiff_options_init(errdiff_options *options)
{
    errdiff_option_info option;
    *options = (errdiff_options){0};
    for (int i = 0; errdiff_option_get(i, &option) == ERRDIFF_OK; i++)
        if (option.offset >= 0)
            set_default(&option, options);
}

static errdiff_status check_range(const char *name, int64_t value, int64_t min, int64_t max,
                                  const char *unit, errdiff_message *message)
{
    if (value >= min && value <= max)
        return ERRDIFF_OK;
    return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT, "%s: %lld is not possible; %d to %d%s are",
                        name, (long long)value, (int)min, (int)max, unit ? unit : "");
}

/* Every value of a seed is possible, and texts are checked by those who read them. */
static errdiff_status check_option(const errdiff_option_info *option,
                                   const errdiff_options *options, errdiff_message *message)
{
    const void *value = (const char *)options + option->offset;
    if (option->type == ERRDIFF_OPTION_SEED)
        return ERRDIFF_OK;
    if (option->type == ERRDIFF_OPTION_TEXT)
        return *(const char *const *)value ? ERRDIFF_OK
                                           : errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                                                          "%s: it must not be NULL", option->name);
    int count = option->type == ERRDIFF_OPTION_LEVELS ? 3 : 1;
    errdiff_status status = ERRDIFF_OK;
    for (int i = 0; i < count && status == ERRDIFF_OK; i++)
        status = check_range(option->name, ((const int *)value)[i], option->min, option->max,
                             option->unit, message);
    return status;
}

errdiff_status errdiff_options_check_values(const errdiff_options *options,
                                            errdiff_message *message)
{
    if (!options)
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT, "%s: none are given", "options");
    errdiff_option_info option;
    errdiff_status status = ERRDIFF_OK;
    for (int i = 0; status == ERRDIFF_OK && errdiff_option_get(i, &option) == ERRDIFF_OK; i++)
        if (option.offset >= 0)
            status = check_option(&option, options, message);
    if (status == ERRDIFF_OK)
        status =
            check_range("indexed", options->indexed, 0, options->palette ? 1 : 0, NULL, message);
    if (status == ERRDIFF_OK)
        status = check_range("measure", options->measure, 0, 1, NULL, message);
    if (status == ERRDIFF_OK && options->palette)
        status = check_range("palette", options->palette->count, 1, ERRDIFF_MAX_COLOURS, " colours",
                             message);
    return status == ERRDIFF_OK ? errdiff_engine_known(options->engine, message) : status;
}

errdiff_status errdiff_options_check(const errdiff_options *options, errdiff_message *message)
{
    errdiff_kernel kernel;
    errdiff_status status = errdiff_options_check_values(options, message);
    return status == ERRDIFF_OK ? errdiff_kernel_parse(options->kernel, &kernel, message) : status;
}
