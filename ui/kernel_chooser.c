/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lets the user choose a kernel from a list or enter its weights. */
#include "kernel_chooser.h"

#include "column_type.h"
#include "errdiff.h"
#include "form.h"
#include "kernel_drawing.h"
#include "kernel_text.h"
#include "name_combo.h"
#include "option_controls.h"
#include "settings/settings.h"

#include <glib/gi18n.h>
#include <string.h>

#define CUSTOM "custom"

typedef struct {
    GtkVBox parent;
    GtkWidget *names;
    GtkWidget *drawing;
    GtkWidget *text, *text_row;
    gboolean setting; /* the code sets several widgets: "changed" must not be emitted for each */
} KernelChooser;

DEFINE_COLUMN_TYPE(KernelChooser, kernel_chooser)

static gboolean is_custom(KernelChooser *chooser)
{
    gchar *name = name_combo_get(chooser->names);
    gboolean custom = g_strcmp0(name, CUSTOM) == 0;

    g_free(name);
    return custom;
}

/* The name or text that is chosen; the caller frees it. */
static gchar *chosen_kernel(KernelChooser *chooser)
{
    if (is_custom(chooser))
        return g_strdup(gtk_entry_get_text(GTK_ENTRY(chooser->text)));
    return name_combo_get(chooser->names);
}

static void changed(KernelChooser *chooser)
{
    gchar *kernel = chosen_kernel(chooser);

    kernel_drawing_set(chooser->drawing, kernel);
    g_free(kernel);
    if (!chooser->setting)
        g_signal_emit_by_name(chooser, "changed");
}

/* A custom kernel starts with the weights of the named kernel with fixed weights chosen last. */
static void name_chosen(KernelChooser *chooser)
{
    gchar *name = name_combo_get(chooser->names);
    errdiff_kernel kernel;

    if (!chooser->setting && !is_custom(chooser) &&
        errdiff_kernel_parse(name, &kernel, NULL) == ERRDIFF_OK && !kernel.tone_keys) {
        gchar *text = kernel_text(&kernel);

        chooser->setting = TRUE;
        gtk_entry_set_text(GTK_ENTRY(chooser->text), text);
        chooser->setting = FALSE;
        g_free(text);
    }
    g_free(name);
    gtk_widget_set_visible(chooser->text_row, is_custom(chooser));
    changed(chooser);
}

GtkWidget *kernel_chooser_new(GtkSizeGroup *labels)
{
    KernelChooser *chooser = g_object_new(kernel_chooser_get_type(), NULL);
    GtkBox *column = GTK_BOX(chooser);
    errdiff_option_info option = settings_option_find(&dither_settings_kind, "kernel");

    chooser->names = name_combo_new();
    for (int i = 0; i < errdiff_kernel_count(); i++) {
        errdiff_kernel kernel;

        errdiff_kernel_get(i, &kernel);
        name_combo_append(chooser->names, kernel.name, _(kernel.title), TRUE);
    }
    name_combo_append(chooser->names, CUSTOM, _("Custom…"), TRUE);
    option_row(&option, column, labels, chooser->names, chooser->names);

    chooser->text = gtk_entry_new();
    gtk_entry_set_width_chars(GTK_ENTRY(chooser->text), 20);
    gtk_entry_set_activates_default(GTK_ENTRY(chooser->text), TRUE);
    chooser->text_row =
        form_row(column, labels, _("Wei_ghts:"), chooser->text, chooser->text,
                 _("A divisor and a colon; then, for each pixel that receives a part of the error: "
                   "columns to the right, rows down, and weight. Semicolons separate the pixels. "
                   "Floyd–Steinberg is 16: 1,0,7; -1,1,3; 0,1,5; 1,1,1"));
    gtk_widget_show_all(chooser->text_row);
    gtk_widget_hide(chooser->text_row);
    gtk_widget_set_no_show_all(chooser->text_row, TRUE);

    chooser->drawing = kernel_drawing_new();
    form_beside_labels(column, labels, chooser->drawing);

    g_signal_connect_swapped(chooser->names, "changed", G_CALLBACK(name_chosen), chooser);
    g_signal_connect_swapped(chooser->text, "changed", G_CALLBACK(changed), chooser);
    return GTK_WIDGET(chooser);
}

void kernel_chooser_set(GtkWidget *widget, const gchar *text)
{
    KernelChooser *chooser = kernel_chooser(widget);
    errdiff_kernel kernel;
    gchar *weights;

    chooser->setting = TRUE;
    if (!g_str_equal(text, CUSTOM) && name_combo_set(chooser->names, text) &&
        errdiff_kernel_parse(text, &kernel, NULL) == ERRDIFF_OK) {
        weights = kernel_text(&kernel);
    } else {
        name_combo_set(chooser->names, CUSTOM);
        weights = g_strdup(text);
    }
    gtk_entry_set_text(GTK_ENTRY(chooser->text), weights);
    g_free(weights);
    chooser->setting = FALSE;
    changed(chooser);
}

gchar *kernel_chooser_get(GtkWidget *widget)
{
    return chosen_kernel(kernel_chooser(widget));
}

gchar *kernel_chooser_complaint(GtkWidget *widget)
{
    static const gchar prefix[] = "kernel: ";
    gchar *text = chosen_kernel(kernel_chooser(widget));
    gboolean has_divisor = strchr(text, ':') != NULL;
    errdiff_message reason;
    errdiff_kernel kernel;
    errdiff_status status = errdiff_kernel_parse(text, &kernel, &reason);
    const gchar *said = reason.text;

    g_free(text);
    if (status == ERRDIFF_OK)
        return NULL;
    if (!has_divisor)
        return g_strdup(_("The weights must begin with a divisor and a colon, like "
                          "16: 1,0,7; -1,1,3; 0,1,5; 1,1,1"));
    if (g_str_has_prefix(said, prefix))
        said += strlen(prefix);
    return g_strdup_printf(_("Weights: %s"), said);
}

void kernel_chooser_focus(GtkWidget *widget)
{
    gtk_widget_grab_focus(kernel_chooser(widget)->names);
}
