/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Adds the arguments to the procedures in GIMP 3, and gets and sets their values. */
#include "arguments3.h"

static const gchar preset_name[] = "preset", second_name[] = "second-drawable";

/* ---- Adding ---------------------------------------------------------------------------------- */

static GimpChoice *choice_of(const errdiff_option_info *option)
{
    GimpChoice *choice = gimp_choice_new();

    for (gint i = 0; option->choices[i]; i++)
        gimp_choice_add(choice, option->choices[i], i,
                        option->choice_titles ? option->choice_titles[i] : option->choices[i],
                        option->choice_explanations ? option->choice_explanations[i] : NULL);
    return choice;
}

/* GIMP takes no infinite limits. */
static gdouble limit(gdouble number, gdouble most)
{
    return CLAMP(number, -most, most);
}

/* `defaults` are settings. */
static void add_number(const errdiff_option_info *option, const gchar *title, const gchar *text,
                       const SettingsKind *kind, gconstpointer defaults, GimpProcedure *made)
{
    if (option->type == ERRDIFF_OPTION_REAL)
        gimp_procedure_add_double_argument(
            made, option->name, title, text, limit(option->min, G_MAXDOUBLE),
            limit(option->max, G_MAXDOUBLE), *settings_real(kind, defaults, option),
            G_PARAM_READWRITE);
    else if (option->type == ERRDIFF_OPTION_SWITCH && option->min == 0)
        gimp_procedure_add_boolean_argument(made, option->name, title, text,
                                            *settings_number(kind, defaults, option),
                                            G_PARAM_READWRITE);
    else if (option->type == ERRDIFF_OPTION_SEED)
        gimp_procedure_add_int_argument(made, option->name, title, text, G_MININT, G_MAXINT,
                                        *settings_number(kind, defaults, option),
                                        G_PARAM_READWRITE);
    else
        gimp_procedure_add_int_argument(
            made, option->name, title, text, (gint)limit(option->min, G_MAXINT),
            (gint)limit(option->max, G_MAXINT), *settings_number(kind, defaults, option),
            G_PARAM_READWRITE);
}

static void add_option(const errdiff_option_info *option, const SettingsKind *kind,
                       gconstpointer defaults, GimpProcedure *made)
{
    const gchar *title = option->title ? option->title : option->name;
    gchar *text = procedure_describe_option(option);

    if (option->type == ERRDIFF_OPTION_CHOICE)
        gimp_procedure_add_choice_argument(
            made, option->name, title, option->explanation, choice_of(option),
            *settings_text(kind, defaults, option), G_PARAM_READWRITE);
    else if (option->type == ERRDIFF_OPTION_FILE)
        /* As one to be opened, GIMP would refuse a missing file without saying so. */
        gimp_procedure_add_file_argument(made, option->name, title, text,
                                         GIMP_FILE_CHOOSER_ACTION_ANY, TRUE, NULL,
                                         G_PARAM_READWRITE);
    else if (settings_option_is_text(option))
        gimp_procedure_add_string_argument(made, option->name, title, text,
                                           *settings_text(kind, defaults, option),
                                           G_PARAM_READWRITE);
    else
        add_number(option, title, text, kind, defaults, made);
    g_free(text);
}

void arguments_add(const Procedure *procedure, GimpProcedure *made)
{
    gpointer defaults = procedure->new_settings();
    errdiff_option_info option;

    if (procedure->arguments == ARGUMENTS_PRESET)
        gimp_procedure_add_string_argument(made, preset_name, "Preset", PROCEDURE_PRESET_TEXT, "",
                                           G_PARAM_READWRITE);
    if (procedure->arguments == ARGUMENTS_SECOND_AND_OPTIONS)
        gimp_procedure_add_drawable_argument(made, second_name, "Second drawable",
                                             PROCEDURE_SECOND_TEXT, TRUE, G_PARAM_READWRITE);
    if (procedure->arguments != ARGUMENTS_PRESET)
        for (gint i = 0; procedure_get_option(procedure->kind, i, &option); i++)
            add_option(&option, procedure->kind, defaults, made);
    settings_free(procedure->kind, defaults);
}

/* ---- The values of a call -------------------------------------------------------------------- */

/* The path of an argument that is a file, or "". The caller frees it. */
static gchar *get_path(GimpProcedureConfig *config, const gchar *name)
{
    GFile *file = NULL;
    gchar *path;

    g_object_get(config, name, &file, NULL);
    if (!file)
        return g_strdup("");
    path = g_file_get_path(file);
    if (!path)
        path = g_file_get_uri(file); /* for the message that it cannot be opened */
    g_object_unref(file);
    return path;
}

static void set_path(GimpProcedureConfig *config, const gchar *name, const gchar *path)
{
    GFile *file = *path ? g_file_new_for_path(path) : NULL;

    g_object_set(config, name, file, NULL);
    g_clear_object(&file);
}

static void get_option(const errdiff_option_info *option, const SettingsKind *kind,
                       GimpProcedureConfig *config, gpointer settings)
{
    if (option->type == ERRDIFF_OPTION_FILE) {
        settings_replace_text(settings_text(kind, settings, option),
                              get_path(config, option->name));
    } else if (settings_option_is_text(option)) {
        gchar **text = settings_text(kind, settings, option), *given = NULL;

        g_object_get(config, option->name, &given, NULL);
        g_free(*text);
        *text = given ? given : g_strdup("");
    } else if (option->type == ERRDIFF_OPTION_REAL) {
        g_object_get(config, option->name, settings_real(kind, settings, option), NULL);
    } else {
        g_object_get(config, option->name, settings_number(kind, settings, option), NULL);
    }
}

static gint32 get_second(GimpProcedureConfig *config)
{
    GimpDrawable *drawable = NULL;
    gint32 drawable_ID;

    g_object_get(config, second_name, &drawable, NULL);
    drawable_ID = drawable ? gimp_item_get_id(GIMP_ITEM(drawable)) : -1;
    g_clear_object(&drawable);
    return drawable_ID;
}

void arguments_get(const Procedure *procedure, GimpProcedureConfig *config, Call *call)
{
    errdiff_option_info option;

    if (procedure->arguments == ARGUMENTS_PRESET) {
        g_object_get(config, preset_name, &call->preset, NULL);
        return;
    }
    if (procedure->arguments == ARGUMENTS_SECOND_AND_OPTIONS)
        call->second_drawable_ID = get_second(config);
    for (gint i = 0; procedure_get_option(procedure->kind, i, &option); i++)
        get_option(&option, procedure->kind, config, call->settings);
}

void arguments_set(const Procedure *procedure, GimpProcedureConfig *config, gconstpointer settings)
{
    const SettingsKind *kind = procedure->kind;
    errdiff_option_info option;

    if (procedure->arguments == ARGUMENTS_PRESET)
        return;
    for (gint i = 0; procedure_get_option(kind, i, &option); i++)
        if (option.type == ERRDIFF_OPTION_FILE)
            set_path(config, option.name, *settings_text(kind, settings, &option));
        else if (settings_option_is_text(&option))
            g_object_set(config, option.name, *settings_text(kind, settings, &option), NULL);
        else if (option.type == ERRDIFF_OPTION_REAL)
            g_object_set(config, option.name, *settings_real(kind, settings, &option), NULL);
        else
            g_object_set(config, option.name, *settings_number(kind, settings, &option), NULL);
}
