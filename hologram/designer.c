/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Designs the weights of hogels without solving the same equations twice. */
#include "designer.h"

#include "predictor.h"

#include <math.h>
#include <stdlib.h>

static const double pi = 3.14159265358979323846, step = 1.02;

bool errdiff_hologram_designer_make(struct errdiff_hologram_designer *designer,
                                    const struct errdiff_hologram_support *support, double energy)
{
    *designer = (struct errdiff_hologram_designer){.support = *support, .energy = energy};
    designer->centered =
        calloc((size_t)ERRDIFF_DESIGNER_SIZES * ERRDIFF_DESIGNER_SIZES, sizeof *designer->centered);
    return designer->centered != NULL;
}

void errdiff_hologram_designer_release(struct errdiff_hologram_designer *designer)
{
    for (int i = 0; designer->centered && i < ERRDIFF_DESIGNER_SIZES * ERRDIFF_DESIGNER_SIZES; i++)
        free(designer->centered[i]);
    free(designer->centered);
    designer->centered = NULL;
}

/* The number of the smallest of the sizes that is at least `side`. */
static int size_for(double side)
{
    int number = (int)floor(-log(side) / log(step) + 1e-9);
    return number < ERRDIFF_DESIGNER_SIZES ? number : ERRDIFF_DESIGNER_SIZES - 1;
}

static void design_centered(const struct errdiff_hologram_designer *designer, int width, int height,
                            double *weights)
{
    double unknown = 0;
    double half_width = 0.5 * pow(step, -width), half_height = 0.5 * pow(step, -height);
    struct errdiff_hologram_mask mask = {
        .kind = ERRDIFF_MASK_ONE_SIDED,
        .window = {-half_width, half_width, -half_height, half_height},
    };
    errdiff_hologram_predictor(&mask, &designer->support, designer->energy, &unknown, weights);
}

/* Sets *weights to the designer's own weights for a centered window of the sizes with these
 * numbers. */
static errdiff_status find_centered(struct errdiff_hologram_designer *designer, int width,
                                    int height, const double **weights)
{
    double **place = &designer->centered[width * ERRDIFF_DESIGNER_SIZES + height];
    if (!*place) {
        *place = malloc((size_t)designer->support.count * sizeof **place);
        if (!*place)
            return ERRDIFF_NO_MEMORY;
        design_centered(designer, width, height, *place);
    }
    *weights = *place;
    return ERRDIFF_OK;
}

static errdiff_status modulate(struct errdiff_hologram_designer *designer,
                               const struct errdiff_hologram_window *window,
                               double complex *weights)
{
    const struct errdiff_hologram_support *support = &designer->support;
    const double *centered;
    errdiff_status status = find_centered(designer, size_for(window->x1 - window->x0),
                                          size_for(window->y1 - window->y0), &centered);
    if (status != ERRDIFF_OK)
        return status;
    double x = 0.5 * (window->x0 + window->x1), y = 0.5 * (window->y0 + window->y1);
    for (int i = 0; i < support->count; i++)
        weights[i] = centered[i] * cexp(2 * pi * I * (x * support->dx[i] + y * support->dy[i]));
    return ERRDIFF_OK;
}

errdiff_status errdiff_hologram_designer_weights(struct errdiff_hologram_designer *designer,
                                                 const struct errdiff_hologram_mask *mask,
                                                 double complex *weights)
{
    double real[ERRDIFF_HOLOGRAM_MAX_TAPS];
    if (mask->kind == ERRDIFF_MASK_ONE_SIDED)
        return modulate(designer, &mask->window, weights);
    errdiff_hologram_predictor(mask, &designer->support, designer->energy, &designer->relative,
                               real);
    for (int i = 0; i < designer->support.count; i++)
        weights[i] = real[i];
    return ERRDIFF_OK;
}
