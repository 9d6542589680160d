/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of named kernels, and the parser for kernels given as text. */
#include "base/message.h"
#include "base/translate.h"
#include "errdiff.h"
#include "rule/iterations.h"
#include "tones.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { DRAWING_ROWS = 4, DRAWING_COLUMNS = 7, DRAWING_ORIGIN = 3 };

struct named_kernel {
    const char *name;
    const char *title;
    const struct errdiff_tone_keys *tone_keys;
    int divisor;
    int drawing[DRAWING_ROWS][DRAWING_COLUMNS]; /* as papers draw it: X in the first row */
};

/* In the drawings X is the pixel that passes its error on, and _ is a pixel that receives none. */
enum { X = 0, _ = 0 };

/* clang-format off */
static const struct named_kernel named_kernels[] = {
    {"floyd-steinberg", N_("Floyd–Steinberg"), NULL, 16, { /* 1976 */
        {_, _, _, X, 7, _, _},
        {_, _, 3, 5, 1, _, _}}},
    {"false-floyd-steinberg", N_("False Floyd–Steinberg"), NULL, 8, {
        {_, _, _, X, 3, _, _},
        {_, _, _, 3, 2, _, _}}},
    {"simple", N_("Simple"), NULL, 2, {
        {_, _, _, X, 1, _, _},
        {_, _, _, 1, _, _, _}}},
    {"jarvis-judice-ninke", N_("Jarvis–Judice–Ninke"), NULL, 48, { /* 1976 */
        {_, _, _, X, 7, 5, _},
        {_, 3, 5, 7, 5, 3, _},
        {_, 1, 3, 5, 3, 1, _}}},
    {"stucki", N_("Stucki"), NULL, 42, { /* 1981 */
        {_, _, _, X, 8, 4, _},
        {_, 2, 4, 8, 4, 2, _},
        {_, 1, 2, 4, 2, 1, _}}},
    {"burkes", N_("Burkes"), NULL, 32, { /* 1988 */
        {_, _, _, X, 8, 4, _},
        {_, 2, 4, 8, 4, 2, _}}},
    {"sierra-3", N_("Sierra, three rows"), NULL, 32, { /* 1989 */
        {_, _, _, X, 5, 3, _},
        {_, 2, 4, 5, 4, 2, _},
        {_, _, 2, 3, 2, _, _}}},
    {"sierra-2", N_("Sierra, two rows"), NULL, 16, { /* 1990 */
        {_, _, _, X, 4, 3, _},
        {_, 1, 2, 3, 2, 1, _}}},
    {"sierra-lite", N_("Sierra Lite"), NULL, 4, {
        {_, _, _, X, 2, _, _},
        {_, _, 1, 1, _, _, _}}},
    {"atkinson", N_("Atkinson"), NULL, 8, { /* drops 2/8: cleaner shadows and lights */
        {_, _, _, X, 1, 1, _},
        {_, _, 1, 1, 1, _, _},
        {_, _, _, 1, _, _, _}}},
    {"fan", N_("Fan"), NULL, 16, { /* 1992 */
        {_, _, _, X, 7, _, _},
        {_, 1, 3, 5, _, _, _}}},
    {"shiau-fan-1", N_("Shiau–Fan 1"), NULL, 8, { /* 1996 */
        {_, _, _, X, 4, _, _},
        {_, 1, 1, 2, _, _, _}}},
    {"shiau-fan-2", N_("Shiau–Fan 2"), NULL, 16, { /* 1996 */
        {_, _, _, X, 8, _, _},
        {1, 1, 2, 4, _, _, _}}},
    {"stevenson-arce", N_("Stevenson–Arce"), NULL, 200, { /* 1985, for hexagonal grids */
        { _,  _,  _,  X,  _, 32,  _},
        {12,  _, 26,  _, 30,  _, 16},
        { _, 12,  _, 26,  _, 12,  _},
        { 5,  _, 12,  _, 12,  _,  5}}},
    {"ostromoukhov", N_("Ostromoukhov"), &errdiff_ostromoukhov, 65536, { /* 2001; mid gray: 4:1:1 */
        {_, _, _, X, 43691, _, _},
        {_, _, 10923, 10922, _, _, _}}},
    {"zhou-fang", N_("Zhou–Fang"), &errdiff_zhou_fang, 65536, { /* 2003 */
        {_, _, _, X, 23114, _, _},
        {_, _, 23636, 18786, _, _, _}}},
    {"errdiff-12", N_("errdiff, 12 taps"), NULL, 256, { /* 2026, the project's own */
        {_,  _,  _,  X, 143, -9,  _},
        {_, 24, 57, 87, 22, -33,  _},
        {_, -10, -22, 1, -7,  3,  _}}},
    {"errdiff-5", N_("errdiff, 5 taps"), NULL, 16, { /* 2026, the project's own */
        {_, _, _, X, 8, _, _},
        {_, 1, 3, 5, _, -1, _}}},
};
/* clang-format on */

