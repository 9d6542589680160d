/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "dialog.h"

#include "engine_combo.h"
#include "errdiff.h"
#include "form.h"
#include "help.h"
#include "kernel_chooser.h"
#include "name_combo.h"
#include "number_spin.h"
#include "option_texts.h"
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

    /* What is chosen now; fields without a control keep their values. */
    DitherSettings *chosen;
    gboolean showing; /* the code is setting the controls: refresh ignores their signals */

    GtkWidget *preset;
    GtkWidget *kernel, *serpentine, *strength, *noise, *seed;
    GtkWidget *colors, *linear, *light_line, *alpha, *engine, *threads, *output;

    GtkWidget *preview, *status, *warnings;
    PreviewWorker *worker;
    gpointer result;      /* what the preview shows */
    gboolean is_finished; /* that is the whole picture, dithered with the settings in `chosen` */
} Dialog;

static const gchar dialog_key[] = "errdiff-dialog";

static void replace(gchar **text, gchar *new_text)
{
    g_free(*text);
    *text = new_text;
}

static gint number(GtkWidget *spin)
{
    return gtk_spin_button_get_value_as_int(GTK_SPIN_BUTTON(spin));
}

static void read_controls(Dialog *dialog)
{
    DitherSettings *chosen = dialog->chosen;

    replace(&chosen->kernel, kernel_chooser_get(dialog->kernel));
    colors_chooser_get(dialog->colors, chosen);
    replace(&chosen->alpha, name_combo_get(dialog->alpha));
    replace(&chosen->engine, name_combo_get(dialog->engine));
    replace(&chosen->output, name_combo_get(dialog->output));
    chosen->strength = number(dialog->strength);
    chosen->noise = number(dialog->noise);
    chosen->seed = number(dialog->seed);
    chosen->threads = number(dialog->threads);
    chosen->serpentine = gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(dialog->serpentine));
    chosen->linear = gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(dialog->linear));
}

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

    if (dialog->showing)
        return;
    read_controls(dialog);
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
    dialog->showing = TRUE;
    dither_settings_assign(dialog->chosen, settings);
    kernel_chooser_set(dialog->kernel, settings->kernel);
    gtk_spin_button_set_value(GTK_SPIN_BUTTON(dialog->strength), settings->strength);
    gtk_spin_button_set_value(GTK_SPIN_BUTTON(dialog->noise), settings->noise);
    gtk_spin_button_set_value(GTK_SPIN_BUTTON(dialog->seed), settings->seed);
    gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(dialog->serpentine), settings->serpentine);
    gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(dialog->linear), settings->linear);
    colors_chooser_set(dialog->colors, settings);
    name_combo_set_or_first(dialog->alpha, settings->alpha);
    name_combo_set_or_first(dialog->engine, settings->engine);
    gtk_spin_button_set_value(GTK_SPIN_BUTTON(dialog->threads), settings->threads);
    name_combo_set_or_first(dialog->output, settings->output);
    dialog->showing = FALSE;
}

static void reset(Dialog *dialog)
{
    DitherSettings *defaults = dither_settings_new();

    show_settings(dialog, defaults);
    dither_settings_free(defaults);
    refresh(dialog);
}

/* A preset has no output of its own; the default here, a new layer, is possible for all
 * settings. */
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

    dither_settings_take_look(settings, preset_row_picked(dialog->preset));
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
    guint8 colour[3];

    dialog->source->read(dialog->source->user, NULL, 1, column, row, 1, 1, colour, sizeof colour);
    colors_chooser_pick(dialog->colors, colour);
}

static void mend(gpointer user, const DitherSettings *mended)
{
    Dialog *dialog = user;

    show_settings(dialog, mended);
    refresh(dialog);
}

/* Adds a slider and a spin button that share the value of the option `name`. Returns the spin
 * button. */
static GtkWidget *add_percent(Dialog *dialog, GtkBox *column, GtkSizeGroup *labels,
                              const gchar *label, const gchar *name)
{
    errdiff_option_info option = dither_option_find(name);
    GtkAdjustment *percent =
        GTK_ADJUSTMENT(gtk_adjustment_new(0, (gdouble)option.min, (gdouble)option.max, 1, 10, 0));
    GtkWidget *box = gtk_hbox_new(FALSE, FORM_SPACING);
    GtkWidget *scale = gtk_hscale_new(percent);
    GtkWidget *spin = number_spin_new(percent);

    gtk_scale_set_draw_value(GTK_SCALE(scale), FALSE);
    gtk_scale_set_digits(GTK_SCALE(scale), 0);
    gtk_widget_set_size_request(scale, 120, -1);
    gtk_widget_set_tooltip_text(scale, _(option.explanation));
    atk_object_set_name(gtk_widget_get_accessible(scale), _(option.title));
    gtk_box_pack_start(GTK_BOX(box), scale, TRUE, TRUE, 0);
    gtk_box_pack_start(GTK_BOX(box), spin, FALSE, FALSE, 0);
    gtk_box_pack_start(GTK_BOX(box), gtk_label_new("%"), FALSE, FALSE, 0);
    form_row(column, labels, label, box, spin, _(option.explanation));
    g_signal_connect_swapped(percent, "value-changed", G_CALLBACK(refresh), dialog);
    return spin;
}

