/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Adds and removes the phases that a display shows besides the hologram: those of a lens, a grating
 * and a correction. */
#include "added_phase.h"

#include "base/message.h"
#include "base/translate.h"

#include <math.h>

static const double turn = 6.28318530717958648;

/* With a shorter focal length the phase would differ from pixel to pixel by more than half a period
 * everywhere but in the middle. */
static double least_lens(const errdiff_optics *optics)
{
    return 2 * optics->pitch * optics->pitch / optics->wavelength;
}

static errdiff_status check_period(const char *name, double period, errdiff_message *message)
{
    if (period == 0 || fabs(period) >= 2)
        return ERRDIFF_OK;
    return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                        N_("%s: a period has at least 2 pixels, not %g"), name, period);
}

errdiff_status errdiff_added_phase_check(const errdiff_hologram_options *options,
                                         errdiff_message *message)
{
    const errdiff_added_phase *added = &options->added;
    double least = least_lens(&options->optics);
    if (added->lens != 0 && fabs(added->lens) < least)
        return errdiff_fail(
            message, ERRDIFF_BAD_ARGUMENT,
            N_("lens: a focal length of %g millimeters is too short for these pixels; "
               "at least %g are possible"),
            added->lens / 1e3, least / 1e3);
    errdiff_status status = check_period("grating-x", added->grating_x, message);
    return status == ERRDIFF_OK ? check_period("grating-y", added->grating_y, message) : status;
}

/* Periods per pixel. */
static double frequency(double period)
{
    return period == 0 ? 0 : 1 / period;
}

static bool is_none(const errdiff_added_phase *added)
{
    return added->lens == 0 && added->grating_x == 0 && added->grating_y == 0 && !added->correction;
}

/* The curvature of the lens along each axis: turns per pixel². */
static double curvature(const errdiff_hologram_options *options)
{
    const errdiff_optics *optics = &options->optics;
    double lens = options->added.lens;
    return lens == 0 ? 0 : -optics->pitch * optics->pitch / (optics->wavelength * lens);
}

double errdiff_added_phase_steepest(const errdiff_hologram_options *options, int width, int height)
{
    const errdiff_added_phase *added = &options->added;
    double curved = fabs(curvature(options)) / 2;
    return fmax(curved * width + fabs(frequency(added->grating_x)),
                curved * height + fabs(frequency(added->grating_y)));
}

/* The phase that lens and grating add at `at` pixels from the middle along one axis, in turns. */
static double turns_at(double at, double curvature, double grating)
{
    return curvature / 2 * at * at + grating * at;
}

static void rotate(errdiff_complex *value, double angle)
{
    float re = (float)cos(angle), im = (float)sin(angle);
    *value = (errdiff_complex){.re = value->re * re - value->im * im,
                               .im = value->re * im + value->im * re};
}

void errdiff_added_phase_apply(errdiff_field *field, const errdiff_hologram_options *options,
                               bool is_taken_away)
{
    const errdiff_added_phase *added = &options->added;
    double curved = curvature(options);
    double grating_x = frequency(added->grating_x), grating_y = frequency(added->grating_y);
    if (is_none(added))
        return;
    for (int y = 0; y < field->height; y++) {
        double down = turns_at(y + 0.5 - 0.5 * field->height, curved, grating_y);
        for (int x = 0; x < field->width; x++) {
            size_t pixel = (size_t)y * (size_t)field->width + (size_t)x;
            double turns = down + turns_at(x + 0.5 - 0.5 * field->width, curved, grating_x);
            double angle = turn * (turns - rint(turns)) +
                           (added->correction ? (double)added->correction[pixel] : 0);
            rotate(&field->values[pixel], is_taken_away ? -angle : angle);
        }
    }
}

struct errdiff_hologram_window
errdiff_added_phase_shift(const struct errdiff_hologram_window *window,
                          const struct errdiff_rectangle *hogel, int width, int height,
                          const errdiff_hologram_options *options)
{
    struct errdiff_hologram_window shifted = *window;
    double curved = curvature(options);
    double x = 0.5 * (hogel->x0 + hogel->x1 - width), y = 0.5 * (hogel->y0 + hogel->y1 - height);
    double across = curved * x + frequency(options->added.grating_x);
    double down = curved * y + frequency(options->added.grating_y);
    shifted.x0 += across;
    shifted.x1 += across;
    shifted.y0 += down;
    shifted.y1 += down;
    return shifted;
}
