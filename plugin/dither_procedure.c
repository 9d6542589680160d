/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The procedures that dither, from a call's arguments to the result. */
#include "dither_procedure.h"

#include "ask_user.h"
#include "colormap.h"
#include "drawable_pixels.h"
#include "gimp_progress.h"
#include "host_images.h"
#include "image_name.h"
#include "items.h"
#include "layer_group.h"
#include "plugin.h"
#include "request.h"
#include "resized_image.h"
#include "result.h"
#include "settings/presets.h"

#include <glib/gi18n.h>

/* The folder of the user's presets, in the user's GIMP directory; the caller frees it. */
static gchar *presets_folder(void)
{
    return g_build_filename(gimp_directory(), "error-diffusion-presets", NULL);
}

/* Does all the work before it changes the image. `dialog` is the dialog with which the user was
 * asked; NULL: there was none. */
static gboolean dither(gint32 drawable_ID, const DitherRequest *request, ClosedDialog *dialog,
                       Outcome *outcome, gchar **message)
{
    DitheredDrawable dithered = {NULL, NULL};
    gchar *description;
    gboolean written = FALSE;

    if (dialog)
        dithered.result = closed_dialog_take_result(dialog, request, &dithered.pixels);
    if (!dithered.result)
        dithered.pixels = dialog ? drawable_pixels_read_copy(drawable_ID, message)
                                 : drawable_pixels_read(drawable_ID, message);
    if (!dithered.result && dithered.pixels)
        dithered.result = dither_pixels_in_place(dithered.pixels, request, progress_show_dithering,
                                                 NULL, message);
    if (dithered.result) {
        description = dither_request_describe(request);
        written = result_write(&dithered, 1, request->output, description, outcome, message);
        outcome->engine = dithered.result->report.engine;
        g_free(description);
    }
    dither_result_free(dithered.result);
    drawable_pixels_free(dithered.pixels);
    return written;
}

/* Dithers several drawables, or each layer of a group. The dialog's preview shows the first one, or
 * the group as a whole, so its result is of no use. */
static gboolean dither_each(const Call *call, const DitherRequest *request, ClosedDialog **dialog,
                            Outcome *outcome, gchar **message)
{
    g_clear_pointer(dialog, closed_dialog_free);
    return layer_group_dither(call->drawables, call->drawable_count, request, outcome, message);
}

/* FALSE: one of the drawables cannot be dithered; *message, which the caller frees, says why. */
static gboolean are_supported(const Call *call, gchar **message)
{
    for (gint i = 0; i < call->drawable_count; i++)
        if (!drawable_pixels_are_supported(call->drawables[i], message))
            return FALSE;
    return TRUE;
}

static gboolean check_and_run(const Call *call, const DitherRequest *request, ClosedDialog **dialog,
                              Outcome *outcome, gchar **message)
{
    gboolean done =
        layer_group_is_possible(call->drawables, call->drawable_count, request, message);

    if (!done)
        return FALSE;
    progress_start(_("Error diffusion"));
    done = layer_group_is_by_layer(call->drawables, call->drawable_count, request)
               ? dither_each(call, request, dialog, outcome, message)
               : dither(call->drawables[0], request, *dialog, outcome, message);
    progress_end();
    return done;
}

/* Frames are all layers of the image, instead of the drawables of the call. */
static gboolean run_frames(const Call *call, const DitherRequest *request, ClosedDialog **dialog,
                           Outcome *outcome, gchar **message)
{
    Call all = *call;
    gint32 *layers = image_get_layers(item_get_image(call->drawables[0]), &all.drawable_count);
    gboolean done = all.drawable_count > 0;

    all.drawables = layers;
    if (!done)
        *message = g_strdup(_("The image has no layers"));
    done = done && are_supported(&all, message) &&
           check_and_run(&all, request, dialog, outcome, message);
    g_free(layers);
    return done;
}

static gboolean dither_all(const Call *call, const DitherRequest *request, ClosedDialog **dialog,
                           Outcome *outcome, gchar **message)
{
    return request->frames ? run_frames(call, request, dialog, outcome, message)
                           : check_and_run(call, request, dialog, outcome, message);
}

/* Dithers in a scaled copy of the image, which is a new image then. */
static gboolean dither_resized(const Call *call, const DitherRequest *request,
                               ClosedDialog **dialog, Outcome *outcome, gchar **message)
{
    Call scaled = *call;
    ResizedImage resized;
    gchar *description;
    gboolean done;

    if (!(*dialog && closed_dialog_take_resized(*dialog, call->settings, &resized)) &&
        !resized_image_make(&resized, call->drawables, call->drawable_count, request, message))
        return FALSE;
    scaled.drawables = resized.drawables;
    scaled.drawable_count = resized.count;
    done = dither_all(&scaled, request, dialog, outcome, message);
    if (done) {
        description = dither_request_describe(request);
        image_name_derive(outcome->image_ID, item_get_image(call->drawables[0]), description);
        g_free(description);
    }
    if (done && outcome->image_ID == resized.image_ID)
        resized_image_keep(&resized);
    resized_image_clear(&resized);
    return done;
}

static GimpPDBStatusType dither_as_set(const Call *call, ClosedDialog **dialog, Outcome *outcome,
                                       gchar **message)
{
    DitherRequest *request =
        dither_request_new(call->settings, drawable_is_gray(call->drawables[0]) ? 1 : 3,
                           image_get_dpi(item_get_image(call->drawables[0])), NULL, message);
    gboolean done;

    if (!request)
        return GIMP_PDB_CALLING_ERROR;
    done = size_text_is_named(&request->size)
               ? dither_resized(call, request, dialog, outcome, message)
               : dither_all(call, request, dialog, outcome, message);
    dither_request_free(request);
    return done ? GIMP_PDB_SUCCESS : GIMP_PDB_EXECUTION_ERROR;
}

