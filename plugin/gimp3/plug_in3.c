/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Registers the procedures with GIMP 3, and runs them. */
#include "arguments3.h"
#include "config.h"
#include "menu_path.h"
#include "plugin.h"
#include "procedures.h"

#include <glib/gi18n.h>
#include <libgimp/gimpui.h>

typedef struct {
    GimpPlugIn parent;
} ErrorDiffusion;

typedef GimpPlugInClass ErrorDiffusionClass;

GType error_diffusion_get_type(void);
G_DEFINE_TYPE(ErrorDiffusion, error_diffusion, GIMP_TYPE_PLUG_IN)

/* ---- A call ---------------------------------------------------------------------------------- */

/* The IDs of the drawables; the caller frees the array. */
static gint32 *ids_of(GimpDrawable *const *drawables, gint *count)
{
    gint32 *numbers;

    for (*count = 0; drawables[*count];)
        (*count)++;
    numbers = g_new(gint32, *count);
    for (gint i = 0; i < *count; i++)
        numbers[i] = gimp_item_get_id(GIMP_ITEM(drawables[i]));
    return numbers;
}

/* Whether the procedure takes this number of drawables, and all are in the image. FALSE: *message,
 * which the caller frees, says what is wrong. */
static gboolean check_drawables(const Procedure *procedure, const Call *call, GimpImage *image,
                                gchar **message)
{
    gint count = call->drawable_count;

    if (count != 1 && !(count > 1 && procedure->takes_several_drawables)) {
        *message = g_strdup_printf(_("drawables: %d were given; one is needed"), count);
        return FALSE;
    }
    for (gint i = 0; i < count; i++)
        if (gimp_item_get_image(gimp_item_get_by_id(call->drawables[i])) != image) {
            *message = g_strdup_printf(_("drawable: %d is not in image %d"), call->drawables[i],
                                       gimp_image_get_id(image));
            return FALSE;
        }
    return TRUE;
}

static GimpValueArray *return_values(GimpProcedure *procedure, GimpPDBStatusType status,
                                     const Outcome *outcome, const gchar *message)
{
    GError *error = message ? g_error_new_literal(GIMP_PLUG_IN_ERROR, 0, message) : NULL;
    GimpValueArray *values = gimp_procedure_new_return_values(procedure, status, error);

    if (status != GIMP_PDB_SUCCESS)
        return values;
    GIMP_VALUES_SET_IMAGE(values, 1, gimp_image_get_by_id(outcome->image_ID));
    if (outcome->layer_ID != -1)
        GIMP_VALUES_SET_LAYER(values, 2, gimp_layer_get_by_id(outcome->layer_ID));
    GIMP_VALUES_SET_STRING(values, 3, outcome->engine);
    return values;
}

static GimpPDBStatusType call_procedure(const Procedure *procedure, Call *call, GimpImage *image,
                                        GimpProcedureConfig *config, Outcome *outcome,
                                        gchar **message)
{
    GimpPDBStatusType status;

    if (!check_drawables(procedure, call, image, message))
        return GIMP_PDB_CALLING_ERROR;
    arguments_get(procedure, config, call);
    status = procedure->run(call, outcome, message);
    if (status == GIMP_PDB_SUCCESS && call->run_mode == GIMP_RUN_INTERACTIVE)
        arguments_set(procedure, config, call->settings);
    return status;
}

static GimpValueArray *run(GimpProcedure *called, GimpRunMode run_mode, GimpImage *image,
                           GimpDrawable **drawables, GimpProcedureConfig *config, gpointer data)
{
    const Procedure *procedure = procedure_named(gimp_procedure_get_name(called));
    Call call = {.run_mode = run_mode, .second_drawable_ID = -1};
    Outcome outcome = {-1, -1, NULL};
    gint32 *numbers = ids_of(drawables, &call.drawable_count);
    GimpPDBStatusType status;
    GimpValueArray *values;
    gchar *message = NULL;

    (void)data;
    procedures_begin();
    if (run_mode == GIMP_RUN_INTERACTIVE)
        gimp_ui_init(PLUGIN_BINARY);
    call.drawables = numbers;
    call.settings = procedure->new_settings();
    status = call_procedure(procedure, &call, image, config, &outcome, &message);
    values = return_values(called, status, &outcome, message);
    settings_free(procedure->kind, call.settings);
    g_free(call.preset);
    g_free(message);
    g_free(numbers);
    return values;
}

/* ---- The plug-in ----------------------------------------------------------------------------- */

static GList *query_procedures(GimpPlugIn *plug_in)
{
    GList *names = NULL;

    (void)plug_in;
    for (gint i = 0; procedures[i]; i++)
        names = g_list_append(names, g_strdup(procedures[i]->name));
    return names;
}

static void add_return_values(const Procedure *procedure, GimpProcedure *made)
{
    gimp_procedure_add_image_return_value(made, "result-image", "Result image",
                                          procedure->returned_image_text, FALSE, G_PARAM_READWRITE);
    gimp_procedure_add_layer_return_value(made, "result-layer", "Result layer",
                                          procedure->returned_layer_text, TRUE, G_PARAM_READWRITE);
    gimp_procedure_add_string_return_value(made, "engine-used", "Engine used",
                                           PROCEDURE_ENGINE_TEXT, NULL, G_PARAM_READWRITE);
}

/* GIMP translates neither texts of procedures nor labels. */
static GimpProcedure *create_procedure(GimpPlugIn *plug_in, const gchar *name)
{
    const Procedure *procedure = procedure_named(name);
    GimpProcedure *made =
        gimp_image_procedure_new(plug_in, name, GIMP_PDB_PROC_TYPE_PLUGIN, run, NULL, NULL);
    gint several = procedure->takes_several_drawables ? GIMP_PROCEDURE_SENSITIVE_DRAWABLES : 0;

    gimp_procedure_set_image_types(made, procedure->image_types);
    gimp_procedure_set_sensitivity_mask(made, GIMP_PROCEDURE_SENSITIVE_DRAWABLE | several);
    gimp_procedure_set_documentation(made, _(procedure->blurb), procedure->help, name);
    gimp_procedure_set_attribution(made, PROCEDURE_AUTHORS, PROCEDURE_AUTHORS, PROCEDURE_DATE);
    if (procedure->menu_label) {
        gchar *path = menu_path_new();

        gimp_procedure_set_menu_label(made, _(procedure->menu_label));
        gimp_procedure_add_menu_path(made, path);
        g_free(path);
    }
    arguments_add(procedure, made);
    add_return_values(procedure, made);
    return made;
}

static gboolean set_i18n(GimpPlugIn *plug_in, const gchar *procedure, gchar **domain,
                         gchar **folder)
{
    (void)plug_in, (void)procedure;
    *domain = g_strdup(GETTEXT_PACKAGE);
    *folder = g_strdup("locale");
    return TRUE;
}

static void error_diffusion_class_init(ErrorDiffusionClass *class)
{
    class->query_procedures = query_procedures;
    class->create_procedure = create_procedure;
    class->set_i18n = set_i18n;
}

static void error_diffusion_init(ErrorDiffusion *plug_in)
{
    (void)plug_in;
}

GIMP_MAIN(error_diffusion_get_type())
