/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hologram_procedure.h"

#include "gimp_progress.h"
#include "help_page.h"
#include "hologram_dialog.h"
#include "hologram_display.h"
#include "hologram_input.h"
#include "hologram_output.h"
#include "hologram_preview.h"
#include "plugin.h"
#include "procedure_arguments.h"

#include <glib/gi18n.h>
#include <libgimp/gimpui.h>

enum { ARGUMENT_SECOND = ARGUMENT_FIRST_OWN, ARGUMENT_FIRST_OPTION };

/* The arguments of the procedure; static. */
static const GimpParamDef *define_arguments(gint *count)
{
    static GimpParamDef definitions[MAX_ARGUMENTS] = {
        FIRST_ARGUMENTS("The hologram, or a part of it"),
        {GIMP_PDB_DRAWABLE, "second-drawable",
         "The other part, in any image: imaginary parts or phases; -1: there is none"},
    };

    *count = arguments_define(&hologram_settings_kind, definitions, ARGUMENT_FIRST_OPTION);
    return definitions;
}

void hologram_procedure_install(void)
{
    static const GimpParamDef returned[] = {
        {GIMP_PDB_IMAGE, "result-image", "A new image with what a display is sent"},
        {GIMP_PDB_LAYER, "result-layer", "Its layer"},
        {GIMP_PDB_STRING, "engine-used", "The name of the engine that ran"},
    };
    gint count;
    const GimpParamDef *arguments = define_arguments(&count);

    gimp_install_procedure(
        PLUGIN_HOLOGRAM_PROCEDURE,
        N_("Reduce a hologram to a few phases or amplitudes, with the noise outside the viewer's "
           "window"),
        "View-dependent error diffusion of a computer-generated hologram for a display with few "
        "phases or amplitudes (Lagrange, Gilles, Heggarty, Fracasso 2024). The layers' values "
        "are read without a tone curve. The result is a new gray image with linear "
        "values: phase k of K as k * 2^bits / K, amplitude k as k * (2^bits - 1) / (K - 1), in 8 "
        "bits for up to 256 levels, else in 16. Its parasite " HOLOGRAM_PARASITE
        " has the figures as JSON.",
        "The gimp-error-diffusion authors", "The gimp-error-diffusion authors", "2026",
        N_("_Hologram Quantization…"), "RGB*, GRAY*", GIMP_PLUGIN, count, G_N_ELEMENTS(returned),
        arguments, returned);
    gimp_plugin_menu_register(PLUGIN_HOLOGRAM_PROCEDURE, N_("<Image>/Filters/Dithering"));
}

/* Shows the figures and warnings of the result as a message. The dialog has shown the warnings
 * already. */
static void show_figures(const HologramResult *result, GimpRunMode run_mode)
{
    gchar *figures = hologram_result_figures(result);
    const gchar *warnings = run_mode == GIMP_RUN_INTERACTIVE ? "" : result->warnings;
    gchar *text = g_strjoin(*warnings != '\0' ? "\n" : "", figures, warnings, NULL);

    gimp_message(text);
    g_free(text);
    g_free(figures);
}

typedef struct {
    errdiff_progress_share quantizing, measuring, viewing;
} Stages;

/* The shares of the progress bar for the stages, according to how many times each of them
 * propagates light from plane to plane, which is nearly all of the work. */
static Stages stages_of(gboolean wants_views)
{
    gdouble quantized = wants_views ? 0.25 : 0.35, measured = wants_views ? 0.65 : 0.95;

    return (Stages){.quantizing = {progress_show, NULL, 0.05, quantized},
                    .measuring = {progress_show, NULL, quantized, measured},
                    .viewing = {progress_show, NULL, measured, 0.95}};
}

/* Computes everything before it makes the new image, so that a failure leaves no image behind. */
static gboolean work(const errdiff_field *hologram, const HologramRequest *request,
                     gint32 source_ID, GimpRunMode run_mode, Outcome *outcome, gchar **message)
{
    gboolean wants_views = request->depth != 0, done = FALSE;
    Stages stages = stages_of(wants_views);
    HologramResult *result = hologram_quantize(hologram, request, errdiff_progress_share_report,
                                               &stages.quantizing, message);
    HologramViews views = {0};

    if (!result)
        return FALSE;
    hologram_measure(result, hologram, request, errdiff_progress_share_report, &stages.measuring);
    if (wants_views && !hologram_make_views(&views, hologram, result, request, request->depth,
                                            errdiff_progress_share_report, &stages.viewing))
        *message = g_strdup(_("There is not enough memory for the reconstruction"));
    else
        done = hologram_output(result, request, wants_views ? &views : NULL, source_ID, outcome,
                               message);
    if (done)
        show_figures(result, run_mode);
    hologram_views_free(&views);
    hologram_result_free(result);
    return done;
}

static gboolean read_and_work(const HologramDrawables *drawables, const HologramRequest *request,
                              GimpRunMode run_mode, Outcome *outcome, gchar **message)
{
    errdiff_field hologram = {0};
    gboolean done = hologram_has_room(gimp_drawable_width(drawables->first),
                                      gimp_drawable_height(drawables->first), request, message) &&
                    hologram_input_read(&hologram, drawables, request->input, NULL, message) &&
                    work(&hologram, request, drawables->first, run_mode, outcome, message);

    errdiff_field_free(&hologram);
    return done;
}

