/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "procedure_arguments.h"

#include "plugin.h"
#include "settings/settings_keys.h"

static const struct {
    GimpPDBArgType type; /* GIMP_PDB_STRING or GIMP_PDB_INT32 */
    gchar *name;
    gchar *description;
    gsize offset; /* in DitherSettings */
} fields[] = {
    {GIMP_PDB_STRING, "kernel",
     "How errors spread: floyd-steinberg or another kernel's name, or a text, \"divisor: "
     "dx,dy,weight; dx,dy,weight; ...\"",
     G_STRUCT_OFFSET(DitherSettings, kernel)},
    {GIMP_PDB_STRING, "levels",
     "Output levels, 2 to 256: one number, or three for red, green and blue, \"4,8,4\"",
     G_STRUCT_OFFSET(DitherSettings, levels)},
    {GIMP_PDB_STRING, "palette",
     "\"\" for levels; otherwise a palette: one that `errdiff palettes` lists, one of GIMP's, a "
     "file (.gpl, .hex, .act), \"#rrggbb,#rrggbb,...\", or \"adaptive:N\" for N colors made from "
     "the image (\"adaptive:N:rrggbb,...\" includes certain colors)",
     G_STRUCT_OFFSET(DitherSettings, palette)},
    {GIMP_PDB_STRING, "match",
     "How palette colors are compared: \"rgb\", by their RGB values; \"oklab\", as they are "
     "perceived",
     G_STRUCT_OFFSET(DitherSettings, match)},
    {GIMP_PDB_INT32, "strength", "Share of the error that is passed on, 0 to 100 percent",
     G_STRUCT_OFFSET(DitherSettings, strength)},
    {GIMP_PDB_INT32, "noise",
     "Noise in the choice of levels or colors, 0 to 100 percent of half a level step",
     G_STRUCT_OFFSET(DitherSettings, noise)},
    {GIMP_PDB_INT32, "seed", "Seed of the noise", G_STRUCT_OFFSET(DitherSettings, seed)},
    {GIMP_PDB_INT32, "serpentine", "1: odd rows are processed from right to left",
     G_STRUCT_OFFSET(DitherSettings, serpentine)},
    {GIMP_PDB_INT32, "linear", "1: dither in linear light instead of gamma-encoded values",
     G_STRUCT_OFFSET(DitherSettings, linear)},
    {GIMP_PDB_STRING, "alpha", "What happens to transparency: \"keep\", \"threshold\", \"dither\"",
     G_STRUCT_OFFSET(DitherSettings, alpha)},
    {GIMP_PDB_STRING, "engine",
     "The engine that does the work: \"auto\" or the name of another engine",
     G_STRUCT_OFFSET(DitherSettings, engine)},
    {GIMP_PDB_STRING, "output",
     "Where the result goes: \"new-layer\", \"replace\", \"new-indexed-image\"",
     G_STRUCT_OFFSET(DitherSettings, output)},
};

enum { FIELD_COUNT = G_N_ELEMENTS(fields) };

static const gchar data_name[] = PLUGIN_PROCEDURE "-settings";
static const gchar data_group[] = "settings";

#define FIRST_ARGUMENTS                                                                     \
    {GIMP_PDB_INT32, "run-mode",                                                            \
     "RUN-INTERACTIVE (0), RUN-NONINTERACTIVE (1), RUN-WITH-LAST-VALS (2)"},                \
        {GIMP_PDB_IMAGE, "image", "The image"},                                             \
    {                                                                                       \
        GIMP_PDB_DRAWABLE, "drawable", "What to dither: a layer, a layer mask or a channel" \
    }

const GimpParamDef *arguments_define(gint *count)
{
    static GimpParamDef definitions[ARGUMENT_FIRST_OWN + FIELD_COUNT] = {FIRST_ARGUMENTS};

    for (gint i = 0; i < FIELD_COUNT; i++)
        definitions[ARGUMENT_FIRST_OWN + i] =
            (GimpParamDef){fields[i].type, fields[i].name, fields[i].description};
    *count = G_N_ELEMENTS(definitions);
    return definitions;
}

const GimpParamDef *arguments_define_preset(gint *count)
{
    static const GimpParamDef definitions[] = {
        FIRST_ARGUMENTS,
        {GIMP_PDB_STRING, "preset",
         "The name of a preset: newspaper, or another that is built in, or one of the user's"},
    };

    *count = G_N_ELEMENTS(definitions);
    return definitions;
}

static gchar **string_field(DitherSettings *settings, gint field)
{
    return &G_STRUCT_MEMBER(gchar *, settings, fields[field].offset);
}

static gint *integer_field(DitherSettings *settings, gint field)
{
    return &G_STRUCT_MEMBER(gint, settings, fields[field].offset);
}

void arguments_read(const GimpParam *params, DitherSettings *settings)
{
    for (gint i = 0; i < FIELD_COUNT; i++) {
        const GimpParamData *data = &params[ARGUMENT_FIRST_OWN + i].data;

        if (fields[i].type == GIMP_PDB_INT32) {
            *integer_field(settings, i) = data->d_int32;
        } else {
            g_free(*string_field(settings, i));
            *string_field(settings, i) = g_strdup(data->d_string ? data->d_string : "");
        }
    }
}

void arguments_recall(DitherSettings *settings)
{
    gint size = gimp_get_data_size(data_name);
    gchar *text = g_malloc0((gsize)size + 1);
    gchar *message = NULL;
    GKeyFile *file = g_key_file_new();

    if (size > 0 && gimp_get_data(data_name, text) &&
        g_key_file_load_from_data(file, text, (gsize)size, G_KEY_FILE_NONE, NULL))
        settings_keys_get(settings, SETTINGS_ALL, file, data_group, &message);
    g_free(message);
    g_key_file_free(file);
    g_free(text);
}

void arguments_remember(const DitherSettings *settings)
{
    GKeyFile *file = g_key_file_new();
    gsize size;
    gchar *text;

    settings_keys_set(settings, SETTINGS_ALL, file, data_group);
    text = g_key_file_to_data(file, &size, NULL);
    gimp_set_data(data_name, text, (gint)size);
    g_free(text);
    g_key_file_free(file);
}
