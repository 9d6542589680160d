/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plug-in: registers its procedures with GIMP, and runs a call from its arguments to the
 * result. */
#include "ask_user.h"
#include "config.h"
#include "drawable_pixels.h"
#include "procedure_arguments.h"
#ifdef HAVE_HOLOGRAM
#include "hologram_procedure.h"
#endif
#include "gimp_progress.h"
#include "layer_group.h"
#include "plugin.h"
#include "request.h"
#include "result.h"
#include "settings/presets.h"

#include <glib/gi18n.h>
#include <libgimp/gimp.h>
#include <libgimp/gimpui.h>
#include <string.h>

enum { TILE_CACHE_BYTES = 16 << 20 };

/* The folder of the user's presets, in the user's GIMP directory; the caller frees it. */
static gchar *presets_folder(void)
{
    return g_build_filename(gimp_directory(), "error-diffusion-presets", NULL);
}

enum { ARGUMENT_PRESET = ARGUMENT_FIRST_OWN };

#define DITHER_ARGUMENTS \
    FIRST_ARGUMENTS("What to dither: a layer, a layer group, a layer mask or a channel")

/* The arguments of plug-in-error-diffusion; static. */
static const GimpParamDef *define_arguments(gint *count)
{
    static GimpParamDef definitions[MAX_ARGUMENTS] = {DITHER_ARGUMENTS};

    *count = arguments_define(&dither_settings_kind, definitions, ARGUMENT_FIRST_OWN);
    return definitions;
}

static const GimpParamDef preset_arguments[] = {
    DITHER_ARGUMENTS,
    {GIMP_PDB_STRING, "preset",
     "The name of a preset: newspaper, or another that is built in, or one of the user's"},
};

static void query(void)
{
    static const GimpParamDef returned[] = {
        {GIMP_PDB_IMAGE, "result-image", "The image that holds the result"},
        {GIMP_PDB_LAYER, "result-layer",
         "The layer that holds the result; -1 for a mask or channel"},
        {GIMP_PDB_STRING, "engine-used", "The name of the engine that ran"},
    };
    gchar *locale_folder = beside_program("locale");
    gint count;
    const GimpParamDef *arguments = define_arguments(&count);

    gimp_plugin_domain_register(GETTEXT_PACKAGE, locale_folder);
    g_free(locale_folder);
    gimp_install_procedure(
        PLUGIN_PROCEDURE,
        N_("Dither to a palette or to a few tones, for retro looks, halftones and e-paper"),
        "Each pixel takes the nearest output level or palette color, and what was lost is handed "
        "on to the pixels "
        "after it. The result is a new layer above the drawable, replaces its pixels, or is a new "
        "indexed image. Every "
        "engine gives the same bytes.",
        "The gimp-error-diffusion authors", "The gimp-error-diffusion authors", "2026",
        N_("_Error Diffusion…"), "RGB*, GRAY*", GIMP_PLUGIN, count, G_N_ELEMENTS(returned),
        arguments, returned);
    gimp_plugin_menu_register(PLUGIN_PROCEDURE, N_("<Image>/Filters/Dithering"));
    gimp_install_procedure(
        PLUGIN_PRESET_PROCEDURE,
        N_("Dither an image with the settings of a preset, which is given by name"),
        "The presets are those of the dialog of " PLUGIN_PROCEDURE
        ". The result is a new layer above the drawable; it replaces the pixels of a mask or a "
        "channel.",
        "The gimp-error-diffusion authors", "The gimp-error-diffusion authors", "2026", NULL,
        "RGB*, GRAY*", GIMP_PLUGIN, G_N_ELEMENTS(preset_arguments), G_N_ELEMENTS(returned),
        preset_arguments, returned);
#ifdef HAVE_HOLOGRAM
    hologram_procedure_install();
#endif
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
        description = dither_request_describe(request, dithered.pixels->encoding.channels);
        written = result_write(&dithered, 1, request->output, description, outcome, message);
        outcome->engine = dithered.result->report.engine;
        g_free(description);
    }
    dither_result_free(dithered.result);
    drawable_pixels_free(dithered.pixels);
    return written;
}

