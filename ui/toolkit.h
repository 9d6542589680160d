/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What GTK+ 2 and GTK 3 do in different ways: toolkit2.c and toolkit3.c implement this, and no
 * other file depends on the version. */
#ifndef UI_TOOLKIT_H
#define UI_TOOLKIT_H

#include <gtk/gtk.h>

/* Draws a widget, of which (0, 0) is the upper left corner, where `cr` is not clipped. TRUE: its
 * class then draws nothing. */
typedef gboolean (*ToolkitDraw)(GtkWidget *widget, cairo_t *cr, gpointer user);

/* Calls `draw` before the class draws; with toolkit_draw_over, after the class and the children. */
void toolkit_draw(GtkWidget *widget, ToolkitDraw draw, gpointer user);
void toolkit_draw_over(GtkWidget *widget, ToolkitDraw draw, gpointer user);

/* The smallest rectangle that contains all that is to be drawn. */
GdkRectangle toolkit_damaged(cairo_t *cr);

/* Sources of color: that of a widget's text, with this opacity; and that of the ground under
 * controls that cannot be used. */
void toolkit_set_text_color(cairo_t *cr, GtkWidget *widget, gdouble opacity);
void toolkit_set_insensitive_color(cairo_t *cr, GtkWidget *widget);

/* Draws the mark of the focus along the edges of a widget. */
void toolkit_draw_focus(GtkWidget *widget, cairo_t *cr);

/* The events for motions of the pointer, if only the newest is of interest. */
gint toolkit_motion_mask(void);

/* Changes the size that the parent class of a widget asks for, in pixels. */
typedef void (*ToolkitAdjust)(GtkWidget *widget, GtkRequisition *wanted);

/* Lets `adjust` decide the size of all widgets of a class. */
void toolkit_adjust_size(GtkWidgetClass *class, ToolkitAdjust adjust);

/* Makes the spin buttons in a container as narrow as their contents allow. Those of GTK+ 2 always
 * are. */
void toolkit_narrow_spins(GtkWidget *container);

/* Makes the controls in a container as low as their contents allow, for a dialog that does not
 * scroll. Those of GTK+ 2 always are. */
void toolkit_lower_controls(GtkWidget *container);

/* Lets each button of a dialog be as wide as its own title, without a border around all of them,
 * where other controls share their line. In GTK+ 2 there is room for buttons of the same width. */
void toolkit_narrow_buttons(GtkWidget *buttons);

/* Keeps what an expander contains from the keyboard and from screen readers while it is closed.
 * GTK+ 2 does that by itself. */
void toolkit_hide_closed(GtkWidget *expander);

/* A button that opens a menu, in which screen readers find the menu's items. It has no title. */
GtkWidget *toolkit_menu_button_new(GtkMenu *menu);

/* Opens a menu below a widget, or above it where the screen has no room below; where the pointer
 * is, if `place` is NULL. `event` is what opens it; NULL: unknown. A key selects the first item. */
void toolkit_open_menu(GtkMenu *menu, GtkWidget *place, const GdkEvent *event);

/* Calls act(user) when a signal says that a button, an icon or an item of a menu was chosen. A call
 * in which another dialog runs must be connected with this. */
void toolkit_connect_chosen(GtkWidget *widget, const gchar *signal, GCallback act, gpointer user);

/* Lets the closed combo box show the text in `column` of its rows, shortened to `width` characters.
 * With GTK+ 2 its renderer does that. */
void toolkit_show_title(GtkWidget *combo, gint column, gint width);

/* Whether the renderer of a combo box draws a row of its open list. */
gboolean toolkit_is_in_list(GtkCellLayout *layout);

#endif
