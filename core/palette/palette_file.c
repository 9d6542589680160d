/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads palettes from the contents of palette files. */
#include "base/message.h"
#include "base/text_start.h"
#include "base/translate.h"
#include "errdiff.h"
#include "palette/color_names.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

enum { COLOR_BYTES = 3, TABLE_BYTES = ERRDIFF_MAX_COLORS * COLOR_BYTES, TRAILER_BYTES = 4 };

static const char gimp_magic[] = "GIMP Palette", jasc_magic[] = "JASC-PAL", paint_net_magic[] = ";";

/* A line of text without its end-of-line and without white space around it. */
struct line {
    const char *text;
    size_t length;
    int number; /* from 1 */
};

static const struct line *trim(struct line *line)
{
    while (line->length > 0 && isspace((unsigned char)line->text[line->length - 1]))
        line->length--;
    while (line->length > 0 && isspace((unsigned char)*line->text)) {
        line->text++;
        line->length--;
    }
    return line;
}

/* Reads the next line and moves *rest past it. Returns false at the end. */
static bool next_line(const char **rest, size_t *rest_size, struct line *line)
{
    if (*rest_size == 0)
        return false;
    const char *start = *rest;
    const char *end = memchr(start, '\n', *rest_size);
    size_t length = end ? (size_t)(end - start) : *rest_size;
    *rest += length + (end != NULL);
    *rest_size -= length + (end != NULL);
    *line = (struct line){start, length, line->number + 1};
    trim(line);
    return true;
}

static bool starts_with(const struct line *line, const char *text)
{
    size_t length = strlen(text);
    return line->length >= length && memcmp(line->text, text, length) == 0;
}

/* A color as it looks, and what the device is sent for it. */
struct color {
    uint8_t seen[COLOR_BYTES], sent[COLOR_BYTES];
    bool has_sent; /* if it is false, `sent` is not set */
};

static errdiff_status add_color(errdiff_palette *palette, const struct color *color,
                                errdiff_message *message)
{
    if (palette->count == ERRDIFF_MAX_COLORS)
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            N_("palette: it has more than %d colors"), ERRDIFF_MAX_COLORS);
    memcpy(palette->colors[palette->count], color->seen, COLOR_BYTES);
    memcpy(palette->sent[palette->count], color->has_sent ? color->sent : color->seen, COLOR_BYTES);
    palette->has_sent |= color->has_sent;
    palette->count++;
    return ERRDIFF_OK;
}

static errdiff_status fail_line(const struct line *line, const char *example,
                                errdiff_message *message)
{
    int shown = line->length < 40 ? (int)line->length : 40;
    return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                        N_("palette: line %d, \"%.*s\", is not a color like %s"), line->number,
                        shown, line->text, example);
}

/* Reads a line of three numbers, which any text may follow after white space: "255 128 0 a
 * name". */
static bool read_numbers(const struct line *line, uint8_t color[COLOR_BYTES])
{
    size_t at = 0;
    for (int c = 0; c < COLOR_BYTES; c++) {
        int number = 0, digits = 0;
        while (at < line->length && isspace((unsigned char)line->text[at]))
            at++;
        while (at < line->length && isdigit((unsigned char)line->text[at]) && digits < 4) {
            number = number * 10 + (line->text[at++] - '0');
            digits++;
        }
        if (digits == 0 || number > UINT8_MAX)
            return false;
        color[c] = (uint8_t)number;
    }
    return at == line->length || isspace((unsigned char)line->text[at]);
}