static GimpPDBStatusType check_and_work(const HologramDrawables *drawables,
                                        const HologramSettings *settings, GimpRunMode run_mode,
                                        Outcome *outcome, gchar **message)
{
    HologramRequest *request = hologram_request_new(settings, message);
    GimpPDBStatusType status = GIMP_PDB_CALLING_ERROR;

    if (request && hologram_input_check(drawables, request->input, message)) {
        progress_start(_("Hologram quantization"));
        status = read_and_work(drawables, request, run_mode, outcome, message)
                     ? GIMP_PDB_SUCCESS
                     : GIMP_PDB_EXECUTION_ERROR;
        progress_end();
    }
    hologram_request_free(request);
    return status;
}

/* Changes an input that the drawables cannot contain, so that the dialog does not open with an
 * error. */
static void make_input_possible(gint32 drawable_ID, HologramSettings *settings)
{
    HologramDrawables drawables = {drawable_ID, settings->second_drawable};
    HologramRequest *request;
    gchar *message = NULL;

    request = hologram_request_new(settings, &message);
    if (request && !hologram_input_check(&drawables, request->input, &message)) {
        g_free(settings->input);
        settings->input = g_strdup(hologram_input_guess(&drawables));
    }
    hologram_request_free(request);
    g_free(message);
}

/* Shows the dialog. GIMP_PDB_SUCCESS: the user pressed OK, and `settings` holds the choices. */
static GimpPDBStatusType ask_user(gint32 drawable_ID, HologramSettings *settings, gchar **message)
{
    HologramPreview *preview = hologram_preview_new(drawable_ID);
    gchar *help_uri = help_page_uri("#holograms");
    gboolean confirmed = hologram_dialog_run(settings, hologram_preview_source(preview), help_uri,
                                             gimp_window_set_transient);
    gboolean is_gone = !gimp_item_is_valid(drawable_ID);

    g_free(help_uri);
    hologram_preview_free(preview);
    if (confirmed && is_gone)
        *message = g_strdup(_("The image has been closed in the meantime"));
    if (confirmed)
        return is_gone ? GIMP_PDB_EXECUTION_ERROR : GIMP_PDB_SUCCESS;
    return GIMP_PDB_CANCEL;
}

static GimpPDBStatusType run_with(const GimpParam *params, HologramSettings *settings,
                                  Outcome *outcome, gchar **message)
{
    GimpRunMode run_mode = params[ARGUMENT_RUN_MODE].data.d_int32;
    gint32 drawable_ID = params[ARGUMENT_DRAWABLE].data.d_drawable;
    GimpPDBStatusType status = GIMP_PDB_SUCCESS;

    if (run_mode == GIMP_RUN_INTERACTIVE && hologram_input_is_like_photograph(drawable_ID) &&
        !hologram_dialog_ask_about_photograph(gimp_window_set_transient))
        return GIMP_PDB_CANCEL;
    if (run_mode == GIMP_RUN_INTERACTIVE) {
        make_input_possible(drawable_ID, settings);
        status = ask_user(drawable_ID, settings, message);
    }
    if (status == GIMP_PDB_SUCCESS)
        status = check_and_work(&(HologramDrawables){drawable_ID, settings->second_drawable},
                                settings, run_mode, outcome, message);
    if (status == GIMP_PDB_SUCCESS && run_mode == GIMP_RUN_INTERACTIVE)
        arguments_remember(PLUGIN_HOLOGRAM_PROCEDURE, &hologram_settings_kind, settings);
    if (status == GIMP_PDB_SUCCESS && run_mode != GIMP_RUN_NONINTERACTIVE)
        hologram_display(outcome->image_ID, outcome->layer_ID);
    return status;
}

GimpPDBStatusType hologram_procedure_run(const GimpParam *params, gint count, Outcome *outcome,
                                         gchar **message)
{
    gboolean takes_all = params[ARGUMENT_RUN_MODE].data.d_int32 == GIMP_RUN_NONINTERACTIVE;
    HologramSettings *settings;
    GimpPDBStatusType status;
    gint full_count;

    define_arguments(&full_count);
    if (!call_check(params, count, takes_all ? full_count : ARGUMENT_FIRST_OWN, message))
        return GIMP_PDB_CALLING_ERROR;
    settings = hologram_settings_new();
    if (takes_all) {
        settings->second_drawable = params[ARGUMENT_SECOND].data.d_drawable;
        arguments_read(&hologram_settings_kind, params + ARGUMENT_FIRST_OPTION, settings);
    } else {
        arguments_recall(PLUGIN_HOLOGRAM_PROCEDURE, &hologram_settings_kind, settings);
        settings->second_drawable =
            hologram_input_find_second(params[ARGUMENT_DRAWABLE].data.d_drawable);
    }
    status = run_with(params, settings, outcome, message);
    hologram_settings_free(settings);
    return status;
}
