/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ask_user.h"

#include "call.h"
#include "color_list.h"
#include "dialog.h"
#include "gimp_progress.h"
#include "layer_group.h"
#include "plugin.h"
#include "preview.h"
#include "result.h"

#include <glib/gi18n.h>
#include <libgimp/gimpui.h>
#include <stdio.h>
#include <string.h>

struct ClosedDialog {
    DrawablePixels *pixels;
    Preview preview;
    PreviewSource source;
    GtkWidget *widget;
};

/* ---- The size at which the user left the dialog, which GIMP stores from session to session --- */

static const gchar parasite_name[] = PLUGIN_PROCEDURE "-dialog-size";

/* Returns the stored size; 0 × 0 if the dialog has never been open. */
static DialogSize recall_size(void)
{
    GimpParasite *parasite = gimp_get_parasite(parasite_name);
    DialogSize size = {0, 0};
    gchar *text;

    if (!parasite)
        return size;
    text = g_strndup(gimp_parasite_data(parasite), (gsize)gimp_parasite_data_size(parasite));
    if (sscanf(text, "%d %d", &size.width, &size.height) != 2)
        size = (DialogSize){0, 0};
    g_free(text);
    gimp_parasite_free(parasite);
    return size;
}

static void remember_size(const DialogSize *size)
{
    gchar *text = g_strdup_printf("%d %d", size->width, size->height);
    GimpParasite *parasite =
        gimp_parasite_new(parasite_name, GIMP_PARASITE_PERSISTENT, (guint32)strlen(text), text);

    gimp_attach_parasite(parasite);
    gimp_parasite_free(parasite);
    g_free(text);
}

/* ---- GIMP's own palette chooser, for the dialog, which depends only on GTK+ ------------------ */

/* The button starts with the palette that is currently chosen in GIMP. */
static GtkWidget *make_palette_button(GCallback changed, gpointer user)
{
    gchar *current = gimp_context_get_palette();
    GtkWidget *button = gimp_palette_select_button_new(_("Palette"), current);

    g_free(current);
    g_signal_connect_swapped(button, "palette-set", changed, user);
    return button;
}

static void set_palette(GtkWidget *button, const gchar *name)
{
    gimp_palette_select_button_set_palette(GIMP_PALETTE_SELECT_BUTTON(button), name);
}

static gchar *get_palette(GtkWidget *button)
{
    return g_strdup(gimp_palette_select_button_get_palette(GIMP_PALETTE_SELECT_BUTTON(button)));
}

static const PaletteButton palette_button = {make_palette_button, set_palette, get_palette};

/* ---- The dialog ------------------------------------------------------------------------------ */

static GtkWidget *dialog_new(const ClosedDialog *dialog, DitherSettings *settings,
                             const gchar *presets_folder)
{
    gchar *help_path = beside_program("help.html");
    gchar *help_uri = g_filename_to_uri(help_path, NULL, NULL);
    gboolean can_add_layer =
        result_is_possible(dialog->pixels->drawable_ID, OUTPUT_NEW_LAYER, ERRDIFF_ALPHA_KEEP, NULL);
    GtkWidget *widget = dither_dialog_new(settings, &dialog->source, help_uri, presets_folder,
                                          can_add_layer, &palette_button);

    g_free(help_uri);
    g_free(help_path);
    return widget;
}

/* Shows the dialog. TRUE: the user pressed OK. */
static gboolean show(GtkWidget *widget)
{
    DialogSize size = recall_size();
    gboolean is_confirmed;

    dither_dialog_resize(widget, &size);
    gimp_window_set_transient(GTK_WINDOW(widget));
    is_confirmed = dither_dialog_run(widget, &size);
    remember_size(&size);
    return is_confirmed;
}

GimpPDBStatusType ask_user(gint32 drawable_ID, DitherSettings *settings,
                           const gchar *presets_folder, ClosedDialog **dialog, gchar **message)
{
    DrawablePixels *pixels = drawable_pixels_read(drawable_ID, message);
    ClosedDialog *asked;
    GimpPDBStatusType status = GIMP_PDB_CANCEL;

    if (!pixels)
        return GIMP_PDB_EXECUTION_ERROR;
    asked = g_new0(ClosedDialog, 1);
    asked->pixels = pixels;
    asked->preview = (Preview){
        .pixels = pixels,
        .layer_count = gimp_item_is_group(drawable_ID) ? layer_group_count(drawable_ID) : 0,
        .progress = progress_show_dithering,
    };
    asked->source = preview_source(&asked->preview);
    asked->widget = dialog_new(asked, settings, presets_folder);
    if (show(asked->widget)) {
        if (gimp_item_is_valid(drawable_ID)) {
            *dialog = asked;
            return GIMP_PDB_SUCCESS;
        }
        *message = g_strdup(_("The image has been closed in the meantime"));
        status = GIMP_PDB_EXECUTION_ERROR;
    }
    closed_dialog_free(asked);
    return status;
}

DitherResult *closed_dialog_take_result(ClosedDialog *dialog, const DitherRequest *request,
                                        DrawablePixels **pixels)
{
    DitherResult *result = NULL;

    if (drawable_pixels_are_current(dialog->pixels))
        result = dither_dialog_take_result(dialog->widget);
    g_clear_pointer(&dialog->widget, gtk_widget_destroy);
    /* The user may have changed the palette, in GIMP or in its file. */
    if (result && request->palette.kind == PALETTE_COLORS &&
        !color_list_is_same(&result->palette, &request->palette.colors))
        g_clear_pointer(&result, dither_result_free);
    g_clear_pointer(&dialog->pixels->display, g_free);
    g_clear_pointer(&dialog->pixels->alpha, g_free);
    if (result)
        *pixels = g_steal_pointer(&dialog->pixels);
    else
        g_clear_pointer(&dialog->pixels, drawable_pixels_free);
    return result;
}

void closed_dialog_free(ClosedDialog *dialog)
{
    if (!dialog)
        return;
    /* Before the pixels are freed, because the dialog's thread uses them. */
    g_clear_pointer(&dialog->widget, gtk_widget_destroy);
    preview_clear(&dialog->preview);
    drawable_pixels_free(dialog->pixels);
    g_free(dialog);
}