/* Reads a line with the number of the colors that follow. 0: it has none. */
static long read_count(const struct line *line)
{
    long count = 0;
    for (size_t i = 0; i < line->length; i++) {
        if (!isdigit((unsigned char)line->text[i]) || count > 99999)
            return 0;
        count = count * 10 + (line->text[i] - '0');
    }
    return count;
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c = (char)tolower((unsigned char)c);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Reads "ff8000" or "#ff8000"; or "#f80", which is "#ff8800", as in CSS. */
static bool read_hex(const struct line *line, uint8_t color[COLOR_BYTES])
{
    const char *digits = line->text;
    size_t length = line->length;
    bool is_short = length == 1 + COLOR_BYTES && *digits == '#';
    if (length > 0 && *digits == '#') {
        digits++;
        length--;
    }
    if (length != 2 * COLOR_BYTES && !is_short)
        return false;
    for (int c = 0; c < COLOR_BYTES; c++) {
        int high = hex_digit(digits[is_short ? c : 2 * c]);
        int low = hex_digit(digits[is_short ? c : 2 * c + 1]);
        if (high < 0 || low < 0)
            return false;
        color[c] = (uint8_t)(high << 4 | low);
    }
    return true;
}

/* Reads a color as read_hex does, or a name of CSS. */
static bool read_color(const struct line *line, uint8_t color[COLOR_BYTES])
{
    return read_hex(line, color) || errdiff_color_named(line->text, line->length, color);
}

/* Reads a line of a GIMP palette: three numbers and perhaps a name, "255 128 0 Orange". Other
 * programs take what is sent, the last word of "98 32 30 Red =#ff0000", for a part of the name. */
static bool read_gimp_line(const struct line *line, struct color *color)
{
    static const char mark[] = "=#";
    size_t start = line->length;
    while (start > 0 && !isspace((unsigned char)line->text[start - 1]))
        start--;
    struct line word = {line->text + start, line->length - start, line->number};
    color->has_sent = starts_with(&word, mark);
    word.text++; /* "=" */
    word.length--;
    return read_numbers(line, color->seen) && (!color->has_sent || read_hex(&word, color->sent));
}

static errdiff_status parse_gimp(const char *text, size_t size, errdiff_palette *palette,
                                 errdiff_message *message)
{
    struct line line = {0};
    next_line(&text, &size, &line);
    while (next_line(&text, &size, &line)) {
        struct color color;
        if (line.length == 0 || *line.text == '#' || starts_with(&line, "Name:") ||
            starts_with(&line, "Columns:"))
            continue;
        if (!read_gimp_line(&line, &color))
            return fail_line(&line, color.has_sent ? "255 128 0 =#ff8000" : "255 128 0", message);
        errdiff_status status = add_color(palette, &color, message);
        if (status != ERRDIFF_OK)
            return status;
    }
    return ERRDIFF_OK;
}

/* Reads a line like "ff8000" or, with what is sent, "b06030=ff8000". */
static bool read_hex_line(const struct line *line, struct color *color)
{
    const char *mark = memchr(line->text, '=', line->length);
    size_t seen_length = mark ? (size_t)(mark - line->text) : line->length;
    struct line seen = {line->text, seen_length, line->number};
    color->has_sent = mark != NULL;
    if (!mark)
        return read_color(&seen, color->seen);
    struct line sent = {mark + 1, line->length - seen_length - 1, line->number};
    return read_color(trim(&seen), color->seen) && read_color(trim(&sent), color->sent);
}

static errdiff_status parse_hex(const char *text, size_t size, errdiff_palette *palette,
                                errdiff_message *message)
{
    struct line line = {0};
    while (next_line(&text, &size, &line)) {
        struct color color;
        if (line.length == 0)
            continue;
        if (!read_hex_line(&line, &color))
            return fail_line(&line, color.has_sent ? "b06030=ff8000" : "ff8000", message);
        errdiff_status status = add_color(palette, &color, message);
        if (status != ERRDIFF_OK)
            return status;
    }
    return ERRDIFF_OK;
}

/* After the first line there are a line with the version, one with the number of colors, and a line
 * of three numbers for each color. */
static errdiff_status parse_jasc(const char *text, size_t size, errdiff_palette *palette,
                                 errdiff_message *message)
{
    struct line line = {0};
    long count = 0;
    for (int i = 0; i < 3 && next_line(&text, &size, &line); i++)
        count = i == 2 ? read_count(&line) : 0;
    if (count == 0)
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            N_("palette: the number of its colors is missing in line 3"));
    while (palette->count < count && next_line(&text, &size, &line)) {
        struct color color = {.has_sent = false};
        if (line.length == 0)
            continue;
        if (!read_numbers(&line, color.seen))
            return fail_line(&line, "255 128 0", message);
        errdiff_status status = add_color(palette, &color, message);
        if (status != ERRDIFF_OK)
            return status;
    }
    if (palette->count < count)
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            N_("palette: it ends after %d of %ld colors"), palette->count, count);
    return ERRDIFF_OK;
}

