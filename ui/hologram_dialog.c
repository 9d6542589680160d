/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hologram_dialog.h"

#include "engine_combo.h"
#include "errdiff_hologram.h"
#include "form.h"
#include "help.h"
#include "name_combo.h"
#include "number_spin.h"
#include "option_texts.h"
#include "preview_worker.h"
#include "real_spin.h"
#include "status_line.h"

#include <glib/gi18n.h>
#include <string.h>

#define RESPONSE_RESET 1

typedef struct {
    GtkWidget *dialog;
    const HologramSource *source;

    HologramSettings *chosen; /* what is chosen now */
    gboolean showing;         /* the code is setting the controls: refresh ignores their signals */

    GtkWidget *pitch, *wavelength, *levels;
    GtkWidget *width, *height, *distance, *x, *y;
    GtkWidget *input, *second, *output, *method, *engine;
    GtkWidget *taps, *slope, *hogel, *scale, *filter, *depth;

    GtkWidget *before, *after, *status;
    PreviewWorker *worker;
} Dialog;

static gint number(GtkWidget *spin)
{
    return gtk_spin_button_get_value_as_int(GTK_SPIN_BUTTON(spin));
}

static gdouble real(GtkWidget *spin)
{
    return gtk_spin_button_get_value(GTK_SPIN_BUTTON(spin));
}

static void set_number(GtkWidget *spin, gdouble value)
{
    gtk_spin_button_set_value(GTK_SPIN_BUTTON(spin), value);
}

static void replace(gchar **text, gchar *new_text)
{
    g_free(*text);
    *text = new_text;
}

static gint32 chosen_second(Dialog *dialog)
{
    gchar *name = name_combo_get(dialog->second);
    gint32 drawable_ID = name != NULL ? (gint32)g_ascii_strtoll(name, NULL, 10) : -1;

    g_free(name);
    return drawable_ID;
}

static gboolean is_binary(const HologramSettings *settings)
{
    return strcmp(settings->output, "binary-phase") == 0;
}

static void read_controls(Dialog *dialog)
{
    HologramSettings *chosen = dialog->chosen;

    replace(&chosen->input, name_combo_get(dialog->input));
    replace(&chosen->output, name_combo_get(dialog->output));
    replace(&chosen->method, name_combo_get(dialog->method));
    replace(&chosen->engine, name_combo_get(dialog->engine));
    chosen->second_drawable = chosen_second(dialog);
    chosen->levels = is_binary(chosen) ? 2 : number(dialog->levels);
    chosen->pitch = real(dialog->pitch);
    chosen->wavelength = real(dialog->wavelength);
    chosen->view_width = real(dialog->width);
    chosen->view_height = real(dialog->height);
    chosen->view_distance = real(dialog->distance);
    chosen->view_x = real(dialog->x);
    chosen->view_y = real(dialog->y);
    chosen->taps = number(dialog->taps);
    chosen->slope = number(dialog->slope);
    chosen->hogel = number(dialog->hogel);
    chosen->scale = real(dialog->scale);
    chosen->view_filter = gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(dialog->filter));
    chosen->preview_depth = real(dialog->depth);
}

/* Grays out the controls that have no effect with the current choices. */
static void show_what_counts(Dialog *dialog)
{
    const HologramSettings *chosen = dialog->chosen;
    gboolean has_taps = strcmp(chosen->method, "opt") == 0 || strcmp(chosen->method, "paper") == 0;

    gtk_widget_set_sensitive(dialog->levels, !is_binary(chosen));
    gtk_widget_set_sensitive(dialog->second, g_str_has_suffix(chosen->input, "-layers"));
    gtk_widget_set_sensitive(dialog->taps, has_taps);
    gtk_widget_set_sensitive(dialog->slope, has_taps);
}

static void show_picture(Dialog *dialog, gconstpointer result, gboolean after)
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

static void quantised(gpointer user, gpointer result, gboolean is_last, gdouble waited_ms,
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
    show_picture(dialog, result, FALSE);
    show_picture(dialog, result, TRUE);
    text = source->describe(source->work.user, result);
    status_line_say(dialog->status, text);
    g_free(text);
    source->work.free_result(source->work.user, result);
}

