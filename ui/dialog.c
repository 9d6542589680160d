/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Builds the dialog from the preview and the controls, and updates the preview when settings
 * change. */
#include "dialog.h"

#include "comparison.h"
#include "copy_button.h"
#include "device_question.h"
#include "dialog_buttons.h"
#include "dialog_size.h"
#include "dither_controls.h"
#include "form.h"
#include "frame_player.h"
#include "heading.h"
#include "help.h"
#include "palette_usage.h"
#include "preset_row.h"
#include "preview_view.h"
#include "preview_worker.h"
#include "settings_history.h"
#include "status_line.h"
#include "toolkit.h"
#include "warnings.h"

#include <gdk/gdkkeysyms.h>
#include <glib/gi18n.h>

typedef struct {
    GtkWidget *dialog;
    DitherSettings *settings; /* the caller's, written when the user presses OK */
    const PreviewSource *source;
    gchar *help_uri;

    DitherSettings *chosen; /* what is chosen now */
    SettingsHistory *history;

    GtkWidget *preset, *controls, *colors; /* colors: one of the controls */
    GtkWidget *preview, *status, *warnings, *save;
    PreviewWorker *worker;
    FramePlayer *player;
    guint loading;       /* id of the idle source that reads the image; 0: none is running */
    gchar *load_failure; /* why the image cannot be read; NULL: it can be */
    gchar *obstacle;     /* why the result cannot go where it should; NULL: it can */
    PaletteUsage *usage;
    gpointer result;     /* what the preview shows */
    gint requested_rows; /* the first rows of the image, which were asked for first */
    gint early_rows; /* this many rows of it, from the first, will be the same in the next result */
    gboolean shows_frame; /* the preview shows a result of the player, not `result` */
    gboolean is_finished; /* that is the whole image, dithered with the settings in `chosen` */
    gdouble waited_ms;    /* how long it took, if it is finished */
    Comparison *comparison;
    gboolean is_making_kept; /* the worker makes the result that the comparison does not have yet */
} Dialog;

static const gchar dialog_key[] = "errdiff-dialog";

static void show_usage(gpointer user, const gdouble percent[ERRDIFF_MAX_COLORS])
{
    const Dialog *dialog = user;

    colors_chooser_show_usage(dialog->colors, percent);
}

static void show_result(Dialog *dialog, gpointer result)
{
    palette_usage_stop(dialog->usage);
    if (!dialog->shows_frame)
        preview_view_set_result(dialog->preview, result, dialog->early_rows);
    if (dialog->result != NULL)
        dialog->source->free_result(dialog->source->user, dialog->result);
    dialog->result = result;
}

static void set_finished(Dialog *dialog, gboolean is_finished)
{
    dialog->is_finished = is_finished;
    gtk_widget_set_sensitive(dialog->save, is_finished);
}

static void describe(Dialog *dialog)
{
    PreviewReport report =
        dialog->source->describe(dialog->source->user, dialog->result, dialog->waited_ms);

    if (dialog->obstacle != NULL)
        status_line_warn(dialog->status, dialog->obstacle);
    else
        status_line_report(dialog->status, report.text, report.details);
    warnings_tell(dialog->warnings, &report);
    dither_controls_show_gamma(dialog->controls, report.automatic_gamma);
    g_free(report.text);
    g_free(report.details);
}

static void allow_ok(Dialog *dialog, gboolean allowed)
{
    gtk_dialog_set_response_sensitive(GTK_DIALOG(dialog->dialog), GTK_RESPONSE_OK, allowed);
}

/* Without a result for these settings: what is still shown of the last one is dimmed or goes. */
static void refuse(Dialog *dialog, const gchar *reason)
{
    const errdiff_palette no_colors = {.count = 0};
    const PreviewReport nothing = {.unreached = 0, .automatic_gamma = 1};

    status_line_warn(dialog->status, reason);
    allow_ok(dialog, FALSE);
    gtk_widget_set_sensitive(dialog->preview, FALSE);
    colors_chooser_show(dialog->colors, &no_colors);
    warnings_tell(dialog->warnings, &nothing);
    dither_controls_show_gamma(dialog->controls, nothing.automatic_gamma);
}

/* Shows what the comparison keeps beside the result. */
static void show_kept(const Dialog *dialog)
{
    preview_view_compare(dialog->preview, comparison_is_on(dialog->comparison),
                         comparison_kept(dialog->comparison)->result);
}