/* Lines that begin with ; are comments. In the others two digits before the color say how opaque it
 * is, which has no effect here. */
static errdiff_status parse_paint_net(const char *text, size_t size, errdiff_palette *palette,
                                      errdiff_message *message)
{
    struct line line = {0};
    while (next_line(&text, &size, &line)) {
        struct color color = {.has_sent = false};
        if (line.length == 0 || *line.text == ';')
            continue;
        struct line digits = {line.text + 2, line.length - 2, line.number};
        bool has_digits = line.length == 2 + 2 * COLOR_BYTES && hex_digit(line.text[0]) >= 0 &&
                          hex_digit(line.text[1]) >= 0;
        if (!has_digits || !read_hex(&digits, color.seen))
            return fail_line(&line, "ffff8000", message);
        errdiff_status status = add_color(palette, &color, message);
        if (status != ERRDIFF_OK)
            return status;
    }
    return ERRDIFF_OK;
}

/* The file contains 256 colors of 3 bytes. In some files two 16-bit numbers follow, high byte
 * first: how many of the colors are used, and which one is transparent. */
static errdiff_status parse_adobe(const uint8_t *bytes, size_t size, errdiff_palette *palette,
                                  errdiff_message *message)
{
    int count = ERRDIFF_MAX_COLORS;
    if (size == TABLE_BYTES + TRAILER_BYTES)
        count = bytes[TABLE_BYTES] << 8 | bytes[TABLE_BYTES + 1];
    if (count > ERRDIFF_MAX_COLORS)
        return errdiff_fail(
            message, ERRDIFF_BAD_ARGUMENT,
            N_("palette: according to its header it has %d colors; at most %d are possible"), count,
            ERRDIFF_MAX_COLORS);
    palette->count = count;
    memcpy(palette->colors, bytes, (size_t)count * COLOR_BYTES);
    return ERRDIFF_OK;
}

/* Adobe's color tables have no magic number. They are recognized by their size and, since a text
 * may have that size too, by a byte that no text has: their unused colors are 0. `text` is the
 * contents without a byte order mark. */
static bool is_adobe(size_t size, const char *text, size_t text_size)
{
    if (size != TABLE_BYTES && size != TABLE_BYTES + TRAILER_BYTES)
        return false;
    for (size_t i = 0; i < text_size; i++) {
        unsigned char c = (unsigned char)text[i];
        if ((c < ' ' || c > '~') && !isspace(c))
            return true;
    }
    return false;
}

static bool has_magic(const char *magic, const char *text, size_t text_size)
{
    return text_size >= strlen(magic) && memcmp(text, magic, strlen(magic)) == 0;
}

errdiff_status errdiff_palette_parse(const void *contents, size_t size, errdiff_palette *palette,
                                     errdiff_message *message)
{
    if (!contents)
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT, N_("palette: it has no colors"));
    size_t mark = errdiff_text_mark(contents, size), text_size = size - mark;
    const char *text = (const char *)contents + mark;
    errdiff_palette parsed = {0};
    errdiff_status status;
    if (has_magic(gimp_magic, text, text_size))
        status = parse_gimp(text, text_size, &parsed, message);
    else if (has_magic(jasc_magic, text, text_size))
        status = parse_jasc(text, text_size, &parsed, message);
    else if (is_adobe(size, text, text_size))
        status = parse_adobe(contents, size, &parsed, message);
    else if (has_magic(paint_net_magic, text, text_size))
        status = parse_paint_net(text, text_size, &parsed, message);
    else if ((status = errdiff_text_check("palette: ", contents, size, message)) == ERRDIFF_OK)
        status = parse_hex(text, text_size, &parsed, message);
    if (status == ERRDIFF_OK && parsed.count == 0)
        status = errdiff_fail(message, ERRDIFF_BAD_ARGUMENT, N_("palette: it has no colors"));
    if (status == ERRDIFF_OK)
        *palette = parsed;
    return status;
}