static void refresh(Dialog *dialog)
{
    const HologramSource *source = dialog->source;
    gchar *message = NULL;
    gpointer request;

    if (dialog->showing)
        return;
    read_controls(dialog);
    show_what_counts(dialog);
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

static void show_settings(Dialog *dialog, const HologramSettings *settings)
{
    gchar *second = g_strdup_printf("%d", settings->second_drawable);

    dialog->showing = TRUE;
    hologram_settings_assign(dialog->chosen, settings);
    set_number(dialog->pitch, settings->pitch);
    set_number(dialog->wavelength, settings->wavelength);
    set_number(dialog->levels, settings->levels);
    set_number(dialog->width, settings->view_width);
    set_number(dialog->height,
               settings->view_height == 0 ? settings->view_width : settings->view_height);
    set_number(dialog->distance, settings->view_distance);
    set_number(dialog->x, settings->view_x);
    set_number(dialog->y, settings->view_y);
    name_combo_set_or_first(dialog->input, settings->input);
    name_combo_set_or_first(dialog->second, second);
    name_combo_set_or_first(dialog->output, settings->output);
    name_combo_set_or_first(dialog->method, settings->method);
    name_combo_set_or_first(dialog->engine, settings->engine);
    set_number(dialog->taps, settings->taps);
    set_number(dialog->slope, settings->slope);
    set_number(dialog->hogel, settings->hogel);
    set_number(dialog->scale, settings->scale);
    gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(dialog->filter), settings->view_filter);
    set_number(dialog->depth, settings->preview_depth);
    dialog->showing = FALSE;
    g_free(second);
}

/* Keeps the input and the second layer: they describe the image, and are not preferences. */
static void reset(Dialog *dialog)
{
    HologramSettings *defaults = hologram_settings_new();

    defaults->second_drawable = dialog->chosen->second_drawable;
    replace(&defaults->input, g_strdup(dialog->chosen->input));
    show_settings(dialog, defaults);
    hologram_settings_free(defaults);
    refresh(dialog);
}

typedef struct {
    GtkBox *column;
    GtkSizeGroup *labels;
} Form;

static const gchar *explanation(const gchar *name)
{
    return _(settings_option_find(&hologram_settings_kind, name).explanation);
}

/* Adds a row with a spin button for the option `name`, and its unit. */
static GtkWidget *add_spin(Dialog *dialog, const Form *form, const gchar *label, const gchar *name,
                           GtkAdjustment *adjustment, GtkWidget *spin, const gchar *unit)
{
    GtkWidget *box = gtk_hbox_new(FALSE, FORM_SPACING);

    gtk_entry_set_width_chars(GTK_ENTRY(spin), 10);
    gtk_box_pack_start(GTK_BOX(box), spin, FALSE, FALSE, 0);
    gtk_box_pack_start(GTK_BOX(box), gtk_label_new(unit), FALSE, FALSE, 0);
    form_row(form->column, form->labels, label, box, spin, explanation(name));
    g_signal_connect_swapped(adjustment, "value-changed", G_CALLBACK(refresh), dialog);
    return spin;
}

static GtkWidget *add_real(Dialog *dialog, const Form *form, const gchar *label, const gchar *name,
                           gdouble min, gdouble max, gdouble step, guint digits, const gchar *unit)
{
    GtkAdjustment *adjustment = GTK_ADJUSTMENT(gtk_adjustment_new(0, min, max, step, 10 * step, 0));

    return add_spin(dialog, form, label, name, adjustment, real_spin_new(adjustment, digits), unit);
}

static GtkWidget *add_number(Dialog *dialog, const Form *form, const gchar *label,
                             const gchar *name)
{
    errdiff_option_info option = settings_option_find(&hologram_settings_kind, name);
    GtkAdjustment *adjustment =
        GTK_ADJUSTMENT(gtk_adjustment_new(option.min, option.min, option.max, 1, 10, 0));

    return add_spin(dialog, form, label, name, adjustment, number_spin_new(adjustment), "");
}

static GtkWidget *add_combo(Dialog *dialog, const Form *form, const gchar *label, GtkWidget *combo,
                            const gchar *tooltip)
{
    form_row(form->column, form->labels, label, combo, combo, tooltip);
    g_signal_connect_swapped(combo, "changed", G_CALLBACK(refresh), dialog);
    return combo;
}

static GtkWidget *add_choices(Dialog *dialog, const Form *form, const gchar *label,
                              const gchar *name)
{
    errdiff_option_info option = settings_option_find(&hologram_settings_kind, name);

    return add_combo(dialog, form, label, option_choices_new(&option), explanation(name));
}

