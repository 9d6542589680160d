/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calculates which zoom fits, how large an image is at a zoom, and where its pixels are. */
#include "zoom.h"

#include <glib/gi18n.h>
#include <math.h>

Zoom zoom_of_step(gint step)
{
    return step < ZOOM_FULL ? (Zoom){1 << -step, 1} : (Zoom){1, 1 << step};
}

static gint divide_up(gint64 a, gint b)
{
    return (gint)((a + b - 1) / b);
}

static gint greatest_divisor(gint a, gint b)
{
    while (b > 0) {
        gint rest = a % b;

        a = b;
        b = rest;
    }
    return a;
}

static Zoom reduced(gint shrink, gint enlarge)
{
    gint divisor = greatest_divisor(shrink, enlarge);

    return (Zoom){shrink / divisor, enlarge / divisor};
}

Zoom zoom_to_fit(gint width, gint height, gint area_width, gint area_height)
{
    gint across = MAX(area_width, 1), down = MAX(area_height, 1);

    if (width <= across && height <= down)
        return (Zoom){1, MIN(MIN(across / width, down / height), 1 << ZOOM_MAX)};
    return (gint64)across * height <= (gint64)down * width ? reduced(width, across)
                                                           : reduced(height, down);
}

gint zoom_step_above(Zoom zoom)
{
    gint step = ZOOM_MIN;

    while (step < ZOOM_MAX && zoom_scale(zoom_of_step(step)) <= zoom_scale(zoom))
        step++;
    return step;
}

gint zoom_step_below(Zoom zoom)
{
    gint step = ZOOM_MAX;

    while (step > ZOOM_MIN && zoom_scale(zoom_of_step(step)) >= zoom_scale(zoom))
        step--;
    return step;
}

gdouble zoom_scale(Zoom zoom)
{
    return (gdouble)zoom.enlarge / zoom.shrink;
}

gint zoom_length(Zoom zoom, gint length)
{
    return divide_up((gint64)length * zoom.enlarge, zoom.shrink);
}

gint zoom_side(Zoom zoom)
{
    return 2 * (gint64)zoom.shrink < 3 * (gint64)zoom.enlarge ? 2 * zoom.enlarge : zoom.shrink;
}

gint zoom_pixels_touched(Zoom zoom, gint length)
{
    gint overlap = zoom.shrink > zoom.enlarge && zoom_side(zoom) != zoom.shrink;

    return divide_up((gint64)length * zoom.shrink, zoom.enlarge) + overlap;
}

gint zoom_pixel_at(Zoom zoom, gint place)
{
    return (gint)((gint64)place * zoom.shrink / zoom.enlarge);
}

gint zoom_place_of(Zoom zoom, gint pixel)
{
    return (gint)((gint64)pixel * zoom.enlarge / zoom.shrink);
}

gchar *zoom_title(gint step)
{
    if (step == ZOOM_FIT)
        return g_strdup(_("Fit"));
    return g_strdup_printf(_("%g %%"), 100 * zoom_scale(zoom_of_step(step)));
}

gchar *zoom_fit_title(Zoom zoom)
{
    gdouble percent = 100 * zoom_scale(zoom), unit = percent < 10 ? 0.1 : 1;
    gchar *scale = g_strdup_printf(_("%g %%"), round(percent / unit) * unit);
    gchar *title = g_strdup_printf("%s (%s)", _("Fit"), scale);

    g_free(scale);
    return title;
}
