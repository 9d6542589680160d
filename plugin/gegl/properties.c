/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Defines the properties of the GEGL operation, and gets and sets their values. */
#include "properties.h"
#include "config.h"

#include "errdiff.h"
#include "settings/builtin_presets.h"

#include <gegl-plugin.h>
#include <glib/gi18n-lib.h>
#include <stdlib.h>

#define CUSTOM "custom"

#define NO_PRESET "none"
#define NO_NAMED_PALETTE "text"

/* GIMP shows the properties in the order of their ids. The error comes first, where it is seen; the
 * text of the kernel "custom" follows the kernel; the list of palettes follows the levels. These
 * and the preset are the operation's own. The others are the library's options; option i has the id
 * 2 · i + 3. */
enum { ERROR_ID = 1, PRESET_ID, FIRST_OPTION_ID, WEIGHTS_ID, PALETTES_ID = 6 };

/* The types of the options whose values are listed, by the index of the option; 0 for the others.
 * They last as long as the class. */
static GType *choice_types;

/* ---- Choices ------------------------------------------------------------------------------- */

/* The values are never freed: their types use them until the process ends. */
static GEnumValue *values_new(gint count)
{
    return g_new0(GEnumValue, count + 1);
}

static GEnumValue *make_kernels(void)
{
    gint count = errdiff_kernel_count();
    GEnumValue *values = values_new(count + 1);

    for (gint i = 0; i < count; i++) {
        errdiff_kernel kernel;

        errdiff_kernel_get(i, &kernel);
        values[i] = (GEnumValue){i, _(kernel.title), kernel.name};
    }
    values[count] = (GEnumValue){count, _("Custom…"), CUSTOM};
    return values;
}

static GEnumValue *make_engines(void)
{
    gint count = errdiff_engine_count();
    GEnumValue *values = values_new(count);

    for (gint i = 0; i < count; i++) {
        errdiff_engine_info engine;

        errdiff_engine_get(i, &engine);
        values[i] = (GEnumValue){i, _(engine.title), engine.name};
    }
    return values;
}

static GEnumValue *make_choices(const errdiff_option_info *option)
{
    gint count = (gint)g_strv_length((gchar **)option->choices);
    GEnumValue *values = values_new(count);

    for (gint i = 0; i < count; i++)
        values[i] = (GEnumValue){i, _(option->choice_titles[i]), option->choices[i]};
    return values;
}

static GEnumValue *make_presets(void)
{
    gint count = builtin_presets_count();
    GEnumValue *values = values_new(count + 1);

    values[0] = (GEnumValue){0, _("None"), NO_PRESET};
    for (gint i = 0; i < count; i++) {
        const gchar *name, *title;

        builtin_presets_names(i, &name, &title);
        values[i + 1] = (GEnumValue){i + 1, _(title), name};
    }
    return values;
}

static GEnumValue *make_palettes(void)
{
    gint count = errdiff_palette_count();
    GEnumValue *values = values_new(count + 1);

    values[0] = (GEnumValue){0, _("As written below"), NO_NAMED_PALETTE};
    for (gint i = 0; i < count; i++) {
        errdiff_palette_info info;

        errdiff_palette_get(i, &info);
        values[i + 1] = (GEnumValue){i + 1, _(info.title), info.name};
    }
    return values;
}

/* The values of an option that are listed, with titles and nicks, in an array that ends with an
 * empty value; NULL: it has no list. */
static GEnumValue *make_values(const errdiff_option_info *option)
{
    if (g_str_equal(option->name, "kernel"))
        return make_kernels();
    if (g_str_equal(option->name, "engine"))
        return make_engines();
    return option->type == ERRDIFF_OPTION_CHOICE ? make_choices(option) : NULL;
}

/* The type that lists the values of option `index`, like ErrdiffDitherKernel; 0: it has none. */
static GType register_choice(gint index, const errdiff_option_info *option)
{
    GEnumValue *values = make_values(option);
    gchar *name;

    if (values == NULL)
        return 0;
    name = g_strdup_printf("ErrdiffDither%c%s", g_ascii_toupper(*option->name), option->name + 1);
    choice_types[index] = g_enum_register_static(name, values);
    g_free(name);
    return choice_types[index];
}

static gint choice_number(GType type, const gchar *nick)
{
    GEnumClass *class = g_type_class_ref(type);
    gint number = g_enum_get_value_by_nick(class, nick)->value;

    g_type_class_unref(class);
    return number;
}

static gchar *choice_nick(GType type, gint number)
{
    GEnumClass *class = g_type_class_ref(type);
    gchar *nick = g_strdup(g_enum_get_value(class, number)->value_nick);

    g_type_class_unref(class);
    return nick;
}

/* ---- The values ---------------------------------------------------------------------------- */

void properties_init(Properties *properties)
{
    properties->settings = dither_settings_new();
    properties->weights = g_strdup("16: 1,0,7; -1,1,3; 0,1,5; 1,1,1");
    properties->error = g_strdup("");
    properties->preset = properties->palette = 0;
}

