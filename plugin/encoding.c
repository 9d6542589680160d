/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Converts pixels between the formats in which GIMP stores them and the display values that are
 * dithered. */
#include "encoding.h"

#include "errdiff.h"

#include <math.h>
#include <string.h>

enum { DISPLAY_VALUES = 65536, COMPONENT_TYPES = COMPONENT_DOUBLE + 1 };

static const struct {
    const gchar *name;
    ComponentType type;
    gsize size;
} component_types[] = {
    {"u8", COMPONENT_U8, 1},     {"u16", COMPONENT_U16, 2},     {"u32", COMPONENT_U32, 4},
    {"half", COMPONENT_HALF, 2}, {"float", COMPONENT_FLOAT, 4}, {"double", COMPONENT_DOUBLE, 8},
};

static const struct {
    const gchar *name;
    gint channels;
    gboolean has_alpha;
    gboolean linear;
} models[] = {
    {"R'G'B'", 3, FALSE, FALSE}, {"R'G'B'A", 3, TRUE, FALSE}, {"RGB", 3, FALSE, TRUE},
    {"RGBA", 3, TRUE, TRUE},     {"Y'", 1, FALSE, FALSE},     {"Y'A", 1, TRUE, FALSE},
    {"Y", 1, FALSE, TRUE},       {"YA", 1, TRUE, TRUE},
};

/* An encoding's name is that of its model and that of its components: "R'G'B'A u8". */
gboolean encoding_from_format(Encoding *encoding, const Babl *format, gboolean is_coverage)
{
    gboolean model_found = FALSE, type_found = FALSE;
    gchar **words = g_strsplit(babl_format_get_encoding(format), " ", 2);

    *encoding = (Encoding){.is_coverage = is_coverage};
    for (gsize i = 0; i < G_N_ELEMENTS(models); i++)
        if (words[0] && strcmp(words[0], models[i].name) == 0) {
            model_found = TRUE;
            encoding->channels = models[i].channels;
            encoding->has_alpha = models[i].has_alpha;
            encoding->linear = models[i].linear && !is_coverage;
        }
    for (gsize i = 0; i < G_N_ELEMENTS(component_types); i++)
        if (words[0] && words[1] && strcmp(words[1], component_types[i].name) == 0) {
            type_found = TRUE;
            encoding->type = component_types[i].type;
            encoding->component_size = component_types[i].size;
        }
    g_strfreev(words);
    encoding->pixel_size =
        encoding->component_size * (gsize)(encoding->channels + encoding->has_alpha);
    encoding->bits = encoding->type == COMPONENT_U8 && !encoding->linear ? 8 : 16;
    return model_found && type_found;
}

const Babl *encoding_to_format(const Encoding *encoding, const Babl *space)
{
    const gchar *model = NULL, *type = NULL;
    const Babl *format;
    gchar *name;

    for (gsize i = 0; i < G_N_ELEMENTS(models); i++)
        if (models[i].channels == encoding->channels &&
            models[i].has_alpha == encoding->has_alpha && models[i].linear == encoding->linear)
            model = models[i].name;
    for (gsize i = 0; i < G_N_ELEMENTS(component_types); i++)
        if (component_types[i].type == encoding->type)
            type = component_types[i].name;
    name = g_strdup_printf("%s %s", model, type);
    format = babl_format_with_space(name, space);
    g_free(name);
    return format;
}

/* ---- Components as numbers, 1.0 for full --------------------------------------------------- */

static gdouble number_from_half(guint16 half)
{
    gint exponent = half >> 10 & 0x1F;
    gint fraction = half & 0x3FF;
    gdouble magnitude;

    if (exponent == 0x1F)
        magnitude = fraction == 0 ? HUGE_VAL : NAN;
    else if (exponent == 0)
        magnitude = ldexp(fraction, -24);
    else
        magnitude = ldexp(fraction + 1024, exponent - 25);
    return half & 0x8000 ? -magnitude : magnitude;
}

/* Converts a number in 0..1 to the nearest half; of two equally near ones, to the even one. */
static guint16 half_from_number(gdouble number)
{
    gint exponent;

    if (number < ldexp(1, -14))
        return (guint16)rint(ldexp(number, 24));
    frexp(number, &exponent);
    /* A fraction that rounds up to 1024 carries into the exponent, as it should. */
    return (guint16)(((exponent + 14) << 10) + (gint)rint(ldexp(number, 11 - exponent)) - 1024);
}

