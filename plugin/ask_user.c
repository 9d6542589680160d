/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shows the dialog in which the user chooses settings, and takes over the result of its preview. */
#include "ask_user.h"

#include "color_list.h"
#include "colormap.h"
#include "dialog.h"
#include "dialog_palettes.h"
#include "gimp_host.h"
#include "gimp_progress.h"
#include "help_page.h"
#include "host_images.h"
#include "items.h"
#include "layer_group.h"
#include "palette_choice.h"
#include "plugin.h"
#include "preview_size.h"
#include "result.h"
#include "settings/settings_copy.h"
#include "zoom.h"

#include <glib/gi18n.h>
#include <stdio.h>

struct ClosedDialog {
    Preview preview;
    PreviewSource source;
    GtkWidget *widget;
};

/* ---- How the user left the dialog, which GIMP stores from session to session ----------------- */

static const gchar view_name[] = PLUGIN_PROCEDURE "-dialog-size";

/* Unknown size, and a preview of the whole image, if the dialog has never been open. An enlarged
 * part of one image says nothing of another: that begins at 100 % at most. */
static DialogView recall_view(gint32 image_ID)
{
    gchar *text = host_recall(view_name);
    DialogView view = {0, 0, ZOOM_FIT};
    gint32 last_image = -1;

    if (text && sscanf(text, "%d %d %d %d", &view.width, &view.height, &view.zoom, &last_image) < 2)
        view = (DialogView){0, 0, ZOOM_FIT};
    g_free(text);
    if (last_image != image_ID)
        view.zoom = MIN(view.zoom, ZOOM_FULL);
    return view;
}

static void remember_view(const DialogView *view, gint32 image_ID)
{
    gchar *text = g_strdup_printf("%d %d %d %d", view->width, view->height, view->zoom, image_ID);

    host_remember(view_name, text);
    g_free(text);
}

/* ---- What the dialog copies ------------------------------------------------------------------ */

/* The command does not know GIMP's palettes, so their colors are listed. */
static gchar *as_command(const DitherSettings *settings, gint channels)
{
    PaletteChoice choice;
    gchar *message = NULL, *colors = NULL, *line;

    if (palette_choice_read(&choice, settings->palette, &message) && choice.kind == PALETTE_COLORS)
        colors = color_list_write(&choice.colors);
    line = dither_settings_as_command(settings, channels, colors);
    g_free(colors);
    g_free(message);
    return line;
}

/* A PreviewSource's function. */
static gchar *copied_text(gpointer user, const DitherSettings *settings, CopyKind kind)
{
    const Preview *preview = user;

    return kind == COPY_SCRIPT ? host_script(settings, PLUGIN_PROCEDURE)
                               : as_command(settings, preview->pixels->encoding.channels);
}

/* ---- Where the result goes ------------------------------------------------------------------- */

/* A PreviewSource's function. What has been deleted in the meantime is an error after OK. */
static gboolean has_place(gpointer user, gconstpointer data, gchar **message)
{
    const Preview *preview = user;
    const DitherRequest *request = data;
    gint count = 0;
    gint32 *layers = NULL;
    gboolean has;

    if (!item_is_valid(preview->drawables[0]))
        return TRUE;
    if (request->frames)
        layers = image_get_layers(item_get_image(preview->drawables[0]), &count);
    has = layers != NULL ? layer_group_is_possible(layers, count, request, message)
                         : layer_group_is_possible(preview->drawables, preview->drawable_count,
                                                   request, message);
    g_free(layers);
    return has;
}

/* A PreviewSource's function. */
static gboolean suits_colormap(gpointer user, const DitherSettings *settings)
{
    Preview *preview = user;
    const PaletteChoice *palette = preview_palette(preview, settings->palette);

    return palette != NULL && item_is_valid(preview->drawables[0]) &&
           colormap_suits(item_get_image(preview->drawables[0]), settings, palette);
}

/* ---- A palette from a part of the image ------------------------------------------------------ */

