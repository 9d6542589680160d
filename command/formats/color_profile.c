/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Converts the colors of images to sRGB, with lcms2. */
#include "color_profile.h"

#include "config.h"
#include "fail.h"

#include <stdlib.h>
#include <string.h>

#ifdef HAVE_LCMS
#include <lcms2_plugin.h>

/* Colors with which profiles are compared: SIDE values in each channel, or as many grays. */
enum { SIDE = 9, SAMPLES = SIDE * SIDE * SIDE };

/* Far more than a conversion takes; its largest part is a table of 23⁴ colors for CMYK. */
enum { RESERVE_BYTES = 16 << 20 };

/* A conversion between two profiles. */
struct conversion {
    cmsContext context;
    bool lacks_memory; /* lcms2 was refused memory */
    uint8_t *reserve;  /* memory for that case */
    size_t reserve_used;
    cmsHPROFILE from, to;
    cmsHTRANSFORM transform; /* NULL: the profiles do not fit the image */
};

static bool has_alpha(const struct image *image, const struct image_tags *tags)
{
    return image->pixels.channels % 2 == 0 && !tags->is_cmyk;
}

/* Gamma 0: that of sRGB. */
static cmsToneCurve *make_curve(cmsContext context, double gamma)
{
    cmsFloat64Number srgb[] = {2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045};
    return gamma > 0 ? cmsBuildGamma(context, gamma)
                     : cmsBuildParametricToneCurve(context, 4, srgb);
}

static cmsHPROFILE make_gray(cmsContext context, double gamma)
{
    cmsToneCurve *curve = make_curve(context, gamma);
    cmsHPROFILE gray = curve ? cmsCreateGrayProfileTHR(context, cmsD50_xyY(), curve) : NULL;
    cmsFreeToneCurve(curve);
    return gray;
}

static cmsHPROFILE make_rgb(cmsContext context, const struct image_tags *tags)
{
    static const double srgb[] = {0.3127, 0.3290, 0.64, 0.33, 0.30, 0.60, 0.15, 0.06};
    const double *c = tags->has_chromaticities ? tags->chromaticities : srgb;
    cmsCIExyY white = {c[0], c[1], 1};
    cmsCIExyYTRIPLE primaries = {{c[2], c[3], 1}, {c[4], c[5], 1}, {c[6], c[7], 1}};
    cmsToneCurve *curve = make_curve(context, tags->gamma);
    cmsToneCurve *curves[] = {curve, curve, curve};
    cmsHPROFILE rgb = curve ? cmsCreateRGBProfileTHR(context, &white, &primaries, curves) : NULL;
    cmsFreeToneCurve(curve);
    return rgb;
}

/* The profile that the tags contain, or that they describe. */
static cmsHPROFILE open_profile(cmsContext context, const struct image_tags *tags, int colors)
{
    if (tags->profile)
        return cmsOpenProfileFromMemTHR(context, tags->profile,
                                        (cmsUInt32Number)tags->profile_size);
    return colors == 1 ? make_gray(context, tags->gamma) : make_rgb(context, tags);
}

/* lcms2's name of the memory layout of pixels. */
static cmsUInt32Number layout_of(int space, int colors, bool alpha, int bits)
{
    return COLORSPACE_SH((cmsUInt32Number)space) | CHANNELS_SH((cmsUInt32Number)colors) |
           EXTRA_SH((cmsUInt32Number)alpha) | BYTES_SH((cmsUInt32Number)bits / 8);
}

static void close_conversion(struct conversion *conversion)
{
    if (conversion->transform)
        cmsDeleteTransform(conversion->transform);
    if (conversion->from)
        cmsCloseProfile(conversion->from);
    if (conversion->to)
        cmsCloseProfile(conversion->to);
    if (conversion->context)
        cmsDeleteContext(conversion->context);
    free(conversion->reserve);
}

/* ---- The memory of lcms2 ------------------------------------------------------------------- */

/* lcms2 crashes if some of its allocations are refused. So it then gets its memory from the
 * reserve, and what it makes with that is not used. While lcms2 makes a context it does not pass
 * one. */
