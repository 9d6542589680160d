/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds out which colors of a palette are inks, and which are overprints of them. */
#include "base/message.h"
#include "base/translate.h"
#include "errdiff.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

enum { TOLERANCE = 1 }; /* of a product, in levels of 255: each of its factors was rounded */

/* Numbers of colors of a palette. */
struct color_numbers {
    int count;
    int number[ERRDIFF_MAX_COLORS];
};

/* Colors that are printed over each other. */
struct overprint {
    int count;
    int number[3];
};

static bool is_black(const uint8_t color[3])
{
    return color[0] == 0 && color[1] == 0 && color[2] == 0;
}

/* The number of the first color that is equal to color `number`. */
static int first_equal(const errdiff_palette *palette, int number)
{
    int first = 0;
    while (memcmp(palette->colors[first], palette->colors[number], 3) != 0)
        first++;
    return first;
}

/* Whether a color looks as these do when they are printed over each other. */
static bool is_product(const errdiff_palette *palette, int color, int paper,
                       const struct overprint *overprint)
{
    for (int c = 0; c < 3; c++) {
        double white = palette->colors[paper][c] > 0 ? palette->colors[paper][c] : 1;
        double product = white;
        for (int i = 0; i < overprint->count; i++)
            product *= palette->colors[overprint->number[i]][c] / white;
        if (fabs(product - palette->colors[color][c]) > TOLERANCE)
            return false;
    }
    return true;
}

/* Looks among the candidates for a third color that makes a color with these two. */
static bool find_third(const errdiff_palette *palette, int color, int paper,
                       const struct color_numbers *candidates, int from, struct overprint *found)
{
    found->count = 3;
    for (int i = from; i < candidates->count; i++) {
        found->number[2] = candidates->number[i];
        if (is_product(palette, color, paper, found))
            return true;
    }
    return false;
}

/* Looks for two or three candidates that make a color; triples only among few, which are inks. */
static bool find_overprint(const errdiff_palette *palette, int color, int paper,
                           const struct color_numbers *candidates, struct overprint *found)
{
    for (int a = 0; a < candidates->count; a++)
        for (int b = a + 1; b < candidates->count; b++) {
            *found = (struct overprint){2, {candidates->number[a], candidates->number[b]}};
            if (is_product(palette, color, paper, found) ||
                (candidates->count <= ERRDIFF_MAX_INKS &&
                 find_third(palette, color, paper, candidates, b + 1, found)))
                return true;
        }
    return false;
}

/* All colors that could make color `color`: not black, and each only once. */
static struct color_numbers others(const errdiff_palette *palette, int paper, int color)
{
    struct color_numbers found = {.count = 0};
    for (int i = 0; i < palette->count; i++)
        if (i != paper && i != color && !is_black(palette->colors[i]) &&
            first_equal(palette, i) == i)
            found.number[found.count++] = i;
    return found;
}

/* The colors that no others make. */
static struct color_numbers find_inks(const errdiff_palette *palette, int paper)
{
    struct color_numbers inks = {.count = 0};
    struct overprint overprint;
    for (int i = 0; i < palette->count; i++) {
        struct color_numbers candidates = others(palette, paper, i);
        if (i != paper && first_equal(palette, i) == i &&
            (is_black(palette->colors[i]) ||
             !find_overprint(palette, i, paper, &candidates, &overprint)))
            inks.number[inks.count++] = i;
    }
    return inks;
}

static uint32_t plate_of(const errdiff_inks *inks, int color)
{
    int ink = 0;
    while (inks->color[ink] != color)
        ink++;
    return (uint32_t)1 << ink;
}

/* Sets the plates of a color that is no ink. A color that only overprints make gets an ink. Returns
 * false if there are too many. */
static bool find_plates(const errdiff_palette *palette, const struct color_numbers *numbers,
                        int color, errdiff_inks *inks)
{
    struct overprint overprint;
    if (find_overprint(palette, color, inks->paper, numbers, &overprint)) {
        for (int i = 0; i < overprint.count; i++)
            inks->plates[color] |= plate_of(inks, overprint.number[i]);
        return true;
    }
    if (inks->count == ERRDIFF_MAX_INKS)
        return false;
    inks->plates[color] = (uint32_t)1 << inks->count;
    inks->color[inks->count++] = color;
    return true;
}

/* Returns false if there are too many inks. */
static bool find_all_plates(const errdiff_palette *palette, const struct color_numbers *numbers,
                            errdiff_inks *inks)
{
    bool is_possible = numbers->count <= ERRDIFF_MAX_INKS;
    if (!is_possible)
        return false;
    inks->count = numbers->count;
    for (int i = 0; i < inks->count; i++) {
        inks->color[i] = numbers->number[i];
        inks->plates[inks->color[i]] = (uint32_t)1 << i;
    }
    for (int i = 0; is_possible && i < palette->count; i++) {
        int first = first_equal(palette, i);
        if (first < i)
            inks->plates[i] = inks->plates[first];
        else if (i != inks->paper && inks->plates[i] == 0)
            is_possible = find_plates(palette, numbers, i, inks);
    }
    return is_possible;
}

errdiff_status errdiff_palette_inks(const errdiff_palette *palette, errdiff_inks *inks,
                                    errdiff_message *message)
{
    errdiff_inks found = {.paper = errdiff_palette_lightest(palette)};
    struct color_numbers numbers = find_inks(palette, found.paper);
    if (!find_all_plates(palette, &numbers, &found))
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            N_("There can be at most %d inks, and this palette has more"),
                            ERRDIFF_MAX_INKS);
    if (found.count == 0)
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            N_("Inks need a palette with two or more colors, of which the lightest "
                               "is the paper"));
    *inks = found;
    return ERRDIFF_OK;
}