void properties_clear(Properties *properties)
{
    dither_settings_free(properties->settings);
    g_free(properties->weights);
    g_free(properties->error);
}

/* The index of the option that a property sets, with what is known of it; -1: it sets none. */
static gint find_option(guint id, errdiff_option_info *option)
{
    gint index = ((gint)id - FIRST_OPTION_ID) / 2;

    return id % 2 == 1 && id >= FIRST_OPTION_ID && errdiff_option_get(index, option) == ERRDIFF_OK
               ? index
               : -1;
}

/* A property that is no option. */
static gboolean get_own(const Properties *properties, guint id, GValue *value)
{
    switch (id) {
    case ERROR_ID:
        g_value_set_string(value, properties->error);
        return TRUE;
    case PRESET_ID:
        g_value_set_enum(value, properties->preset);
        return TRUE;
    case WEIGHTS_ID:
        g_value_set_string(value, properties->weights);
        return TRUE;
    case PALETTES_ID:
        g_value_set_enum(value, properties->palette);
        return TRUE;
    default:
        return FALSE;
    }
}

gboolean properties_get(const Properties *properties, guint id, GValue *value)
{
    errdiff_option_info option;
    gint index = find_option(id, &option);

    if (index < 0)
        return get_own(properties, id, value);
    if (choice_types[index] != 0)
        g_value_set_enum(value, choice_number(choice_types[index],
                                              *settings_text(&dither_settings_kind,
                                                             properties->settings, &option)));
    else if (settings_option_is_text(&option))
        g_value_set_string(value,
                           *settings_text(&dither_settings_kind, properties->settings, &option));
    else if (option.type == ERRDIFF_OPTION_SEED)
        g_value_set_uint(
            value, (guint)*settings_number(&dither_settings_kind, properties->settings, &option));
    else if (option.type == ERRDIFF_OPTION_REAL)
        g_value_set_double(value,
                           *settings_real(&dither_settings_kind, properties->settings, &option));
    else if (option.type == ERRDIFF_OPTION_SWITCH && option.min == 0)
        g_value_set_boolean(value,
                            *settings_number(&dither_settings_kind, properties->settings, &option));
    else
        g_value_set_int(value,
                        *settings_number(&dither_settings_kind, properties->settings, &option));
    return TRUE;
}

static gchar *get_text(const GValue *value)
{
    return g_strdup(g_value_get_string(value) ? g_value_get_string(value) : "");
}

static gboolean set_own(Properties *properties, guint id, const GValue *value)
{
    switch (id) {
    case ERROR_ID:
        return TRUE;
    case PRESET_ID:
        properties->preset = g_value_get_enum(value);
        return TRUE;
    case WEIGHTS_ID:
        settings_replace_text(&properties->weights, get_text(value));
        return TRUE;
    case PALETTES_ID:
        properties->palette = g_value_get_enum(value);
        return TRUE;
    default:
        return FALSE;
    }
}

gboolean properties_set(Properties *properties, guint id, const GValue *value)
{
    errdiff_option_info option;
    gint index = find_option(id, &option);

    if (index < 0)
        return set_own(properties, id, value);
    if (choice_types[index] != 0)
        settings_replace_text(settings_text(&dither_settings_kind, properties->settings, &option),
                              choice_nick(choice_types[index], g_value_get_enum(value)));
    else if (settings_option_is_text(&option))
        settings_replace_text(settings_text(&dither_settings_kind, properties->settings, &option),
                              get_text(value));
    else if (option.type == ERRDIFF_OPTION_SEED)
        *settings_number(&dither_settings_kind, properties->settings, &option) =
            (gint)g_value_get_uint(value);
    else if (option.type == ERRDIFF_OPTION_REAL)
        *settings_real(&dither_settings_kind, properties->settings, &option) =
            g_value_get_double(value);
    else if (option.type == ERRDIFF_OPTION_SWITCH && option.min == 0)
        *settings_number(&dither_settings_kind, properties->settings, &option) =
            g_value_get_boolean(value);
    else
        *settings_number(&dither_settings_kind, properties->settings, &option) =
            g_value_get_int(value);
    return TRUE;
}

gboolean properties_set_error(Properties *properties, const gchar *error)
{
    const gchar *text = error != NULL ? error : "";
    gboolean is_new = !g_str_equal(properties->error, text);

    if (is_new)
        settings_replace_text(&properties->error, g_strdup(text));
    return is_new;
}

/* The settings of a preset leave engine and threads as they are. */
static void use_preset(DitherSettings *settings, gint preset)
{
    DitherSettings *of_preset = builtin_presets_settings(preset);

    dither_settings_copy_appearance(settings, of_preset);
    dither_settings_free(of_preset);
}

static void use_palette(DitherSettings *settings, gint palette)
{
    errdiff_palette_info info;

    errdiff_palette_get(palette, &info);
    settings_replace_text(&settings->palette, g_strdup(info.name));
}

