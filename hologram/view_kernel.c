/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Computes how the light in the window depends on pixels, from the window's frequencies. */
#include "view_kernel.h"

#include "window.h"

#include <math.h>
#include <stdlib.h>

static const double pi = 3.14159265358979323846;

bool errdiff_view_kernel_make(struct errdiff_view_kernel *kernel, int width, int height)
{
    kernel->across = malloc((size_t)width * sizeof *kernel->across);
    kernel->down = malloc((size_t)height * sizeof *kernel->down);
    return kernel->across && kernel->down;
}

void errdiff_view_kernel_release(struct errdiff_view_kernel *kernel)
{
    free(kernel->across);
    free(kernel->down);
}

/* ∫ e^{j2πf·offset} df over the frequencies from `begin` to `end`. */
static errdiff_complex transform(double begin, double end, int offset)
{
    double range = end - begin, angle = pi * (begin + end) * offset;
    double size = offset == 0 ? range : sin(pi * range * offset) / (pi * offset);
    return (errdiff_complex){.re = (float)(size * cos(angle)), .im = (float)(size * sin(angle))};
}

/* Fills in one axis, along which the window has the center `view` and the size `view_side`. */
static void fill(errdiff_complex (*taps)[ERRDIFF_VIEW_TAPS], int side, double view,
                 double view_side, const errdiff_optics *optics, double widened, bool is_preview)
{
    bool is_same = is_preview || optics->geometry == ERRDIFF_HOLOGRAM_FOURIER;
    for (int at = 0; at < side; at++)
        for (int i = 0; i < ERRDIFF_VIEW_TAPS; i++) {
            int offset = i - ERRDIFF_VIEW_RADIUS;
            double middle = is_same ? 0 : (at + 0.5 * offset + 0.5 - 0.5 * side) * optics->pitch;
            double begin = errdiff_hologram_frequency(view - middle - 0.5 * view_side, optics);
            double end = errdiff_hologram_frequency(view - middle + 0.5 * view_side, optics);
            double hann = 0.5 + 0.5 * cos(pi * offset / (ERRDIFF_VIEW_RADIUS + 1));
            errdiff_complex value = {0};
            if (end > begin)
                value = transform(fmax(begin - widened, -0.5), fmin(end + widened, 0.5), offset);
            taps[at][i] =
                (errdiff_complex){.re = (float)hann * value.re, .im = (float)hann * value.im};
        }
}

void errdiff_view_kernel_fill(struct errdiff_view_kernel *kernel, int width, int height,
                              const errdiff_optics *optics, double widened, bool is_preview)
{
    fill(kernel->across, width, optics->view_x, optics->view_width, optics, widened, is_preview);
    fill(kernel->down, height, optics->view_y, optics->view_height, optics, widened, is_preview);
}
