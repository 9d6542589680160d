/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "warnings.h"

#include "form.h"

#include <glib/gi18n.h>

/* Up to this percentage of unreached pixels there is no warning, because even a palette made from
 * the image does not reach some of its highlights and shadows. */
static const gdouble max_unreached = 10;

typedef struct {
    GtkWidget *row, *text, *button;
} Warning;

typedef struct {
    GtkVBox parent;
    gint width;
    WarningsFix fix;
    gpointer user;
    DitherSettings *chosen;
    Warning serpentine, palette;
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

static void warnings_init(Warnings *warnings)
{
    gtk_box_set_spacing(GTK_BOX(warnings), FORM_SPACING);
}

static void show(const Warnings *warnings, const Warning *warning, const gchar *text,
                 const gchar *remedy)
{
    GtkRequisition row, label;

    atk_object_set_name(gtk_widget_get_accessible(warning->row), text);
    gtk_label_set_text(GTK_LABEL(warning->text), text);
    gtk_button_set_label(GTK_BUTTON(warning->button), remedy);
    gtk_widget_set_tooltip_text(warning->button, text);
    gtk_widget_set_size_request(warning->text, 0, -1);
    gtk_widget_size_request(warning->row, &row);
    gtk_widget_size_request(warning->text, &label);
    gtk_widget_set_size_request(warning->text, warnings->width - row.width + label.width, -1);
    gtk_widget_show(warning->row);
}

/* Moves the focus on first, because hiding a button that has it would lose it. */
static void hide(Warnings *warnings, const Warning *warning)
{
    if (gtk_widget_has_focus(warning->button))
        gtk_widget_child_focus(gtk_widget_get_toplevel(GTK_WIDGET(warnings)), GTK_DIR_TAB_FORWARD);
    gtk_widget_hide(warning->row);
}

static void fix_serpentine(Warnings *warnings)
{
    DitherSettings *fixed = dither_settings_copy(warnings->chosen);

    fixed->serpentine = FALSE;
    warnings->fix(warnings->user, fixed);
    dither_settings_free(fixed);
}

static void fix_palette(Warnings *warnings)
{
    DitherSettings *fixed = dither_settings_copy(warnings->chosen);

    g_free(fixed->gamut);
    fixed->gamut = g_strdup("clip");
    warnings->fix(warnings->user, fixed);
    dither_settings_free(fixed);
}

static Warning warning_new(Warnings *warnings, void (*fix)(Warnings *))
{
    Warning warning = {gtk_hbox_new(FALSE, FORM_SPACING), gtk_label_new(NULL),
                       gtk_button_new_with_mnemonic("")};
    GtkWidget *sign = gtk_image_new_from_stock(GTK_STOCK_DIALOG_WARNING, GTK_ICON_SIZE_MENU);
    GtkBox *row = GTK_BOX(warning.row);

    atk_object_set_role(gtk_widget_get_accessible(warning.row), ATK_ROLE_ALERT);
    gtk_label_set_line_wrap(GTK_LABEL(warning.text), TRUE);
    gtk_misc_set_alignment(GTK_MISC(warning.text), 0, 0.5);
    gtk_box_pack_start(row, sign, FALSE, FALSE, 0);
    gtk_box_pack_start(row, warning.text, TRUE, TRUE, 0);
    gtk_box_pack_start(row, warning.button, FALSE, FALSE, 0);
    gtk_widget_show_all(warning.row);
    gtk_widget_hide(warning.row);
    gtk_widget_set_no_show_all(warning.row, TRUE);
    gtk_box_pack_start(GTK_BOX(warnings), warning.row, FALSE, FALSE, 0);
    g_signal_connect_swapped(warning.button, "clicked", G_CALLBACK(fix), warnings);
    return warning;
}

GtkWidget *warnings_new(gint width, WarningsFix fix, gpointer user)
{
    GtkWidget *widget = g_object_new(warnings_get_type(), NULL);
    Warnings *warnings = warnings_of(widget);

    warnings->width = width;
    warnings->fix = fix;
    warnings->user = user;
    warnings->serpentine = warning_new(warnings, fix_serpentine);
    warnings->palette = warning_new(warnings, fix_palette);
    return widget;
}

void warnings_follow(GtkWidget *widget, const DitherSettings *chosen)
{
    Warnings *warnings = warnings_of(widget);

    dither_settings_free(warnings->chosen);
    warnings->chosen = dither_settings_copy(chosen);
    if (chosen->serpentine)
        show(warnings, &warnings->serpentine,
             _("In serpentine order a row waits for the whole row above it, so rows cannot be "
               "processed in parallel."),
             _("Turn serpentine off: _quicker"));
    else
        hide(warnings, &warnings->serpentine);
}

void warnings_tell(GtkWidget *widget, const PreviewReport *report)
{
    Warnings *warnings = warnings_of(widget);
    gchar *text;

    if (report->unreached < max_unreached || !g_str_equal(warnings->chosen->gamut, "none")) {
        hide(warnings, &warnings->palette);
        return;
    }
    text = g_strdup_printf(_("The palette cannot reproduce the colors of %.0f %% of the pixels, so "
                             "areas change color."),
                           report->unreached);
    show(warnings, &warnings->palette, text, _("Sho_w the nearest mixtures"));
    g_free(text);
}