static GtkWidget *display_new(Dialog *dialog, GtkSizeGroup *labels)
{
    GtkWidget *column = form_column();
    Form form = {GTK_BOX(column), labels};

    dialog->pitch =
        add_real(dialog, &form, _("Pixel _pitch:"), "pitch", 0.01, 10000, 0.01, 6, _("µm"));
    dialog->wavelength =
        add_real(dialog, &form, _("_Wavelength:"), "wavelength", 1, 1e6, 1, 3, _("nm"));
    dialog->levels = add_number(dialog, &form, _("Le_vels:"), "levels");
    return form_frame(_("Display"), column);
}

static GtkWidget *view_new(Dialog *dialog, GtkSizeGroup *labels)
{
    GtkWidget *column = form_column();
    Form form = {GTK_BOX(column), labels};

    dialog->width =
        add_real(dialog, &form, _("Wid_th:"), "view-width", 0.0001, 1e6, 0.1, 6, _("mm"));
    dialog->height =
        add_real(dialog, &form, _("Hei_ght:"), "view-height", 0.0001, 1e6, 0.1, 6, _("mm"));
    dialog->distance =
        add_real(dialog, &form, _("_Distance:"), "view-distance", 0.0001, 1e6, 1, 6, _("mm"));
    dialog->x = add_real(dialog, &form, _("Center _X:"), "view-x", -1e6, 1e6, 0.1, 6, _("mm"));
    dialog->y = add_real(dialog, &form, _("Center _Y:"), "view-y", -1e6, 1e6, 0.1, 6, _("mm"));
    return form_frame(_("View"), column);
}

static void add_second(Dialog *dialog, const Form *form)
{
    const HologramSource *source = dialog->source;

    dialog->second = add_combo(dialog, form, _("_Second layer:"), name_combo_new(),
                               _("The layer with the imaginary part or the phase, of the same size "
                                 "as this one"));
    for (gint i = 0; i < source->layer_count; i++) {
        gchar *name = g_strdup_printf("%d", source->layers[i].drawable_ID);

        name_combo_append(dialog->second, name, source->layers[i].name, TRUE);
        g_free(name);
    }
}

static GtkWidget *engines_new(void)
{
    GtkWidget *combo = name_combo_new();

    name_combo_append(combo, "auto", _("Automatic"), TRUE);
    for (int i = 0; errdiff_hologram_engine_name(i) != NULL; i++) {
        errdiff_engine_info engine;
        errdiff_message reason;
        gboolean can_run = errdiff_hologram_engine_available(i, &reason);

        errdiff_hologram_engine_get(i, &engine);
        engine_combo_append(combo, &engine, can_run ? NULL : reason.text);
    }
    return combo;
}

static GtkWidget *choices_new(Dialog *dialog)
{
    GtkWidget *column = form_column();
    GtkSizeGroup *labels = gtk_size_group_new(GTK_SIZE_GROUP_HORIZONTAL);
    Form form = {GTK_BOX(column), labels};

    dialog->input = add_choices(dialog, &form, _("I_nput:"), "input");
    add_second(dialog, &form);
    dialog->output = add_choices(dialog, &form, _("O_utput:"), "output");
    dialog->method = add_choices(dialog, &form, _("M_ethod:"), "method");
    dialog->engine = add_combo(dialog, &form, _("Eng_ine:"), engines_new(), explanation("engine"));
    g_object_unref(labels);
    return column;
}

static GtkWidget *numbers_new(Dialog *dialog)
{
    GtkWidget *column = form_column();
    GtkSizeGroup *labels = gtk_size_group_new(GTK_SIZE_GROUP_HORIZONTAL);
    Form form = {GTK_BOX(column), labels};

    dialog->taps = add_number(dialog, &form, _("T_aps:"), "taps");
    dialog->slope = add_number(dialog, &form, _("_Largest slope:"), "slope");
    dialog->hogel = add_number(dialog, &form, _("Hogel si_ze:"), "hogel");
    dialog->scale = add_real(dialog, &form, _("Scale _by:"), "scale", 0, 1e9, 0.01, 6, "");
    dialog->filter = gtk_check_button_new_with_mnemonic(_("_Filter to the view"));
    gtk_widget_set_tooltip_text(dialog->filter, explanation("view-filter"));
    gtk_box_pack_start(form.column, dialog->filter, FALSE, FALSE, 0);
    g_signal_connect_swapped(dialog->filter, "toggled", G_CALLBACK(refresh), dialog);
    dialog->depth =
        add_real(dialog, &form, _("Loo_k at depth:"), "preview-depth", -1e6, 1e6, 1, 6, _("mm"));
    g_object_unref(labels);
    return column;
}

