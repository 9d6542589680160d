/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "properties.h"
#include "config.h"

#include "errdiff.h"

#include <gegl-plugin.h>
#include <glib/gi18n-lib.h>

#define CUSTOM "custom"

typedef enum { TEXT, CHOICE, PERCENT, THREADS, SEED, SWITCH } Kind;

/* Makes the values of a choice, with titles and nicks, in an array that ends with an empty
 * value. */
typedef GEnumValue *(*MakeValues)(void);

static GEnumValue *make_kernels(void);
static GEnumValue *make_engines(void);
static GEnumValue *make_matches(void);
static GEnumValue *make_alphas(void);

static const struct {
    Kind kind;
    const gchar *name, *title, *description;
    gsize offset; /* in Properties if is_own, in DitherSettings if the plug-in has it, too */
    gboolean is_own;
    const gchar *type_name; /* for a CHOICE: the name of its GType */
    MakeValues make_values;
} fields[] = {
    {CHOICE, "kernel", N_("Kernel"),
     N_("How a pixel's error is distributed among the pixels that follow it"),
     G_STRUCT_OFFSET(DitherSettings, kernel), FALSE, "ErrdiffDitherKernel", make_kernels},
    {TEXT, "weights", N_("Weights"),
     N_("A divisor and a colon; then, for each pixel that takes a part of the error, columns to "
        "the right, rows down and weight, with semicolons between the pixels. Floyd–Steinberg is "
        "16: 1,0,7; -1,1,3; 0,1,5; 1,1,1"),
     G_STRUCT_OFFSET(Properties, weights), TRUE, NULL, NULL},
    {TEXT, "levels", N_("Levels"),
     N_("Levels of each channel, 2 to 256: one number, or one each for red, green and blue, like "
        "4,8,4"),
     G_STRUCT_OFFSET(DitherSettings, levels), FALSE, NULL, NULL},
    {TEXT, "palette", N_("Palette"),
     N_("Empty for levels; otherwise the name of a palette (game-boy, ega, …), a palette file, "
        "colors like #000000,#ff8000, or adaptive:16 for 16 colors made from the image"),
     G_STRUCT_OFFSET(DitherSettings, palette), FALSE, NULL, NULL},
    {CHOICE, "match", N_("Compare"), N_("How the nearest color of the palette is found"),
     G_STRUCT_OFFSET(DitherSettings, match), FALSE, "ErrdiffDitherMatch", make_matches},
    {SWITCH, "linear", N_("Linear light"),
     N_("Mix linear light, as screens and the eye do, instead of gamma-encoded values: from a "
        "distance, areas keep their true brightness."),
     G_STRUCT_OFFSET(DitherSettings, linear), FALSE, NULL, NULL},
    {PERCENT, "strength", N_("Strength"),
     N_("How much of each pixel's error is passed on, in percent. Values below 100 give more "
        "contrast and less grain."),
     G_STRUCT_OFFSET(DitherSettings, strength), FALSE, NULL, NULL},
    {PERCENT, "noise", N_("Noise"),
     N_("Random noise that is added when the level or color of each pixel is chosen, in percent of "
        "half a level step. It breaks up regular patterns and adds grain."),
     G_STRUCT_OFFSET(DitherSettings, noise), FALSE, NULL, NULL},
    {SEED, "seed", N_("Seed"), N_("A different number gives different noise of the same kind"),
     G_STRUCT_OFFSET(DitherSettings, seed), FALSE, NULL, NULL},
    {SWITCH, "serpentine", N_("Serpentine"),
     N_("Every other row is processed from right to left, which breaks up patterns that lean to "
        "one side. Rows then have to wait for each other, so this is slower."),
     G_STRUCT_OFFSET(DitherSettings, serpentine), FALSE, NULL, NULL},
    {CHOICE, "alpha", N_("Transparency"),
     N_("What happens to transparency: it is kept, or each pixel becomes opaque or fully "
        "transparent, by a threshold or by dithering. Fully transparent pixels are not dithered."),
     G_STRUCT_OFFSET(DitherSettings, alpha), FALSE, "ErrdiffDitherAlpha", make_alphas},
    {CHOICE, "engine", N_("Engine"),
     N_("How the work is scheduled. All engines give the same pixels; they differ only in speed."),
     G_STRUCT_OFFSET(DitherSettings, engine), FALSE, "ErrdiffDitherEngine", make_engines},
    {THREADS, "threads", N_("Threads"), N_("The most threads to use; 0 for one on each processor"),
     G_STRUCT_OFFSET(Properties, threads), TRUE, NULL, NULL},
};

enum { FIELD_COUNT = G_N_ELEMENTS(fields) };

static GType choice_types[FIELD_COUNT];

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

static GEnumValue *make_matches(void)
{
    GEnumValue *values = values_new(2);

    values[0] = (GEnumValue){0, _("As numbers (RGB)"), "rgb"};
    values[1] = (GEnumValue){1, _("As seen (OKLab)"), "oklab"};
    return values;
}

