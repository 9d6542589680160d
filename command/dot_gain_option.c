/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads what --dot-gain names: a percentage, a measured curve, or a file with one. */
#define _POSIX_C_SOURCE 200809L

#include "dot_gain_option.h"

#include "fail.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Far more than any curve has. */
enum { MAX_FILE_BYTES = 1 << 16 };

bool is_dot_gain(const errdiff_option_info *info)
{
    return strcmp(info->name, "dot-gain") == 0;
}

void dot_gain_describe(struct option *option)
{
    option->value_name = "PERCENT|FILE";
    option->info.explanation =
        "How much area printed dots gain at 50 percent coverage, so that the image gets lighter "
        "by as much; or a curve that was measured from a print of `errdiff wedge`, as a text or as "
        "a file: coverage and what it is printed as, in percent, on each line";
}

/* A letter, also one outside of ASCII, or a slash is in no percentage. */
static bool names_file(const char *value)
{
    for (; *value; value++)
        if (isalpha((unsigned char)*value) || (unsigned char)*value > 0x7F || *value == '/' ||
            *value == '\\')
            return true;
    return false;
}

/* Without a dot or a slash, what is not there may not have been meant as a file. */
static bool is_neither(const char *value)
{
    return !strpbrk(value, "./\\") && access(value, F_OK) != 0;
}

/* Checks the text of a file, so that the message can name it. */
static errdiff_status check(const char *text, errdiff_message *message)
{
    errdiff_options options;
    errdiff_options_init(&options);
    options.dot_gain = text;
    return errdiff_options_check(&options, message);
}

int dot_gain_read(const char *value, const char **text)
{
    static char *contents; /* kept until the program ends, as the options of a call are */
    size_t size;
    errdiff_message message;
    free(contents);
    contents = NULL;
    *text = value;
    if (!names_file(value))
        return 0;
    if (is_neither(value))
        return fail(EXIT_WRONG_CALL,
                    "dot-gain: \"%s\" is neither a percentage like 20, nor pairs of percentages "
                    "like 25 40; 50 70; 75 90, nor a file",
                    value);
    if (errdiff_text_read(value, MAX_FILE_BYTES, &contents, &size, &message) != ERRDIFF_OK)
        return fail(EXIT_FAILED, "dot-gain: %s: %s", value, message.text);
    if (check(contents, &message) != ERRDIFF_OK)
        return fail(EXIT_FAILED, "%s: %s", value, message.text);
    *text = contents;
    return 0;
}