/* After the current settings, because there is one worker. */
static void make_kept(Dialog *dialog)
{
    const PreviewSource *source = dialog->source;
    const ComparedResult *kept = comparison_kept(dialog->comparison);
    gpointer request = NULL;
    gchar *message = NULL;

    if (dialog->is_making_kept)
        preview_worker_cancel(dialog->worker);
    if (dialog->is_finished && kept->settings != NULL && kept->result == NULL)
        request = source->prepare(source->user, kept->settings, &message);
    g_free(message);
    dialog->is_making_kept = request != NULL;
    if (request != NULL)
        preview_worker_start(dialog->worker, request, source->height);
}

static void made_kept(Dialog *dialog, gpointer result, gboolean is_last, gdouble waited_ms)
{
    if (result == NULL) {
        comparison_stop(dialog->comparison);
    } else if (is_last) {
        dialog->is_making_kept = FALSE;
        comparison_complete(dialog->comparison, result, waited_ms);
        show_kept(dialog);
    } else {
        dialog->source->free_result(dialog->source->user, result);
    }
}

static void show_dithered(Dialog *dialog, gpointer result, gboolean is_last, gdouble waited_ms)
{
    show_result(dialog, result);
    dialog->early_rows = is_last ? 0 : dialog->requested_rows;
    set_finished(dialog, is_last);
    dialog->waited_ms = waited_ms;
    gtk_widget_set_sensitive(dialog->preview, TRUE);
    colors_chooser_show(dialog->colors, dialog->source->palette(dialog->source->user, result));
    if (is_last)
        describe(dialog);
    preset_row_make_thumbnails(dialog->preset, is_last);
    if (is_last && colors_chooser_has_palette(dialog->colors))
        palette_usage_start(dialog->usage, result);
    make_kept(dialog);
}

/* A PreviewDone. */
static void dithered(gpointer user, gpointer result, gboolean is_last, gdouble waited_ms,
                     const gchar *message)
{
    Dialog *dialog = user;

    if (dialog->is_making_kept)
        made_kept(dialog, result, is_last, waited_ms);
    else if (result != NULL)
        show_dithered(dialog, result, is_last, waited_ms);
    else
        refuse(dialog, message != NULL ? message : _("The preview could not be made"));
}

/* The view shows the image again. */
static void stop_frames(Dialog *dialog)
{
    frame_player_stop(dialog->player);
    if (dialog->shows_frame)
        preview_view_show_frame(dialog->preview, dialog->result);
    dialog->shows_frame = FALSE;
}

/* A FramePlayerShow. */
static void show_frame(gpointer user, gconstpointer result, const gchar *message)
{
    Dialog *dialog = user;

    if (result != NULL) {
        dialog->shows_frame = TRUE;
        preview_view_show_frame(dialog->preview, result);
        return;
    }
    stop_frames(dialog);
    preview_view_stop_playing(dialog->preview);
    status_line_warn(dialog->status,
                     message != NULL ? message : _("The preview could not be made"));
}

/* Plays the frames as they are with the settings in `chosen`, if the button is pressed. */
static void play(Dialog *dialog)
{
    const PreviewSource *source = dialog->source;
    gboolean is_playing = preview_view_is_playing(dialog->preview);
    gpointer request = NULL;
    gchar *message = NULL;
    gint count;

    stop_frames(dialog);
    count = source->choose_frames ? source->choose_frames(source->user, dialog->chosen) : 0;
    preview_view_offer_frames(dialog->preview, count > 1 && dialog->loading == 0);
    if (is_playing && preview_view_is_playing(dialog->preview))
        request = source->prepare(source->user, dialog->chosen, &message);
    if (request != NULL) {
        comparison_stop(dialog->comparison);
        frame_player_start(dialog->player, request, count);
    }
    g_free(message);
}

static void refuse_to_play(Dialog *dialog)
{
    stop_frames(dialog);
    preview_view_offer_frames(dialog->preview, FALSE);
}

/* Dithers as soon as the image has been read. */
static void start(Dialog *dialog, gpointer request)
{
    if (dialog->loading != 0) {
        status_line_busy(dialog->status, _("Reading the image…"));
        dialog->source->free_request(dialog->source->user, request);
        return;
    }
    status_line_busy(dialog->status, _("Dithering…"));
    dialog->is_making_kept = FALSE;
    dialog->early_rows = 0;
    dialog->requested_rows = preview_view_visible_rows(dialog->preview);
    preview_worker_start(dialog->worker, request, dialog->requested_rows);
}

