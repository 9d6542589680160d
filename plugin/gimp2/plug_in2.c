/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Registers the procedures with GIMP 2.10, and runs them. */
#include "arguments2.h"
#include "config.h"
#include "items.h"
#include "plugin.h"
#include "procedures.h"

#include <glib/gi18n.h>
#include <libgimp/gimpui.h>

/* The first arguments of every procedure. */
enum { ARGUMENT_RUN_MODE, ARGUMENT_IMAGE, ARGUMENT_DRAWABLE, ARGUMENT_FIRST_OWN };

/* Sets the definitions of all arguments, and returns how many there are. */
static gint define_arguments(const Procedure *procedure, GimpParamDef definitions[MAX_ARGUMENTS])
{
    gint count = ARGUMENT_FIRST_OWN;

    definitions[ARGUMENT_RUN_MODE] =
        (GimpParamDef){GIMP_PDB_INT32, "run-mode",
                       "RUN-INTERACTIVE (0), RUN-NONINTERACTIVE (1), RUN-WITH-LAST-VALS (2)"};
    definitions[ARGUMENT_IMAGE] = (GimpParamDef){GIMP_PDB_IMAGE, "image", "The image"};
    definitions[ARGUMENT_DRAWABLE] =
        (GimpParamDef){GIMP_PDB_DRAWABLE, "drawable", (gchar *)procedure->drawable_text};
    if (procedure->arguments == ARGUMENTS_PRESET) {
        definitions[count++] = (GimpParamDef){GIMP_PDB_STRING, "preset", PROCEDURE_PRESET_TEXT};
        return count;
    }
    if (procedure->arguments == ARGUMENTS_SECOND_AND_OPTIONS)
        definitions[count++] = (GimpParamDef){GIMP_PDB_DRAWABLE, "second-drawable",
                                              PROCEDURE_SECOND_TEXT "; -1: there is none"};
    return arguments_define(procedure->kind, definitions, count);
}

static void install(const Procedure *procedure)
{
    GimpParamDef arguments[MAX_ARGUMENTS];
    gint count = define_arguments(procedure, arguments);
    const GimpParamDef returned[] = {
        {GIMP_PDB_IMAGE, "result-image", (gchar *)procedure->returned_image_text},
        {GIMP_PDB_LAYER, "result-layer", (gchar *)procedure->returned_layer_text},
        {GIMP_PDB_STRING, "engine-used", PROCEDURE_ENGINE_TEXT},
    };

    gimp_install_procedure(procedure->name, procedure->blurb, procedure->help, PROCEDURE_AUTHORS,
                           PROCEDURE_AUTHORS, PROCEDURE_DATE, procedure->menu_label,
                           procedure->image_types, GIMP_PLUGIN, count, G_N_ELEMENTS(returned),
                           arguments, returned);
    if (procedure->menu_label)
        gimp_plugin_menu_register(procedure->name, N_("<Image>/Filters/Dithering"));
}

static void query(void)
{
    gchar *locale_folder = beside_program("locale");

    gimp_plugin_domain_register(GETTEXT_PACKAGE, locale_folder);
    g_free(locale_folder);
    for (gint i = 0; procedures[i]; i++)
        install(procedures[i]);
}

/* FALSE: the call is wrong; *message, which the caller frees, says why. */
static gboolean check_call(const Procedure *procedure, const GimpParam *params, gint count,
                           gchar **message)
{
    gint run_mode = params[ARGUMENT_RUN_MODE].data.d_int32;
    gint32 image_ID = params[ARGUMENT_IMAGE].data.d_image;
    gint32 drawable_ID = params[ARGUMENT_DRAWABLE].data.d_drawable;
    gboolean takes_all =
        run_mode == GIMP_RUN_NONINTERACTIVE || procedure->arguments == ARGUMENTS_PRESET;
    GimpParamDef definitions[MAX_ARGUMENTS];
    gint needed = takes_all ? define_arguments(procedure, definitions) : ARGUMENT_FIRST_OWN;

    if (run_mode < GIMP_RUN_INTERACTIVE || run_mode > GIMP_RUN_WITH_LAST_VALS)
        *message = g_strdup_printf(_("run-mode: %d is out of range; it must be 0 to 2"), run_mode);
    else if (count < needed)
        *message = g_strdup_printf(_("%d arguments are needed; %d were given"), needed, count);
    else if (!item_is_drawable(drawable_ID))
        *message = g_strdup_printf(_("drawable: %d is not a drawable"), drawable_ID);
    else if (item_get_image(drawable_ID) != image_ID)
        *message = g_strdup_printf(_("drawable: %d is not in image %d"), drawable_ID, image_ID);
    else
        return TRUE;
    return FALSE;
}

/* Sets the members of *call that are arguments of this procedure alone. */
static void read_own_arguments(const Procedure *procedure, const GimpParam *params, Call *call)
{
    if (procedure->arguments == ARGUMENTS_PRESET) {
        call->preset = g_strdup(params->data.d_string);
        return;
    }
    if (call->run_mode != GIMP_RUN_NONINTERACTIVE) {
        arguments_recall(procedure->remembered_as, procedure->kind, call->settings);
        return;
    }
    if (procedure->arguments == ARGUMENTS_SECOND_AND_OPTIONS)
        call->second_drawable_ID = (params++)->data.d_drawable;
    arguments_read(procedure->kind, params, call->settings);
}

static GimpPDBStatusType call_procedure(const Procedure *procedure, const GimpParam *params,
                                        gint count, Outcome *outcome, gchar **message)
{
    Call call = {.run_mode = params[ARGUMENT_RUN_MODE].data.d_int32,
                 .drawables = &params[ARGUMENT_DRAWABLE].data.d_drawable,
                 .drawable_count = 1,
                 .second_drawable_ID = -1};
    GimpPDBStatusType status;

    if (!check_call(procedure, params, count, message))
        return GIMP_PDB_CALLING_ERROR;
    call.settings = procedure->new_settings();
    read_own_arguments(procedure, params + ARGUMENT_FIRST_OWN, &call);
    status = procedure->run(&call, outcome, message);
    if (status == GIMP_PDB_SUCCESS && call.run_mode == GIMP_RUN_INTERACTIVE)
        arguments_remember(procedure->remembered_as, procedure->kind, call.settings);
    settings_free(procedure->kind, call.settings);
    g_free(call.preset);
    return status;
}

static void run(const gchar *name, gint count, const GimpParam *params, gint *return_count,
                GimpParam **return_values)
{
    static GimpParam values[4];
    gchar *message = NULL;
    Outcome outcome = {-1, -1, NULL};

    procedures_begin();
    if (params[ARGUMENT_RUN_MODE].data.d_int32 == GIMP_RUN_INTERACTIVE)
        gimp_ui_init(PLUGIN_BINARY, FALSE);

    *return_values = values;
    *return_count = 1;
    values[0].type = GIMP_PDB_STATUS;
    values[0].data.d_status =
        call_procedure(procedure_named(name), params, count, &outcome, &message);
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
