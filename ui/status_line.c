/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "status_line.h"

#include "form.h"

#include <glib/gi18n.h>

typedef struct {
    GtkHBox parent;
    GtkWidget *spinner, *sign, *text;
} StatusLine;

typedef GtkHBoxClass StatusLineClass;

GType status_line_get_type(void);
G_DEFINE_TYPE(StatusLine, status_line, GTK_TYPE_HBOX)

static void status_line_class_init(StatusLineClass *class)
{
    (void)class;
}

static void status_line_init(StatusLine *line)
{
    GtkBox *box = GTK_BOX(line);

    gtk_box_set_spacing(box, FORM_SPACING);
    line->spinner = gtk_spinner_new();
    line->sign = gtk_image_new_from_stock(GTK_STOCK_DIALOG_WARNING, GTK_ICON_SIZE_MENU);
    line->text = gtk_label_new(NULL);
    gtk_label_set_line_wrap(GTK_LABEL(line->text), TRUE);
    gtk_label_set_selectable(GTK_LABEL(line->text), TRUE);
    gtk_widget_set_can_focus(line->text, FALSE);
    gtk_misc_set_alignment(GTK_MISC(line->text), 0, 0.5);
    gtk_box_pack_start(box, line->spinner, FALSE, FALSE, 0);
    gtk_box_pack_start(box, line->sign, FALSE, FALSE, 0);
    gtk_box_pack_start(box, line->text, TRUE, TRUE, 0);
    gtk_widget_set_no_show_all(line->spinner, TRUE);
    gtk_widget_set_no_show_all(line->sign, TRUE);
}

static StatusLine *status_line(GtkWidget *widget)
{
    return G_TYPE_CHECK_INSTANCE_CAST(widget, status_line_get_type(), StatusLine);
}

static void set(GtkWidget *widget, const gchar *text, gboolean busy, gboolean warning)
{
    StatusLine *line = status_line(widget);

    gtk_label_set_text(GTK_LABEL(line->text), text);
    gtk_widget_set_visible(line->sign, warning);
    gtk_widget_set_visible(line->spinner, busy);
    if (busy)
        gtk_spinner_start(GTK_SPINNER(line->spinner));
    else
        gtk_spinner_stop(GTK_SPINNER(line->spinner));
}

GtkWidget *status_line_new(gint width)
{
    GtkWidget *widget = g_object_new(status_line_get_type(), NULL);
    StatusLine *line = status_line(widget);
    AtkObject *accessible = gtk_widget_get_accessible(widget);
    GtkRequisition sign;

    gtk_widget_size_request(line->sign, &sign);
    atk_object_set_name(accessible, _("Status"));
    atk_object_set_role(accessible, ATK_ROLE_STATUSBAR);
    gtk_widget_set_size_request(line->text, width - sign.width - FORM_SPACING, -1);
    return widget;
}

void status_line_busy(GtkWidget *line, const gchar *text)
{
    set(line, text, TRUE, FALSE);
}

void status_line_say(GtkWidget *line, const gchar *text)
{
    set(line, text, FALSE, FALSE);
}

void status_line_warn(GtkWidget *line, const gchar *text)
{
    set(line, text, FALSE, TRUE);
}