enum { NAMED_COUNT = sizeof named_kernels / sizeof *named_kernels };

int errdiff_kernel_count(void)
{
    return NAMED_COUNT;
}

errdiff_status errdiff_kernel_get(int index, errdiff_kernel *kernel)
{
    if (index < 0 || index >= NAMED_COUNT)
        return ERRDIFF_BAD_ARGUMENT;
    const struct named_kernel *named = &named_kernels[index];
    *kernel = (errdiff_kernel){.name = named->name,
                               .title = named->title,
                               .divisor = named->divisor,
                               .tone_keys = named->tone_keys};
    for (int dy = 0; dy < DRAWING_ROWS; dy++)
        for (int column = 0; column < DRAWING_COLUMNS; column++)
            if (named->drawing[dy][column] != 0)
                kernel->taps[kernel->tap_count++] =
                    (errdiff_tap){column - DRAWING_ORIGIN, dy, named->drawing[dy][column]};
    return ERRDIFF_OK;
}

int errdiff_kernel_slope(const errdiff_kernel *kernel)
{
    return errdiff_slope_of_taps(kernel->taps, kernel->tap_count);
}

/* ---- Parsing kernels ----------------------------------------------------------------------- */

static const char *skip_blanks(const char *text)
{
    while (isspace((unsigned char)*text))
        text++;
    return text;
}

/* Reads an integer and the blanks around it. Returns NULL if there is none. A number outside the
 * range of int becomes ±INT32_MAX, which all checks of ranges here refuse. */
static const char *read_integer(const char *text, int *value)
{
    char *end;
    text = skip_blanks(text);
    if (!isdigit((unsigned char)*text) && *text != '-' && *text != '+')
        return NULL;
    long number = strtol(text, &end, 10);
    if (end == text)
        return NULL;
    *value = number > INT32_MAX ? INT32_MAX : number < -INT32_MAX ? -INT32_MAX : (int)number;
    return skip_blanks(end);
}

/* Reads the character `mark` and the integer after it. */
static const char *read_next_integer(const char *text, char mark, int *value)
{
    return *text == mark ? read_integer(text + 1, value) : NULL;
}

static int compare_taps(const void *left, const void *right)
{
    const errdiff_tap *a = left, *b = right;
    return a->dy != b->dy ? a->dy - b->dy : a->dx - b->dx;
}

static errdiff_status check_tap(const errdiff_tap *tap, errdiff_message *message)
{
    if (tap->dy < 0 || (tap->dy == 0 && tap->dx <= 0))
        return errdiff_fail(
            message, ERRDIFF_BAD_ARGUMENT,
            N_("kernel: the tap at %d,%d is a pixel that has already been processed; a tap must be "
               "in a row below, or to the right in the same row"),
            tap->dx, tap->dy);
    if (abs(tap->dx) > ERRDIFF_MAX_REACH || tap->dy > ERRDIFF_MAX_REACH)
        return errdiff_fail(
            message, ERRDIFF_BAD_ARGUMENT,
            N_("kernel: the tap at %d,%d is too far away; %d columns and rows at most"), tap->dx,
            tap->dy, ERRDIFF_MAX_REACH);
    if (abs(tap->weight) > ERRDIFF_MAX_WEIGHT)
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            N_("kernel: the weight %d is out of range; it must be -%d to %d"),
                            tap->weight, ERRDIFF_MAX_WEIGHT, ERRDIFF_MAX_WEIGHT);
    return ERRDIFF_OK;
}

