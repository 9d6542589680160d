/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Takes the gain of printed dots out of the tone. */
#include "dot_gain.h"

#include "base/message.h"
#include "base/system.h"
#include "base/text_start.h"
#include "base/translate.h"

#include <math.h>
#include <string.h>

enum { WHOLE = ERRDIFF_GAIN_WHOLE, STEP = 5000, STEPS = WHOLE / STEP, SHAPES = 4 };

/* How much more than the coverage is printed, in hundredths of a percent, for each 5 percent of
 * coverage: dots with radii of √1/2, 0.75, 0.8 and 0.85 pixels. tests/compare/dot_gain.py measures
 * them. */
static const int16_t shapes[SHAPES][STEPS + 1] = {
    {0,    277,  552,  827,  1103, 1364, 1568, 1697, 1787, 1934, 2068,
     1941, 1786, 1701, 1564, 1366, 1104, 826,  550,  275,  0},
    {0,    377,  752,  1127, 1498, 1840, 2092, 2246, 2352, 2524, 2674,
     2505, 2298, 2174, 1988, 1730, 1397, 1046, 696,  348,  0},
    {0,    504,  1006, 1506, 1992, 2422, 2706, 2866, 2971, 3139, 3276,
     3058, 2792, 2614, 2371, 2052, 1655, 1239, 825,  412,  0},
    {0,    631,  1259, 1886, 2481, 2978, 3260, 3395, 3470, 3592, 3676,
     3415, 3101, 2865, 2570, 2209, 1780, 1332, 887,  443,  0},
};

/* ---- Curves -------------------------------------------------------------------------------- */

void errdiff_gain_of_dots(int32_t gain, double period, struct errdiff_gain_curve *curve)
{
    const double checkerboard = 1.4142135623730951;
    if (period > checkerboard)
        gain = (int32_t)floor(gain * checkerboard / period + 0.5);
    int upper = 0;
    while (upper < SHAPES - 1 && 10 * shapes[upper][STEPS / 2] < gain)
        upper++;
    int lower = upper > 0 ? upper - 1 : 0;
    int64_t least = upper > 0 ? 10 * shapes[lower][STEPS / 2] : 0;
    int64_t most = 10 * shapes[upper][STEPS / 2];
    curve->count = STEPS + 1;
    for (int i = 0; i <= STEPS; i++) {
        int64_t from = upper > 0 ? 10 * shapes[lower][i] : 0, to = 10 * shapes[upper][i];
        curve->coverage[i] = STEP * i;
        curve->printed[i] =
            STEP * i + (int32_t)(from + (to - from) * (gain - least) / (most - least));
    }
}

bool errdiff_gain_is_identity(const struct errdiff_gain_curve *curve)
{
    return memcmp(curve->coverage, curve->printed,
                  (size_t)curve->count * sizeof *curve->coverage) == 0;
}

/* n' for 0 < n < D. */
static int32_t taken_out(const struct errdiff_gain_curve *curve, int64_t n, int64_t whole)
{
    int i = 0;
    while (WHOLE * n > curve->printed[i + 1] * whole)
        i++;
    int64_t from = curve->coverage[i], across = curve->coverage[i + 1] - from;
    int64_t below = curve->printed[i], up = curve->printed[i + 1] - below;
    int64_t dividend = from * up * whole + across * (WHOLE * n - below * whole);
    int64_t divisor = WHOLE * up;
    return (int32_t)((2 * dividend + divisor) / (2 * divisor));
}

void errdiff_gain_table(const struct errdiff_gain_curve *curve, const int32_t *values, int count,
                        int32_t max_value, uint16_t *table)
{
    for (int32_t v = 0; v <= max_value; v++)
        table[v] = (uint16_t)v;
    for (int i = 0; i + 1 < count; i++)
        for (int32_t v = values[i] + 1; v < values[i + 1]; v++)
            table[v] = (uint16_t)(values[i + 1] -
                                  taken_out(curve, values[i + 1] - v, values[i + 1] - values[i]));
}

/* ---- Texts --------------------------------------------------------------------------------- */

static const char *skip_blanks(const char *text)
{
    return text + strspn(text, " \t\r");
}

/* Goes to the next number of a text: over blanks, semicolons, ends of lines and comments. */
static const char *next_pair(const char *text)
{
    for (;;) {
        text += strspn(text, " \t\r\n;");
        if (*text != '#')
            return text;
        text += strcspn(text, "\n");
    }
}

