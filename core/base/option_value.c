/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sets the defaults of options, checks their values, and describes which values are possible. */
#include "option_value.h"

#include "message.h"
#include "system.h"
#include "translate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char errdiff_engine_explanation[] =
    N_("How the work is scheduled. All engines give the same pixels; they differ only in speed.");
const char errdiff_threads_explanation[] =
    N_("The maximum number of threads; 0: one for each processor");

static double read_number(const char *text)
{
    char *end;
    return errdiff_system_read_number(text, &end);
}

/* The index of a choice's default. */
static int find_default(const errdiff_option_info *option)
{
    for (int i = 0; option->default_value && option->choices[i]; i++)
        if (strcmp(option->choices[i], option->default_value) == 0)
            return i;
    return 0;
}

void errdiff_option_set_default(const errdiff_option_info *option, void *options)
{
    void *value = (char *)options + option->offset;
    const char *text = option->default_value ? option->default_value : "0";
    switch (option->type) {
    case ERRDIFF_OPTION_TEXT:
    case ERRDIFF_OPTION_FILE:
        *(const char **)value = option->default_value;
        break;
    case ERRDIFF_OPTION_CHOICE:
        *(int *)value = find_default(option);
        break;
    case ERRDIFF_OPTION_REAL:
        *(double *)value = read_number(text) * option->factor;
        break;
    default:
        *(int *)value = atoi(text);
    }
}

errdiff_status errdiff_range_check(const char *name, int value, int min, int max, const char *unit,
                                   errdiff_message *message)
{
    if (value >= min && value <= max)
        return ERRDIFF_OK;
    if (!unit)
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            N_("%s: %d is out of range; it must be %d to %d"), name, value, min,
                            max);
    return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                        N_("%s: %d is out of range; it must be %d to %d%s"), name, value, min, max,
                        errdiff_translated(unit));
}

errdiff_status errdiff_memory_check(uint64_t bytes, int max_memory, int width, int height,
                                    errdiff_message *message)
{
    enum { MIB = 1 << 20 };
    uint64_t needed = (bytes + MIB - 1) / MIB;
    if (bytes > PTRDIFF_MAX) /* with 32 bits the sizes of blocks would overflow */
        return ERRDIFF_NO_MEMORY;
    if (max_memory == 0 || needed <= (uint64_t)max_memory)
        return ERRDIFF_OK;
    return errdiff_fail(message, ERRDIFF_NO_MEMORY,
                        "max_memory: for these options %d × %d pixels take %lld MiB more, but only "
                        "%d MiB are allowed",
                        width, height, (long long)needed, max_memory);
}

static errdiff_status check_real(const errdiff_option_info *option, double value,
                                 errdiff_message *message)
{
    double shown = value / option->factor;
    const char *unit = option->unit ? errdiff_translated(option->unit) : "";
    if (!option->default_value && !(value > 0 && isfinite(value)))
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            N_("%s: a value greater than 0 is required"), option->name);
    if (!isfinite(value))
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT, N_("%s: it must be a finite number"),
                            option->name);
    if (shown < option->min)
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            N_("%s: %g is out of range; it must be %g%s or more"), option->name,
                            shown, option->min, unit);
    if (shown > option->max)
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            N_("%s: %g is out of range; it must be %g%s or less"), option->name,
                            shown, option->max, unit);
    return ERRDIFF_OK;
}

