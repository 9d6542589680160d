/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pam_header.h"

#include "fail.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_BYTES = 256 };

static const char blanks[] = " \t\r\v\f";

/* The values in a header; numbers are -1 until their line has been read. */
struct fields {
    int width, height, depth, maxval;
    char tuple_type[LINE_BYTES];
};

/* Reads the next line and returns it without the newline and without blanks around it. Returns NULL
 * if the line does not fit into the buffer or the file ends. */
static char *read_line(char line[LINE_BYTES], FILE *file)
{
    if (!fgets(line, LINE_BYTES, file) || !strchr(line, '\n'))
        return NULL;
    size_t length = strcspn(line, "\n");
    while (length > 0 && strchr(blanks, line[length - 1]))
        length--;
    line[length] = '\0';
    return line + strspn(line, blanks);
}

static bool take_number(int *number, const char *text)
{
    if (*number >= 0 || !isdigit((unsigned char)*text))
        return false;
    char *end;
    long long value = strtoll(text, &end, 10);
    *number = value > INT32_MAX ? INT32_MAX : (int)value;
    return *end == '\0';
}

/* Reads a line with a keyword and, after blanks, its value. */
static bool take_line(struct fields *fields, char *line)
{
    size_t length = strcspn(line, blanks);
    char *value = line + length + strspn(line + length, blanks);
    line[length] = '\0';
    if (strcmp(line, "WIDTH") == 0)
        return take_number(&fields->width, value);
    if (strcmp(line, "HEIGHT") == 0)
        return take_number(&fields->height, value);
    if (strcmp(line, "DEPTH") == 0)
        return take_number(&fields->depth, value);
    if (strcmp(line, "MAXVAL") == 0)
        return take_number(&fields->maxval, value);
    if (strcmp(line, "TUPLTYPE") != 0 || *fields->tuple_type)
        return false;
    strcpy(fields->tuple_type, value);
    return true;
}

static bool read_fields(struct fields *fields, FILE *file)
{
    char buffer[LINE_BYTES];
    char *line = read_line(buffer, file);
    if (!line || *line) /* the rest of the line that begins with P7 must be empty */
        return false;
    while ((line = read_line(buffer, file)) && strcmp(line, "ENDHDR") != 0)
        if (*line && *line != '#' && !take_line(fields, line))
            return false;
    return line && fields->width >= 0 && fields->height >= 0 && fields->depth >= 0 &&
           fields->maxval >= 0;
}

/* Whether the tuple type is a known one for this depth. A header may also omit the tuple type,
 * which then follows from the depth. */
static bool has_known_tuple_type(const struct fields *fields)
{
    static const struct {
        const char *tuple_type;
        int depth;
    } known[] = {{"BLACKANDWHITE", 1}, {"BLACKANDWHITE_ALPHA", 2},
                 {"GRAYSCALE", 1},     {"GRAYSCALE_ALPHA", 2},
                 {"RGB", 3},           {"RGB_ALPHA", 4}};
    if (!*fields->tuple_type)
        return fields->depth >= 1 && fields->depth <= 4;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(fields->tuple_type, known[i].tuple_type) == 0)
            return fields->depth == known[i].depth;
    return false;
}

int pam_read_header(int *maxval, errdiff_image *image, FILE *file, const char *name)
{
    struct fields fields = {.width = -1, .height = -1, .depth = -1, .maxval = -1};
    if (!read_fields(&fields, file))
        return fail(EXIT_FAILED, "%s: the PAM header is damaged", name);
    if (!has_known_tuple_type(&fields))
        return fail(EXIT_FAILED,
                    "%s: a PAM of DEPTH %d and TUPLTYPE \"%s\" is not possible; BLACKANDWHITE and "
                    "GRAYSCALE of DEPTH 1 and RGB of DEPTH 3 are, and with _ALPHA, of 2 and 4",
                    name, fields.depth, fields.tuple_type);
    image->width = fields.width;
    image->height = fields.height;
    image->channels = fields.depth;
    *maxval = fields.maxval;
    return 0;
}