/* Dithers each layer of a group. The dialog's preview shows the group as a whole, so its result is
 * of no use. */
static gboolean dither_group(gint32 group_ID, const DitherRequest *request, ClosedDialog **dialog,
                             Outcome *outcome, gchar **message)
{
    g_clear_pointer(dialog, closed_dialog_free);
    return layer_group_dither(group_ID, request, outcome, message);
}

static GimpPDBStatusType check_and_dither(gint32 drawable_ID, const DitherSettings *settings,
                                          ClosedDialog **dialog, Outcome *outcome, gchar **message)
{
    DitherRequest *request = dither_request_new(settings, NULL, message);
    gboolean done, is_by_layer;

    if (!request)
        return GIMP_PDB_CALLING_ERROR;
    is_by_layer = gimp_item_is_group(drawable_ID) && request->output != OUTPUT_NEW_INDEXED_IMAGE;
    done = is_by_layer ? layer_group_is_possible(drawable_ID, request, message)
                       : result_is_possible(drawable_ID, request->output, request->alpha, message);
    if (done) {
        progress_start(_("Error diffusion"));
        done = is_by_layer ? dither_group(drawable_ID, request, dialog, outcome, message)
                           : dither(drawable_ID, request, *dialog, outcome, message);
        progress_end();
    }
    dither_request_free(request);
    return done ? GIMP_PDB_SUCCESS : GIMP_PDB_EXECUTION_ERROR;
}

static gboolean check_call(const GimpParam *params, gint count, gint needed, gchar **message)
{
    return call_check(params, count, needed, message) &&
           drawable_pixels_are_supported(params[ARGUMENT_DRAWABLE].data.d_drawable, message);
}

/* FALSE: there is no such preset; *message, which the caller frees, says so. */
static gboolean read_preset(const GimpParam *params, DitherSettings *settings, gchar **message)
{
    const gchar *name = params[ARGUMENT_PRESET].data.d_string;
    gint32 drawable_ID = params[ARGUMENT_DRAWABLE].data.d_drawable;
    gchar *folder = presets_folder();
    DitherSettings *preset = presets_get(folder, name ? name : "", message);
    gboolean is_found = preset != NULL;

    g_free(folder);
    if (!is_found)
        return FALSE;
    dither_settings_assign(settings, preset);
    dither_settings_free(preset);
    if (!result_is_possible(drawable_ID, OUTPUT_NEW_LAYER, ERRDIFF_ALPHA_KEEP, NULL)) {
        g_free(settings->output);
        settings->output = g_strdup("replace");
    }
    return TRUE;
}

static GimpPDBStatusType run_with(const GimpParam *params, DitherSettings *settings,
                                  Outcome *outcome, gchar **message)
{
    GimpRunMode run_mode = params[ARGUMENT_RUN_MODE].data.d_int32;
    gint32 drawable_ID = params[ARGUMENT_DRAWABLE].data.d_drawable;
    GimpPDBStatusType status = GIMP_PDB_SUCCESS;
    ClosedDialog *dialog = NULL;

    if (run_mode == GIMP_RUN_INTERACTIVE) {
        gchar *folder = presets_folder();

        status = ask_user(drawable_ID, settings, folder, &dialog, message);
        g_free(folder);
    }
    if (status == GIMP_PDB_SUCCESS)
        status = check_and_dither(drawable_ID, settings, &dialog, outcome, message);
    closed_dialog_free(dialog);
    if (status == GIMP_PDB_SUCCESS && run_mode == GIMP_RUN_INTERACTIVE)
        arguments_remember(PLUGIN_PROCEDURE, &dither_settings_kind, settings);
    if (status == GIMP_PDB_SUCCESS && run_mode != GIMP_RUN_NONINTERACTIVE &&
        outcome->image_ID != params[ARGUMENT_IMAGE].data.d_image)
        gimp_display_new(outcome->image_ID);
    return status;
}