DitherSettings *properties_settings(const Properties *properties)
{
    DitherSettings *settings = dither_settings_copy(properties->settings);

    if (g_str_equal(settings->kernel, CUSTOM))
        settings_replace_text(&settings->kernel, g_strdup(properties->weights));
    if (properties->palette > 0)
        use_palette(settings, properties->palette - 1);
    if (properties->preset > 0)
        use_preset(settings, properties->preset - 1);
    return settings;
}

/* ---- Their definitions --------------------------------------------------------------------- */

static const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_CONSTRUCT | GEGL_PARAM_PAD_INPUT;

/* When GIMP shows a property. */
#define WITHOUT_PRESET "preset {" NO_PRESET "}"

static GParamSpec *define(gint index, const errdiff_option_info *option)
{
    const gchar *name = option->name;
    const gchar *title = _(option->title), *description = _(option->explanation);
    const gchar *usual = option->default_value;
    gint min = (gint)option->min, max = (gint)option->max;
    GType choices = register_choice(index, option);

    if (choices != 0)
        return gegl_param_spec_enum(name, title, description, choices,
                                    choice_number(choices, usual), flags);
    switch (option->type) {
    case ERRDIFF_OPTION_INTEGER:
        /* The slider of a large range ends at 64. */
        return gegl_param_spec_int(name, title, description, min, max, atoi(usual), min,
                                   max > 100 ? 64 : max, 1.0, flags);
    case ERRDIFF_OPTION_SEED:
        return gegl_param_spec_seed(name, title, description, flags);
    case ERRDIFF_OPTION_REAL:
        return g_param_spec_double(name, title, description, option->min, option->max,
                                   g_ascii_strtod(usual, NULL), flags);
    case ERRDIFF_OPTION_SWITCH:
        if (min < 0)
            return gegl_param_spec_int(name, title, description, min, max, atoi(usual), min, max,
                                       1.0, flags);
        return g_param_spec_boolean(name, title, description, atoi(usual), flags);
    default:
        return gegl_param_spec_string(name, title, description, FALSE, FALSE, usual, flags);
    }
}

static void install_weights(GObjectClass *class)
{
    Properties defaults;
    GParamSpec *property;

    properties_init(&defaults);
    property = gegl_param_spec_string(
        "weights", _("Weights"),
        _("A divisor and a colon; then, for each pixel that receives a part of the error: columns "
          "to the right, rows down, and weight. Semicolons separate the pixels. Floyd–Steinberg is "
          "16: 1,0,7; -1,1,3; 0,1,5; 1,1,1"),
        FALSE, FALSE, defaults.weights, flags);
    gegl_param_spec_set_property_key(property, "visible", WITHOUT_PRESET " & kernel {" CUSTOM "}");
    g_object_class_install_property(class, WEIGHTS_ID, property);
    properties_clear(&defaults);
}

static void install_preset(GObjectClass *class)
{
    GType type = g_enum_register_static("ErrdiffDitherPreset", make_presets());

    g_object_class_install_property(
        class, PRESET_ID,
        gegl_param_spec_enum("preset", _("Preset"),
                             _("Settings for a certain purpose, in place of all others here but "
                               "engine and threads"),
                             type, 0, flags));
}

static void install_palettes(GObjectClass *class)
{
    GType type = g_enum_register_static("ErrdiffDitherPalettes", make_palettes());
    GParamSpec *property;

    property = gegl_param_spec_enum(
        "palettes", _("Named palette"),
        _("One of the palettes that have a name, in place of the levels and of the palette that is "
          "written as a text"),
        type, 0, flags);
    gegl_param_spec_set_property_key(property, "visible", WITHOUT_PRESET);
    g_object_class_install_property(class, PALETTES_ID, property);
}

/* A preset decides all options but engine and threads; a named palette stands in place of two. */
static void hide(GParamSpec *property, const errdiff_option_info *option)
{
    gboolean is_replaced =
        g_str_equal(option->name, "levels") || g_str_equal(option->name, "palette");

    if (option->is_in_presets)
        gegl_param_spec_set_property_key(
            property, "visible",
            is_replaced ? WITHOUT_PRESET " & palettes {" NO_NAMED_PALETTE "}" : WITHOUT_PRESET);
}

static void install_error(GObjectClass *class)
{
    GParamSpec *property = gegl_param_spec_string(
        "error", _("Not dithered"),
        _("What is wrong with the other properties; the operation sets this text, and then its "
          "result is empty"),
        FALSE, FALSE, "", flags);

    gegl_param_spec_set_property_key(property, "error", "true");
    g_object_class_install_property(class, ERROR_ID, property);
}

void properties_install(GObjectClass *class)
{
    errdiff_option_info option;

    choice_types = g_new0(GType, errdiff_option_count());
    install_preset(class);
    install_palettes(class);
    for (gint i = 0; errdiff_option_get(i, &option) == ERRDIFF_OK; i++) {
        GParamSpec *property = define(i, &option);

        hide(property, &option);
        g_object_class_install_property(class, (guint)(2 * i + FIRST_OPTION_ID), property);
    }
    install_weights(class);
    install_error(class);
}