static void *allocate(cmsContext context, cmsUInt32Number size)
{
    struct conversion *conversion = context ? cmsGetContextUserData(context) : NULL;
    void *memory = malloc(size);
    if (memory || !conversion)
        return memory;
    conversion->lacks_memory = true;
    size_t aligned = ((size_t)size + 15) / 16 * 16, left = RESERVE_BYTES - conversion->reserve_used;
    if (aligned > left)
        return NULL;
    conversion->reserve_used += aligned;
    return conversion->reserve + conversion->reserve_used - aligned;
}

static bool is_reserve(cmsContext context, const void *memory)
{
    const struct conversion *conversion = context ? cmsGetContextUserData(context) : NULL;
    const uint8_t *byte = memory;
    return conversion && byte >= conversion->reserve && byte < conversion->reserve + RESERVE_BYTES;
}

static void release(cmsContext context, void *memory)
{
    if (!is_reserve(context, memory))
        free(memory);
}

static void *reallocate(cmsContext context, void *memory, cmsUInt32Number size)
{
    struct conversion *conversion = context ? cmsGetContextUserData(context) : NULL;
    void *larger = is_reserve(context, memory) ? NULL : realloc(memory, size);
    if (conversion && !larger)
        conversion->lacks_memory = true;
    return larger;
}

static cmsContext make_context(struct conversion *conversion)
{
    cmsPluginMemHandler memory = {
        .base = {.Magic = cmsPluginMagicNumber,
                 .ExpectedVersion = 2000,
                 .Type = cmsPluginMemHandlerSig},
        .MallocPtr = allocate,
        .FreePtr = release,
        .ReallocPtr = reallocate,
    };
    conversion->reserve = malloc(RESERVE_BYTES);
    cmsContext context = conversion->reserve ? cmsCreateContext(&memory, conversion) : NULL;
    conversion->lacks_memory = !context;
    return context;
}

/* ---- Conversion ---------------------------------------------------------------------------- */

static void open_conversion(struct conversion *conversion, const struct image *image,
                            const struct image_tags *tags)
{
    bool alpha = has_alpha(image, tags);
    int colors = image->pixels.channels - alpha, bits = image->pixels.bits;
    cmsColorSpaceSignature wanted = tags->is_cmyk ? cmsSigCmykData
                                    : colors == 1 ? cmsSigGrayData
                                                  : cmsSigRgbData;
    int space = tags->is_cmyk ? PT_CMYK : colors == 1 ? PT_GRAY : PT_RGB;
    conversion->context = make_context(conversion);
    if (!conversion->context)
        return;
    conversion->from = open_profile(conversion->context, tags, colors);
    if (!conversion->from || cmsGetColorSpace(conversion->from) != wanted)
        return;
    conversion->to = colors == 1 ? make_gray(conversion->context, 0)
                                 : cmsCreate_sRGBProfileTHR(conversion->context);
    if (!conversion->to)
        return;
    cmsUInt32Number from_layout = layout_of(space, colors, alpha, bits);
    cmsUInt32Number to_layout = tags->is_cmyk ? layout_of(PT_RGB, 3, false, bits) : from_layout;
    /* lcms2 optimizes by interpolating between a few colors, which is not exact enough here. */
    bool is_exact = colors == 1 || bits == 16;
    conversion->transform =
        cmsCreateTransformTHR(conversion->context, conversion->from, from_layout, conversion->to,
                              to_layout, INTENT_RELATIVE_COLORIMETRIC,
                              cmsFLAGS_BLACKPOINTCOMPENSATION | (alpha ? cmsFLAGS_COPY_ALPHA : 0) |
                                  (is_exact ? cmsFLAGS_NOOPTIMIZE : 0));
}

/* Whether the conversion changes no color by more than rounding to 8 bits does: the profile is
 * sRGB, under whatever name, and pixels keep their bytes. */
static bool is_identity(const struct conversion *conversion, const errdiff_image *image)
{
    uint16_t samples[SAMPLES * 4] = {0}, converted[SAMPLES * 4] = {0};
    size_t channels = (size_t)image->channels;
    for (size_t i = 0; i < SAMPLES * channels; i++) {
        size_t pixel = i / channels, channel = i % channels;
        size_t step = channel == 0   ? pixel % SIDE
                      : channel == 1 ? pixel / SIDE % SIDE
                                     : pixel / (SIDE * SIDE);
        uint16_t value = (uint16_t)(step * UINT16_MAX / (SIDE - 1));
        if (image->bits == 16)
            samples[i] = value;
        else
            ((uint8_t *)samples)[i] = (uint8_t)(value / 257);
    }
    cmsDoTransform(conversion->transform, samples, converted, SAMPLES);
    for (size_t i = 0; i < SAMPLES * channels; i++) {
        int difference = image->bits == 16
                             ? samples[i] - converted[i]
                             : 257 * (((uint8_t *)samples)[i] - ((uint8_t *)converted)[i]);
        if (abs(difference) > 257)
            return false;
    }
    return true;
}