static gdouble number_from_component(ComponentType type, const guchar *component)
{
    guint16 short_value;
    guint32 long_value;
    gfloat float_value;
    gdouble double_value;

    switch (type) {
    case COMPONENT_U8:
        return *component / 255.0;
    case COMPONENT_U16:
        memcpy(&short_value, component, sizeof short_value);
        return short_value / 65535.0;
    case COMPONENT_U32:
        memcpy(&long_value, component, sizeof long_value);
        return long_value / 4294967295.0;
    case COMPONENT_HALF:
        memcpy(&short_value, component, sizeof short_value);
        return number_from_half(short_value);
    case COMPONENT_FLOAT:
        memcpy(&float_value, component, sizeof float_value);
        return float_value;
    default:
        memcpy(&double_value, component, sizeof double_value);
        return double_value;
    }
}

/* `number` is in 0..1. */
static void number_to_component(ComponentType type, gdouble number, guchar *component)
{
    guint16 short_value;
    guint32 long_value;
    gfloat float_value;

    switch (type) {
    case COMPONENT_U8:
        *component = (guchar)floor(number * 255 + 0.5);
        break;
    case COMPONENT_U16:
        short_value = (guint16)floor(number * 65535 + 0.5);
        memcpy(component, &short_value, sizeof short_value);
        break;
    case COMPONENT_U32:
        long_value = (guint32)floor(number * 4294967295.0 + 0.5);
        memcpy(component, &long_value, sizeof long_value);
        break;
    case COMPONENT_HALF:
        short_value = half_from_number(number);
        memcpy(component, &short_value, sizeof short_value);
        break;
    case COMPONENT_FLOAT:
        float_value = (gfloat)number;
        memcpy(component, &float_value, sizeof float_value);
        break;
    case COMPONENT_DOUBLE:
        memcpy(component, &number, sizeof number);
        break;
    }
}

gdouble encoding_number(const Encoding *encoding, const guchar *pixel, gint component)
{
    return number_from_component(encoding->type,
                                 pixel + (gsize)component * encoding->component_size);
}

/* ---- Components as display values ---------------------------------------------------------- */

static guint16 display_from_component(const Encoding *encoding, const guchar *component)
{
    gdouble number = number_from_component(encoding->type, component);

    /* Written so that NaN fails the comparison, too. */
    if (!(number > 0))
        return 0;
    if (number >= 1)
        return G_MAXUINT16;
    return (guint16)floor((encoding->linear ? errdiff_srgb_from_linear(number) : number) * 65535 +
                          0.5);
}

/* Makes a table of the display values of all components of 8 or 16 bits. */
static gpointer make_display_table(const Encoding *encoding)
{
    guint16 *table = g_new(guint16, 1 << (8 * encoding->component_size));

    for (guint i = 0; i < 1u << (8 * encoding->component_size); i++) {
        guchar component[sizeof(gdouble)] = {(guchar)i};
        guint16 word = (guint16)i;

        if (encoding->component_size == sizeof word)
            memcpy(component, &word, sizeof word);
        table[i] = display_from_component(encoding, component);
    }
    return table;
}

/* One table for each encoding, which is made when it is first needed. */
typedef gpointer Tables[COMPONENT_TYPES][2];

static gconstpointer table_of(Tables tables, const Encoding *encoding,
                              gpointer (*make)(const Encoding *encoding))
{
    gpointer *table = &tables[encoding->type][encoding->linear];

    if (g_once_init_enter(table))
        g_once_init_leave(table, make(encoding));
    return *table;
}

static void bytes_to_display(const Encoding *encoding, const guchar *pixels, gsize count,
                             guint8 *display)
{
    for (gsize i = 0; i < count; i++, pixels += encoding->pixel_size)
        for (gint c = 0; c < encoding->channels; c++)
            *display++ = pixels[c];
}

/* Converts components of 8 or 16 bits with the table. */
static void look_up_display(const Encoding *encoding, const guchar *pixels, gsize count,
                            guint16 *display)
{
    static Tables tables;
    const guint16 *table = table_of(tables, encoding, make_display_table);
    gsize size = encoding->component_size;

    for (gsize i = 0; i < count; i++, pixels += encoding->pixel_size)
        for (gint c = 0; c < encoding->channels; c++) {
            const guchar *component = pixels + (gsize)c * size;
            guint16 word = *component;

            if (size == sizeof word)
                memcpy(&word, component, sizeof word);
            *display++ = table[word];
        }
}

