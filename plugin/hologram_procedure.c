/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hologram_procedure.h"

#include "hologram_arguments.h"
#include "hologram_input.h"
#include "hologram_output.h"
#include "plugin.h"
#include "progress.h"

#include <glib/gi18n.h>

void hologram_procedure_install(void)
{
    static const GimpParamDef returned[] = {
        {GIMP_PDB_IMAGE, "result-image", "A new image with what a display is sent"},
        {GIMP_PDB_LAYER, "result-layer", "Its layer"},
        {GIMP_PDB_STRING, "engine-used", "The name of the engine that ran"},
    };
    gint count;
    const GimpParamDef *arguments = hologram_arguments_define(&count);

    gimp_install_procedure(
        PLUGIN_HOLOGRAM_PROCEDURE,
        N_("Reduce a hologram to few phases or amplitudes, with the noise where no viewer looks"),
        "View-dependent error diffusion of a computer-generated hologram for a display with few "
        "phases or amplitudes (Lagrange, Gilles, Heggarty, Fracasso 2024). The layers' numbers "
        "are read as they are, with no tone curve. The result is a new gray image with linear "
        "values: phase k of K as k * 2^bits / K, amplitude k as k * (2^bits - 1) / (K - 1), in 8 "
        "bits for up to 256 levels, else in 16. Its parasite " HOLOGRAM_PARASITE
        " has the figures as JSON.",
        "The gimp-error-diffusion authors", "The gimp-error-diffusion authors", "2026",
        N_("_Hologram Quantisation…"), "RGB*, GRAY*", GIMP_PLUGIN, count, G_N_ELEMENTS(returned),
        arguments, returned);
    gimp_plugin_menu_register(PLUGIN_HOLOGRAM_PROCEDURE, N_("<Image>/Filters/Dithering"));
}

static void tell(const HologramResult *result)
{
    gchar *figures = hologram_result_figures(result);
    gchar *warnings = hologram_result_warnings(result);
    gchar *text = g_strjoin(*warnings != '\0' ? "\n" : "", figures, warnings, NULL);

    gimp_message(text);
    g_free(text);
    g_free(warnings);
    g_free(figures);
}

/* All the work is done before an image is made. */
static gboolean work(const errdiff_field *hologram, const HologramRequest *request,
                     gint32 source_ID, Outcome *outcome, gchar **message)
{
    HologramResult *result = hologram_quantise(hologram, request, progress_dithered, NULL, message);
    HologramViews views = {0};
    gboolean wants_views = request->depth != 0, done = FALSE;

    if (!result)
        return FALSE;
    if (wants_views && !hologram_look(&views, hologram, result, request, request->depth))
        *message = g_strdup(_("There is not enough memory for the reconstruction"));
    else
        done = hologram_output(result, request, wants_views ? &views : NULL, source_ID, outcome,
                               message);
    if (done)
        tell(result);
    hologram_views_free(&views);
    hologram_result_free(result);
    return done;
}

static gboolean read_and_work(const HologramDrawables *drawables, const HologramRequest *request,
                              Outcome *outcome, gchar **message)
{
    errdiff_field hologram;
    gboolean done = hologram_input_read(&hologram, drawables, request->input, message) &&
                    work(&hologram, request, drawables->first, outcome, message);

    errdiff_field_free(&hologram);
    return done;
}

static GimpPDBStatusType check_and_work(const HologramDrawables *drawables,
                                        const HologramSettings *settings, Outcome *outcome,
                                        gchar **message)
{
    HologramRequest *request = hologram_request_new(settings, message);
    GimpPDBStatusType status = GIMP_PDB_CALLING_ERROR;

    if (request && hologram_input_check(drawables, request->input, message)) {
        progress_start(_("Hologram quantisation"));
        status = read_and_work(drawables, request, outcome, message) ? GIMP_PDB_SUCCESS
                                                                     : GIMP_PDB_EXECUTION_ERROR;
        progress_end();
    }
    hologram_request_free(request);
    return status;
}

GimpPDBStatusType hologram_procedure_run(const GimpParam *params, gint count, Outcome *outcome,
                                         gchar **message)
{
    GimpRunMode run_mode = params[ARGUMENT_RUN_MODE].data.d_int32;
    gboolean takes_all = run_mode == GIMP_RUN_NONINTERACTIVE;
    HologramDrawables drawables;
    HologramSettings *settings;
    GimpPDBStatusType status;
    gint full_count;

    hologram_arguments_define(&full_count);
    if (!call_check(params, count, takes_all ? full_count : ARGUMENT_FIRST_OWN, message))
        return GIMP_PDB_CALLING_ERROR;
    settings = hologram_settings_new();
    drawables.first = params[ARGUMENT_DRAWABLE].data.d_drawable;
    if (takes_all) {
        drawables.second = params[HOLOGRAM_ARGUMENT_SECOND].data.d_drawable;
        hologram_arguments_read(params, settings);
    } else {
        drawables.second = hologram_input_find_second(drawables.first);
        hologram_arguments_recall(settings);
    }
    status = check_and_work(&drawables, settings, outcome, message);
    if (status == GIMP_PDB_SUCCESS && run_mode == GIMP_RUN_INTERACTIVE)
        hologram_arguments_remember(settings);
    if (status == GIMP_PDB_SUCCESS && run_mode != GIMP_RUN_NONINTERACTIVE)
        gimp_display_new(outcome->image_ID);
    hologram_settings_free(settings);
    return status;
}