static gboolean make_palette(const DrawablePixels *pixels, const DitherSettings *settings,
                             gint count, errdiff_palette *palette, gchar **message)
{
    DitherSettings *wanted = dither_settings_copy(settings);
    DitherRequest *request;
    gboolean is_made;

    settings_replace_text(&wanted->palette, g_strdup_printf("adaptive:%d", MAX(count, 2)));
    request = dither_request_new(wanted, pixels->encoding.channels, pixels->dpi, NULL, message);
    is_made = request != NULL && dither_make_palette(pixels, request, NULL, NULL, palette, message);
    if (request != NULL)
        dither_request_free(request);
    dither_settings_free(wanted);
    return is_made;
}

/* A PreviewSource's function. The user may have selected another part since the dialog opened. */
static gboolean palette_of_selection(gpointer user, const DitherSettings *settings, gint count,
                                     errdiff_palette *palette, gchar **message)
{
    const Preview *preview = user;
    DrawablePixels *pixels = drawable_pixels_read_copy(preview->original->drawable_ID, message);
    gboolean is_made = FALSE;

    if (pixels == NULL)
        return FALSE;
    if (pixels->selected_mask != NULL)
        is_made = make_palette(pixels, settings, count, palette, message);
    else
        *message = g_strdup(_("Nothing is selected in the image"));
    drawable_pixels_free(pixels);
    return is_made;
}

/* ---- The size of the result ------------------------------------------------------------------ */

/* PreviewSource's functions. */
static gboolean has_other_size(gpointer user, const DitherSettings *settings)
{
    return preview_has_other_size(user, settings);
}

static gboolean resize(gpointer user, const DitherSettings *settings, gchar **message)
{
    return preview_resize(user, settings, message);
}

/* ---- The dialog ------------------------------------------------------------------------------ */

static GtkWidget *dialog_new(const ClosedDialog *dialog, DitherSettings *settings,
                             const gchar *presets_folder)
{
    gchar *help_uri = help_page_uri("");
    gint32 drawable_ID = dialog->preview.original->drawable_ID;
    gboolean can_add_layer =
        result_is_possible(drawable_ID, OUTPUT_NEW_LAYER, ERRDIFF_ALPHA_KEEP, NULL);
    GtkWidget *widget = dither_dialog_new(settings, &dialog->source, help_uri, presets_folder,
                                          can_add_layer, &dialog_palettes);

    g_free(help_uri);
    return widget;
}

/* How long pixels are read before the dialog is shown, in microseconds. A dialog that shows the
 * image at once is better than one that comes a little earlier. */
static const gint64 read_first_us = 200000;

/* A PreviewSource's function. */
static gboolean load(gpointer user, gboolean *is_complete, gchar **message)
{
    Preview *preview = user;
    gboolean is_read = drawable_pixels_read_more(preview->pixels, message);

    *is_complete = preview->pixels->is_complete;
    return is_read;
}

/* FALSE: that is not possible; *message says why. */
static gboolean load_first(DrawablePixels *pixels, gchar **message)
{
    gint64 end = g_get_monotonic_time() + read_first_us;

    while (!pixels->is_complete && g_get_monotonic_time() < end)
        if (!drawable_pixels_read_more(pixels, message))
            return FALSE;
    return TRUE;
}

/* Shows the dialog. TRUE: the user pressed OK. The pixels are complete, or reading has stopped. */
static gboolean show(GtkWidget *widget, DrawablePixels *pixels, gint32 drawable_ID)
{
    gint32 image_ID = item_get_image(drawable_ID);
    DialogView view = recall_view(image_ID);
    gboolean is_confirmed;

    dither_dialog_set_view(widget, &view);
    gimp_window_set_transient(GTK_WINDOW(widget));
    is_confirmed = dither_dialog_run(widget, &view);
    drawable_pixels_stop(pixels);
    remember_view(&view, image_ID);
    return is_confirmed;
}

