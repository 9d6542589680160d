/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads tables of what a display was measured to show for its samples, and finds the samples that
 * show the levels best. */
#include "gray_table.h"

#include "base/message.h"
#include "base/system.h"
#include "base/translate.h"

#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static const double turn = 6.28318530717958648;

enum { MAX_SAMPLES = 65536, MAX_FILE = 1 << 24 };

/* No display has that many periods, and a larger double would leave no digits for the phase. */
static const double most = 1e6;

struct row {
    uint16_t sample;
    double amplitude, phase; /* phase: 0..2π */
};

struct table {
    bool has_amplitudes;
    int bits; /* of a sample */
    int count, room;
    struct row rows[MAX_SAMPLES];
};

/* Returns the text of a line without blanks before it. */
static const char *text_of(const char *line)
{
    return line + strspn(line, " \t");
}

/* Reads a number after a separator, from *at on, which is moved behind it. Returns false if there
 * is none. */
static bool read_number(const char **at, double *number)
{
    char *end;
    const char *text = *at + strspn(*at, ",; \t");
    *number = errdiff_system_read_number(text, &end);
    bool is_right = text > *at && end > text && fabs(*number) <= most;
    *at = end;
    return is_right;
}

static bool is_end(const char *text)
{
    return strspn(text, ",; \t") == strlen(text);
}

/* Reads a line. In a table of grays the amplitude may come last. Returns false if it is damaged.
 * The first one may be a heading. */
static bool read_line(struct table *table, const char *line, int number)
{
    const char *text = text_of(line), *at;
    struct row row = {.amplitude = 1};
    char *end;
    if (*text == '\0' || *text == '#')
        return true;
    if (!isdigit((unsigned char)*text))
        return number == 1;
    long sample = strtol(text, &end, 10);
    at = end;
    bool is_right = sample < 1L << table->bits && table->count < table->room &&
                    (!table->has_amplitudes || read_number(&at, &row.amplitude)) &&
                    read_number(&at, &row.phase) &&
                    (table->has_amplitudes || is_end(at) || read_number(&at, &row.amplitude)) &&
                    row.amplitude >= 0 && is_end(at);
    if (!is_right)
        return false;
    row.sample = (uint16_t)sample;
    row.phase -= turn * floor(row.phase / turn);
    table->rows[table->count++] = row;
    return true;
}

static errdiff_status refuse_line(const struct table *table, const char *path, int number,
                                  errdiff_message *message)
{
    if (table->has_amplitudes)
        return errdiff_fail(message, ERRDIFF_CANNOT_RUN,
                            N_("%s: line %d is not a sample of %d bits with its amplitude and its "
                               "phase, such as 128,0.93,3.14, or there are too many lines"),
                            path, number, table->bits);
    return errdiff_fail(message, ERRDIFF_CANNOT_RUN,
                        N_("%s: line %d is not a sample of %d bits and its phase, such as "
                           "128,3.1416, or these and its amplitude"),
                        path, number, table->bits);
}

/* Reads the lines of a text, which it changes. */
static errdiff_status read_lines(struct table *table, char *text, const char *path,
                                 errdiff_message *message)
{
    char *line = text;
    for (int number = 1; *line != '\0'; number++) {
        size_t length = strcspn(line, "\r\n"), end = length + (line[length] == '\r');
        char *next = line + end + (line[end] == '\n');
        line[length] = '\0';
        if (!read_line(table, line, number))
            return refuse_line(table, path, number, message);
        line = next;
    }
    return table->count > 1 ? ERRDIFF_OK
                            : errdiff_fail(message, ERRDIFF_CANNOT_RUN,
                                           N_("%s: it needs at least two samples"), path);
}

/* Reads a file. The caller frees *table, also after a failure. */
static errdiff_status read_table(const char *path, bool has_amplitudes, int bits,
                                 struct table **table, errdiff_message *message)
{
    char *text;
    size_t size;
    errdiff_message reason;
    *table = NULL;
    errdiff_status status = errdiff_text_read(path, MAX_FILE, &text, &size, &reason);
    if (status != ERRDIFF_OK)
        return errdiff_fail(message, status, "%s: %s", path, reason.text);
    *table = malloc(sizeof **table);
    if (*table) {
        (*table)->has_amplitudes = has_amplitudes;
        (*table)->bits = bits;
        (*table)->count = 0;
        (*table)->room = has_amplitudes ? ERRDIFF_HOLOGRAM_MAX_MEASURED : MAX_SAMPLES;
        status = read_lines(*table, text, path, message);
    } else {
        status = errdiff_fail(message, ERRDIFF_NO_MEMORY, N_("not enough memory"));
    }
    free(text);
    return status;
}