static void find_obstacle(Dialog *dialog, gconstpointer request)
{
    const PreviewSource *source = dialog->source;

    g_clear_pointer(&dialog->obstacle, g_free);
    if (source->has_place != NULL)
        source->has_place(source->user, request, &dialog->obstacle);
    allow_ok(dialog, dialog->obstacle == NULL);
}

/* Gives the image the size that is chosen. FALSE: that is not possible. */
static gboolean resize(Dialog *dialog, gchar **message)
{
    const PreviewSource *source = dialog->source;
    gboolean is_resized;

    if (dialog->loading != 0 || source->has_other_size == NULL ||
        !source->has_other_size(source->user, dialog->chosen))
        return TRUE;
    comparison_stop(dialog->comparison);
    stop_frames(dialog);
    preview_worker_stop(dialog->worker);
    show_result(dialog, NULL);
    is_resized = source->resize(source->user, dialog->chosen, message);
    preview_view_image_resized(dialog->preview);
    return is_resized;
}

/* Dithers with the settings of the controls. FALSE: they are refused. */
static gboolean follow(Dialog *dialog)
{
    gchar *message = dither_controls_complaint(dialog->controls);
    gpointer request = NULL;
    gboolean is_possible;

    /* Its counts are of the colors before an edit, whose numbers may be those of others now. */
    palette_usage_stop(dialog->usage);
    preset_row_make_thumbnails(dialog->preset, FALSE);
    dither_controls_get(dialog->controls, dialog->chosen);
    set_finished(dialog, FALSE);
    settings_history_add(dialog->history, dialog->chosen, g_get_monotonic_time() / 1000);
    preset_row_follow(dialog->preset, dialog->chosen);
    warnings_follow(dialog->warnings, dialog->chosen);
    is_possible = message == NULL && dialog->load_failure == NULL && resize(dialog, &message);
    if (is_possible)
        play(dialog);
    else
        refuse_to_play(dialog);
    if (dialog->load_failure != NULL) {
        g_free(message);
        refuse(dialog, dialog->load_failure);
        return FALSE;
    }
    if (is_possible)
        request = dialog->source->prepare(dialog->source->user, dialog->chosen, &message);
    if (request != NULL) {
        find_obstacle(dialog, request);
        start(dialog, request);
        return TRUE;
    }
    preview_worker_cancel(dialog->worker);
    preset_row_make_thumbnails(dialog->preset, dialog->loading == 0);
    refuse(dialog, message);
    g_free(message);
    return FALSE;
}

static void refresh(Dialog *dialog)
{
    follow(dialog);
}

/* The user may have removed the obstacle in another window. */
static gboolean focused(Dialog *dialog)
{
    if (dialog->obstacle != NULL)
        refresh(dialog);
    return FALSE;
}

/* Reads the image piece by piece, so that the user need not wait for the dialog. */
static gboolean load_some(gpointer data)
{
    Dialog *dialog = data;
    gboolean is_complete = FALSE;

    if (dialog->source->load(dialog->source->user, &is_complete, &dialog->load_failure) &&
        !is_complete)
        return G_SOURCE_CONTINUE;
    dialog->loading = 0;
    preview_view_set_ready(dialog->preview, is_complete);
    refresh(dialog);
    return G_SOURCE_REMOVE;
}

static void start_loading(Dialog *dialog)
{
    if (dialog->source->load == NULL)
        return;
    preview_view_set_ready(dialog->preview, FALSE);
    dialog->loading = g_idle_add(load_some, dialog);
}

static void stop_loading(Dialog *dialog)
{
    if (dialog->loading != 0)
        g_source_remove(dialog->loading);
    dialog->loading = 0;
}

static void show_settings(Dialog *dialog, const DitherSettings *settings)
{
    dither_settings_assign(dialog->chosen, settings);
    dither_controls_set(dialog->controls, settings);
}

/* The current settings, with their result if there is one. */
static ComparedResult current(const Dialog *dialog)
{
    const PreviewSource *source = dialog->source;
    ComparedResult now = {dither_settings_copy(dialog->chosen), NULL, dialog->waited_ms};

    if (dialog->is_finished && source->share != NULL)
        now.result = source->share(source->user, dialog->result);
    return now;
}