static GtkWidget *add_check(Dialog *dialog, GtkBox *column, const gchar *label, const gchar *name)
{
    GtkWidget *check = gtk_check_button_new_with_mnemonic(label);

    gtk_widget_set_tooltip_text(check, option_explanation(name));
    gtk_box_pack_start(column, check, FALSE, FALSE, 0);
    g_signal_connect_swapped(check, "toggled", G_CALLBACK(refresh), dialog);
    return check;
}

static void add_seed(Dialog *dialog, GtkBox *column, GtkSizeGroup *labels)
{
    GtkObject *adjustment = gtk_adjustment_new(0, G_MININT32, G_MAXINT32, 1, 10, 0);
    GtkWidget *box = gtk_hbox_new(FALSE, FORM_SPACING);

    dialog->seed = number_spin_new(GTK_ADJUSTMENT(adjustment));
    gtk_entry_set_width_chars(GTK_ENTRY(dialog->seed), 11);
    gtk_box_pack_start(GTK_BOX(box), dialog->seed, FALSE, FALSE, 0);
    form_row(column, labels, _("See_d:"), box, dialog->seed, option_explanation("seed"));
    g_signal_connect_swapped(adjustment, "value-changed", G_CALLBACK(refresh), dialog);
}

static GtkWidget *look_new(Dialog *dialog, GtkSizeGroup *labels)
{
    GtkWidget *column = form_column();
    GtkBox *box = GTK_BOX(column);

    dialog->kernel = kernel_chooser_new(labels);
    g_signal_connect_swapped(dialog->kernel, "changed", G_CALLBACK(refresh), dialog);
    gtk_box_pack_start(box, dialog->kernel, FALSE, FALSE, 0);
    dialog->strength = add_percent(dialog, box, labels, _("S_trength:"), "strength");
    dialog->noise = add_percent(dialog, box, labels, _("_Noise:"), "noise");
    add_seed(dialog, box, labels);
    dialog->serpentine = add_check(dialog, box, _("Serpentine (_zigzag)"), "serpentine");
    return form_frame(_("Look"), column);
}

static GtkWidget *colors_new(Dialog *dialog, GtkSizeGroup *labels,
                             const PaletteButton *palette_button)
{
    GtkWidget *column = form_column();
    GtkBox *box = GTK_BOX(column);

    dialog->colors = colors_chooser_new(dialog->source->channels, labels, palette_button);
    g_signal_connect_swapped(dialog->colors, "changed", G_CALLBACK(refresh), dialog);
    g_signal_connect_swapped(dialog->colors, "picking", G_CALLBACK(picking_changed), dialog);
    gtk_box_pack_start(box, dialog->colors, FALSE, FALSE, 0);
    return form_frame(_("Colors"), column);
}

static void explain_light(Dialog *dialog)
{
    gboolean is_linear = gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(dialog->linear));

    gtk_label_set_text(GTK_LABEL(dialog->light_line),
                       is_linear
                           ? _("Light is mixed: areas keep their true brightness from a distance.")
                           : _("Gamma-encoded values are mixed, as in most programs."));
}

static GtkWidget *light_new(Dialog *dialog)
{
    GtkWidget *column = form_column();

    dialog->linear = add_check(dialog, GTK_BOX(column), _("Line_ar light"), "linear");
    dialog->light_line = form_note();
    gtk_box_pack_start(GTK_BOX(column), dialog->light_line, FALSE, FALSE, 0);
    g_signal_connect_swapped(dialog->linear, "toggled", G_CALLBACK(explain_light), dialog);
    explain_light(dialog);
    return form_frame(_("Light"), column);
}

static GtkWidget *transparency_new(Dialog *dialog, GtkSizeGroup *labels)
{
    GtkWidget *column = form_column();

    dialog->alpha = option_combo_new("alpha");
    g_signal_connect_swapped(dialog->alpha, "changed", G_CALLBACK(refresh), dialog);
    form_row(GTK_BOX(column), labels, _("Transparenc_y:"), dialog->alpha, dialog->alpha,
             option_explanation("alpha"));
    return form_frame(_("Transparency"), column);
}

