/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gray_table.h"

#include "base/message.h"
#include "base/translate.h"

#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static const double turn = 6.28318530717958648;

enum { MAX_SAMPLES = 65536, MAX_FILE = 1 << 24 };

/* No display has so many periods, and a larger double would leave no digits for the phase. */
static const double most = 1e6;

struct table {
    int count;
    struct {
        uint16_t sample;
        double phase;
    } rows[MAX_SAMPLES];
};

/* Returns the text of a line without a byte-order mark and blanks before it. */
static const char *text_of(const char *line)
{
    static const char mark[] = "\xEF\xBB\xBF";
    if (strncmp(line, mark, strlen(mark)) == 0)
        line += strlen(mark);
    return line + strspn(line, " \t");
}

/* Reads a line. Returns FALSE if it is damaged. The first one may be a heading. */
static bool read_line(struct table *table, const char *line, int number, int bits)
{
    const char *text = text_of(line);
    char *end;
    if (*text == '\0' || *text == '#')
        return true;
    if (!isdigit((unsigned char)*text))
        return number == 1;
    long sample = strtol(text, &end, 10);
    const char *after_sample = end, *second = end + strspn(end, ",; \t");
    double phase = strtod(second, &end);
    bool is_right = second > after_sample && end > second && fabs(phase) <= most &&
                    sample < 1L << bits && strspn(end, ",; \t") == strlen(end) &&
                    table->count < MAX_SAMPLES;
    if (!is_right)
        return false;
    table->rows[table->count].sample = (uint16_t)sample;
    table->rows[table->count++].phase = phase - turn * floor(phase / turn);
    return true;
}

/* Reads the lines of a text, which it changes. */
static errdiff_status read_lines(struct table *table, char *text, const char *path, int bits,
                                 errdiff_message *message)
{
    char *line = text;
    for (int number = 1; *line != '\0'; number++) {
        size_t length = strcspn(line, "\r\n"), end = length + (line[length] == '\r');
        char *next = line + end + (line[end] == '\n');
        line[length] = '\0';
        if (!read_line(table, line, number, bits))
            return errdiff_fail(message, ERRDIFF_CANNOT_RUN,
                                N_("%s: line %d is not a sample of %d bits and its phase, such as "
                                   "128,3.1416"),
                                path, number, bits);
        line = next;
    }
    return table->count > 1 ? ERRDIFF_OK
                            : errdiff_fail(message, ERRDIFF_CANNOT_RUN,
                                           N_("%s: it needs at least two samples"), path);
}

/* The distance of two phases of 0..2π on the circle. */
static double distance(double phase, double wanted)
{
    double direct = fabs(phase - wanted);
    return fmin(direct, turn - direct);
}

static void choose(const struct table *table, int levels, uint16_t *samples)
{
    for (int k = 0; k < levels; k++) {
        double wanted = turn * k / levels, least = INFINITY;
        for (int i = 0; i < table->count; i++) {
            double found = distance(table->rows[i].phase, wanted);
            if (found < least) {
                least = found;
                samples[k] = table->rows[i].sample;
            }
        }
    }
}

errdiff_status errdiff_gray_table_read(const char *path, int levels, int bits, uint16_t *samples,
                                       errdiff_message *message)
{
    char *text;
    size_t size;
    errdiff_message reason;
    errdiff_status status = errdiff_file_read(path, MAX_FILE, &text, &size, &reason);
    if (status != ERRDIFF_OK)
        return errdiff_fail(message, status, "%s: %s", path, reason.text);
    struct table *table = malloc(sizeof *table);
    if (table) {
        table->count = 0;
        status = read_lines(table, text, path, bits, message);
        if (status == ERRDIFF_OK)
            choose(table, levels, samples);
    } else {
        status = errdiff_fail(message, ERRDIFF_NO_MEMORY, N_("not enough memory"));
    }
    free(table);
    free(text);
    return status;
}