/* ComparisonActions: start or end a comparison with the current settings, and swap both. */
static void compare(gpointer user)
{
    Dialog *dialog = user;
    ComparedResult other = {NULL, NULL, 0};

    if (comparison_is_on(dialog->comparison)) {
        preview_view_stop_playing(dialog->preview);
        other = current(dialog);
    }
    comparison_exchange(dialog->comparison, &other);
    show_kept(dialog);
    comparison_clear(dialog->comparison, &other);
    make_kept(dialog);
}

static void swap(gpointer user)
{
    Dialog *dialog = user;
    ComparedResult other = current(dialog);

    comparison_exchange(dialog->comparison, &other);
    show_settings(dialog, other.settings);
    show_kept(dialog);
    if (follow(dialog) && other.result != NULL) {
        preview_worker_cancel(dialog->worker);
        show_dithered(dialog, g_steal_pointer(&other.result), TRUE, other.waited_ms);
    }
    comparison_clear(dialog->comparison, &other);
}

static void reset(Dialog *dialog)
{
    DitherSettings *defaults = dither_settings_new();

    show_settings(dialog, defaults);
    dither_settings_free(defaults);
    preset_row_forget(dialog->preset);
    refresh(dialog);
}

static void show_step(Dialog *dialog, const DitherSettings *step)
{
    if (step == NULL)
        return;
    show_settings(dialog, step);
    refresh(dialog);
}

/* Before a widget gets the key: those of GTK+ 2 have no undo of their own. */
static gboolean key_press(GtkWidget *widget, GdkEventKey *event, gpointer data)
{
    Dialog *dialog = data;
    guint key = gdk_keyval_to_lower(event->keyval);
    guint modifiers = event->state & gtk_accelerator_get_default_mod_mask();
    gboolean is_redo = (key == GDK_KEY_z && modifiers == (GDK_CONTROL_MASK | GDK_SHIFT_MASK)) ||
                       (key == GDK_KEY_y && modifiers == GDK_CONTROL_MASK);

    (void)widget;
    if (is_redo)
        show_step(dialog, settings_history_redo(dialog->history));
    else if (key == GDK_KEY_z && modifiers == GDK_CONTROL_MASK)
        show_step(dialog, settings_history_undo(dialog->history));
    else
        return FALSE;
    return TRUE;
}

/* A preset does not contain the output. The default, a new layer, suits all settings; whether an
 * indexed image can have the colors is not asked here. */
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

/* Reads the untouched image, because the dithered one has only the palette's colors. */
static void picked(Dialog *dialog, gint column, gint row)
{
    guint8 color[3];

    dialog->source->read(dialog->source->user, NULL, zoom_of_step(ZOOM_FULL), column, row, 1, 1,
                         color, sizeof color);
    colors_chooser_pick(dialog->colors, color);
}

static void selection_wanted(Dialog *dialog, gint count)
{
    const PreviewSource *source = dialog->source;
    errdiff_palette colors;
    gchar *message = NULL;

    if (source->palette_of_selection(source->user, dialog->chosen, count, &colors, &message))
        colors_chooser_replace(dialog->colors, &colors);
    else
        status_line_warn(dialog->status, message);
    g_free(message);
}

static void fix(gpointer user, const DitherSettings *fixed)
{
    Dialog *dialog = user;

    show_settings(dialog, fixed);
    refresh(dialog);
}

static gchar *copied(gpointer user, CopyKind kind)
{
    Dialog *dialog = user;

    form_finish_typing(dialog->dialog);
    dither_controls_get(dialog->controls, dialog->chosen);
    return dialog->source->copy(dialog->source->user, dialog->chosen, kind);
}

static void save_for_device(const Dialog *dialog)
{
    device_question_ask(GTK_WINDOW(dialog->dialog), dialog->source, dialog->result);
}

static void add_save_button(Dialog *dialog)
{
    dialog->save = gtk_button_new_with_mnemonic(_("Save for devi_ce…"));
    gtk_widget_set_tooltip_text(dialog->save,
                                _("Save the result as a display or a printer takes it"));
    toolkit_connect_chosen(dialog->save, "clicked", G_CALLBACK(save_for_device), dialog);
    dither_controls_add_below_output(dialog->controls, dialog->save);
}

/* Beside the buttons for Help and Reset. */
static void add_copy_button(Dialog *dialog)
{
    GtkWidget *buttons = gtk_dialog_get_action_area(GTK_DIALOG(dialog->dialog));
    GtkWidget *button = copy_button_new(GTK_WINDOW(dialog->dialog), copied, dialog);

    gtk_box_pack_start(GTK_BOX(buttons), button, FALSE, FALSE, 0);
    gtk_button_box_set_child_secondary(GTK_BUTTON_BOX(buttons), button, TRUE);
    gtk_widget_show_all(button);
}