/* Reads a percentage and the blanks after it. false: there is none from 0 to 100. */
static bool read_percentage(const char **text, int32_t *number)
{
    char *end;
    double read = errdiff_system_read_number(*text, &end);
    if (end == *text || !(read >= 0 && read <= 100))
        return false;
    *number = (int32_t)floor(1000 * read + 0.5);
    *text = skip_blanks(end);
    return true;
}

static errdiff_status add_point(struct errdiff_gain_curve *curve, int32_t coverage, int32_t printed,
                                errdiff_message *message)
{
    int last = curve->count - 1;
    if ((coverage == 0 || coverage == WHOLE) && printed != coverage)
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            N_("dot-gain: a coverage of %g percent counts as printed as %g "
                               "percent, not %g"),
                            coverage / 1e3, coverage / 1e3, printed / 1e3);
    if (coverage == 0 && last == 0)
        return ERRDIFF_OK;
    if (coverage <= curve->coverage[last])
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            N_("dot-gain: coverages must rise, but %g percent follows %g"),
                            coverage / 1e3, curve->coverage[last] / 1e3);
    if (printed < curve->printed[last])
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            N_("dot-gain: what is printed must not fall, but it does from %g "
                               "percent at a coverage of %g to %g percent at %g"),
                            curve->printed[last] / 1e3, curve->coverage[last] / 1e3, printed / 1e3,
                            coverage / 1e3);
    if (last == ERRDIFF_GAIN_POINTS - 2 && coverage < WHOLE)
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            N_("dot-gain: there are more than %d measured coverages"),
                            ERRDIFF_GAIN_POINTS - 2);
    curve->coverage[curve->count] = coverage;
    curve->printed[curve->count++] = printed;
    return ERRDIFF_OK;
}

/* Quotes the text up to the end of its line. */
static errdiff_status not_understood(const char *text, errdiff_message *message)
{
    size_t length = strcspn(text, "\r\n");
    return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                        N_("dot-gain: \"%.*s\" is not understood; give a percentage like 20, or "
                           "pairs of a coverage and what it is printed as, like 25 40; 50 70; 75 "
                           "90"),
                        length < 60 ? (int)length : 60, text);
}

/* Reads the pair at *at, or if that is the first number a percentage, which then is all of the
 * text, and moves behind it. */
static errdiff_status read_pair(const char **at, bool is_first, double period,
                                struct errdiff_gain_curve *curve, errdiff_message *message)
{
    const char *pair = *at;
    int32_t coverage, printed;
    if (!read_percentage(at, &coverage))
        return not_understood(pair, message);
    if (is_first && *next_pair(*at) == '\0') {
        if (coverage > 1000 * ERRDIFF_MAX_DOT_GAIN)
            return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                                N_("dot-gain: %g is out of range; it must be 0 to %d percent"),
                                coverage / 1e3, ERRDIFF_MAX_DOT_GAIN);
        errdiff_gain_of_dots(coverage, period, curve);
        return ERRDIFF_OK;
    }
    if (!read_percentage(at, &printed) || !strchr("\n;#", **at))
        return not_understood(pair, message);
    return add_point(curve, coverage, printed, message);
}

/* Says in which line of a text with several lines an error is. */
static errdiff_status fail_in_line(const char *text, const char *at, const errdiff_message *reason,
                                   errdiff_message *message)
{
    int line = 1;
    for (const char *c = text; c < at; c++)
        line += *c == '\n';
    return strchr(text, '\n')
               ? errdiff_fail(message, ERRDIFF_BAD_ARGUMENT, N_("line %d: %s"), line, reason->text)
               : errdiff_fail(message, ERRDIFF_BAD_ARGUMENT, "%s", reason->text);
}

errdiff_status errdiff_gain_read(const char *text, double period, struct errdiff_gain_curve *curve,
                                 errdiff_message *message)
{
    errdiff_message reason;
    text += errdiff_text_mark(text, strlen(text));
    const char *first = next_pair(text), *rest = first;
    *curve = (struct errdiff_gain_curve){.count = 1};
    while (*rest != '\0') {
        const char *pair = rest;
        if (read_pair(&rest, pair == first, period, curve, &reason) != ERRDIFF_OK)
            return fail_in_line(text, pair, &reason, message);
        rest = next_pair(rest);
    }
    if (curve->count == 1)
        return not_understood(text, message);
    return curve->coverage[curve->count - 1] == WHOLE ? ERRDIFF_OK
                                                      : add_point(curve, WHOLE, WHOLE, message);
}
