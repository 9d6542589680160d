/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "dialog.h"

#include "dither_controls.h"
#include "form.h"
#include "help.h"
#include "preset_row.h"
#include "preview_view.h"
#include "preview_worker.h"
#include "status_line.h"
#include "warnings.h"

#include <glib/gi18n.h>

#define RESPONSE_RESET 1

typedef struct {
    GtkWidget *dialog;
    DitherSettings *settings; /* the caller's, written when the user presses OK */
    const PreviewSource *source;
    gchar *help_uri;

    DitherSettings *chosen; /* what is chosen now */

    GtkWidget *preset, *controls, *colors; /* colors: one of the controls */
    GtkWidget *preview, *status, *warnings;
    PreviewWorker *worker;
    gpointer result;      /* what the preview shows */
    gboolean is_finished; /* that is the whole picture, dithered with the settings in `chosen` */
} Dialog;

static const gchar dialog_key[] = "errdiff-dialog";

static void show_result(Dialog *dialog, gpointer result)
{
    preview_view_set_result(dialog->preview, result);
    if (dialog->result != NULL)
        dialog->source->free_result(dialog->source->user, dialog->result);
    dialog->result = result;
}

static void describe(Dialog *dialog, gdouble waited_ms)
{
    PreviewReport report =
        dialog->source->describe(dialog->source->user, dialog->result, waited_ms);

    status_line_say(dialog->status, report.text);
    warnings_tell(dialog->warnings, &report);
    g_free(report.text);
}

static void allow_ok(Dialog *dialog, gboolean allowed)
{
    gtk_dialog_set_response_sensitive(GTK_DIALOG(dialog->dialog), GTK_RESPONSE_OK, allowed);
}

static void refuse(Dialog *dialog, const gchar *reason)
{
    status_line_warn(dialog->status, reason);
    allow_ok(dialog, FALSE);
}

static void dithered(gpointer user, gpointer result, gboolean is_last, gdouble waited_ms,
                     const gchar *message)
{
    Dialog *dialog = user;

    if (result == NULL) {
        refuse(dialog, message != NULL ? message : _("The preview could not be made"));
        return;
    }
    show_result(dialog, result);
    dialog->is_finished = is_last;
    colors_chooser_show(dialog->colors, dialog->source->palette(dialog->source->user, result));
    if (is_last)
        describe(dialog, waited_ms);
}

static void refresh(Dialog *dialog)
{
    gchar *message = NULL;
    gpointer request;

    dither_controls_get(dialog->controls, dialog->chosen);
    dialog->is_finished = FALSE;
    preset_row_follow(dialog->preset, dialog->chosen);
    warnings_follow(dialog->warnings, dialog->chosen);
    request = dialog->source->prepare(dialog->source->user, dialog->chosen, &message);
    if (request != NULL) {
        allow_ok(dialog, TRUE);
        status_line_busy(dialog->status, _("Dithering…"));
        preview_worker_start(dialog->worker, request, preview_view_visible_rows(dialog->preview));
    } else {
        preview_worker_cancel(dialog->worker);
        refuse(dialog, message);
        g_free(message);
    }
}

static void show_settings(Dialog *dialog, const DitherSettings *settings)
{
    dither_settings_assign(dialog->chosen, settings);
    dither_controls_set(dialog->controls, settings);
}

static void reset(Dialog *dialog)
{
    DitherSettings *defaults = dither_settings_new();

    show_settings(dialog, defaults);
    dither_settings_free(defaults);
    refresh(dialog);
}

/* A preset does not contain the output. The default, a new layer, is possible for all settings. */
static gboolean preset_is_possible(gpointer user, const DitherSettings *settings, gchar **message)
{
    Dialog *dialog = user;
    gpointer request = dialog->source->prepare(dialog->source->user, settings, message);

    if (request != NULL)
        dialog->source->free_request(dialog->source->user, request);
    return request != NULL;
}

static void preset_picked(Dialog *dialog)
{
    DitherSettings *settings = dither_settings_copy(dialog->chosen);

    dither_settings_copy_appearance(settings, preset_row_picked(dialog->preset));
    show_settings(dialog, settings);
    dither_settings_free(settings);
    refresh(dialog);
}

