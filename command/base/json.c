/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes texts, numbers and the values of options as JSON. */
#include "json.h"

void json_write_string(FILE *file, const char *text)
{
    putc('"', file);
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        if (*c == '"' || *c == '\\')
            fprintf(file, "\\%c", *c);
        else if (*c < 0x20)
            fprintf(file, "\\u%04x", *c);
        else
            putc(*c, file);
    }
    putc('"', file);
}

void json_write_text(FILE *file, const char *name, const char *text)
{
    fprintf(file, "\"%s\": ", name);
    json_write_string(file, text);
    fputs(", ", file);
}

void json_write_number(FILE *file, const char *name, double number)
{
    fprintf(file, "\"%s\": %.10g, ", name, number);
}

void json_write_positive(FILE *file, const char *name, double number)
{
    if (number > 0)
        json_write_number(file, name, number);
    else
        fprintf(file, "\"%s\": null, ", name);
}

void json_write_option(FILE *file, const errdiff_option_info *option, const void *options)
{
    const void *value = (const char *)options + option->offset;
    switch (option->type) {
    case ERRDIFF_OPTION_TEXT:
        json_write_text(file, option->name, *(const char *const *)value);
        break;
    case ERRDIFF_OPTION_CHOICE:
        json_write_text(file, option->name, option->choices[*(const int *)value]);
        break;
    case ERRDIFF_OPTION_SEED:
        json_write_number(file, option->name, *(const uint32_t *)value);
        break;
    case ERRDIFF_OPTION_REAL:
        json_write_number(file, option->name, *(const double *)value / option->factor);
        break;
    default:
        json_write_number(file, option->name, *(const int *)value);
    }
}
