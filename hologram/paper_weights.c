/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Computes the weights of Lagrange, Gilles, Heggarty and Fracasso 2024. */
#include "paper_weights.h"

#include "mask.h"

#include <math.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

/* The transform of a rectangle of frequencies around 0. */
static double rectangle_at(double width, double height, int x, int y)
{
    return creal(errdiff_hologram_range_at(-width / 2, width / 2, x) *
                 errdiff_hologram_range_at(-height / 2, height / 2, y));
}

/* M_hf: pixels represent the frequencies from -1/2 to 1/2, whose transform is 1 at the origin and 0
 * at all other pixels. */
static double high_frequencies_at(double kappa, int x, int y)
{
    return (x == 0 && y == 0 ? 1 : 0) - rectangle_at(kappa, kappa, x, y);
}

static double frequencies_of(double side, const errdiff_optics *optics)
{
    return 2 * errdiff_hologram_frequency(side / 2, optics);
}

struct errdiff_paper_rule errdiff_paper_rule_for(const errdiff_hologram_options *options)
{
    struct errdiff_paper_rule rule = {
        .width = frequencies_of(options->optics.view_width, &options->optics),
        .height = frequencies_of(options->optics.view_height, &options->optics),
        .kappa = options->kappa,
    };
    rule.count = errdiff_hologram_neighbors_list(options->slope, rule.neighbors);
    /* A cosine is at most 1. */
    for (int i = 0; i < rule.count; i++) {
        struct errdiff_hologram_neighbor *at = &rule.neighbors[i];
        at->size = 2 * fabs(rectangle_at(rule.width, rule.height, at->dx, at->dy)) +
                   fabs(high_frequencies_at(rule.kappa, at->dx, at->dy));
    }
    errdiff_hologram_neighbors_sort(rule.neighbors, rule.count);
    if (options->preselect > 0 && options->preselect < rule.count)
        rule.count = options->preselect;
    return rule;
}

/* The transform of a hogel's mask, whose rectangles are around `across`, `down` and the mirror
 * image of this frequency. */
static double mask_at(const struct errdiff_paper_rule *rule, double across, double down, int x,
                      int y)
{
    return 2 * rectangle_at(rule->width, rule->height, x, y) *
               cos(2 * pi * (across * x + down * y)) +
           high_frequencies_at(rule->kappa, x, y);
}

void errdiff_paper_weights(const struct errdiff_paper_rule *rule,
                           const struct errdiff_hologram_window *window, int count,
                           struct errdiff_hologram_support *support, double complex *values)
{
    struct errdiff_hologram_neighbor neighbors[ERRDIFF_HOLOGRAM_NEIGHBORS];
    double across = (window->x0 + window->x1) / 2, down = (window->y0 + window->y1) / 2;
    double whole = mask_at(rule, across, down, 0, 0);
    memcpy(neighbors, rule->neighbors, (size_t)rule->count * sizeof *neighbors);
    for (int i = 0; i < rule->count; i++)
        neighbors[i].size = fabs(mask_at(rule, across, down, neighbors[i].dx, neighbors[i].dy));
    errdiff_hologram_neighbors_sort(neighbors, rule->count);
    *support = errdiff_hologram_support_of(neighbors, count < rule->count ? count : rule->count);
    for (int i = 0; i < support->count; i++)
        values[i] = mask_at(rule, across, down, support->dx[i], support->dy[i]) / whole;
}
