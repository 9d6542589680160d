/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Designs the weights of a hogel by any of the methods. */
#include "weights.h"

#include "designer.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

/* Whether two values are more than 120° apart. They then are, apart from a constant, about as real
 * as 1 and -1: a constant is seen only on the axis. */
static bool are_opposite(const errdiff_complex values[2])
{
    double inner = (double)values[0].re * values[1].re + (double)values[0].im * values[1].im;
    double moduli = hypot(values[0].re, values[0].im) * hypot(values[1].re, values[1].im);
    return inner < -0.5 * moduli;
}

bool errdiff_hologram_is_real(const errdiff_hologram_options *options)
{
    return options->output != ERRDIFF_HOLOGRAM_PHASE ||
           (options->levels == 2 &&
            (!options->level_values || are_opposite(options->level_values)));
}

bool errdiff_hologram_is_amplitude(const errdiff_hologram_options *options)
{
    return options->output == ERRDIFF_HOLOGRAM_AMPLITUDE ||
           options->output == ERRDIFF_HOLOGRAM_POSITIVE_AMPLITUDE;
}

bool errdiff_hologram_is_optimal(const errdiff_hologram_options *options)
{
    return options->method == ERRDIFF_HOLOGRAM_AUTO || options->method == ERRDIFF_HOLOGRAM_OPT;
}

int errdiff_hologram_is_refined(const errdiff_hologram_options *options)
{
    return options->refine > 0;
}

bool errdiff_hologram_refines_phases(const errdiff_hologram_options *options)
{
    /* With fewer phases error diffusion alone leaves less noise. */
    enum { LEAST_LEVELS = 12 };
    return options->refine > 0 && options->levels >= LEAST_LEVELS &&
           !errdiff_hologram_is_real(options);
}

/*
 * The largest Σ|w|² that does not overload the quantizer: 0.4 / σ², where σ² is the share of the
 * power of Gaussian pixels that their levels, scaled to fit best, do not represent.
 *
 *     K phases              σ² = 1 - π/4 · sinc²(1/K)
 *     two real levels       σ² = 1 - 2/π, so the limit is 1.1
 *     more real levels      1.86, as for a continuous phase, σ² = 1 - π/4
 *
 * Refined pixels have modulus 1. A phase cannot make up for an error along the radius, so such
 * errors grow with the weights. With both scenes of scenes.c and 8 to 256 phases a limit of 1.1
 * left the least noise of 0.5, 0.8, 1.1, 1.4, 1.6 and 1.86, or at most 0.5 dB more.
 *
 * Where 0.4 comes from: a pixel that is quantized has the power P = P0 + Σ|w|² E, where P0 is that
 * of the scaled hologram, and E = σ² P that of an error. So E = σ² P0 / (1 - σ² Σ|w|²): errors
 * grow without end when the product σ² Σ|w|² reaches 1, and the product is the share of P that
 * diffused errors have. Larger weights take more noise out of the window, but each error is larger.
 * At 0.4 an error has 1.7 times the power that rounding leaves. That factor was found by trying:
 * hologram/README.md has a table, in which 0.4 leaves the least noise with the scene p256. With the
 * scene o 0.2 leaves 1.5 to 3.4 dB less than 0.4, but 1.6 to 3.5 dB more with p256.
 */
static double energy_limit(const errdiff_hologram_options *options)
{
    if (errdiff_hologram_is_real(options))
        return options->levels == 2 ? 1.1 : 1.86;
    if (errdiff_hologram_refines_phases(options))
        return 1.1;
    double turn = pi / options->levels;
    double kept = 0.5 * sqrt(pi) * sin(turn) / turn;
    return 0.4 / (1 - kept * kept);
}

struct errdiff_hologram_mask
errdiff_hologram_noise_mask(const struct errdiff_hologram_window *window,
                            const errdiff_hologram_options *options)
{
    return (struct errdiff_hologram_mask){
        .kind = errdiff_hologram_is_real(options) ? ERRDIFF_MASK_TWO_SIDED : ERRDIFF_MASK_ONE_SIDED,
        .window = *window,
    };
}

