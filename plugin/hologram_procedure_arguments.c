/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hologram_procedure_arguments.h"

#include "plugin.h"

static const struct {
    GimpPDBArgType type; /* GIMP_PDB_STRING, GIMP_PDB_INT32 or GIMP_PDB_FLOAT */
    gchar *name;
    gchar *description;
    gsize offset; /* of the field in HologramSettings */
} fields[] = {
    {GIMP_PDB_STRING, "input",
     "What the layers contain: \"re-im-channels\", real part in red and imaginary part in green; "
     "\"re-im-layers\", real part in the drawable and imaginary part in the second one; "
     "\"amplitude-phase-layers\", amplitude and phase in the same way; \"phase\", only the phase. "
     "Phases are in radians. Except with \"re-im-channels\", only the red of RGB layers is used",
     G_STRUCT_OFFSET(HologramSettings, input)},
    {GIMP_PDB_STRING, "output",
     "What the display shows: \"phase\", \"binary-phase\" (0 and pi, of the real part), "
     "\"amplitude\" (-1 to 1, of the real part)",
     G_STRUCT_OFFSET(HologramSettings, output)},
    {GIMP_PDB_INT32, "levels", "Phases or amplitudes, 2 to 65536; 2 for \"binary-phase\"",
     G_STRUCT_OFFSET(HologramSettings, levels)},
    {GIMP_PDB_FLOAT, "pitch-um", "Distance from pixel to pixel, in micrometers",
     G_STRUCT_OFFSET(HologramSettings, pitch_um)},
    {GIMP_PDB_FLOAT, "lambda-nm", "Wavelength in nanometers",
     G_STRUCT_OFFSET(HologramSettings, lambda_nm)},
    {GIMP_PDB_FLOAT, "view-x-mm",
     "Center of the window that the viewer looks through, to the right of the hologram's center",
     G_STRUCT_OFFSET(HologramSettings, view_x_mm)},
    {GIMP_PDB_FLOAT, "view-y-mm", "Center of the window, below the hologram's center",
     G_STRUCT_OFFSET(HologramSettings, view_y_mm)},
    {GIMP_PDB_FLOAT, "view-width-mm", "Width of the window",
     G_STRUCT_OFFSET(HologramSettings, view_width_mm)},
    {GIMP_PDB_FLOAT, "view-height-mm", "Height of the window; 0: the same as its width",
     G_STRUCT_OFFSET(HologramSettings, view_height_mm)},
    {GIMP_PDB_FLOAT, "view-distance-mm", "The distance from the hologram to the window",
     G_STRUCT_OFFSET(HologramSettings, view_distance_mm)},
    {GIMP_PDB_INT32, "hogel", "Pixels along a side of a hogel; each hogel has weights of its own",
     G_STRUCT_OFFSET(HologramSettings, hogel)},
    {GIMP_PDB_STRING, "method",
     "\"opt\": optimal weights for the window; \"paper\": the paper's weights; \"fs\": "
     "Floyd-Steinberg; \"fs-window\": Floyd-Steinberg, turned to the window; \"none\": truncation",
     G_STRUCT_OFFSET(HologramSettings, method)},
    {GIMP_PDB_INT32, "weights", "Number of weights of \"opt\" and \"paper\", 1 to 64",
     G_STRUCT_OFFSET(HologramSettings, weights)},
    {GIMP_PDB_INT32, "slope", "Largest slope of \"opt\" and \"paper\", 1 to 16; 0: no limit",
     G_STRUCT_OFFSET(HologramSettings, slope)},
    {GIMP_PDB_FLOAT, "scale", "The factor by which the hologram is multiplied; 0: automatic",
     G_STRUCT_OFFSET(HologramSettings, scale)},
    {GIMP_PDB_INT32, "view-filter", "1: remove light that misses the window first",
     G_STRUCT_OFFSET(HologramSettings, view_filter)},
    {GIMP_PDB_FLOAT, "preview-depth-mm",
     "If it is not 0, a layer to the right of the result shows what is seen through the window "
     "when the eye is focused this far behind the hologram: the original hologram on the left, the "
     "result on the right",
     G_STRUCT_OFFSET(HologramSettings, preview_depth_mm)},
    {GIMP_PDB_STRING, "engine",
     "The engine that does the work: \"auto\", \"wavefront\", \"cuda-softsync\" or \"serial\"",
     G_STRUCT_OFFSET(HologramSettings, engine)},
};