static GtkWidget *heading_row_new(const Dialog *dialog)
{
    const PreviewSource *source = dialog->source;
    GtkWidget *row = gtk_hbox_new(FALSE, FORM_SPACING);

    gtk_box_pack_start(GTK_BOX(row), heading_new(source->drawable_name, source->image_name), TRUE,
                       TRUE, 0);
    gtk_box_pack_end(GTK_BOX(row), comparison_buttons(dialog->comparison), FALSE, FALSE, 0);
    return row;
}

/* All controls in one column, which is as wide as they are, above what is said of the result. */
static GtkWidget *column_new(Dialog *dialog)
{
    GtkWidget *column = gtk_vbox_new(FALSE, FORM_SPACING);
    GtkBox *box = GTK_BOX(column);
    GtkRequisition wanted;

    gtk_widget_show_all(dialog->controls);
    gtk_widget_size_request(dialog->controls, &wanted);
    dialog->status = status_line_new(wanted.width);
    dialog->warnings = warnings_new(wanted.width, fix, dialog);
    gtk_box_pack_start(box, heading_row_new(dialog), FALSE, FALSE, 0);
    gtk_box_pack_start(box, dialog->preset, FALSE, FALSE, 0);
    gtk_box_pack_start(box, dialog->controls, TRUE, TRUE, 0);
    gtk_box_pack_start(box, dialog->warnings, FALSE, FALSE, 0);
    gtk_box_pack_start(box, dialog->status, FALSE, FALSE, 0);
    return column;
}

static GtkWidget *contents_new(Dialog *dialog, const gchar *presets_folder, gboolean can_add_layer,
                               const PaletteButton *palette_button)
{
    GtkWidget *contents = gtk_vbox_new(FALSE, 0);
    GtkWidget *row = gtk_hbox_new(FALSE, FORM_SPACING);

    dialog->preset = preset_row_new(presets_folder, dialog->source, preset_is_possible, dialog);
    g_signal_connect_swapped(dialog->preset, "picked", G_CALLBACK(preset_picked), dialog);
    dialog->preview = preview_view_new(dialog->source);
    g_signal_connect_swapped(dialog->preview, "picked", G_CALLBACK(picked), dialog);
    g_signal_connect_swapped(dialog->preview, "playing", G_CALLBACK(play), dialog);
    g_signal_connect_swapped(dialog->preview, "picking-stopped", G_CALLBACK(picking_stopped),
                             dialog);
    dialog->controls = dither_controls_new(dialog->source, can_add_layer, palette_button);
    add_save_button(dialog);
    dialog->colors = dither_controls_colors(dialog->controls);
    g_signal_connect_swapped(dialog->controls, "changed", G_CALLBACK(refresh), dialog);
    g_signal_connect_swapped(dialog->colors, "picking", G_CALLBACK(picking_changed), dialog);
    g_signal_connect_swapped(dialog->colors, "selection-wanted", G_CALLBACK(selection_wanted),
                             dialog);
    gtk_box_pack_start(GTK_BOX(row), dialog->preview, TRUE, TRUE, 0);
    gtk_box_pack_start(GTK_BOX(row), column_new(dialog), FALSE, FALSE, 0);
    gtk_box_pack_start(GTK_BOX(contents), row, TRUE, TRUE, 0);
    gtk_box_pack_start(
        GTK_BOX(contents),
        dialog_buttons_line(GTK_DIALOG(dialog->dialog), preview_view_controls(dialog->preview)),
        FALSE, FALSE, 0);
    gtk_container_set_border_width(GTK_CONTAINER(contents), FORM_SPACING / 2);
    gtk_widget_show_all(contents);
    return contents;
}

static void destroyed(Dialog *dialog)
{
    if (dialog->worker == NULL)
        return;
    comparison_stop(dialog->comparison);
    g_clear_pointer(&dialog->worker, preview_worker_free);
    g_clear_pointer(&dialog->player, frame_player_free);
    show_result(dialog, NULL);
    g_clear_pointer(&dialog->comparison, comparison_free);
}