static void add_threads(Dialog *dialog, GtkBox *column, GtkSizeGroup *labels)
{
    GtkObject *adjustment = gtk_adjustment_new(0, 0, ERRDIFF_MAX_THREADS, 1, 4, 0);
    GtkWidget *box = gtk_hbox_new(FALSE, FORM_SPACING);

    dialog->threads = number_spin_new(GTK_ADJUSTMENT(adjustment));
    gtk_box_pack_start(GTK_BOX(box), dialog->threads, FALSE, FALSE, 0);
    form_row(column, labels, _("Threads (_0: auto):"), box, dialog->threads,
             _("How many threads an engine may use; 0: one for each processor. Serial engines "
               "use one. The pixels are the same with any number."));
    g_signal_connect_swapped(adjustment, "value-changed", G_CALLBACK(refresh), dialog);
}

static GtkWidget *speed_new(Dialog *dialog, GtkSizeGroup *labels)
{
    GtkWidget *column = form_column();

    dialog->engine = engine_combo_new();
    g_signal_connect_swapped(dialog->engine, "changed", G_CALLBACK(refresh), dialog);
    form_row(GTK_BOX(column), labels, _("Eng_ine:"), dialog->engine, dialog->engine,
             _("How the work is scheduled. All engines give the same pixels; they differ only in "
               "speed."));
    add_threads(dialog, GTK_BOX(column), labels);
    return form_frame(_("Speed"), column);
}

static GtkWidget *result_new(Dialog *dialog, GtkSizeGroup *labels, gboolean can_add_layer)
{
    GtkWidget *column = form_column();

    dialog->output = name_combo_new();
    if (can_add_layer)
        name_combo_append(dialog->output, "new-layer", _("New layer above"), TRUE);
    name_combo_append(dialog->output, "replace", _("Replace the pixels"), TRUE);
    if (can_add_layer)
        name_combo_append(dialog->output, "new-indexed-image", _("New indexed image"), TRUE);
    g_signal_connect_swapped(dialog->output, "changed", G_CALLBACK(refresh), dialog);
    form_row(GTK_BOX(column), labels, _("O_utput:"), dialog->output, dialog->output,
             _("Where the dithered pixels go"));
    return form_frame(_("Result"), column);
}

/* A column of frames; `labels`, which gives their labels one width, is released here. */
static GtkWidget *frames_new(GtkSizeGroup *labels, GtkWidget *const frames[], gsize count)
{
    GtkWidget *box = gtk_vbox_new(FALSE, FORM_BORDER);

    for (gsize i = 0; i < count; i++)
        gtk_box_pack_start(GTK_BOX(box), frames[i], FALSE, FALSE, 0);
    g_object_unref(labels);
    return box;
}

/* Two columns of about the same height, because one column would be too tall for small screens. */
static GtkWidget *controls_new(Dialog *dialog, gboolean can_add_layer,
                               const PaletteButton *palette_button)
{
    GtkWidget *box = gtk_hbox_new(FALSE, FORM_BORDER);
    GtkSizeGroup *left = gtk_size_group_new(GTK_SIZE_GROUP_HORIZONTAL);
    GtkSizeGroup *right = gtk_size_group_new(GTK_SIZE_GROUP_HORIZONTAL);
    GtkWidget *const pixels[] = {
        look_new(dialog, left),
        light_new(dialog),
        transparency_new(dialog, left),
    };
    GtkWidget *const rest[] = {
        colors_new(dialog, right, palette_button),
        speed_new(dialog, right),
        result_new(dialog, right, can_add_layer),
    };

    gtk_box_pack_start(GTK_BOX(box), frames_new(left, pixels, G_N_ELEMENTS(pixels)), TRUE, TRUE, 0);
    gtk_box_pack_start(GTK_BOX(box), frames_new(right, rest, G_N_ELEMENTS(rest)), TRUE, TRUE, 0);
    return box;
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
    gtk_box_pack_start(GTK_BOX(box), controls_new(dialog, can_add_layer, palette_button), FALSE,
                       FALSE, 0);
    gtk_widget_show_all(box);
    gtk_widget_size_request(box, &wanted);
    dialog->status = status_line_new(wanted.width);
    dialog->warnings = warnings_new(wanted.width, mend, dialog);
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
    kernel_chooser_focus(dialog->kernel);
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
        read_controls(dialog);
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