enum { ARGUMENT_SECOND = ARGUMENT_FIRST_OWN, FIRST_FIELD };
enum { FIELD_COUNT = G_N_ELEMENTS(fields) };

static const gchar data_name[] = PLUGIN_HOLOGRAM_PROCEDURE "-settings";
static const gchar data_group[] = "settings";

const GimpParamDef *hologram_arguments_define(gint *count)
{
    static GimpParamDef definitions[FIRST_FIELD + FIELD_COUNT] = {
        {GIMP_PDB_INT32, "run-mode",
         "RUN-INTERACTIVE (0), RUN-NONINTERACTIVE (1), RUN-WITH-LAST-VALS (2)"},
        {GIMP_PDB_IMAGE, "image", "The image"},
        {GIMP_PDB_DRAWABLE, "drawable", "The hologram, or a part of it"},
        {GIMP_PDB_DRAWABLE, "second-drawable",
         "The other part, in any image: imaginary parts or phases; -1: there is none"},
    };

    for (gint i = 0; i < FIELD_COUNT; i++)
        definitions[FIRST_FIELD + i] =
            (GimpParamDef){fields[i].type, fields[i].name, fields[i].description};
    *count = G_N_ELEMENTS(definitions);
    return definitions;
}

static gchar **string_field(HologramSettings *settings, gint field)
{
    return &G_STRUCT_MEMBER(gchar *, settings, fields[field].offset);
}

static gint *integer_field(HologramSettings *settings, gint field)
{
    return &G_STRUCT_MEMBER(gint, settings, fields[field].offset);
}

static gdouble *real_field(HologramSettings *settings, gint field)
{
    return &G_STRUCT_MEMBER(gdouble, settings, fields[field].offset);
}

static void replace(gchar **text, gchar *new_text)
{
    g_free(*text);
    *text = new_text;
}

void hologram_arguments_read(const GimpParam *params, HologramSettings *settings)
{
    settings->second_drawable = params[ARGUMENT_SECOND].data.d_drawable;
    for (gint i = 0; i < FIELD_COUNT; i++) {
        const GimpParamData *data = &params[FIRST_FIELD + i].data;

        if (fields[i].type == GIMP_PDB_INT32)
            *integer_field(settings, i) = data->d_int32;
        else if (fields[i].type == GIMP_PDB_FLOAT)
            *real_field(settings, i) = data->d_float;
        else
            replace(string_field(settings, i), g_strdup(data->d_string ? data->d_string : ""));
    }
}

static void recall_field(HologramSettings *settings, gint field, GKeyFile *file)
{
    const gchar *name = fields[field].name;

    if (fields[field].type == GIMP_PDB_INT32)
        *integer_field(settings, field) = g_key_file_get_integer(file, data_group, name, NULL);
    else if (fields[field].type == GIMP_PDB_FLOAT)
        *real_field(settings, field) = g_key_file_get_double(file, data_group, name, NULL);
    else
        replace(string_field(settings, field), g_key_file_get_string(file, data_group, name, NULL));
}

void hologram_arguments_recall(HologramSettings *settings)
{
    gint size = gimp_get_data_size(data_name);
    gchar *text = g_malloc0((gsize)size + 1);
    GKeyFile *file = g_key_file_new();

    if (size > 0 && gimp_get_data(data_name, text) &&
        g_key_file_load_from_data(file, text, (gsize)size, G_KEY_FILE_NONE, NULL))
        for (gint i = 0; i < FIELD_COUNT; i++)
            if (g_key_file_has_key(file, data_group, fields[i].name, NULL))
                recall_field(settings, i, file);
    g_key_file_free(file);
    g_free(text);
}

void hologram_arguments_remember(const HologramSettings *settings)
{
    HologramSettings *kept = hologram_settings_copy(settings);
    GKeyFile *file = g_key_file_new();
    gsize size;
    gchar *text;

    for (gint i = 0; i < FIELD_COUNT; i++) {
        if (fields[i].type == GIMP_PDB_INT32)
            g_key_file_set_integer(file, data_group, fields[i].name, *integer_field(kept, i));
        else if (fields[i].type == GIMP_PDB_FLOAT)
            g_key_file_set_double(file, data_group, fields[i].name, *real_field(kept, i));
        else
            g_key_file_set_string(file, data_group, fields[i].name, *string_field(kept, i));
    }
    text = g_key_file_to_data(file, &size, NULL);
    gimp_set_data(data_name, text, (gint)size);
    g_free(text);
    g_key_file_free(file);
    hologram_settings_free(kept);
}