errdiff_status errdiff_option_check(const errdiff_option_info *option, const void *options,
                                    errdiff_message *message)
{
    const void *value = (const char *)options + option->offset;
    switch (option->type) {
    case ERRDIFF_OPTION_PALETTE: /* each program checks it in its own way */
    case ERRDIFF_OPTION_SEED:    /* every value is possible */
        return ERRDIFF_OK;
    case ERRDIFF_OPTION_TEXT:
    case ERRDIFF_OPTION_FILE:
        return *(const char *const *)value ? ERRDIFF_OK
                                           : errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                                                          "%s: it must not be NULL", option->name);
    case ERRDIFF_OPTION_REAL:
        return check_real(option, *(const double *)value, message);
    default:
        break;
    }
    const int *numbers = value;
    int count = option->type == ERRDIFF_OPTION_LEVELS ? 3 : 1;
    /* Levels of 0 are automatic. */
    while (count > 1 && numbers[count - 1] == 0)
        count--;
    if (count == 1 && option->type == ERRDIFF_OPTION_LEVELS && numbers[0] == 0)
        return ERRDIFF_OK;
    errdiff_status status = ERRDIFF_OK;
    /* The row has the number of levels that dialogs and `--levels` offer; a call can have more. */
    int max = option->type == ERRDIFF_OPTION_LEVELS ? ERRDIFF_MAX_FINE_LEVELS : (int)option->max;
    for (int i = 0; i < count && status == ERRDIFF_OK; i++)
        status = errdiff_range_check(option->name, numbers[i], (int)option->min, max, option->unit,
                                     message);
    return status;
}

errdiff_status errdiff_option_check_members(errdiff_status (*get)(int index, errdiff_option_info *),
                                            const void *options, ptrdiff_t first, ptrdiff_t last,
                                            errdiff_message *message)
{
    errdiff_option_info option;
    errdiff_status status = ERRDIFF_OK;
    for (int i = 0; status == ERRDIFF_OK && get(i, &option) == ERRDIFF_OK; i++)
        if (option.offset >= first && option.offset <= last)
            status = errdiff_option_check(&option, options, message);
    return status;
}

static void write_choices(const errdiff_option_info *option, char *text, size_t size)
{
    const char *const *explanations = option->choice_explanations;
    size_t length = 0;
    for (int i = 0; option->choices[i] && length < size; i++)
        length += (size_t)snprintf(text + length, size - length, "%s%s%s%s",
                                   i == 0         ? ""
                                   : explanations ? "; "
                                                  : ", ",
                                   option->choices[i], explanations ? ": " : "",
                                   explanations ? explanations[i] : "");
}

struct number_text {
    char text[32];
};

/* Writes a finite number like %g, but with a decimal point whatever the locale is. */
static const char *write_number(double number, struct number_text *to)
{
    char digits[sizeof to->text];
    snprintf(digits, sizeof digits, "%g", number);
    size_t whole = strspn(digits, "-0123456789");
    const char *rest = digits + whole;
    bool has_point = *rest != '\0' && *rest != 'e';
    if (has_point)
        rest += strcspn(rest, "0123456789");
    snprintf(to->text, sizeof to->text, "%.*s%s%s", (int)whole, digits, has_point ? "." : "", rest);
    return to->text;
}

static void write_real_range(const errdiff_option_info *option, char *text, size_t size)
{
    const char *unit = option->unit ? option->unit : "";
    struct number_text min, max;
    if (!option->default_value)
        snprintf(text, size, "above 0%s", unit);
    else if (isfinite(option->max))
        snprintf(text, size, "%s to %s%s", write_number(option->min, &min),
                 write_number(option->max, &max), unit);
    else if (isfinite(option->min))
        snprintf(text, size, "%s%s or more", write_number(option->min, &min), unit);
    else if (*unit)
        snprintf(text, size, "a number of%s", unit);
}

void errdiff_option_values(const errdiff_option_info *option, errdiff_message *values)
{
    char *text = values->text;
    size_t size = sizeof values->text;
    *text = '\0';
    if (option->syntax)
        snprintf(text, size, "%s", option->syntax);
    else if (option->type == ERRDIFF_OPTION_CHOICE)
        write_choices(option, text, size);
    else if (option->type == ERRDIFF_OPTION_REAL)
        write_real_range(option, text, size);
    else if (option->type == ERRDIFF_OPTION_SWITCH && option->min < 0)
        snprintf(text, size, "0: off; 1: on; %d: automatic", ERRDIFF_AUTOMATIC);
    else if (option->type >= ERRDIFF_OPTION_INTEGER)
        snprintf(text, size, "%.0f to %.0f%s", option->min, option->max,
                 option->unit ? option->unit : "");
}
