/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fits the colors of a palette to an image that was dithered with it, by least squares. */
#include "palette_fit.h"

#include "palette_few.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Sweeps over the colors, each of which gets its best light in turn. 16 are as good as 1000. */
enum { SWEEPS = 32 };

/* A color gives way to a new one only if what is gained is estimated as this many times the loss:
 * the loss counts what is seen, the gain single dots, which are seen less. Of fewer colors none
 * can be spared. */
enum { SWAPS = 2, WORTH = 20, LEAST_COLORS = 16 };

bool errdiff_palette_fit_begin(struct errdiff_palette_fit *fit, int count)
{
    size_t colors = (size_t)count;
    *fit = (struct errdiff_palette_fit){.count = count};
    fit->shares = calloc(colors * colors, sizeof *fit->shares);
    fit->lights = calloc(3 * colors, sizeof *fit->lights);
    fit->dots = calloc(colors, sizeof *fit->dots);
    return fit->shares && fit->lights && fit->dots;
}

void errdiff_palette_fit_end(struct errdiff_palette_fit *fit)
{
    free(fit->shares);
    free(fit->lights);
    free(fit->dots);
}

void errdiff_palette_fit_add(struct errdiff_palette_fit *fit, const struct errdiff_mixture *seen,
                             const struct errdiff_target *target)
{
    for (int i = 0; i < seen->count; i++) {
        int color = seen->colors[i];
        int64_t weighted = (int64_t)target->weight * seen->shares[i];
        for (int j = 0; j <= i; j++) {
            int other = seen->colors[j];
            int more = color > other ? color : other, less = color > other ? other : color;
            fit->shares[more * fit->count + less] += weighted * seen->shares[j];
        }
        for (int c = 0; c < 3; c++)
            fit->lights[3 * color + c] += weighted * target->light[c];
    }
    for (int c = 0; c < 3; c++)
        fit->squares[c] += (int64_t)target->weight * target->light[c] * target->light[c];
}

void errdiff_palette_fit_add_dot(struct errdiff_palette_fit *fit, int color,
                                 const struct errdiff_target *target)
{
    fit->dots[color].weight += target->weight;
    for (int c = 0; c < 3; c++)
        fit->dots[color].light[c] += (int64_t)target->weight * target->light[c];
}

void errdiff_palette_fit_join(struct errdiff_palette_fit *fit,
                              const struct errdiff_palette_fit *other)
{
    for (int i = 0; i < fit->count * fit->count; i++)
        fit->shares[i] += other->shares[i];
    for (int i = 0; i < 3 * fit->count; i++)
        fit->lights[i] += other->lights[i];
    for (int c = 0; c < 3; c++)
        fit->squares[c] += other->squares[c];
    for (int i = 0; i < fit->count; i++) {
        fit->dots[i].weight += other->dots[i].weight;
        for (int c = 0; c < 3; c++)
            fit->dots[i].light[c] += other->dots[i].light[c];
    }
}

/* ---- The equations, for light from 0 to 1 -------------------------------------------------- */

static double shares_of(const struct errdiff_palette_fit *fit, int j, int k)
{
    int64_t sum = fit->shares[j > k ? j * fit->count + k : k * fit->count + j];
    return (double)sum / ((double)ERRDIFF_WHOLE_SHARE * ERRDIFF_WHOLE_SHARE);
}

static double light_of(const struct errdiff_palette_fit *fit, int k, int channel)
{
    return (double)fit->lights[3 * k + channel] / ((double)ERRDIFF_WHOLE_SHARE * UINT16_MAX);
}

static double color_light(const errdiff_palette *palette, int k, int channel)
{
    return errdiff_srgb_to_linear(palette->colors[k][channel] / 255.0);
}

/* The inverse of color_light: a channel of a color that has this light, 0..1. */
static uint8_t value_of(double light)
{
    return (uint8_t)floor(255 * errdiff_srgb_from_linear(light) + 0.5);
}

double errdiff_palette_fit_error(const struct errdiff_palette_fit *fit,
                                 const errdiff_palette *palette)
{
    double error = 0;
    for (int c = 0; c < 3; c++) {
        error += (double)fit->squares[c] / ((double)UINT16_MAX * UINT16_MAX);
        for (int j = 0; j < fit->count; j++) {
            double slope = -2 * light_of(fit, j, c);
            for (int k = 0; k < fit->count; k++)
                slope += shares_of(fit, j, k) * color_light(palette, k, c);
            error += color_light(palette, j, c) * slope;
        }
    }
    return error;
}

static double clamp(double light)
{
    return fmin(fmax(light, 0), 1);
}

/* Sets the light of color k to the best one while all others stay. */
static void improve(const struct errdiff_palette_fit *fit, double *light, int k, int channel)
{
    double own = shares_of(fit, k, k), rest = light_of(fit, k, channel);
    if (own <= 0)
        return;
    for (int j = 0; j < fit->count; j++)
        if (j != k)
            rest -= shares_of(fit, k, j) * light[j];
    light[k] = clamp(rest / own);
}

