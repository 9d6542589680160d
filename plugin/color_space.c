/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Converts pixels between an image's color profile and sRGB, with the library lcms2. */
#include "color_space.h"

#include "errdiff.h"

#include <lcms2.h>
#include <stdlib.h>

struct ColorSpace {
    gint channels, bits;
    cmsHTRANSFORM to_srgb;   /* between values of `bits` */
    cmsHTRANSFORM from_srgb; /* between values of 16 bits */
    /* For each channel: all values with sRGB's curve, and back; NULL: the curve is that of sRGB, or
     * not known. */
    guint16 *to_curve[3], *from_curve[3];
};

/* Colors with which a profile is compared with sRGB: SIDE values in each channel. */
enum { SIDE = 9, SAMPLES = SIDE * SIDE * SIDE };

static cmsHPROFILE make_srgb_gray(void)
{
    cmsFloat64Number srgb[] = {2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045};
    cmsToneCurve *curve = cmsBuildParametricToneCurve(NULL, 4, srgb);
    cmsHPROFILE gray = cmsCreateGrayProfile(cmsD50_xyY(), curve);

    cmsFreeToneCurve(curve);
    return gray;
}

/* lcms2 optimizes conversions of 16 bits and of gray by interpolating between a few colors, which
 * is not exact enough here. A transform without a cache can be used in several threads. */
static cmsHTRANSFORM make_transform(cmsHPROFILE from, cmsHPROFILE to, gint channels, gint bits)
{
    cmsUInt32Number layout = COLORSPACE_SH((cmsUInt32Number)(channels == 1 ? PT_GRAY : PT_RGB)) |
                             CHANNELS_SH((cmsUInt32Number)channels) |
                             BYTES_SH((cmsUInt32Number)bits / 8);
    gboolean is_exact = channels == 1 || bits == 16;

    return cmsCreateTransform(from, layout, to, layout, INTENT_RELATIVE_COLORIMETRIC,
                              cmsFLAGS_BLACKPOINTCOMPENSATION | cmsFLAGS_NOCACHE |
                                  (is_exact ? cmsFLAGS_NOOPTIMIZE : 0));
}

/* ---- Curves ---------------------------------------------------------------------------------- */

static guint largest(const ColorSpace *space)
{
    return (1u << space->bits) - 1;
}

static guint16 value_of(const ColorSpace *space, gdouble number)
{
    return (guint16)(CLAMP(number, 0, 1) * largest(space) + 0.5);
}

/* Sets the tables of a channel. Returns whether a value differs by more than rounding to 8 bits. */
static gboolean make_curve(ColorSpace *space, gint channel, const cmsToneCurve *curve)
{
    cmsToneCurve *reverse = cmsReverseToneCurve(curve);
    guint max = largest(space);
    guint16 *to = g_new(guint16, max + 1), *from = g_new(guint16, max + 1);
    gboolean differs = FALSE;

    for (guint i = 0; i <= max; i++) {
        gfloat number = (gfloat)i / (gfloat)max;
        gdouble light = cmsEvalToneCurveFloat(curve, number);

        to[i] = value_of(space, errdiff_srgb_from_linear(CLAMP(light, 0, 1)));
        from[i] =
            value_of(space, cmsEvalToneCurveFloat(reverse, (gfloat)errdiff_srgb_to_linear(number)));
        differs |= (guint)abs((gint)to[i] - (gint)i) > (max + 1) >> 8;
    }
    from[0] = 0;
    from[max] = (guint16)max;
    cmsFreeToneCurve(reverse);
    space->to_curve[channel] = to;
    space->from_curve[channel] = from;
    return differs;
}

static void free_curves(ColorSpace *space)
{
    for (gint c = 0; c < 3; c++) {
        g_clear_pointer(&space->to_curve[c], g_free);
        g_clear_pointer(&space->from_curve[c], g_free);
    }
}

/* Only profiles of primaries and curves, and gray ones, have these tags. */
static void make_curves(ColorSpace *space, cmsHPROFILE profile)
{
    static const cmsTagSignature tags[] = {cmsSigRedTRCTag, cmsSigGreenTRCTag, cmsSigBlueTRCTag};
    gboolean differs = FALSE;

    if (space->channels == 3 && !cmsIsMatrixShaper(profile))
        return;
    for (gint c = 0; c < space->channels; c++) {
        const cmsToneCurve *curve =
            cmsReadTag(profile, space->channels == 1 ? cmsSigGrayTRCTag : tags[c]);

        if (!curve) {
            differs = FALSE;
            break;
        }
        differs |= make_curve(space, c, curve);
    }
    if (!differs)
        free_curves(space);
}

gboolean color_space_has_own_curve(const ColorSpace *space)
{
    return space && space->to_curve[0];
}

static void look_up(const ColorSpace *space, guint16 *const tables[3], gpointer values, gsize count)
{
    guint8 *bytes = values;
    guint16 *words = values;
    gsize channels = (gsize)space->channels;

    for (gsize i = 0; i < count * channels; i++)
        if (space->bits == 8)
            bytes[i] = (guint8)tables[i % channels][bytes[i]];
        else
            words[i] = tables[i % channels][words[i]];
}

