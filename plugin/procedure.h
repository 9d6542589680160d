/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the procedures are, for the registration in gimp2 and gimp3: their texts and arguments, and
 * the functions that do their work.
 */
#ifndef PLUGIN_PROCEDURE_H
#define PLUGIN_PROCEDURE_H

#include "settings/settings_kind.h"

#include <libgimp/gimp.h>

/*
 * The arguments of a call. `settings` are of the procedure's kind: for GIMP_RUN_NONINTERACTIVE the
 * arguments that are options, otherwise those of the last run. The call may change them, and those
 * of a successful one are remembered if the user was asked.
 */
typedef struct {
    GimpRunMode run_mode;
    const gint32 *drawables;   /* IDs, of one image */
    gint drawable_count;       /* 1 or more */
    gchar *preset;             /* for the procedure that takes its name; the caller frees it */
    gint32 second_drawable_ID; /* -1: none */
    gpointer settings;
} Call;

/* The values that a call returns. */
typedef struct {
    gint32 image_ID;
    gint32 layer_ID;     /* -1: the pixels of a mask or a channel were replaced */
    const gchar *engine; /* static */
} Outcome;

/* The arguments after the image and the drawable. */
typedef enum {
    ARGUMENTS_OPTIONS,            /* all options of the settings */
    ARGUMENTS_PRESET,             /* the name of a preset */
    ARGUMENTS_SECOND_AND_OPTIONS, /* a second drawable, and all options */
} ArgumentList;

/* Texts are in English; those that GIMP translates are marked. */
typedef struct {
    const gchar *name, *blurb, *help;
    const gchar *menu_label; /* NULL: it is in no menu */
    const gchar *image_types;
    const gchar *drawable_text;
    const gchar *returned_image_text, *returned_layer_text;
    ArgumentList arguments;
    gboolean takes_several_drawables;
    const SettingsKind *kind;
    gpointer (*new_settings)(void); /* of that kind, with the defaults of the dialog */
    const gchar
        *remembered_as; /* the procedure with which it shares the settings of the last run */
    /* If it fails, *message, which the caller frees, says why. */
    GimpPDBStatusType (*run)(const Call *call, Outcome *outcome, gchar **message);
} Procedure;

#define PROCEDURE_AUTHORS "The gimp-error-diffusion authors"
#define PROCEDURE_DATE "2026"
#define PROCEDURE_PRESET_TEXT \
    "The name of a preset: newspaper, or another that is built in, or one of the user's"
#define PROCEDURE_SECOND_TEXT "The other part, in any image: imaginary parts or phases"
#define PROCEDURE_ENGINE_TEXT "The name of the engine that ran"

/* Copies the option of an argument; index 0 is the first argument that is an option. FALSE: there
 * are not more than `index` of them. */
gboolean procedure_get_option(const SettingsKind *kind, gint index, errdiff_option_info *option);

/* What is said of an argument, in English, for all plug-ins. The caller frees it. */
gchar *procedure_describe_option(const errdiff_option_info *option);

/* The path of a file or folder beside the program, such as the translations and the help page; the
 * caller frees it. */
gchar *beside_program(const gchar *name);

#endif