bool errdiff_hologram_designer_for(struct errdiff_hologram_designer *designer,
                                   const errdiff_hologram_options *options)
{
    struct errdiff_hologram_support support =
        errdiff_hologram_nearest_support(options->tap_count, options->slope);
    bool is_made = errdiff_hologram_designer_make(designer, &support, energy_limit(options));
    designer->paper = errdiff_paper_rule_for(options);
    return is_made;
}

static errdiff_status design_opt(const struct errdiff_hologram_window *window,
                                 const errdiff_hologram_options *options,
                                 struct errdiff_hologram_designer *designer,
                                 struct errdiff_hologram_weights *weights, double complex *values)
{
    struct errdiff_hologram_mask mask = errdiff_hologram_noise_mask(window, options);
    weights->support = designer->support;
    return errdiff_hologram_designer_weights(designer, &mask, values);
}

static void design_fs(const struct errdiff_hologram_window *window,
                      const errdiff_hologram_options *options,
                      struct errdiff_hologram_weights *weights, double complex *values)
{
    static const double sixteenths[] = {7, 3, 5, 1};
    weights->support = errdiff_hologram_fs_support();
    double x = 0, y = 0;
    if (options->method == ERRDIFF_HOLOGRAM_FS_WINDOW) {
        x = 0.5 * (window->x0 + window->x1);
        y = 0.5 * (window->y0 + window->y1);
    }
    for (int i = 0; i < weights->support.count; i++) {
        double turns = x * weights->support.dx[i] + y * weights->support.dy[i];
        values[i] = sixteenths[i] / 16 * cexp(2 * pi * I * turns);
    }
}

static bool comes_later(const struct errdiff_hologram_support *support, int i, int j)
{
    return support->dy[i] != support->dy[j] ? support->dy[i] < support->dy[j]
                                            : support->dx[i] < support->dx[j];
}

/* Inserts a weight at its place in the order in which the rule adds them. */
static void insert(struct errdiff_hologram_weights *weights, int8_t dx, int8_t dy,
                   errdiff_complex weight)
{
    struct errdiff_hologram_support *support = &weights->support;
    int place = support->count++;
    support->dx[place] = dx;
    support->dy[place] = dy;
    for (; place > 0 && comes_later(support, place - 1, place); place--) {
        support->dx[place] = support->dx[place - 1];
        support->dy[place] = support->dy[place - 1];
        weights->weights[place] = weights->weights[place - 1];
        support->dx[place - 1] = dx;
        support->dy[place - 1] = dy;
    }
    weights->weights[place] = weight;
}

errdiff_status errdiff_hologram_design(const struct errdiff_hologram_window *window,
                                       const errdiff_hologram_options *options,
                                       struct errdiff_hologram_designer *designer,
                                       struct errdiff_hologram_weights *weights)
{
    double complex values[ERRDIFF_HOLOGRAM_MAX_TAPS];
    errdiff_status status = ERRDIFF_OK;
    *weights = (struct errdiff_hologram_weights){0};
    if (options->method == ERRDIFF_HOLOGRAM_NONE || errdiff_hologram_window_is_empty(window))
        return ERRDIFF_OK;
    if (errdiff_hologram_is_optimal(options))
        status = design_opt(window, options, designer, weights, values);
    else if (options->method == ERRDIFF_HOLOGRAM_PAPER)
        errdiff_paper_weights(&designer->paper, window, options->tap_count, &weights->support,
                              values);
    else
        design_fs(window, options, weights, values);
    struct errdiff_hologram_support support = weights->support;
    weights->support.count = 0;
    for (int i = 0; i < support.count && status == ERRDIFF_OK; i++)
        insert(weights, support.dx[i], support.dy[i],
               (errdiff_complex){
                   .re = (float)creal(values[i]),
                   .im = errdiff_hologram_is_real(options) ? 0 : (float)cimag(values[i]),
               });
    return status;
}