void color_space_to_srgb_curve(const ColorSpace *space, gpointer values, gsize count)
{
    look_up(space, space->to_curve, values, count);
}

void color_space_from_srgb_curve(const ColorSpace *space, gpointer values, gsize count)
{
    look_up(space, space->from_curve, values, count);
}

/* ---- The conversion to sRGB and back --------------------------------------------------------- */

static void make_transforms(ColorSpace *space, cmsHPROFILE profile)
{
    cmsHPROFILE srgb = space->channels == 1 ? make_srgb_gray() : cmsCreate_sRGBProfile();

    space->to_srgb = make_transform(profile, srgb, space->channels, space->bits);
    space->from_srgb = make_transform(srgb, profile, space->channels, 16);
    cmsCloseProfile(srgb);
}

/* Sample number i of SAMPLES, 16 bits. */
static guint16 sample(gint i, gint channel)
{
    gint step = channel == 0 ? i % SIDE : channel == 1 ? i / SIDE % SIDE : i / (SIDE * SIDE);

    return (guint16)(step * G_MAXUINT16 / (SIDE - 1));
}

/* Whether no color changes by more than rounding to 8 bits does. */
static gboolean is_srgb(const ColorSpace *space)
{
    guint16 values[3];

    for (gint i = 0; i < SAMPLES; i++) {
        guint16 color[] = {sample(i, 0), sample(i, 1), sample(i, 2)};

        cmsDoTransform(space->from_srgb, color, values, 1);
        for (gint c = 0; c < space->channels; c++)
            if (abs(values[c] - color[c]) > 257)
                return FALSE;
    }
    return TRUE;
}

ColorSpace *color_space_new(gconstpointer icc, gsize size, gint channels, gint bits)
{
    cmsColorSpaceSignature wanted = channels == 1 ? cmsSigGrayData : cmsSigRgbData;
    cmsHPROFILE profile = cmsOpenProfileFromMem(icc, (cmsUInt32Number)size);
    ColorSpace *space = g_new0(ColorSpace, 1);

    space->channels = channels;
    space->bits = bits;
    if (profile && cmsGetColorSpace(profile) == wanted)
        make_transforms(space, profile);
    if (space->to_srgb)
        make_curves(space, profile);
    if (profile)
        cmsCloseProfile(profile);
    if (space->to_srgb && space->from_srgb && !is_srgb(space))
        return space;
    color_space_free(space);
    return NULL;
}

/* ---- Conversion of many pixels, in threads ------------------------------------------------- */

enum { MIN_PIXELS_OF_A_THREAD = 1 << 16, MAX_THREADS = 64 };

typedef struct {
    const ColorSpace *space;
    const guchar *from;
    guchar *to;
    gsize count;
} Part;

/* lcms2 counts pixels in 32 bits. */
static gpointer convert_part(gpointer data)
{
    const gsize max_count = 1 << 20;
    Part *part = data;
    gsize pixel_size = (gsize)(part->space->channels * part->space->bits / 8);

    for (gsize i = 0; i < part->count; i += max_count)
        cmsDoTransform(part->space->to_srgb, part->from + i * pixel_size, part->to + i * pixel_size,
                       (cmsUInt32Number)MIN(part->count - i, max_count));
    return NULL;
}

void color_space_to_srgb(const ColorSpace *space, gconstpointer from, gpointer to, gsize count)
{
    gsize pixel_size = (gsize)(space->channels * space->bits / 8), first = 0;
    guint wanted = (guint)(count / MIN_PIXELS_OF_A_THREAD) + 1;
    guint thread_count = MIN(wanted, MIN(g_get_num_processors(), MAX_THREADS));
    GThread *threads[MAX_THREADS] = {NULL};
    Part parts[MAX_THREADS];

    for (guint i = 0; i < thread_count; i++) {
        gsize end = count * (i + 1) / thread_count;

        parts[i] = (Part){space, (const guchar *)from + first * pixel_size,
                          (guchar *)to + first * pixel_size, end - first};
        first = end;
        if (i + 1 < thread_count)
            threads[i] = g_thread_try_new("to sRGB", convert_part, &parts[i], NULL);
        if (!threads[i])
            convert_part(&parts[i]);
    }
    for (guint i = 0; i < thread_count; i++)
        if (threads[i])
            g_thread_join(threads[i]);
}

/* -------------------------------------------------------------------------------------------- */

void color_space_from_srgb(const ColorSpace *space, const guint8 (*colors)[3], gint count,
                           guint16 (*values)[3])
{
    for (gint i = 0; i < count; i++) {
        guint16 color[] = {colors[i][0] * 257, colors[i][1] * 257, colors[i][2] * 257};

        cmsDoTransform(space->from_srgb, color, values[i], 1);
        for (gint c = 0; space->bits == 8 && c < space->channels; c++)
            values[i][c] = (guint16)((values[i][c] + 128) / 257);
    }
}

void color_space_free(ColorSpace *space)
{
    if (!space)
        return;
    if (space->to_srgb)
        cmsDeleteTransform(space->to_srgb);
    if (space->from_srgb)
        cmsDeleteTransform(space->from_srgb);
    free_curves(space);
    g_free(space);
}