static void picking_changed(Dialog *dialog)
{
    preview_view_set_picking(dialog->preview, colors_chooser_is_picking(dialog->colors));
}

static void picking_stopped(Dialog *dialog)
{
    colors_chooser_stop_picking(dialog->colors);
}

/* Reads the untouched picture, because the dithered one has only the palette's colors. */
static void picked(Dialog *dialog, gint column, gint row)
{
    guint8 color[3];

    dialog->source->read(dialog->source->user, NULL, 1, column, row, 1, 1, color, sizeof color);
    colors_chooser_pick(dialog->colors, color);
}

static void fix(gpointer user, const DitherSettings *fixed)
{
    Dialog *dialog = user;

    show_settings(dialog, fixed);
    refresh(dialog);
}

static GtkWidget *contents_new(Dialog *dialog, const gchar *presets_folder, gboolean can_add_layer,
                               const PaletteButton *palette_button)
{
    GtkWidget *contents = gtk_vbox_new(FALSE, FORM_BORDER);
    GtkWidget *box = gtk_hbox_new(FALSE, FORM_BORDER);
    GtkRequisition wanted;

    dialog->preset = preset_row_new(presets_folder, preset_is_possible, dialog);
    g_signal_connect_swapped(dialog->preset, "picked", G_CALLBACK(preset_picked), dialog);
    dialog->preview = preview_view_new(dialog->source);
    g_signal_connect_swapped(dialog->preview, "picked", G_CALLBACK(picked), dialog);
    g_signal_connect_swapped(dialog->preview, "picking-stopped", G_CALLBACK(picking_stopped),
                             dialog);
    gtk_box_pack_start(GTK_BOX(box), dialog->preview, TRUE, TRUE, 0);
    dialog->controls = dither_controls_new(dialog->source->channels, can_add_layer, palette_button);
    dialog->colors = dither_controls_colors(dialog->controls);
    g_signal_connect_swapped(dialog->controls, "changed", G_CALLBACK(refresh), dialog);
    g_signal_connect_swapped(dialog->colors, "picking", G_CALLBACK(picking_changed), dialog);
    gtk_box_pack_start(GTK_BOX(box), dialog->controls, FALSE, FALSE, 0);
    gtk_widget_show_all(box);
    gtk_widget_size_request(box, &wanted);
    dialog->status = status_line_new(wanted.width);
    dialog->warnings = warnings_new(wanted.width, fix, dialog);
    gtk_box_pack_start(GTK_BOX(contents), dialog->preset, FALSE, FALSE, 0);
    gtk_box_pack_start(GTK_BOX(contents), box, TRUE, TRUE, 0);
    gtk_box_pack_start(GTK_BOX(contents), dialog->status, FALSE, FALSE, 0);
    gtk_box_pack_start(GTK_BOX(contents), dialog->warnings, FALSE, FALSE, 0);
    gtk_container_set_border_width(GTK_CONTAINER(contents), FORM_BORDER);
    gtk_widget_show_all(contents);
    return contents;
}

static void explain_buttons(GtkDialog *dialog)
{
    const struct {
        gint response;
        const gchar *tooltip;
    } buttons[] = {
        {GTK_RESPONSE_HELP, _("Open the page that explains each control")},
        {RESPONSE_RESET, _("Reset all settings to their defaults")},
        {GTK_RESPONSE_CANCEL, _("Close the dialog and leave the image as it is")},
        {GTK_RESPONSE_OK, _("Dither with these settings")},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(buttons); i++)
        gtk_widget_set_tooltip_text(gtk_dialog_get_widget_for_response(dialog, buttons[i].response),
                                    buttons[i].tooltip);
}

static void destroyed(Dialog *dialog)
{
    if (dialog->worker == NULL)
        return;
    g_clear_pointer(&dialog->worker, preview_worker_free);
    show_result(dialog, NULL);
}