static void dialog_free(gpointer data)
{
    Dialog *dialog = data;

    dither_settings_free(dialog->chosen);
    g_free(dialog->load_failure);
    g_free(dialog->obstacle);
    settings_history_free(dialog->history);
    palette_usage_free(dialog->usage);
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
        DIALOG_RESPONSE_RESET, GTK_STOCK_CANCEL, GTK_RESPONSE_CANCEL, GTK_STOCK_OK, GTK_RESPONSE_OK,
        NULL);

    dialog->dialog = widget;
    dialog->settings = settings;
    dialog->source = source;
    dialog->help_uri = g_strdup(help_uri);
    dialog->chosen = dither_settings_copy(settings);
    dialog->history = settings_history_new();
    dialog->usage = palette_usage_new(source, show_usage, dialog);
    dialog->worker = preview_worker_new(source, dithered, dialog);
    dialog->player = frame_player_new(source, show_frame, dialog);
    dialog->comparison = comparison_new(source, (ComparisonActions){compare, swap}, dialog);
    g_object_set_data_full(G_OBJECT(widget), dialog_key, dialog, dialog_free);
    g_signal_connect_swapped(widget, "destroy", G_CALLBACK(destroyed), dialog);
    g_signal_connect(widget, "key-press-event", G_CALLBACK(key_press), dialog);
    g_signal_connect_swapped(widget, "focus-in-event", G_CALLBACK(focused), dialog);

    gtk_window_set_role(GTK_WINDOW(widget), "gimp-error-diffusion");
    gtk_dialog_set_alternative_button_order(GTK_DIALOG(widget), GTK_RESPONSE_OK,
                                            DIALOG_RESPONSE_RESET, GTK_RESPONSE_CANCEL, -1);
    dialog_buttons_explain(GTK_DIALOG(widget));
    help_on_f1(GTK_DIALOG(widget));
    add_copy_button(dialog);
    gtk_box_pack_start(GTK_BOX(gtk_dialog_get_content_area(GTK_DIALOG(widget))),
                       contents_new(dialog, presets_folder, can_add_layer, palette_button), TRUE,
                       TRUE, 0);
    /* After the buttons have got their place: moving the default one would make it none. */
    gtk_dialog_set_default_response(GTK_DIALOG(widget), GTK_RESPONSE_OK);
    show_settings(dialog, settings);
    dither_controls_focus(dialog->controls);
    return widget;
}

void dither_dialog_set_view(GtkWidget *widget, const DialogView *view)
{
    const Dialog *dialog = g_object_get_data(G_OBJECT(widget), dialog_key);
    GdkScreen *screen = gtk_widget_get_screen(widget);
    gint width, height;

    if (view->width > 0 && view->height > 0) {
        gtk_window_set_default_size(GTK_WINDOW(widget),
                                    MIN(view->width, gdk_screen_get_width(screen)),
                                    MIN(view->height, gdk_screen_get_height(screen)));
    } else {
        preview_view_usual_extra(dialog->preview, &width, &height);
        dialog_size_set_usual(GTK_WINDOW(widget), width, height);
    }
    preview_view_set_zoom(dialog->preview, view->zoom);
}

gboolean dither_dialog_run(GtkWidget *widget, DialogView *view)
{
    Dialog *dialog = g_object_get_data(G_OBJECT(widget), dialog_key);
    gboolean is_ok;
    gint response;

    gtk_widget_show(widget);
    start_loading(dialog);
    refresh(dialog);
    for (;;) {
        response = gtk_dialog_run(GTK_DIALOG(widget));
        if (response == GTK_RESPONSE_HELP)
            help_show(GTK_WINDOW(widget), dialog->help_uri);
        else if (response == DIALOG_RESPONSE_RESET)
            reset(dialog);
        else
            break;
    }

    stop_loading(dialog);
    preview_view_stop_playing(dialog->preview);
    comparison_stop(dialog->comparison);
    is_ok = response == GTK_RESPONSE_OK;
    if (is_ok) {
        form_finish_typing(widget);
        dither_controls_get(dialog->controls, dialog->chosen);
        dither_settings_assign(dialog->settings, dialog->chosen);
    }
    gtk_window_get_size(GTK_WINDOW(widget), &view->width, &view->height);
    view->zoom = preview_view_zoom(dialog->preview);
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
    preview_view_set_result(dialog->preview, NULL, 0);
    palette_usage_stop(dialog->usage);
    result = g_steal_pointer(&dialog->result);
    dialog->is_finished = FALSE;
    return result;
}