/* Two columns, because one would be too tall for small screens. */
static GtkWidget *more_new(Dialog *dialog)
{
    GtkWidget *expander = gtk_expander_new_with_mnemonic(_("_More settings"));
    GtkWidget *indent = gtk_alignment_new(0, 0, 1, 0);
    GtkWidget *columns = gtk_hbox_new(FALSE, 2 * FORM_BORDER);

    gtk_box_pack_start(GTK_BOX(columns), choices_new(dialog), TRUE, TRUE, 0);
    gtk_box_pack_start(GTK_BOX(columns), numbers_new(dialog), FALSE, FALSE, 0);
    gtk_alignment_set_padding(GTK_ALIGNMENT(indent), FORM_SPACING, 0, FORM_BORDER, 0);
    gtk_container_add(GTK_CONTAINER(indent), columns);
    gtk_container_add(GTK_CONTAINER(expander), indent);
    return expander;
}

static GtkWidget *controls_new(Dialog *dialog)
{
    GtkWidget *box = gtk_vbox_new(FALSE, FORM_BORDER);
    GtkSizeGroup *labels = gtk_size_group_new(GTK_SIZE_GROUP_HORIZONTAL);

    gtk_box_pack_start(GTK_BOX(box), display_new(dialog, labels), FALSE, FALSE, 0);
    gtk_box_pack_start(GTK_BOX(box), view_new(dialog, labels), FALSE, FALSE, 0);
    g_object_unref(labels);
    return box;
}

static GtkWidget *picture_new(GtkWidget **image, const gchar *title, const gchar *tooltip)
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
    GtkWidget *contents = gtk_vbox_new(FALSE, FORM_BORDER);
    GtkWidget *box = gtk_hbox_new(FALSE, FORM_BORDER);
    const gchar *tooltip = _("What is seen of the middle of the hologram through the window");
    GtkRequisition wanted;

    gtk_box_pack_start(GTK_BOX(box), picture_new(&dialog->before, _("As it was"), tooltip), FALSE,
                       FALSE, 0);
    gtk_box_pack_start(GTK_BOX(box), picture_new(&dialog->after, _("On the display"), tooltip),
                       FALSE, FALSE, 0);
    gtk_box_pack_start(GTK_BOX(box), controls_new(dialog), TRUE, TRUE, 0);
    gtk_widget_show_all(box);
    gtk_widget_size_request(box, &wanted);
    dialog->status = status_line_new(wanted.width);
    gtk_box_pack_start(GTK_BOX(contents), box, TRUE, TRUE, 0);
    gtk_box_pack_start(GTK_BOX(contents), more_new(dialog), FALSE, FALSE, 0);
    gtk_box_pack_start(GTK_BOX(contents), dialog->status, FALSE, FALSE, 0);
    gtk_container_set_border_width(GTK_CONTAINER(contents), FORM_BORDER);
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
    Dialog dialog = {.source = source, .chosen = hologram_settings_copy(settings), .showing = TRUE};
    gboolean is_ok;

    make_window(&dialog);
    dialog.worker = preview_worker_new(&source->work, quantised, &dialog);
    show_settings(&dialog, settings);
    gtk_widget_grab_focus(dialog.pitch);
    if (prepare != NULL)
        prepare(GTK_WINDOW(dialog.dialog));
    gtk_widget_show(dialog.dialog);
    refresh(&dialog);
    is_ok = wait_for_end(&dialog, help_uri) == GTK_RESPONSE_OK;
    if (is_ok) {
        form_finish_typing(dialog.dialog);
        read_controls(&dialog);
        hologram_settings_assign(settings, dialog.chosen);
    }
    preview_worker_free(dialog.worker);
    gtk_widget_destroy(dialog.dialog);
    hologram_settings_free(dialog.chosen);

    /* The caller may now work for a long time without a main loop, so hide the window at once. */
    gdk_flush();
    return is_ok;
}