static GEnumValue *make_alphas(void)
{
    GEnumValue *values = values_new(3);

    values[0] = (GEnumValue){0, _("Keep"), "keep"};
    values[1] = (GEnumValue){1, _("Threshold at half"), "threshold"};
    values[2] = (GEnumValue){2, _("Dither"), "dither"};
    return values;
}

static gint choice_number(gint field, const gchar *nick)
{
    GEnumClass *class = g_type_class_ref(choice_types[field]);
    gint number = g_enum_get_value_by_nick(class, nick)->value;

    g_type_class_unref(class);
    return number;
}

static gchar *choice_nick(gint field, gint number)
{
    GEnumClass *class = g_type_class_ref(choice_types[field]);
    gchar *nick = g_strdup(g_enum_get_value(class, number)->value_nick);

    g_type_class_unref(class);
    return nick;
}

/* ---- The values ---------------------------------------------------------------------------- */

void properties_init(Properties *properties)
{
    properties->settings = dither_settings_new();
    properties->weights = g_strdup("16: 1,0,7; -1,1,3; 0,1,5; 1,1,1");
    properties->threads = 0;
}

void properties_clear(Properties *properties)
{
    dither_settings_free(properties->settings);
    g_free(properties->weights);
}

static gpointer place(const Properties *properties, gint field)
{
    return fields[field].is_own ? G_STRUCT_MEMBER_P(properties, fields[field].offset)
                                : G_STRUCT_MEMBER_P(properties->settings, fields[field].offset);
}

gboolean properties_get(const Properties *properties, guint id, GValue *value)
{
    gint field = (gint)id - 1;

    if (field < 0 || field >= FIELD_COUNT)
        return FALSE;
    switch (fields[field].kind) {
    case TEXT:
        g_value_set_string(value, *(gchar **)place(properties, field));
        break;
    case CHOICE:
        g_value_set_enum(value, choice_number(field, *(gchar **)place(properties, field)));
        break;
    case PERCENT:
    case THREADS:
        g_value_set_int(value, *(gint *)place(properties, field));
        break;
    case SEED:
        g_value_set_uint(value, *(guint *)place(properties, field));
        break;
    case SWITCH:
        g_value_set_boolean(value, *(gboolean *)place(properties, field));
        break;
    }
    return TRUE;
}

static void set_text(gchar **text, gchar *new_text)
{
    g_free(*text);
    *text = new_text;
}

gboolean properties_set(Properties *properties, guint id, const GValue *value)
{
    gint field = (gint)id - 1;

    if (field < 0 || field >= FIELD_COUNT)
        return FALSE;
    switch (fields[field].kind) {
    case TEXT:
        set_text(place(properties, field),
                 g_strdup(g_value_get_string(value) ? g_value_get_string(value) : ""));
        break;
    case CHOICE:
        set_text(place(properties, field), choice_nick(field, g_value_get_enum(value)));
        break;
    case PERCENT:
    case THREADS:
        *(gint *)place(properties, field) = g_value_get_int(value);
        break;
    case SEED:
        *(guint *)place(properties, field) = g_value_get_uint(value);
        break;
    case SWITCH:
        *(gboolean *)place(properties, field) = g_value_get_boolean(value);
        break;
    }
    return TRUE;
}

DitherSettings *properties_settings(const Properties *properties)
{
    DitherSettings *settings = dither_settings_copy(properties->settings);

    if (g_str_equal(settings->kernel, CUSTOM))
        set_text(&settings->kernel, g_strdup(properties->weights));
    return settings;
}

/* ---- Their definitions --------------------------------------------------------------------- */

static GParamSpec *define(gint field, const Properties *defaults)
{
    const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_CONSTRUCT | GEGL_PARAM_PAD_INPUT;
    const gchar *name = fields[field].name;
    const gchar *title = _(fields[field].title), *description = _(fields[field].description);
    gpointer usual = place(defaults, field);

    switch (fields[field].kind) {
    case CHOICE:
        choice_types[field] =
            g_enum_register_static(fields[field].type_name, fields[field].make_values());
        return gegl_param_spec_enum(name, title, description, choice_types[field],
                                    choice_number(field, *(gchar **)usual), flags);
    case PERCENT:
        return gegl_param_spec_int(name, title, description, 0, 100, *(gint *)usual, 0, 100, 1.0,
                                   flags);
    case THREADS:
        return gegl_param_spec_int(name, title, description, 0, ERRDIFF_MAX_THREADS, *(gint *)usual,
                                   0, 64, 1.0, flags);
    case SEED:
        return gegl_param_spec_seed(name, title, description, flags);
    case SWITCH:
        return g_param_spec_boolean(name, title, description, *(gboolean *)usual, flags);
    default:
        return gegl_param_spec_string(name, title, description, FALSE, FALSE, *(gchar **)usual,
                                      flags);
    }
}

void properties_install(GObjectClass *class)
{
    Properties defaults;

    properties_init(&defaults);
    for (gint i = 0; i < FIELD_COUNT; i++) {
        GParamSpec *property = define(i, &defaults);

        if (g_str_equal(fields[i].name, "weights"))
            gegl_param_spec_set_property_key(property, "visible", "kernel {" CUSTOM "}");
        g_object_class_install_property(class, (guint)i + 1, property);
    }
    properties_clear(&defaults);
}