/* Whether only a new indexed image can hold the result. A palette that cannot be read is an error
 * later. */
static gboolean needs_new_indexed_image(gint32 drawable_ID, const DitherSettings *settings)
{
    PaletteChoice palette;
    gchar *message = NULL;
    gboolean needs = FALSE;

    if (layer_is_indexed(drawable_ID))
        needs = g_str_equal(settings->output, "ink-layers") ||
                !palette_choice_read(&palette, settings->palette, &message) ||
                !colormap_suits(item_get_image(drawable_ID), settings, &palette);
    g_free(message);
    return needs;
}

/* A result with levels must be RGB. A resized copy of an indexed image is, so a size of 100 % is
 * asked for. The dialog has no such destination, and says what is possible. */
static void choose_new_image(const Call *call, DitherSettings *settings)
{
    gboolean is_levels =
        *settings->palette == '\0' && !dither_settings_have_automatic_colors(settings);

    if (is_levels && call->run_mode != GIMP_RUN_INTERACTIVE) {
        settings_replace_text(&settings->output, g_strdup("new-layer"));
        settings_replace_text(&settings->resize, g_strdup("100%"));
    } else {
        settings_replace_text(&settings->output, g_strdup("new-indexed-image"));
    }
}

/* FALSE: there is no such preset; *message, which the caller frees, says so. */
static gboolean read_preset(const Call *call, DitherSettings *settings, gchar **message)
{
    gchar *folder = presets_folder();
    DitherSettings *preset = presets_get(folder, call->preset ? call->preset : "", message);
    gboolean is_found = preset != NULL;

    g_free(folder);
    if (!is_found)
        return FALSE;
    dither_settings_assign(settings, preset);
    dither_settings_free(preset);
    if (needs_new_indexed_image(call->drawables[0], settings))
        choose_new_image(call, settings);
    else if (!result_is_possible(call->drawables[0], OUTPUT_NEW_LAYER, ERRDIFF_ALPHA_KEEP, NULL))
        settings_replace_text(&settings->output, g_strdup("replace"));
    return TRUE;
}

static GimpPDBStatusType run(const Call *call, Outcome *outcome, gchar **message)
{
    gint32 image_ID = item_get_image(call->drawables[0]);
    GimpPDBStatusType status = GIMP_PDB_SUCCESS;
    ClosedDialog *dialog = NULL;

    if (!are_supported(call, message))
        return GIMP_PDB_CALLING_ERROR;
    if (call->run_mode == GIMP_RUN_INTERACTIVE) {
        gchar *folder = presets_folder();

        status = ask_user(call, folder, &dialog, message);
        g_free(folder);
    }
    if (status == GIMP_PDB_SUCCESS)
        status = dither_as_set(call, &dialog, outcome, message);
    closed_dialog_free(dialog);
    if (status == GIMP_PDB_SUCCESS && call->run_mode != GIMP_RUN_NONINTERACTIVE &&
        outcome->image_ID != image_ID)
        image_display(outcome->image_ID);
    return status;
}

static GimpPDBStatusType run_preset(const Call *call, Outcome *outcome, gchar **message)
{
    if (!are_supported(call, message) || !read_preset(call, call->settings, message))
        return GIMP_PDB_CALLING_ERROR;
    return run(call, outcome, message);
}

static gpointer new_settings(void)
{
    return dither_settings_new();
}

#define DRAWABLE_TEXT "What to dither: a layer, a layer group, a layer mask or a channel"
#define RESULT_IMAGE_TEXT "The image that holds the result"
#define RESULT_LAYER_TEXT "The layer that holds the result; none (-1) for a mask or channel"

const Procedure dither_procedure = {
    .name = PLUGIN_PROCEDURE,
    .blurb = N_("Dither to a palette or to a few tones, for retro looks, halftones and e-paper"),
    .help = "Each pixel takes the nearest output level or palette color, and what was lost is "
            "handed on to the pixels after it. The result is a new layer above the drawable, "
            "replaces its pixels, or is a new indexed image, which is the only way for indexed "
            "images whose colormap lacks a color of the palette. With frames, all layers of the "
            "image are dithered. Every engine gives the "
            "same bytes.",
    .menu_label = N_("_Error Diffusion…"),
    .image_types = "RGB*, GRAY*, INDEXED*",
    .drawable_text = DRAWABLE_TEXT,
    .returned_image_text = RESULT_IMAGE_TEXT,
    .returned_layer_text = RESULT_LAYER_TEXT,
    .arguments = ARGUMENTS_OPTIONS,
    .takes_several_drawables = TRUE,
    .kind = &dither_settings_kind,
    .new_settings = new_settings,
    .remembered_as = PLUGIN_PROCEDURE,
    .run = run,
};

const Procedure preset_procedure = {
    .name = PLUGIN_PRESET_PROCEDURE,
    .blurb = N_("Dither an image with the settings of a preset, which is given by name"),
    .help = "The presets are those of the dialog of " PLUGIN_PROCEDURE
            ". The result is a new layer above the drawable; it replaces the pixels of a mask or a "
            "channel. For an indexed image whose colormap lacks a color of the palette it is a new "
            "indexed image, and with a preset of levels a new RGB image.",
    .image_types = "RGB*, GRAY*, INDEXED*",
    .drawable_text = DRAWABLE_TEXT,
    .returned_image_text = RESULT_IMAGE_TEXT,
    .returned_layer_text = RESULT_LAYER_TEXT,
    .arguments = ARGUMENTS_PRESET,
    .takes_several_drawables = TRUE,
    .kind = &dither_settings_kind,
    .new_settings = new_settings,
    .remembered_as = PLUGIN_PROCEDURE,
    .run = run_preset,
};
