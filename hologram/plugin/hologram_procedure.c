/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GIMP's procedure that quantizes a hologram, with its dialog or without. */
#include "hologram_procedure.h"

#include "gimp_progress.h"
#include "help_page.h"
#include "hologram_correction.h"
#include "hologram_dialog.h"
#include "hologram_display.h"
#include "hologram_input.h"
#include "hologram_output.h"
#include "hologram_preview.h"
#include "items.h"
#include "plugin.h"

#include <glib/gi18n.h>
#include <libgimp/gimpui.h>

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
static Stages stages_of(const HologramRequest *request)
{
    gint refining = errdiff_hologram_is_refined(&request->options) ? request->options.refine : 0;
    gint quantizing = 3 + 4 * refining, viewing = request->depth != 0 ? 4 : 0;
    gdouble all = quantizing + 5 + viewing;
    gdouble quantized = 0.05 + 0.9 * quantizing / all, measured = 0.95 - 0.9 * viewing / all;

    return (Stages){.quantizing = {progress_show, NULL, 0.05, quantized},
                    .measuring = {progress_show, NULL, quantized, measured},
                    .viewing = {progress_show, NULL, measured, 0.95}};
}

/* Computes everything before it makes the new image, so that a failure leaves no image behind. */
static gboolean work(const errdiff_field *hologram, const HologramRequest *request,
                     gint32 source_ID, GimpRunMode run_mode, Outcome *outcome, gchar **message)
{
    gboolean wants_views = request->depth != 0, done = FALSE;
    Stages stages = stages_of(request);
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

/* Reads the hologram, and puts it on the panel if there is one. Free it in either case. */
static gboolean read_hologram(errdiff_field *hologram, const HologramDrawables *drawables,
                              const HologramRequest *request, gchar **message)
{
    errdiff_field placed;
    errdiff_message reason;

    if (!hologram_input_read(hologram, drawables, request, NULL, message))
        return FALSE;
    if (request->panel.width == 0)
        return TRUE;
    if (errdiff_hologram_panel_place(hologram, &request->panel, &request->options.display, &placed,
                                     &reason) != ERRDIFF_OK) {
        *message = g_strdup(reason.text);
        return FALSE;
    }
    errdiff_field_free(hologram);
    *hologram = placed;
    return TRUE;
}

static gboolean read_and_work(const HologramDrawables *drawables, HologramRequest *request,
                              GimpRunMode run_mode, Outcome *outcome, gchar **message)
{
    gint width = drawable_get_width(drawables->first);
    gint height = drawable_get_height(drawables->first);
    gfloat *correction = NULL;
    errdiff_field hologram = {0};
    gboolean done;

    hologram_request_size(request, &width, &height);
    done = hologram_has_room(width, height, request, message);
    if (done && *request->correction != '\0') {
        correction = hologram_correction_read(request->correction, width, height, message);
        done = correction != NULL;
    }
    request->options.added.correction = correction;
    done = done && read_hologram(&hologram, drawables, request, message) &&
           work(&hologram, request, drawables->first, run_mode, outcome, message);
    errdiff_field_free(&hologram);
    g_free(correction);
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
    gboolean is_gone = !item_is_valid(drawable_ID);

    g_free(help_uri);
    hologram_preview_free(preview);
    if (confirmed && is_gone)
        *message = g_strdup(_("The image has been closed in the meantime"));
    if (confirmed)
        return is_gone ? GIMP_PDB_EXECUTION_ERROR : GIMP_PDB_SUCCESS;
    return GIMP_PDB_CANCEL;
}

static GimpPDBStatusType run_with(const Call *call, HologramSettings *settings, Outcome *outcome,
                                  gchar **message)
{
    gint32 drawable_ID = call->drawables[0];
    GimpPDBStatusType status = GIMP_PDB_SUCCESS;

    if (call->run_mode == GIMP_RUN_INTERACTIVE && hologram_input_is_like_photograph(drawable_ID) &&
        !hologram_dialog_ask_about_photograph(gimp_window_set_transient))
        return GIMP_PDB_CANCEL;
    if (call->run_mode == GIMP_RUN_INTERACTIVE) {
        make_input_possible(drawable_ID, settings);
        status = ask_user(drawable_ID, settings, message);
    }
    if (status == GIMP_PDB_SUCCESS)
        status = check_and_work(&(HologramDrawables){drawable_ID, settings->second_drawable},
                                settings, call->run_mode, outcome, message);
    if (status == GIMP_PDB_SUCCESS && call->run_mode != GIMP_RUN_NONINTERACTIVE)
        hologram_display(outcome->image_ID, outcome->layer_ID);
    return status;
}

static gpointer new_settings(void)
{
    return hologram_settings_new();
}

static GimpPDBStatusType run(const Call *call, Outcome *outcome, gchar **message)
{
    HologramSettings *settings = call->settings;

    settings->second_drawable = call->run_mode == GIMP_RUN_NONINTERACTIVE
                                    ? call->second_drawable_ID
                                    : hologram_input_find_second(call->drawables[0]);
    return run_with(call, settings, outcome, message);
}

const Procedure hologram_procedure = {
    .name = PLUGIN_HOLOGRAM_PROCEDURE,
    .blurb = N_("Reduce a hologram to a few phases or amplitudes, with the noise outside the "
                "viewer's window"),
    .help = "View-dependent error diffusion of a computer-generated hologram for a display with "
            "few phases or amplitudes (Lagrange, Gilles, Heggarty, Fracasso 2024). The layers' "
            "values are read without a tone curve. The result is a new gray image with linear "
            "values: phase k of K as k * 2^bits / K, amplitude k as k * (2^bits - 1) / (K - 1), in "
            "8 bits for up to 256 levels if these hold all samples, else in 16. Its "
            "parasite " HOLOGRAM_PARASITE " has the figures as JSON.",
    .menu_label = N_("_Hologram Quantization…"),
    .image_types = "RGB*, GRAY*",
    .drawable_text = "The hologram, or a part of it",
    .returned_image_text = "A new image with what a display is sent",
    .returned_layer_text = "Its layer",
    .arguments = ARGUMENTS_SECOND_AND_OPTIONS,
    .kind = &hologram_settings_kind,
    .new_settings = new_settings,
    .remembered_as = PLUGIN_HOLOGRAM_PROCEDURE,
    .run = run,
};
