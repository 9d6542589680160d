/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plug-in: what it tells GIMP of itself, and a run from the call to the result. */
#include "arguments.h"
#include "config.h"
#include "dialog.h"
#include "drawable_pixels.h"
#include "plugin.h"
#include "preview.h"
#include "progress.h"
#include "request.h"
#include "result.h"

#include <glib/gi18n.h>
#include <libgimp/gimp.h>
#include <libgimp/gimpui.h>

/* Translations and help lie beside the program, wherever that is. */
static gchar *beside_program(const gchar *name)
{
    gchar *folder = g_path_get_dirname(gimp_get_progname());
    gchar *path = g_build_filename(folder, name, NULL);

    g_free(folder);
    return path;
}

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
    const GimpParamDef *arguments = arguments_define(&count);

    gimp_plugin_domain_register(GETTEXT_PACKAGE, locale_folder);
    g_free(locale_folder);
    gimp_install_procedure(
        PLUGIN_PROCEDURE, N_("Reduce the levels of a picture by exact error diffusion"),
        "Each pixel takes the nearest output level, and what was lost is handed on to the pixels "
        "after it. The result is a new layer above the drawable, or replaces its pixels. Every "
        "engine gives the same bytes.",
        "The gimp-error-diffusion authors", "The gimp-error-diffusion authors", "2026",
        N_("_Error Diffusion..."), "*", GIMP_PLUGIN, count, G_N_ELEMENTS(returned), arguments,
        returned);
    gimp_plugin_menu_register(PLUGIN_PROCEDURE, N_("<Image>/Filters/Dithering"));
}

/* FALSE: the user cancelled. */
static gboolean ask_user(DrawablePixels *pixels, DitherSettings *settings)
{
    gboolean can_add_layer = result_is_possible(pixels->drawable_ID, FALSE, NULL);
    PreviewSource source = preview_source(pixels);
    gchar *help_path = beside_program("help.html");
    gchar *help_uri = g_filename_to_uri(help_path, NULL, NULL);
    GtkWidget *dialog;
    gboolean confirmed;

    gimp_ui_init(PLUGIN_BINARY, FALSE);
    dialog = dither_dialog_new(settings, &source, help_uri, can_add_layer);
    gimp_window_set_transient(GTK_WINDOW(dialog));
    confirmed = dither_dialog_run(dialog);
    g_free(help_uri);
    g_free(help_path);
    return confirmed;
}

typedef struct {
    gint32 layer_ID;
    const gchar *engine; /* static */
} Outcome;

/* All the work is done before the image is touched. */
static GimpPDBStatusType dither(DrawablePixels *pixels, const DitherRequest *request,
                                Outcome *outcome, gchar **message)
{
    errdiff_image image = drawable_pixels_image(pixels);
    errdiff_options options = request->options;
    errdiff_report report;
    gchar *description;
    gboolean written;

    progress_show(&options);
    if (errdiff_dither(&image, &image, &options, &report) != ERRDIFF_OK) {
        *message = g_strdup(report.message.text);
        return GIMP_PDB_EXECUTION_ERROR;
    }
    drawable_pixels_take(pixels, &image);
    description = dither_request_describe(request, image.channels);
    written = result_write(pixels, request->replace, description, &outcome->layer_ID, message);
    g_free(description);
    gimp_progress_end();
    outcome->engine = report.engine;
    return written ? GIMP_PDB_SUCCESS : GIMP_PDB_EXECUTION_ERROR;
}

static GimpPDBStatusType check_and_dither(gint32 drawable_ID, GimpRunMode run_mode,
                                          DitherSettings *settings, Outcome *outcome,
                                          gchar **message)
{
    GimpPDBStatusType status;
    DitherRequest request;
    DrawablePixels *pixels = NULL;

    if (!drawable_pixels_are_supported(drawable_ID, message))
        return GIMP_PDB_CALLING_ERROR;
    if (run_mode == GIMP_RUN_INTERACTIVE) {
        pixels = drawable_pixels_read(drawable_ID, message);
        if (!pixels)
            return GIMP_PDB_EXECUTION_ERROR;
        if (!ask_user(pixels, settings)) {
            drawable_pixels_free(pixels);
            return GIMP_PDB_CANCEL;
        }
    }

    if (!dither_request_make(&request, settings, message))
        status = GIMP_PDB_CALLING_ERROR;
    else if (!result_is_possible(drawable_ID, request.replace, message) ||
             (!pixels && !(pixels = drawable_pixels_read(drawable_ID, message))))
        status = GIMP_PDB_EXECUTION_ERROR;
    else
        status = dither(pixels, &request, outcome, message);
    drawable_pixels_free(pixels);
    return status;
}

static GimpPDBStatusType run_procedure(const GimpParam *params, gint count, Outcome *outcome,
                                       gchar **message)
{
    GimpRunMode run_mode = params[ARGUMENT_RUN_MODE].data.d_int32;
    DitherSettings *settings = dither_settings_new();
    GimpPDBStatusType status;
    gint full_count;

    arguments_define(&full_count);
    if (run_mode != GIMP_RUN_NONINTERACTIVE)
        arguments_recall(settings);
    else if (count == full_count)
        arguments_read(params, settings);
    if (run_mode == GIMP_RUN_NONINTERACTIVE && count != full_count) {
        *message = g_strdup_printf(_("%d arguments are needed; %d were given"), full_count, count);
        status = GIMP_PDB_CALLING_ERROR;
    } else {
        status = check_and_dither(params[ARGUMENT_DRAWABLE].data.d_drawable, run_mode, settings,
                                  outcome, message);
    }
    if (status == GIMP_PDB_SUCCESS && run_mode == GIMP_RUN_INTERACTIVE)
        arguments_remember(settings);
    dither_settings_free(settings);
    return status;
}

static void run(const gchar *name, gint count, const GimpParam *params, gint *return_count,
                GimpParam **return_values)
{
    static GimpParam values[4];
    gchar *locale_folder = beside_program("locale");
    gchar *message = NULL;
    Outcome outcome = {.layer_ID = -1};

    (void)name;
    bindtextdomain(GETTEXT_PACKAGE, locale_folder);
    bind_textdomain_codeset(GETTEXT_PACKAGE, "UTF-8");
    textdomain(GETTEXT_PACKAGE);
    g_free(locale_folder);
    gegl_init(NULL, NULL);

    *return_values = values;
    *return_count = 1;
    values[0].type = GIMP_PDB_STATUS;
    values[0].data.d_status = run_procedure(params, count, &outcome, &message);
    if (values[0].data.d_status == GIMP_PDB_SUCCESS) {
        *return_count = G_N_ELEMENTS(values);
        values[1].type = GIMP_PDB_IMAGE;
        values[1].data.d_image = params[ARGUMENT_IMAGE].data.d_image;
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