static void solve_channel(const struct errdiff_palette_fit *fit, int locked, double step,
                          int channel, errdiff_palette *palette)
{
    double light[ERRDIFF_MAX_COLORS];
    for (int k = 0; k < fit->count; k++)
        light[k] = color_light(palette, k, channel);
    for (int sweep = 0; sweep < SWEEPS; sweep++)
        for (int k = locked; k < fit->count; k++)
            improve(fit, light, k, channel);
    for (int k = locked; k < fit->count; k++) {
        double before = color_light(palette, k, channel);
        palette->colors[k][channel] = value_of(clamp(before + step * (light[k] - before)));
    }
}

void errdiff_palette_fit_solve(const struct errdiff_palette_fit *fit, int locked, double step,
                               errdiff_palette *palette)
{
    for (int c = 0; c < 3; c++)
        solve_channel(fit, locked, step, c, palette);
}

/* ---- Swaps --------------------------------------------------------------------------------- */

/* The mean of what is seen at the dots of color k. */
static double light_at_dots(const struct errdiff_palette_dots *dots, int channel)
{
    return (double)dots->light[channel] / ((double)dots->weight * UINT16_MAX);
}

struct swaps {
    const struct errdiff_palette_fit *fit;
    int locked;
    double light[ERRDIFF_MAX_COLORS][3]; /* of the colors */
    bool kept[ERRDIFF_MAX_COLORS];       /* colors that later swaps neither split nor remove */
};

/* What may be gained if color k gets a neighbor. */
static double gain(const struct swaps *swaps, int k)
{
    const struct errdiff_palette_dots *dots = &swaps->fit->dots[k];
    double squares = 0;
    for (int c = 0; c < 3 && dots->weight > 0; c++) {
        double difference = swaps->light[k][c] - light_at_dots(dots, c);
        squares += (double)dots->weight * difference * difference;
    }
    return squares;
}

/* Returns the color that gets a neighbor, and sets *most to the gain; -1: none. */
static int find_split(const struct swaps *swaps, double *most)
{
    int split = -1;
    *most = 0;
    for (int k = 0; k < swaps->fit->count; k++) {
        double found = swaps->kept[k] ? 0 : gain(swaps, k);
        if (found > *most) {
            *most = found;
            split = k;
        }
    }
    return split;
}

/* By how much E changes if the dots of color k get color `other`. `slope` is half of the derivative
 * of E with respect to the light of color k. E can become less if color k was moved too far. */
static double loss(const struct swaps *swaps, int k, const double slope[3], int other)
{
    double error = 0;
    for (int c = 0; c < 3; c++) {
        double step = swaps->light[other][c] - swaps->light[k][c];
        error += step * (2 * slope[c] + step * shares_of(swaps->fit, k, k));
    }
    return error;
}

/* Returns the color that can be removed with the least loss, and sets *other to the one that its
 * dots get; -1: none. */
static int find_removed(const struct swaps *swaps, int *other, double *least)
{
    const struct errdiff_palette_fit *fit = swaps->fit;
    int removed = -1;
    *least = HUGE_VAL;
    for (int k = swaps->locked; k < fit->count; k++) {
        double slope[3];
        for (int c = 0; c < 3 && !swaps->kept[k]; c++) {
            slope[c] = -light_of(fit, k, c);
            for (int j = 0; j < fit->count; j++)
                slope[c] += shares_of(fit, k, j) * swaps->light[j][c];
        }
        for (int j = 0; j < fit->count && !swaps->kept[k]; j++) {
            double found = j == k || swaps->kept[j] ? HUGE_VAL : loss(swaps, k, slope, j);
            if (found < *least) {
                *least = found;
                *other = j;
                removed = k;
            }
        }
    }
    return removed;
}

static bool swap(struct swaps *swaps, errdiff_palette *palette)
{
    double most, least;
    int other = 0, split = find_split(swaps, &most);
    if (split < 0)
        return false;
    swaps->kept[split] = true;
    int removed = find_removed(swaps, &other, &least);
    if (removed < 0 || most <= WORTH * least)
        return false;
    uint8_t neighbor[3];
    for (int c = 0; c < 3; c++)
        neighbor[c] = value_of(light_at_dots(&swaps->fit->dots[split], c));
    if (errdiff_palette_has(palette, neighbor))
        return false;
    swaps->kept[removed] = swaps->kept[other] = true;
    memcpy(palette->colors[removed], neighbor, sizeof neighbor);
    return true;
}

void errdiff_palette_fit_swap(const struct errdiff_palette_fit *fit, int locked,
                              errdiff_palette *palette)
{
    struct swaps swaps = {.fit = fit, .locked = locked};
    if (fit->count < LEAST_COLORS)
        return;
    for (int k = 0; k < fit->count; k++)
        for (int c = 0; c < 3; c++)
            swaps.light[k][c] = color_light(palette, k, c);
    for (int i = 0; i < SWAPS && swap(&swaps, palette); i++)
        continue;
}
