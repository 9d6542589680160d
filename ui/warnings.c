/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Warns about a setting that gives a poor result or is slow, with a button that changes it. */
#include "warnings.h"

#include "form.h"

#include <glib/gi18n.h>

/* Up to this percentage of unreached pixels there is no warning, because even a palette made from
 * the image does not reach some of its highlights and shadows. */
static const gdouble max_unreached = 10;

/* Serpentine order is chosen for its look. It is worth a warning only if each change of a setting
 * makes the user wait for long: with 24 megapixels and the slowest preset that was 8 seconds on two
 * processors that others used, too. */
static const gdouble max_wait_ms = 10000;

typedef enum { NO_WARNING, OUTSIDE_GAMUT, SLOW_SERPENTINE } WarningKind;

typedef struct {
    GtkVBox parent;
    GtkWidget *row, *sign, *text, *button;
    WarningsFix fix;
    gpointer user;
    DitherSettings *chosen;
    WarningKind shown;
} Warnings;

typedef GtkVBoxClass WarningsClass;

GType warnings_get_type(void);
G_DEFINE_TYPE(Warnings, warnings, GTK_TYPE_VBOX)

static Warnings *warnings_of(GtkWidget *widget)
{
    return G_TYPE_CHECK_INSTANCE_CAST(widget, warnings_get_type(), Warnings);
}

static void warnings_finalize(GObject *object)
{
    Warnings *warnings = (Warnings *)object;

    dither_settings_free(warnings->chosen);
    G_OBJECT_CLASS(warnings_parent_class)->finalize(object);
}

static void warnings_class_init(WarningsClass *class)
{
    G_OBJECT_CLASS(class)->finalize = warnings_finalize;
}

/* Changes the setting that the warning is about. */
static void fix(Warnings *warnings)
{
    DitherSettings *fixed = dither_settings_copy(warnings->chosen);

    if (warnings->shown == SLOW_SERPENTINE) {
        fixed->serpentine = FALSE;
    } else {
        g_free(fixed->gamut);
        fixed->gamut = g_strdup("clip");
    }
    warnings->fix(warnings->user, fixed);
    dither_settings_free(fixed);
}

static void warnings_init(Warnings *warnings)
{
    GtkWidget *said = gtk_hbox_new(FALSE, FORM_SPACING);
    GtkBox *row;

    warnings->row = form_column();
    warnings->sign = gtk_image_new_from_stock(GTK_STOCK_DIALOG_WARNING, GTK_ICON_SIZE_MENU);
    warnings->text = gtk_label_new(NULL);
    warnings->button = gtk_button_new_with_mnemonic("");
    row = GTK_BOX(warnings->row);
    atk_object_set_role(gtk_widget_get_accessible(warnings->row), ATK_ROLE_ALERT);
    form_wrap(GTK_LABEL(warnings->text));
    gtk_misc_set_alignment(GTK_MISC(warnings->text), 0, 0.5);
    gtk_box_pack_start(GTK_BOX(said), warnings->sign, FALSE, FALSE, 0);
    gtk_box_pack_start(GTK_BOX(said), warnings->text, TRUE, TRUE, 0);
    gtk_box_pack_start(row, said, FALSE, FALSE, 0);
    gtk_box_pack_start(row, warnings->button, FALSE, FALSE, 0);
    gtk_widget_show_all(warnings->row);
    gtk_widget_hide(warnings->row);
    gtk_widget_set_no_show_all(warnings->row, TRUE);
    gtk_box_pack_start(GTK_BOX(warnings), warnings->row, FALSE, FALSE, 0);
    g_signal_connect_swapped(warnings->button, "clicked", G_CALLBACK(fix), warnings);
}

GtkWidget *warnings_new(gint width, WarningsFix fix_settings, gpointer user)
{
    GtkWidget *widget = g_object_new(warnings_get_type(), NULL);
    Warnings *warnings = warnings_of(widget);
    GtkRequisition sign;

    gtk_widget_size_request(warnings->sign, &sign);
    gtk_widget_set_size_request(warnings->text, width - sign.width - FORM_SPACING, -1);

    warnings->fix = fix_settings;
    warnings->user = user;
    return widget;
}

/* Hiding a button that has the focus would lose it. OK gets it, if the user can press that, and not
 * the next button, which is Reset. */
static void move_focus(const Warnings *warnings)
{
    GtkWidget *window = gtk_widget_get_toplevel(warnings->row);
    GtkWidget *ok = gtk_window_get_default_widget(GTK_WINDOW(window));

    if (ok != NULL && gtk_widget_is_sensitive(ok))
        gtk_widget_grab_focus(ok);
    else
        gtk_widget_child_focus(window, GTK_DIR_TAB_BACKWARD);
}

static void hide(Warnings *warnings)
{
    warnings->shown = NO_WARNING;
    if (gtk_widget_has_focus(warnings->button))
        move_focus(warnings);
    gtk_widget_hide(warnings->row);
}

static void show(Warnings *warnings, WarningKind kind, const gchar *text, const gchar *remedy)
{
    warnings->shown = kind;
    atk_object_set_name(gtk_widget_get_accessible(warnings->row), text);
    gtk_label_set_text(GTK_LABEL(warnings->text), text);
    gtk_button_set_label(GTK_BUTTON(warnings->button), remedy);
    gtk_widget_set_tooltip_text(warnings->button, text);
    gtk_widget_show(warnings->row);
}

static gboolean is_possible(WarningKind kind, const DitherSettings *settings)
{
    switch (kind) {
    case OUTSIDE_GAMUT:
        return *settings->palette != '\0' && g_str_equal(settings->gamut, "none");
    case SLOW_SERPENTINE:
        return dither_settings_are_serpentine(settings) && g_str_equal(settings->engine, "auto");
    default:
        return TRUE;
    }
}

void warnings_follow(GtkWidget *widget, const DitherSettings *chosen)
{
    Warnings *warnings = warnings_of(widget);

    dither_settings_free(warnings->chosen);
    warnings->chosen = dither_settings_copy(chosen);
    if (!is_possible(warnings->shown, chosen))
        hide(warnings);
}

void warnings_tell(GtkWidget *widget, const PreviewReport *report)
{
    Warnings *warnings = warnings_of(widget);
    gchar *text;

    if (report->unreached >= max_unreached && is_possible(OUTSIDE_GAMUT, warnings->chosen)) {
        text = g_strdup_printf(_("The colors of %.0f %% of the pixels are outside the palette's "
                                 "gamut, so areas change color."),
                               report->unreached);
        show(warnings, OUTSIDE_GAMUT, text, _("Show the nearest mi_xtures"));
        g_free(text);
    } else if (report->waited_ms > max_wait_ms && is_possible(SLOW_SERPENTINE, warnings->chosen)) {
        show(warnings, SLOW_SERPENTINE,
             _("Serpentine scan is slow for an image of this size: it cannot use all processors."),
             _("Turn serpentine off: _quicker"));
    } else {
        hide(warnings);
    }
}