/* Converts the rows in place. A row of CMYK gets shorter. */
static int convert(const struct conversion *conversion, struct image *image, bool is_cmyk)
{
    errdiff_image *pixels = &image->pixels;
    ptrdiff_t stride = pixels->stride;
    uint8_t *row = malloc((size_t)stride);
    if (!row)
        return fail(EXIT_FAILED, "%s: not enough memory", image->name);
    image->is_srgb = true;
    if (is_cmyk) {
        pixels->channels = 3;
        pixels->stride = stride / 4 * 3;
    }
    for (int y = 0; y < pixels->height; y++) {
        uint8_t *bytes = (uint8_t *)pixels->data;
        memcpy(row, bytes + y * stride, (size_t)stride);
        cmsDoTransform(conversion->transform, row, bytes + y * pixels->stride,
                       (cmsUInt32Number)pixels->width);
    }
    free(row);
    return 0;
}

static bool have_no_color_space(const struct image_tags *tags)
{
    return !tags->profile && tags->gamma == 0 && !tags->has_chromaticities;
}

bool color_profile_is_needed(const struct image *image, const struct image_tags *tags)
{
    if (have_no_color_space(tags))
        return false;
    struct conversion conversion = {0};
    open_conversion(&conversion, image, tags);
    bool is_needed = conversion.lacks_memory || !conversion.transform ||
                     !is_identity(&conversion, &image->pixels);
    close_conversion(&conversion);
    return is_needed;
}

static void ignore(struct image *image)
{
    warn("%s: the image's color profile is damaged or not for its kind of colors, so it is "
         "ignored",
         image->name);
    image->is_srgb = true;
}

int color_profile_apply(struct image *image, const struct image_tags *tags)
{
    if (tags->is_cmyk && !tags->profile)
        return fail(EXIT_FAILED,
                    "%s: its colors are CMYK, which need a color profile, and it contains none",
                    image->name);
    if (have_no_color_space(tags))
        return 0;
    struct conversion conversion = {0};
    int status = 0;
    open_conversion(&conversion, image, tags);
    if (conversion.lacks_memory)
        status = fail(EXIT_FAILED, "%s: not enough memory", image->name);
    else if (!conversion.transform && tags->is_cmyk)
        status = fail(EXIT_FAILED, "%s: its color profile is damaged or not for CMYK", image->name);
    else if (!conversion.transform)
        ignore(image);
    else if (tags->is_cmyk || !is_identity(&conversion, &image->pixels))
        status = convert(&conversion, image, tags->is_cmyk);
    close_conversion(&conversion);
    return status;
}

#else /* without lcms2 */

static bool contains(const struct image_tags *tags, const char *word, size_t length)
{
    for (size_t i = 0; i + length <= tags->profile_size; i++)
        if (memcmp(tags->profile + i, word, length) == 0)
            return true;
    return false;
}

/* Whether the profile names sRGB, in ASCII or, as in newer profiles, in UTF-16. */
static bool is_srgb(const struct image_tags *tags)
{
    static const char wide[] = "s\0R\0G\0B";
    return contains(tags, "sRGB", 4) || contains(tags, wide, sizeof wide - 1);
}

bool color_profile_is_needed(const struct image *image, const struct image_tags *tags)
{
    (void)image;
    return tags->profile && !is_srgb(tags);
}

int color_profile_apply(struct image *image, const struct image_tags *tags)
{
    if (tags->is_cmyk)
        return fail(EXIT_FAILED,
                    "%s: its colors are CMYK, which errdiff cannot convert because it was built "
                    "without lcms2",
                    image->name);
    if (!color_profile_is_needed(image, tags))
        return 0;
    warn("%s: errdiff was built without lcms2, so the image's color profile is ignored",
         image->name);
    image->is_srgb = true;
    return 0;
}
#endif
