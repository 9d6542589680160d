/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds out which colors of a palette are inks, and which are overprints of them. */
#include "inks.h"

#include <math.h>

enum { TOLERANCE = 1 }; /* of a product, in levels of 255: each of its factors was rounded */

/* Colors of a palette that are printed over each other. */
typedef struct {
    gint count;
    gint number[3];
} Overprint;

static gdouble luminance(const guint8 color[3])
{
    return 0.299 * color[0] + 0.587 * color[1] + 0.114 * color[2];
}

static gint find_paper(const errdiff_palette *palette)
{
    gint paper = 0;

    for (gint i = 1; i < palette->count; i++)
        if (luminance(palette->colors[i]) > luminance(palette->colors[paper]))
            paper = i;
    return paper;
}

static gboolean is_black(const guint8 color[3])
{
    return color[0] == 0 && color[1] == 0 && color[2] == 0;
}

/* Whether a color looks as these do when they are printed over each other. */
static gboolean is_product(const errdiff_palette *palette, gint color, gint paper,
                           const Overprint *overprint)
{
    for (gint c = 0; c < 3; c++) {
        gdouble white = MAX(palette->colors[paper][c], 1);
        gdouble product = white;

        for (gint i = 0; i < overprint->count; i++)
            product *= palette->colors[overprint->number[i]][c] / white;
        if (fabs(product - palette->colors[color][c]) > TOLERANCE)
            return FALSE;
    }
    return TRUE;
}

/* Looks for two or three of `inks` that make a color. FALSE: none do. */
static gboolean find_overprint(const errdiff_palette *palette, gint color, gint paper,
                               const GArray *inks, Overprint *found)
{
    const gint *number = (const gint *)inks->data;
    gint count = (gint)inks->len;

    for (gint a = 0; a < count; a++)
        for (gint b = a + 1; b < count; b++) {
            *found = (Overprint){2, {number[a], number[b]}};
            if (is_product(palette, color, paper, found))
                return TRUE;
            for (gint c = b + 1; count <= MAX_INKS && c < count; c++) {
                *found = (Overprint){3, {number[a], number[b], number[c]}};
                if (is_product(palette, color, paper, found))
                    return TRUE;
            }
        }
    return FALSE;
}

/* The colors that could be inks: all but the paper, and without `but`. */
static GArray *candidates(const errdiff_palette *palette, gint paper, gint but)
{
    GArray *numbers = g_array_new(FALSE, FALSE, sizeof(gint));

    for (gint i = 0; i < palette->count; i++)
        if (i != paper && i != but && !is_black(palette->colors[i]))
            g_array_append_val(numbers, i);
    return numbers;
}

/* The colors that others do not make. */
static GArray *find_inks(const errdiff_palette *palette, gint paper)
{
    GArray *inks = g_array_new(FALSE, FALSE, sizeof(gint));
    Overprint overprint;

    for (gint i = 0; i < palette->count; i++) {
        GArray *others = candidates(palette, paper, i);

        if (i != paper && (is_black(palette->colors[i]) ||
                           !find_overprint(palette, i, paper, others, &overprint)))
            g_array_append_val(inks, i);
        g_array_unref(others);
    }
    return inks;
}

static gint plate_of(const Inks *inks, gint color)
{
    gint i = 0;

    while (inks->color[i] != color)
        i++;
    return i;
}

static void find_plates(const errdiff_palette *palette, const GArray *numbers, Inks *inks)
{
    for (gint i = 0; i < inks->count; i++)
        inks->plates[inks->color[i]] = 1U << i;
    for (gint i = 0; i < palette->count; i++) {
        Overprint overprint;

        if (i == inks->paper || inks->plates[i] != 0 ||
            !find_overprint(palette, i, inks->paper, numbers, &overprint))
            continue;
        for (gint k = 0; k < overprint.count; k++)
            inks->plates[i] |= 1U << plate_of(inks, overprint.number[k]);
    }
}

/* A color that only other overprints make is printed by its own plate. */
static gboolean add_missing(const errdiff_palette *palette, Inks *inks)
{
    for (gint i = 0; i < palette->count; i++) {
        if (i == inks->paper || inks->plates[i] != 0)
            continue;
        if (inks->count == MAX_INKS)
            return FALSE;
        inks->plates[i] = 1U << inks->count;
        inks->color[inks->count++] = i;
    }
    return TRUE;
}

gboolean inks_find(const errdiff_palette *palette, Inks *inks)
{
    gint paper = find_paper(palette);
    GArray *numbers = find_inks(palette, paper);
    gboolean is_possible = numbers->len <= MAX_INKS;

    *inks = (Inks){.count = is_possible ? (gint)numbers->len : 0, .paper = paper};
    for (gint i = 0; i < inks->count; i++)
        inks->color[i] = g_array_index(numbers, gint, i);
    if (is_possible) {
        find_plates(palette, numbers, inks);
        is_possible = add_missing(palette, inks);
    }
    g_array_unref(numbers);
    return is_possible;
}