static void compute_display(const Encoding *encoding, const guchar *pixels, gsize count,
                            guint16 *display)
{
    for (gsize i = 0; i < count; i++, pixels += encoding->pixel_size)
        for (gint c = 0; c < encoding->channels; c++)
            *display++ =
                display_from_component(encoding, pixels + (gsize)c * encoding->component_size);
}

void encoding_to_display(const Encoding *encoding, const guchar *pixels, gsize count,
                         gpointer display)
{
    if (encoding->bits == 8)
        bytes_to_display(encoding, pixels, count, display);
    else if (encoding->component_size <= sizeof(guint16))
        look_up_display(encoding, pixels, count, display);
    else
        compute_display(encoding, pixels, count, display);
}

/* Makes a table of the components for all 16-bit display values. */
static gpointer make_component_table(const Encoding *encoding)
{
    guchar *table = g_malloc(DISPLAY_VALUES * encoding->component_size);

    for (guint i = 0; i < DISPLAY_VALUES; i++) {
        gdouble number = i / 65535.0;
        number_to_component(encoding->type,
                            encoding->linear ? errdiff_srgb_to_linear(number) : number,
                            table + i * encoding->component_size);
    }
    return table;
}

void encoding_from_display(const Encoding *encoding, gconstpointer display, const guchar *mask,
                           gsize count, guchar *pixels)
{
    gsize size = encoding->component_size;
    const guint8 *bytes = display;
    const guint16 *words = display;
    static Tables tables;
    const guchar *table =
        encoding->bits == 8 ? NULL : table_of(tables, encoding, make_component_table);

    for (gsize i = 0; i < count; i++, pixels += encoding->pixel_size)
        for (gint c = 0; c < encoding->channels; c++) {
            gsize sample = i * (gsize)encoding->channels + (gsize)c;

            if (mask && mask[i] == 0)
                continue;
            if (encoding->bits == 8)
                pixels[c] = bytes[sample];
            else
                memcpy(pixels + (gsize)c * size, table + words[sample] * size, size);
        }
}

gboolean encoding_is_display(const Encoding *encoding)
{
    return !encoding->has_alpha && !encoding->linear &&
           (encoding->type == COMPONENT_U8 || encoding->type == COMPONENT_U16);
}

/* ---- Alpha --------------------------------------------------------------------------------- */

static gsize alpha_offset(const Encoding *encoding)
{
    return encoding->pixel_size - encoding->component_size;
}

void encoding_alpha_to_display(const Encoding *encoding, const guchar *pixels, gsize count,
                               gpointer display)
{
    guint8 *bytes = display;
    guint16 *words = display;
    const guchar *component = pixels + alpha_offset(encoding);

    for (gsize i = 0; i < count; i++, component += encoding->pixel_size) {
        gdouble number = number_from_component(encoding->type, component);

        if (encoding->bits == 8)
            bytes[i] = *component;
        else if (!(number > 0)) /* also true for NaN */
            words[i] = 0;
        else
            /* A pixel that is slightly visible must not become fully transparent. */
            words[i] = (guint16)MAX(1, floor(MIN(number, 1) * 65535 + 0.5));
    }
}

void encoding_alpha_from_display(const Encoding *encoding, gconstpointer display,
                                 const guchar *mask, gsize count, guchar *pixels)
{
    const guint8 *bytes = display;
    const guint16 *words = display;
    guchar *component = pixels + alpha_offset(encoding);

    for (gsize i = 0; i < count; i++, component += encoding->pixel_size)
        if (!mask || mask[i] != 0)
            number_to_component(encoding->type,
                                encoding->bits == 8 ? bytes[i] / 255.0 : words[i] / 65535.0,
                                component);
}

/* ---- Gray to RGB --------------------------------------------------------------------------- */

Encoding encoding_rgb_of_gray(const Encoding *gray)
{
    Encoding rgb = *gray;

    rgb.channels = 3;
    rgb.pixel_size = gray->pixel_size + 2 * gray->component_size;
    return rgb;
}

void encoding_gray_to_rgb(const Encoding *gray, const guchar *pixels, gsize count, guchar *rgb)
{
    gsize size = gray->component_size;

    for (gsize i = 0; i < count; i++, pixels += gray->pixel_size) {
        for (gint c = 0; c < 3; c++, rgb += size)
            memcpy(rgb, pixels, size);
        if (gray->has_alpha) {
            memcpy(rgb, pixels + size, size);
            rgb += size;
        }
    }
}
