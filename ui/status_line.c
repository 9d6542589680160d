/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shows a line of text: what is being done, what was done, or what is wrong. */
#include "status_line.h"

#include "form.h"

#include <glib/gi18n.h>

typedef struct {
    GtkVBox parent;
    GtkWidget *spinner, *sign, *strut, *text;
    GtkWidget *disclosure, *details;
} StatusLine;

typedef GtkVBoxClass StatusLineClass;

GType status_line_get_type(void);
G_DEFINE_TYPE(StatusLine, status_line, GTK_TYPE_VBOX)

static void status_line_class_init(StatusLineClass *class)
{
    (void)class;
}

static GtkWidget *text_new(void)
{
    GtkWidget *text = gtk_label_new(NULL);

    form_wrap(GTK_LABEL(text));
    gtk_label_set_selectable(GTK_LABEL(text), TRUE);
    gtk_widget_set_can_focus(text, FALSE);
    gtk_misc_set_alignment(GTK_MISC(text), 0, 0.5);
    return text;
}

static void disclose(StatusLine *line)
{
    gtk_widget_set_visible(line->details,
                           gtk_expander_get_expanded(GTK_EXPANDER(line->disclosure)));
}

static GtkWidget *disclosure_new(StatusLine *line)
{
    GtkWidget *disclosure = gtk_expander_new(_("Details"));

    gtk_widget_set_tooltip_text(disclosure,
                                _("Show which engine did the work, how fast it was, and "
                                  "how much the image changed"));
    g_signal_connect_swapped(disclosure, "notify::expanded", G_CALLBACK(disclose), line);
    gtk_widget_set_no_show_all(disclosure, TRUE);
    return disclosure;
}

static void status_line_init(StatusLine *line)
{
    GtkWidget *row = gtk_hbox_new(FALSE, FORM_SPACING);
    GtkBox *box = GTK_BOX(row);

    line->spinner = gtk_spinner_new();
    line->sign = gtk_image_new_from_stock(GTK_STOCK_DIALOG_WARNING, GTK_ICON_SIZE_MENU);
    line->strut = gtk_alignment_new(0, 0, 0, 0);
    line->text = text_new();
    line->details = text_new();
    line->disclosure = disclosure_new(line);
    gtk_box_pack_start(box, line->spinner, FALSE, FALSE, 0);
    gtk_box_pack_start(box, line->sign, FALSE, FALSE, 0);
    gtk_box_pack_start(box, line->strut, FALSE, FALSE, 0);
    gtk_box_pack_start(box, line->text, TRUE, TRUE, 0);
    gtk_box_pack_start(box, line->disclosure, FALSE, FALSE, 0);
    gtk_widget_set_no_show_all(line->spinner, TRUE);
    gtk_widget_set_no_show_all(line->sign, TRUE);
    gtk_widget_set_no_show_all(line->details, TRUE);
    gtk_box_set_spacing(GTK_BOX(line), FORM_SPACING);
    gtk_box_pack_start(GTK_BOX(line), row, FALSE, FALSE, 0);
    gtk_box_pack_start(GTK_BOX(line), line->details, FALSE, FALSE, 0);
}

static StatusLine *status_line(GtkWidget *widget)
{
    return G_TYPE_CHECK_INSTANCE_CAST(widget, status_line_get_type(), StatusLine);
}

static void set(GtkWidget *widget, const gchar *text, gboolean busy, gboolean warning)
{
    StatusLine *line = status_line(widget);

    gtk_label_set_text(GTK_LABEL(line->text), text);
    gtk_widget_set_sensitive(line->details, FALSE);
    gtk_widget_set_visible(line->sign, warning);
    gtk_widget_set_visible(line->spinner, busy);
    if (busy)
        gtk_spinner_start(GTK_SPINNER(line->spinner));
    else
        gtk_spinner_stop(GTK_SPINNER(line->spinner));
}

/* GTK 3 says that a widget which does not show needs no room. */
static void measure(GtkWidget *hidden, GtkRequisition *wanted)
{
    gtk_widget_show(hidden);
    gtk_widget_size_request(hidden, wanted);
    gtk_widget_hide(hidden);
}

GtkWidget *status_line_new(gint width)
{
    GtkWidget *widget = g_object_new(status_line_get_type(), NULL);
    StatusLine *line = status_line(widget);
    AtkObject *accessible = gtk_widget_get_accessible(widget);
    GtkRequisition sign, disclosure;

    measure(line->sign, &sign);
    measure(line->disclosure, &disclosure);
    atk_object_set_name(accessible, _("Status"));
    atk_object_set_role(accessible, ATK_ROLE_STATUSBAR);
    /* The line has the same height while these are hidden. */
    gtk_widget_set_size_request(line->strut, 1, MAX(sign.height, disclosure.height));
    gtk_widget_set_size_request(line->text,
                                width - sign.width - disclosure.width - 3 * FORM_SPACING - 1, -1);
    gtk_widget_set_size_request(line->details, width, -1);
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

void status_line_report(GtkWidget *widget, const gchar *text, const gchar *details)
{
    const StatusLine *line = status_line(widget);

    set(widget, text, FALSE, FALSE);
    gtk_label_set_text(GTK_LABEL(line->details), details);
    gtk_widget_set_sensitive(line->details, TRUE);
    gtk_widget_show(line->disclosure);
}