/* The distance of two phases of 0..2π on the circle. */
static double distance(double phase, double wanted)
{
    double direct = fabs(phase - wanted);
    return fmin(direct, turn - direct);
}

/* The row that no level has yet whose phase is nearest to `wanted`; of equally near ones the first.
 * There is one. */
static int nearest_row(const struct table *table, const bool *is_taken, double wanted)
{
    double least = INFINITY;
    int nearest = 0;
    for (int i = 0; i < table->count; i++) {
        double found = distance(table->rows[i].phase, wanted);
        if (!is_taken[i] && found < least) {
            least = found;
            nearest = i;
        }
    }
    return nearest;
}

/* Keeps the rows for `levels` levels, at most as many as there are. Returns false if there is not
 * enough memory. */
static bool choose(struct table *table, int levels)
{
    bool *is_taken = calloc((size_t)table->count, sizeof *is_taken);
    struct row *rows = malloc((size_t)levels * sizeof *rows);
    for (int k = 0; is_taken && rows && k < levels; k++) {
        int row = nearest_row(table, is_taken, turn * k / levels);
        is_taken[row] = true;
        rows[k] = table->rows[row];
    }
    bool is_done = is_taken && rows;
    if (is_done) {
        memcpy(table->rows, rows, (size_t)levels * sizeof *rows);
        table->count = levels;
    }
    free(is_taken);
    free(rows);
    return is_done;
}

/* Stores the rows. Returns false if all amplitudes are 0. */
static bool store(const struct table *table, uint16_t *samples, errdiff_complex *values)
{
    double largest = 0;
    for (int k = 0; k < table->count; k++)
        largest = fmax(largest, table->rows[k].amplitude);
    for (int k = 0; k < table->count && largest > 0; k++) {
        const struct row *row = &table->rows[k];
        if (samples)
            samples[k] = row->sample;
        if (values)
            values[k] =
                (errdiff_complex){.re = (float)(row->amplitude / largest * cos(row->phase)),
                                  .im = (float)(row->amplitude / largest * sin(row->phase))};
    }
    return largest > 0;
}

static errdiff_status store_or_refuse(const struct table *table, const char *path,
                                      uint16_t *samples, errdiff_complex *values,
                                      errdiff_message *message)
{
    return store(table, samples, values)
               ? ERRDIFF_OK
               : errdiff_fail(message, ERRDIFF_CANNOT_RUN, N_("%s: an amplitude must be above 0"),
                              path);
}

errdiff_status errdiff_gray_table_read(const char *path, int bits, int *levels, uint16_t *samples,
                                       errdiff_complex *values, errdiff_message *message)
{
    struct table *table;
    errdiff_status status = read_table(path, false, bits, &table, message);
    if (status == ERRDIFF_OK && *levels == 0)
        *levels = table->count < ERRDIFF_HOLOGRAM_MAX_MEASURED ? table->count
                                                               : ERRDIFF_HOLOGRAM_MAX_MEASURED;
    if (status == ERRDIFF_OK && *levels > table->count)
        status = errdiff_fail(message, ERRDIFF_CANNOT_RUN,
                              N_("%s: its %d samples are not enough for %d levels"), path,
                              table->count, *levels);
    if (status == ERRDIFF_OK && !choose(table, *levels))
        status = errdiff_fail(message, ERRDIFF_NO_MEMORY, N_("not enough memory"));
    if (status == ERRDIFF_OK)
        status = store_or_refuse(table, path, samples, values, message);
    free(table);
    return status;
}

errdiff_status errdiff_level_table_read(const char *path, int bits, uint16_t *samples,
                                        errdiff_complex *values, int *count,
                                        errdiff_message *message)
{
    struct table *table;
    errdiff_status status = read_table(path, true, bits, &table, message);
    if (status == ERRDIFF_OK)
        status = store_or_refuse(table, path, samples, values, message);
    if (status == ERRDIFF_OK)
        *count = table->count;
    free(table);
    return status;
}
