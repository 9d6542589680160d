/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The dialog for a hologram, with a preview of what a viewer sees. */
#include "hologram_dialog.h"

#include "form.h"
#include "help.h"
#include "hologram_controls.h"
#include "preview_worker.h"
#include "status_line.h"
#include "toolkit.h"

#include <glib/gi18n.h>

#define RESPONSE_RESET 1

typedef struct {
    GtkWidget *dialog;
    const HologramSource *source;

    HologramSettings *chosen; /* what is chosen now */
    HologramControls *controls;
    GtkWidget *before, *after, *status;
    PreviewWorker *worker;
} Dialog;

static void show_image(Dialog *dialog, gconstpointer result, gboolean after)
{
    GdkPixbuf *pixels =
        gdk_pixbuf_new(GDK_COLORSPACE_RGB, FALSE, 8, HOLOGRAM_VIEW_SIDE, HOLOGRAM_VIEW_SIDE);

    dialog->source->read(dialog->source->work.user, result, after, gdk_pixbuf_get_pixels(pixels),
                         gdk_pixbuf_get_rowstride(pixels));
    gtk_image_set_from_pixbuf(GTK_IMAGE(after ? dialog->after : dialog->before), pixels);
    g_object_unref(pixels);
}

static void refuse(Dialog *dialog, const gchar *reason)
{
    status_line_warn(dialog->status, reason);
    gtk_dialog_set_response_sensitive(GTK_DIALOG(dialog->dialog), GTK_RESPONSE_OK, FALSE);
}

static void quantized(gpointer user, gpointer result, gboolean is_last, gdouble waited_ms,
                      const gchar *message)
{
    Dialog *dialog = user;
    const HologramSource *source = dialog->source;
    gchar *text;

    (void)is_last;
    (void)waited_ms;
    if (result == NULL) {
        refuse(dialog, message != NULL ? message : _("The preview could not be made"));
        return;
    }
    show_image(dialog, result, FALSE);
    show_image(dialog, result, TRUE);
    text = source->describe(source->work.user, result);
    status_line_say(dialog->status, text);
    g_free(text);
    source->work.free_result(source->work.user, result);
}

static void refresh(gpointer user)
{
    Dialog *dialog = user;
    const HologramSource *source = dialog->source;
    gchar *message = NULL;
    gpointer request;

    hologram_controls_get(dialog->controls, dialog->chosen);
    request = source->prepare(source->work.user, dialog->chosen, &message);
    if (request != NULL) {
        gtk_dialog_set_response_sensitive(GTK_DIALOG(dialog->dialog), GTK_RESPONSE_OK, TRUE);
        status_line_busy(dialog->status, _("Calculating…"));
        preview_worker_start(dialog->worker, request, 1);
    } else {
        preview_worker_cancel(dialog->worker);
        refuse(dialog, message);
        g_free(message);
    }
}

/* Keeps the input and the second layer: they describe the image, and are not preferences. */
static void reset(Dialog *dialog)
{
    HologramSettings *defaults = hologram_settings_new();

    defaults->second_drawable = dialog->chosen->second_drawable;
    g_free(defaults->input);
    defaults->input = g_strdup(dialog->chosen->input);
    hologram_controls_set(dialog->controls, defaults);
    hologram_settings_free(defaults);
    refresh(dialog);
}

static GtkWidget *image_new(GtkWidget **image, const gchar *title, const gchar *tooltip)
{
    GtkWidget *column = form_column();
    GtkWidget *frame = gtk_frame_new(NULL);
    GtkWidget *label = gtk_label_new(title);

    *image = gtk_image_new();
    gtk_widget_set_size_request(*image, HOLOGRAM_VIEW_SIDE, HOLOGRAM_VIEW_SIDE);
    gtk_widget_set_tooltip_text(*image, tooltip);
    atk_object_set_name(gtk_widget_get_accessible(*image), title);
    gtk_frame_set_shadow_type(GTK_FRAME(frame), GTK_SHADOW_IN);
    gtk_container_add(GTK_CONTAINER(frame), *image);
    gtk_box_pack_start(GTK_BOX(column), frame, FALSE, FALSE, 0);
    gtk_box_pack_start(GTK_BOX(column), label, FALSE, FALSE, 0);
    return column;
}

static GtkWidget *contents_new(Dialog *dialog)
{
    GtkWidget *contents = gtk_vbox_new(FALSE, FORM_SPACING);
    GtkWidget *box = gtk_hbox_new(FALSE, FORM_BORDER);
    const gchar *tooltip = _("What is seen of the middle of the hologram through the window. The "
                             "signal-to-noise ratio below is that of this part; that of the whole "
                             "hologram comes with the result, and can be some dB higher.");
    GtkRequisition wanted;

    gtk_box_pack_start(GTK_BOX(box), image_new(&dialog->before, _("Original"), tooltip), FALSE,
                       FALSE, 0);
    gtk_box_pack_start(GTK_BOX(box), image_new(&dialog->after, _("Quantized"), tooltip), FALSE,
                       FALSE, 0);
    gtk_box_pack_start(GTK_BOX(box), hologram_controls_usual(dialog->controls), TRUE, TRUE, 0);
    gtk_widget_show_all(box);
    gtk_widget_size_request(box, &wanted);
    dialog->status = status_line_new(wanted.width);
    gtk_box_pack_start(GTK_BOX(contents), box, TRUE, TRUE, 0);
    gtk_box_pack_start(GTK_BOX(contents), hologram_controls_more(dialog->controls), FALSE, FALSE,
                       0);
    gtk_box_pack_start(GTK_BOX(contents), hologram_controls_of_display(dialog->controls), FALSE,
                       FALSE, 0);
    gtk_box_pack_start(GTK_BOX(contents), dialog->status, FALSE, FALSE, 0);
    gtk_container_set_border_width(GTK_CONTAINER(contents), FORM_BORDER);
    toolkit_narrow_spins(contents);
    toolkit_lower_controls(contents);
    gtk_widget_show_all(contents);
    return contents;
}

