/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lays out labels, controls and frames in rows and columns, as GIMP's dialogs do. */
#include "form.h"

#include "toolkit.h"

#include <string.h>

GtkWidget *form_frame(const gchar *title, GtkWidget *content)
{
    GtkWidget *frame = gtk_frame_new(NULL);
    GtkWidget *label = gtk_label_new(NULL);
    GtkWidget *indent = gtk_alignment_new(0, 0, 1, 0);
    gchar *markup = g_markup_printf_escaped("<b>%s</b>", title);

    gtk_label_set_markup(GTK_LABEL(label), markup);
    g_free(markup);
    gtk_frame_set_label_widget(GTK_FRAME(frame), label);
    gtk_frame_set_shadow_type(GTK_FRAME(frame), GTK_SHADOW_NONE);
    gtk_alignment_set_padding(GTK_ALIGNMENT(indent), FORM_SPACING, 0, FORM_BORDER, 0);
    gtk_container_add(GTK_CONTAINER(indent), content);
    gtk_container_add(GTK_CONTAINER(frame), indent);
    return frame;
}

GtkWidget *form_frames(GtkWidget *const frames[], gsize count)
{
    GtkWidget *column = gtk_vbox_new(FALSE, FORM_BORDER);

    for (gsize i = 0; i < count; i++)
        gtk_box_pack_start(GTK_BOX(column), frames[i], FALSE, FALSE, 0);
    return column;
}

/* The accessible name, which screen readers say, is the label's text without its colon. */
static void set_name(GtkWidget *control, GtkWidget *label)
{
    gchar *name = g_strdup(gtk_label_get_text(GTK_LABEL(label)));

    if (g_str_has_suffix(name, ":"))
        name[strlen(name) - 1] = '\0';
    atk_object_set_name(gtk_widget_get_accessible(control), name);
    g_free(name);
}

GtkWidget *form_label(const gchar *text, GtkWidget *control, const gchar *tooltip)
{
    GtkWidget *label = gtk_label_new_with_mnemonic(text);

    gtk_misc_set_alignment(GTK_MISC(label), 0, 0.5);
    gtk_label_set_mnemonic_widget(GTK_LABEL(label), control);
    gtk_widget_set_tooltip_text(control, tooltip);
    set_name(control, label);
    return label;
}

void form_wrap(GtkLabel *label)
{
    gtk_label_set_line_wrap(label, TRUE);
    /* GTK 3 would widen the column until the text has one line. */
    gtk_label_set_max_width_chars(label, FORM_NOTE_WIDTH);
}

GtkWidget *form_note(void)
{
    GtkWidget *note = gtk_label_new(NULL);

    form_wrap(GTK_LABEL(note));
    gtk_label_set_width_chars(GTK_LABEL(note), FORM_NOTE_WIDTH);
    gtk_misc_set_alignment(GTK_MISC(note), 0, 0);
    return note;
}

GtkWidget *form_menu_item(GtkWidget *menu, const gchar *label, const gchar *tooltip, GCallback act,
                          gpointer user)
{
    GtkWidget *item = gtk_menu_item_new_with_mnemonic(label);

    gtk_widget_set_tooltip_text(item, tooltip);
    gtk_menu_shell_append(GTK_MENU_SHELL(menu), item);
    toolkit_connect_chosen(item, "activate", act, user);
    return item;
}

GtkWidget *form_column(void)
{
    return gtk_vbox_new(FALSE, FORM_SPACING);
}

void form_beside_labels(GtkBox *column, GtkSizeGroup *labels, GtkWidget *content)
{
    GtkWidget *row = gtk_hbox_new(FALSE, FORM_SPACING);
    GtkWidget *gap = gtk_label_new(NULL);

    gtk_size_group_add_widget(labels, gap);
    gtk_box_pack_start(GTK_BOX(row), gap, FALSE, FALSE, 0);
    gtk_box_pack_start(GTK_BOX(row), content, TRUE, TRUE, 0);
    gtk_box_pack_start(column, row, FALSE, FALSE, 0);
}

GtkWidget *form_row(GtkBox *column, GtkSizeGroup *labels, const gchar *text, GtkWidget *content,
                    GtkWidget *control, const gchar *tooltip)
{
    GtkWidget *row = gtk_hbox_new(FALSE, FORM_SPACING);
    GtkWidget *label = form_label(text, control, tooltip);

    gtk_size_group_add_widget(labels, label);
    gtk_box_pack_start(GTK_BOX(row), label, FALSE, FALSE, 0);
    gtk_box_pack_start(GTK_BOX(row), content, TRUE, TRUE, 0);
    gtk_box_pack_start(column, row, FALSE, FALSE, 0);
    return row;
}

GtkWidget *form_spin(GtkBox *column, GtkSizeGroup *labels, const gchar *label, GtkWidget *spin,
                     const gchar *unit, const gchar *tooltip)
{
    GtkWidget *box = gtk_hbox_new(FALSE, FORM_SPACING);

    gtk_box_pack_start(GTK_BOX(box), spin, FALSE, FALSE, 0);
    if (*unit != '\0')
        gtk_box_pack_start(GTK_BOX(box), gtk_label_new(unit), FALSE, FALSE, 0);
    form_row(column, labels, label, box, spin, tooltip);
    return spin;
}

gint form_get_number(GtkWidget *spin)
{
    return gtk_spin_button_get_value_as_int(GTK_SPIN_BUTTON(spin));
}

gdouble form_get_real(GtkWidget *spin)
{
    return gtk_spin_button_get_value(GTK_SPIN_BUTTON(spin));
}

void form_set_number(GtkWidget *spin, gdouble value)
{
    gtk_spin_button_set_value(GTK_SPIN_BUTTON(spin), value);
}

GtkWidget *form_check(GtkBox *column, const gchar *label, const gchar *tooltip)
{
    GtkWidget *check = gtk_check_button_new_with_mnemonic(label);

    gtk_widget_set_tooltip_text(check, tooltip);
    gtk_box_pack_start(column, check, FALSE, FALSE, 0);
    return check;
}

void form_finish_typing(GtkWidget *dialog)
{
    GtkWidget *focus = gtk_window_get_focus(GTK_WINDOW(dialog));

    if (focus != NULL && GTK_IS_SPIN_BUTTON(focus))
        gtk_spin_button_update(GTK_SPIN_BUTTON(focus));
}
