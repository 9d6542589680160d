/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shows the names of the drawable and of its image at the top of the dialog. */
#include "heading.h"

#include <glib/gi18n.h>

GtkWidget *heading_new(const gchar *drawable, const gchar *image)
{
    GtkWidget *label = gtk_label_new(NULL);
    gchar *text = g_strdup_printf("%s — %s", drawable, image);
    gchar *markup = g_markup_printf_escaped("<b>%s</b> — %s", drawable, image);

    gtk_label_set_markup(GTK_LABEL(label), markup);
    gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_MIDDLE);
    /* GTK 3 would widen the column until the names have room. */
    gtk_label_set_max_width_chars(GTK_LABEL(label), 1);
    gtk_misc_set_alignment(GTK_MISC(label), 0, 0.5);
    gtk_widget_set_tooltip_text(label, text);
    g_free(markup);
    g_free(text);
    return label;
}
