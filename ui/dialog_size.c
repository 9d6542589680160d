/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gives the dialog its usual size on the screen where it opens. */
#include "dialog_size.h"

/* What panels, the title bar and the window's frame need of a screen, in pixels at 96 dpi. */
enum { DESKTOP_WIDTH = 28, DESKTOP_HEIGHT = 60 };

static gint at_resolution(GdkScreen *screen, gint pixels)
{
    gdouble resolution = gdk_screen_get_resolution(screen); /* negative: unknown */

    return resolution > 0 ? (gint)(pixels * resolution / 96) : pixels;
}

/* GTK+ makes the dialog larger if its contents do not fit. */
void dialog_size_set_usual(GtkWindow *window, gint extra_width, gint extra_height)
{
    GdkScreen *screen = gtk_window_get_screen(window);
    GdkRectangle monitor;
    GtkRequisition least;

    gdk_screen_get_monitor_geometry(screen, gdk_screen_get_primary_monitor(screen), &monitor);
    gtk_widget_size_request(GTK_WIDGET(window), &least);
    gtk_window_set_default_size(
        window,
        MIN(least.width + extra_width, monitor.width - at_resolution(screen, DESKTOP_WIDTH)),
        MIN(least.height + extra_height, monitor.height - at_resolution(screen, DESKTOP_HEIGHT)));
}
