/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lets the user choose the number of levels: one for all channels, or one for each. */
#include "levels_chooser.h"

#include "column_type.h"
#include "errdiff.h"
#include "form.h"
#include "number_spin.h"
#include "settings/settings.h"

#include <glib/gi18n.h>
#include <string.h>

typedef struct {
    GtkVBox parent;
    GtkWidget *common;
    GtkWidget *per_channel;
    GtkWidget *channel_box;
    GtkWidget *channel[3];
    gboolean can_differ; /* there is more than one channel */
    gboolean setting;    /* the code sets several widgets: "changed" must not be emitted for each */
} LevelsChooser;

DEFINE_COLUMN_TYPE(LevelsChooser, levels_chooser)

static gboolean is_per_channel(LevelsChooser *chooser)
{
    return gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(chooser->per_channel));
}

static void changed(LevelsChooser *chooser)
{
    if (!chooser->setting)
        g_signal_emit_by_name(chooser, "changed");
}

/* The channels start with the common number, so that the check box alone changes no pixel. */
static void per_channel_toggled(LevelsChooser *chooser)
{
    gboolean active = is_per_channel(chooser);

    if (active && !chooser->setting) {
        chooser->setting = TRUE;
        for (int i = 0; i < 3; i++)
            form_set_number(chooser->channel[i], form_get_number(chooser->common));
        chooser->setting = FALSE;
    }
    gtk_widget_set_sensitive(chooser->common, !active);
    gtk_widget_set_visible(chooser->channel_box, active);
    changed(chooser);
}

static GtkWidget *spin_new(LevelsChooser *chooser)
{
    errdiff_option_info option = settings_option_find(&dither_settings_kind, "levels");
    GtkAdjustment *adjustment =
        GTK_ADJUSTMENT(gtk_adjustment_new(option.min, option.min, option.max, 1, 16, 0));
    GtkWidget *spin = number_spin_new(adjustment);

    g_signal_connect_swapped(spin, "value-changed", G_CALLBACK(changed), chooser);
    return spin;
}

static GtkWidget *channel_box_new(LevelsChooser *chooser)
{
    const gchar *titles[3] = {_("R_ed:"), _("_Green:"), _("_Blue:")};
    const gchar *tooltips[3] = {
        _("Levels of red, 2 to 256"),
        _("Levels of green, 2 to 256"),
        _("Levels of blue, 2 to 256"),
    };
    GtkWidget *box = gtk_hbox_new(FALSE, FORM_BORDER);

    for (int i = 0; i < 3; i++) {
        GtkWidget *pair = gtk_hbox_new(FALSE, FORM_SPACING);

        chooser->channel[i] = spin_new(chooser);
        gtk_box_pack_start(GTK_BOX(pair), form_label(titles[i], chooser->channel[i], tooltips[i]),
                           FALSE, FALSE, 0);
        gtk_box_pack_start(GTK_BOX(pair), chooser->channel[i], FALSE, FALSE, 0);
        gtk_box_pack_start(GTK_BOX(box), pair, FALSE, FALSE, 0);
    }
    gtk_widget_show_all(box);
    gtk_widget_hide(box);
    gtk_widget_set_no_show_all(box, TRUE);
    return box;
}

GtkWidget *levels_chooser_new(gint channels, GtkSizeGroup *labels)
{
    LevelsChooser *chooser = g_object_new(levels_chooser_get_type(), NULL);
    errdiff_option_info option = settings_option_find(&dither_settings_kind, "levels");
    GtkBox *column = GTK_BOX(chooser);
    GtkWidget *box = gtk_hbox_new(FALSE, FORM_BORDER);
    GtkSizeGroup *widths = gtk_size_group_new(GTK_SIZE_GROUP_HORIZONTAL);
    GtkWidget *row;

    chooser->can_differ = channels > 1;
    chooser->common = spin_new(chooser);
    chooser->per_channel = gtk_check_button_new_with_mnemonic(_("Per channe_l"));
    gtk_widget_set_tooltip_text(chooser->per_channel,
                                _("Give red, green and blue their own number of levels"));
    gtk_widget_set_no_show_all(chooser->per_channel, !chooser->can_differ);
    gtk_box_pack_start(GTK_BOX(box), chooser->common, FALSE, FALSE, 0);
    gtk_box_pack_start(GTK_BOX(box), chooser->per_channel, FALSE, FALSE, 0);
    row = form_row(column, labels, _(option.label), box, chooser->common,
                   _("How many values a channel can take in the result, 2 to 256; the values are "
                     "evenly spaced from the smallest to the largest"));

    chooser->channel_box = channel_box_new(chooser);
    gtk_box_pack_start(column, chooser->channel_box, FALSE, FALSE, 0);

    /* Otherwise the dialog would grow when the channels' fields appear. */
    gtk_size_group_set_ignore_hidden(widths, FALSE);
    gtk_size_group_add_widget(widths, row);
    gtk_size_group_add_widget(widths, chooser->channel_box);
    g_object_unref(widths);

    g_signal_connect_swapped(chooser->per_channel, "toggled", G_CALLBACK(per_channel_toggled),
                             chooser);
    return GTK_WIDGET(chooser);
}

void levels_chooser_set(GtkWidget *widget, const gchar *text)
{
    LevelsChooser *chooser = levels_chooser(widget);
    int levels[3];

    if (g_str_equal(text, "auto"))
        text = "2";
    if (errdiff_levels_parse(text, levels, NULL) != ERRDIFF_OK)
        return;

    chooser->setting = TRUE;
    form_set_number(chooser->common, levels[0]);
    for (int i = 0; i < 3; i++)
        form_set_number(chooser->channel[i], levels[i]);
    gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(chooser->per_channel),
                                 chooser->can_differ && strchr(text, ',') != NULL);
    chooser->setting = FALSE;
    changed(chooser);
}

gchar *levels_chooser_get(GtkWidget *widget)
{
    LevelsChooser *chooser = levels_chooser(widget);

    if (!is_per_channel(chooser))
        return g_strdup_printf("%d", form_get_number(chooser->common));
    return g_strdup_printf("%d,%d,%d", form_get_number(chooser->channel[0]),
                           form_get_number(chooser->channel[1]),
                           form_get_number(chooser->channel[2]));
}