static GimpPDBStatusType run_procedure(const GimpParam *params, gint count, Outcome *outcome,
                                       gchar **message)
{
    gboolean takes_all = params[ARGUMENT_RUN_MODE].data.d_int32 == GIMP_RUN_NONINTERACTIVE;
    GimpPDBStatusType status;
    DitherSettings *settings;
    gint full_count;

    define_arguments(&full_count);
    if (!check_call(params, count, takes_all ? full_count : ARGUMENT_FIRST_OWN, message))
        return GIMP_PDB_CALLING_ERROR;
    settings = dither_settings_new();
    if (takes_all)
        arguments_read(&dither_settings_kind, params + ARGUMENT_FIRST_OWN, settings);
    else
        arguments_recall(PLUGIN_PROCEDURE, &dither_settings_kind, settings);
    status = run_with(params, settings, outcome, message);
    dither_settings_free(settings);
    return status;
}

static GimpPDBStatusType run_preset_procedure(const GimpParam *params, gint count, Outcome *outcome,
                                              gchar **message)
{
    GimpPDBStatusType status = GIMP_PDB_CALLING_ERROR;
    DitherSettings *settings;

    if (!check_call(params, count, G_N_ELEMENTS(preset_arguments), message))
        return GIMP_PDB_CALLING_ERROR;
    settings = dither_settings_new();
    if (read_preset(params, settings, message))
        status = run_with(params, settings, outcome, message);
    dither_settings_free(settings);
    return status;
}

static GimpPDBStatusType run_named(const gchar *name, const GimpParam *params, gint count,
                                   Outcome *outcome, gchar **message)
{
#ifdef HAVE_HOLOGRAM
    if (strcmp(name, PLUGIN_HOLOGRAM_PROCEDURE) == 0)
        return hologram_procedure_run(params, count, outcome, message);
#endif
    if (strcmp(name, PLUGIN_PRESET_PROCEDURE) == 0)
        return run_preset_procedure(params, count, outcome, message);
    return run_procedure(params, count, outcome, message);
}

static const char *translate(const char *text)
{
    return _(text);
}

static void run(const gchar *name, gint count, const GimpParam *params, gint *return_count,
                GimpParam **return_values)
{
    static GimpParam values[4];
    gchar *locale_folder = beside_program("locale");
    gchar *message = NULL;
    Outcome outcome = {-1, -1, NULL};

    bindtextdomain(GETTEXT_PACKAGE, locale_folder);
    bind_textdomain_codeset(GETTEXT_PACKAGE, "UTF-8");
    textdomain(GETTEXT_PACKAGE);
    errdiff_set_translation(translate);
    g_free(locale_folder);
    gegl_init(NULL, NULL);
    /* Pixels go to and from GIMP once, a band at a time. A larger cache would only hold a copy. */
    g_object_set(gegl_config(), "tile-cache-size", (guint64)TILE_CACHE_BYTES, NULL);
    if (params[ARGUMENT_RUN_MODE].data.d_int32 == GIMP_RUN_INTERACTIVE)
        gimp_ui_init(PLUGIN_BINARY, FALSE);

    *return_values = values;
    *return_count = 1;
    values[0].type = GIMP_PDB_STATUS;
    values[0].data.d_status = run_named(name, params, count, &outcome, &message);
    if (values[0].data.d_status == GIMP_PDB_SUCCESS) {
        *return_count = G_N_ELEMENTS(values);
        values[1].type = GIMP_PDB_IMAGE;
        values[1].data.d_image = outcome.image_ID;
        values[2].type = GIMP_PDB_LAYER;
        values[2].data.d_layer = outcome.layer_ID;
        values[3].type = GIMP_PDB_STRING;
        values[3].data.d_string = (gchar *)outcome.engine;
    } else if (message) {
        *return_count = 2;
        values[1].type = GIMP_PDB_STRING;
        values[1].data.d_string = message;
    }
}

const GimpPlugInInfo PLUG_IN_INFO = {NULL, NULL, query, run};

MAIN()