/* Reads a tap after `mark`, and moves *text behind it. */
static errdiff_status parse_tap(const char **text, char mark, errdiff_tap *tap,
                                errdiff_message *message)
{
    const char *rest = read_next_integer(*text, mark, &tap->dx);
    rest = rest ? read_next_integer(rest, ',', &tap->dy) : NULL;
    rest = rest ? read_next_integer(rest, ',', &tap->weight) : NULL;
    if (!rest || (*rest != ';' && *rest != '\0'))
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            N_("kernel: \"%.60s\" is not understood; a tap is dx,dy,weight, and "
                               "taps are separated by ';'"),
                            *text);
    *text = rest;
    return check_tap(tap, message);
}

static errdiff_status add_tap(errdiff_kernel *kernel, errdiff_tap tap, errdiff_message *message)
{
    int weight_sum = abs(tap.weight);
    for (int i = 0; i < kernel->tap_count; i++)
        weight_sum += abs(kernel->taps[i].weight);
    if (tap.weight == 0)
        return ERRDIFF_OK;
    if (kernel->tap_count == ERRDIFF_MAX_TAPS)
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            N_("kernel: more than %d taps are not possible"), ERRDIFF_MAX_TAPS);
    if (weight_sum > ERRDIFF_MAX_WEIGHT)
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            N_("kernel: the absolute values of the weights add up to more than %d"),
                            ERRDIFF_MAX_WEIGHT);
    kernel->taps[kernel->tap_count++] = tap;
    return ERRDIFF_OK;
}

static errdiff_status sort_taps(errdiff_kernel *kernel, errdiff_message *message)
{
    if (kernel->tap_count == 0)
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT, N_("kernel: every weight is 0"));
    qsort(kernel->taps, (size_t)kernel->tap_count, sizeof *kernel->taps, compare_taps);
    for (int i = 1; i < kernel->tap_count; i++)
        if (compare_taps(&kernel->taps[i - 1], &kernel->taps[i]) == 0)
            return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT, N_("kernel: two taps are at %d,%d"),
                                kernel->taps[i].dx, kernel->taps[i].dy);
    return ERRDIFF_OK;
}

static errdiff_status parse_custom(const char *text, errdiff_kernel *kernel,
                                   errdiff_message *message)
{
    *kernel = (errdiff_kernel){.name = "custom", .title = N_("Custom kernel")};
    text = read_integer(text, &kernel->divisor);
    if (kernel->divisor < 1 || kernel->divisor > ERRDIFF_MAX_DIVISOR)
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            N_("kernel: the divisor is %d; it must be 1 to %d"), kernel->divisor,
                            ERRDIFF_MAX_DIVISOR);
    char mark = ':';
    do {
        errdiff_tap tap = {0};
        errdiff_status status = parse_tap(&text, mark, &tap, message);
        if (status == ERRDIFF_OK)
            status = add_tap(kernel, tap, message);
        if (status != ERRDIFF_OK)
            return status;
        mark = ';';
    } while (*text == ';' && *skip_blanks(text + 1) != '\0');
    return sort_taps(kernel, message);
}

static errdiff_status fail_unknown(const char *text, errdiff_message *message)
{
    errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                 N_("kernel: \"%.60s\" is not a kernel; give a text like \"16: 1,0,7; -1,1,3; "
                    "0,1,5; 1,1,1\", or choose from"),
                 text);
    for (int i = 0; i < NAMED_COUNT; i++)
        errdiff_append(message, "%s %s", i == 0 ? "" : ",", named_kernels[i].name);
    return ERRDIFF_BAD_ARGUMENT;
}

errdiff_status errdiff_kernel_parse(const char *text, errdiff_kernel *kernel,
                                    errdiff_message *message)
{
    if (!text)
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT, "%s: none is named", "kernel");
    for (int i = 0; i < NAMED_COUNT; i++)
        if (strcmp(text, named_kernels[i].name) == 0)
            return errdiff_kernel_get(i, kernel);

    int divisor;
    const char *after_divisor = read_integer(text, &divisor);
    if (!after_divisor || *after_divisor != ':')
        return fail_unknown(text, message);
    errdiff_kernel custom;
    errdiff_status status = parse_custom(text, &custom, message);
    if (status == ERRDIFF_OK)
        *kernel = custom;
    return status;
}