GimpPDBStatusType ask_user(const Call *call, const gchar *presets_folder, ClosedDialog **dialog,
                           gchar **message)
{
    gint32 drawable_ID = call->drawables[0];
    DrawablePixels *pixels = drawable_pixels_begin(drawable_ID, message);
    ClosedDialog *asked;
    GimpPDBStatusType status = GIMP_PDB_CANCEL;

    if (!pixels || !load_first(pixels, message)) {
        drawable_pixels_free(pixels);
        return GIMP_PDB_EXECUTION_ERROR;
    }
    asked = g_new0(ClosedDialog, 1);
    asked->preview = (Preview){
        .pixels = pixels,
        .original = pixels,
        .source = &asked->source,
        .drawable_name = item_get_name(drawable_ID),
        .image_name = image_get_name(item_get_image(drawable_ID)),
        .drawables = call->drawables,
        .drawable_count = call->drawable_count,
        .frame = -1,
        .progress = progress_show_dithering,
    };
    frame_sets_make(&asked->preview.frame_sets, call->drawables, call->drawable_count, pixels);
    asked->source = preview_source(&asked->preview);
    image_get_size(item_get_image(drawable_ID), &asked->source.image_width,
                   &asked->source.image_height);
    asked->source.image_dpi = pixels->dpi;
    asked->source.load = pixels->is_complete ? NULL : load;
    asked->source.copy = copied_text;
    asked->source.has_place = has_place;
    asked->source.suits_colormap = pixels->is_indexed ? suits_colormap : NULL;
    asked->source.has_other_size = has_other_size;
    asked->source.resize = resize;
    asked->source.palette_of_selection = palette_of_selection;
    asked->widget = dialog_new(asked, call->settings, presets_folder);
    if (show(asked->widget, pixels, drawable_ID)) {
        if (item_is_valid(drawable_ID)) {
            *dialog = asked;
            return GIMP_PDB_SUCCESS;
        }
        *message = g_strdup(
            _("What is to be dithered has been deleted, converted or resized in the meantime"));
        status = GIMP_PDB_EXECUTION_ERROR;
    }
    closed_dialog_free(asked);
    return status;
}

static void free_values(DrawablePixels *pixels)
{
    g_clear_pointer(&pixels->display, g_free);
    g_clear_pointer(&pixels->alpha, g_free);
    g_clear_pointer(&pixels->srgb, g_free);
}

DitherResult *closed_dialog_take_result(ClosedDialog *dialog, const DitherRequest *request,
                                        DrawablePixels **pixels)
{
    Preview *preview = &dialog->preview;
    DitherResult *result = NULL;

    if (preview->pixels->is_complete && !preview_has_other_size(preview, request->settings) &&
        drawable_pixels_are_current(preview->pixels))
        result = dither_dialog_take_result(dialog->widget);
    g_clear_pointer(&dialog->widget, gtk_widget_destroy);
    /* The user may have changed the palette, in GIMP or in its file. */
    if (result && request->palette.kind == PALETTE_COLORS &&
        !color_list_is_same(&result->palette, &request->palette.colors))
        g_clear_pointer(&result, dither_result_free);
    free_values(preview->original);
    free_values(preview->pixels);
    if (result) {
        *pixels = preview->pixels;
        if (preview->pixels != preview->original)
            drawable_pixels_free(preview->original);
        preview->pixels = preview->original = NULL;
    }
    return result;
}

gboolean closed_dialog_take_resized(ClosedDialog *dialog, const DitherSettings *settings,
                                    ResizedImage *resized)
{
    Preview *preview = &dialog->preview;

    if (preview->resized.image_ID == 0 || preview_has_other_size(preview, settings))
        return FALSE;
    *resized = preview->resized;
    preview->resized = (ResizedImage){.image_ID = 0};
    return TRUE;
}

void closed_dialog_free(ClosedDialog *dialog)
{
    if (!dialog)
        return;
    /* Before the pixels are freed, because the dialog's thread uses them. */
    g_clear_pointer(&dialog->widget, gtk_widget_destroy);
    preview_forget_size(&dialog->preview);
    preview_clear(&dialog->preview);
    drawable_pixels_free(dialog->preview.original);
    g_free(dialog);
}