static void make_window(Dialog *dialog)
{
    GtkWidget *widget = gtk_dialog_new_with_buttons(
        _("Hologram Quantization"), NULL, 0, GTK_STOCK_HELP, GTK_RESPONSE_HELP, _("_Reset"),
        RESPONSE_RESET, GTK_STOCK_CANCEL, GTK_RESPONSE_CANCEL, GTK_STOCK_OK, GTK_RESPONSE_OK, NULL);

    dialog->dialog = widget;
    gtk_window_set_role(GTK_WINDOW(widget), "gimp-hologram-diffusion");
    /* So the window shrinks again when the expander closes. Nothing in it could use more room. */
    gtk_window_set_resizable(GTK_WINDOW(widget), FALSE);
    gtk_dialog_set_alternative_button_order(GTK_DIALOG(widget), GTK_RESPONSE_OK, RESPONSE_RESET,
                                            GTK_RESPONSE_CANCEL, -1);
    gtk_dialog_set_default_response(GTK_DIALOG(widget), GTK_RESPONSE_OK);
    help_on_f1(GTK_DIALOG(widget));
    gtk_box_pack_start(GTK_BOX(gtk_dialog_get_content_area(GTK_DIALOG(widget))),
                       contents_new(dialog), TRUE, TRUE, 0);
}

static gint wait_for_end(Dialog *dialog, const gchar *help_uri)
{
    for (;;) {
        gint response = gtk_dialog_run(GTK_DIALOG(dialog->dialog));

        if (response == GTK_RESPONSE_HELP)
            help_show(GTK_WINDOW(dialog->dialog), help_uri);
        else if (response == RESPONSE_RESET)
            reset(dialog);
        else
            return response;
    }
}

gboolean hologram_dialog_run(HologramSettings *settings, const HologramSource *source,
                             const gchar *help_uri, void (*prepare)(GtkWindow *dialog))
{
    Dialog dialog = {.source = source, .chosen = hologram_settings_copy(settings)};
    gboolean is_ok;

    dialog.controls = hologram_controls_new(source, refresh, &dialog);
    make_window(&dialog);
    dialog.worker = preview_worker_new(&source->work, quantized, &dialog);
    hologram_controls_set(dialog.controls, settings);
    hologram_controls_focus(dialog.controls);
    if (prepare != NULL)
        prepare(GTK_WINDOW(dialog.dialog));
    gtk_widget_show(dialog.dialog);
    refresh(&dialog);
    is_ok = wait_for_end(&dialog, help_uri) == GTK_RESPONSE_OK;
    if (is_ok) {
        form_finish_typing(dialog.dialog);
        hologram_controls_get(dialog.controls, dialog.chosen);
        hologram_settings_assign(settings, dialog.chosen);
    }
    preview_worker_free(dialog.worker);
    gtk_widget_destroy(dialog.dialog);
    hologram_controls_free(dialog.controls);
    hologram_settings_free(dialog.chosen);

    /* The caller may now work for a long time without a main loop, so hide the window at once. */
    gdk_flush();
    return is_ok;
}

gboolean hologram_dialog_ask_about_photograph(void (*prepare)(GtkWindow *dialog))
{
    GtkWidget *dialog = gtk_message_dialog_new(
        NULL, GTK_DIALOG_MODAL, GTK_MESSAGE_QUESTION, GTK_BUTTONS_CANCEL, "%s",
        _("Is this layer a hologram? It has 8 bits per channel, like a photograph."));
    gboolean is_hologram;

    gtk_message_dialog_format_secondary_text(
        GTK_MESSAGE_DIALOG(dialog), "%s",
        _("A hologram is a field of light that was computed or measured. To show a photograph on a "
          "holographic display, compute its hologram with another program first. To dither a "
          "photograph for a screen or for printing, use Error Diffusion."));
    gtk_dialog_add_button(GTK_DIALOG(dialog), _("_Read as Hologram"), GTK_RESPONSE_OK);
    gtk_dialog_set_alternative_button_order(GTK_DIALOG(dialog), GTK_RESPONSE_OK,
                                            GTK_RESPONSE_CANCEL, -1);
    gtk_window_set_title(GTK_WINDOW(dialog), _("Hologram Quantization"));
    if (prepare != NULL)
        prepare(GTK_WINDOW(dialog));
    is_hologram = gtk_dialog_run(GTK_DIALOG(dialog)) == GTK_RESPONSE_OK;
    gtk_widget_destroy(dialog);
    return is_hologram;
}