static void dialog_free(gpointer data)
{
    Dialog *dialog = data;

    dither_settings_free(dialog->chosen);
    g_free(dialog->help_uri);
    g_free(dialog);
}

GtkWidget *dither_dialog_new(DitherSettings *settings, const PreviewSource *source,
                             const gchar *help_uri, const gchar *presets_folder,
                             gboolean can_add_layer, const PaletteButton *palette_button)
{
    Dialog *dialog = g_new0(Dialog, 1);
    GtkWidget *widget = gtk_dialog_new_with_buttons(
        _("Error Diffusion"), NULL, 0, GTK_STOCK_HELP, GTK_RESPONSE_HELP, _("_Reset"),
        RESPONSE_RESET, GTK_STOCK_CANCEL, GTK_RESPONSE_CANCEL, GTK_STOCK_OK, GTK_RESPONSE_OK, NULL);

    dialog->dialog = widget;
    dialog->settings = settings;
    dialog->source = source;
    dialog->help_uri = g_strdup(help_uri);
    dialog->chosen = dither_settings_copy(settings);
    dialog->worker = preview_worker_new(source, dithered, dialog);
    g_object_set_data_full(G_OBJECT(widget), dialog_key, dialog, dialog_free);
    g_signal_connect_swapped(widget, "destroy", G_CALLBACK(destroyed), dialog);

    gtk_window_set_role(GTK_WINDOW(widget), "gimp-error-diffusion");
    gtk_dialog_set_alternative_button_order(GTK_DIALOG(widget), GTK_RESPONSE_OK, RESPONSE_RESET,
                                            GTK_RESPONSE_CANCEL, -1);
    gtk_dialog_set_default_response(GTK_DIALOG(widget), GTK_RESPONSE_OK);
    explain_buttons(GTK_DIALOG(widget));
    gtk_box_pack_start(GTK_BOX(gtk_dialog_get_content_area(GTK_DIALOG(widget))),
                       contents_new(dialog, presets_folder, can_add_layer, palette_button), TRUE,
                       TRUE, 0);
    show_settings(dialog, settings);
    dither_controls_focus(dialog->controls);
    return widget;
}

void dither_dialog_resize(GtkWidget *widget, const DialogSize *size)
{
    GdkScreen *screen = gtk_widget_get_screen(widget);

    if (size->width > 0 && size->height > 0)
        gtk_window_set_default_size(GTK_WINDOW(widget),
                                    MIN(size->width, gdk_screen_get_width(screen)),
                                    MIN(size->height, gdk_screen_get_height(screen)));
}

gboolean dither_dialog_run(GtkWidget *widget, DialogSize *size)
{
    Dialog *dialog = g_object_get_data(G_OBJECT(widget), dialog_key);
    gboolean is_ok;
    gint response;

    gtk_widget_show(widget);
    refresh(dialog);
    for (;;) {
        response = gtk_dialog_run(GTK_DIALOG(widget));
        if (response == GTK_RESPONSE_HELP)
            help_show(GTK_WINDOW(widget), dialog->help_uri);
        else if (response == RESPONSE_RESET)
            reset(dialog);
        else
            break;
    }

    is_ok = response == GTK_RESPONSE_OK;
    if (is_ok) {
        form_finish_typing(widget);
        dither_controls_get(dialog->controls, dialog->chosen);
        dither_settings_assign(dialog->settings, dialog->chosen);
    }
    gtk_window_get_size(GTK_WINDOW(widget), &size->width, &size->height);
    gtk_widget_hide(widget);

    /* The caller may now work for a long time without a main loop, so hide the window at once. */
    gdk_flush();
    return is_ok;
}

gpointer dither_dialog_take_result(GtkWidget *widget)
{
    Dialog *dialog = g_object_get_data(G_OBJECT(widget), dialog_key);
    gpointer result;

    if (!dialog->is_finished) {
        show_result(dialog, NULL); /* frees the memory of the old result */
        return preview_worker_finish(dialog->worker);
    }
    preview_view_set_result(dialog->preview, NULL);
    result = g_steal_pointer(&dialog->result);
    dialog->is_finished = FALSE;
    return result;
}
