/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Divides a hologram into hogels, and computes the frequencies at which the light of a hogel
 * reaches the viewer's window. */
#include "window.h"

#include <math.h>

int errdiff_hogel_side(const errdiff_hologram_options *options)
{
    /* Hogels of a twelfth of the window are within 1 dB of the best, those of a single pixel. The
     * weights of a hogel take more memory than 64 pixels. */
    enum { SHARES = 12, LEAST = 8, FOURIER = 1024 };
    const errdiff_optics *optics = &options->optics;
    double most = fmin(optics->view_width, optics->view_height) / SHARES / optics->pitch;
    int side = LEAST;
    if (options->hogel > 0)
        return options->hogel;
    /* All pixels have the same directions, except those of a lens that is added. */
    if (optics->geometry == ERRDIFF_HOLOGRAM_FOURIER)
        return options->added.lens == 0 ? FOURIER : 4 * LEAST;
    while (2 * side <= most && 2 * side <= ERRDIFF_HOLOGRAM_MAX_SIDE)
        side *= 2;
    return side;
}

int errdiff_hogel_count(int side, int hogel)
{
    return (side - 1) / hogel + 1;
}

struct errdiff_rectangle errdiff_hogel_at(int column, int row, int width, int height, int hogel)
{
    struct errdiff_rectangle place = {.x0 = column * hogel, .y0 = row * hogel};
    place.x1 = width - place.x0 > hogel ? place.x0 + hogel : width;
    place.y1 = height - place.y0 > hogel ? place.y0 + hogel : height;
    return place;
}

double errdiff_hologram_frequency(double across, const errdiff_optics *optics)
{
    double distance = optics->geometry == ERRDIFF_HOLOGRAM_FOURIER
                          ? optics->view_distance
                          : hypot(across, optics->view_distance);
    double value = optics->pitch / optics->wavelength * across / distance;
    return fmin(fmax(value, -0.5), 0.5);
}

static void find_range(double *from, double *to, int begin, int end, int side, double view,
                       double view_side, const errdiff_optics *optics)
{
    double center = (0.5 * (begin + end) - 0.5 * side) * optics->pitch;
    double half = 0.5 * view_side + 0.25 * (end - begin) * optics->pitch;
    if (optics->geometry == ERRDIFF_HOLOGRAM_FOURIER) {
        center = 0;
        half = 0.5 * view_side;
    }
    *from = errdiff_hologram_frequency(view - center - half, optics);
    *to = errdiff_hologram_frequency(view - center + half, optics);
}

struct errdiff_hologram_window errdiff_hologram_window_of(const struct errdiff_rectangle *hogel,
                                                          int width, int height,
                                                          const errdiff_optics *optics)
{
    struct errdiff_hologram_window window;
    find_range(&window.x0, &window.x1, hogel->x0, hogel->x1, width, optics->view_x,
               optics->view_width, optics);
    find_range(&window.y0, &window.y1, hogel->y0, hogel->y1, height, optics->view_y,
               optics->view_height, optics);
    return window;
}

bool errdiff_hologram_window_is_empty(const struct errdiff_hologram_window *window)
{
    return !(window->x1 > window->x0 && window->y1 > window->y0);
}

struct errdiff_hologram_window
errdiff_hologram_window_twin(const struct errdiff_hologram_window *window)
{
    return (struct errdiff_hologram_window){
        .x0 = fmax(window->x0, -window->x1),
        .x1 = fmin(window->x1, -window->x0),
        .y0 = fmax(window->y0, -window->y1),
        .y1 = fmin(window->y1, -window->y0),
    };
}

bool errdiff_hogel_is_wide(const struct errdiff_rectangle *hogel, const errdiff_optics *optics)
{
    double width = (hogel->x1 - hogel->x0) * optics->pitch,
           height = (hogel->y1 - hogel->y0) * optics->pitch;
    return optics->geometry != ERRDIFF_HOLOGRAM_FOURIER &&
           (width > optics->view_width / 6 || height > optics->view_height / 6);
}
