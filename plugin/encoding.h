/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How a drawable stores its pixels, and the conversion to the display values that the core works on
 * and back. babl is not used for that: it chooses among its conversions by how fast they happen to
 * run, and their results differ from run to run. Here the same pixels always give the same values.
 */
#ifndef PLUGIN_ENCODING_H
#define PLUGIN_ENCODING_H

#include <babl/babl.h>
#include <glib.h>

typedef enum {
    COMPONENT_U8,
    COMPONENT_U16,
    COMPONENT_U32,
    COMPONENT_HALF,
    COMPONENT_FLOAT,
    COMPONENT_DOUBLE
} ComponentType;

typedef struct {
    ComponentType type;
    gsize component_size; /* bytes */
    gboolean is_coverage; /* the values are those of a mask or a channel, not light */
    gboolean linear;      /* the values are linear light; the sRGB curve makes display values */
    gint channels;        /* 1 (gray) or 3 (red, green, blue) */
    gboolean has_alpha;   /* one more component, after the channels */
    gsize pixel_size;     /* bytes */
    gint bits;            /* of a display value: 8 for 8-bit gamma pixels, 16 for all others */
} Encoding;

/*
 * Finds the encoding of a drawable's format. The values of a mask or a channel are coverage, not
 * light, so with `is_coverage` no curve is applied to them. FALSE: the format is not supported.
 */
gboolean encoding_from_format(Encoding *encoding, const Babl *format, gboolean is_coverage);

/* The format of an encoding that is not coverage, in this color space (NULL: sRGB). */
const Babl *encoding_to_format(const Encoding *encoding, const Babl *space);

/* Whether pixels are stored as display values, one after the other, so that the two functions below
 * would only copy them: integers of 8 or 16 bits with gamma, without alpha. */
gboolean encoding_is_display(const Encoding *encoding);

/* Converts `count` pixels to display values: for each pixel its channels, without alpha, as guint8
 * or guint16 depending on encoding->bits. Values outside 0..1 are clamped, NaN becomes 0. */
void encoding_to_display(const Encoding *encoding, const guchar *pixels, gsize count,
                         gpointer display);

/* Converts display values back, for pixels whose mask is not 0 (mask NULL: all). Other pixels, and
 * alpha, keep their bytes. */
void encoding_from_display(const Encoding *encoding, gconstpointer display, const guchar *mask,
                           gsize count, guchar *pixels);

/* Convert alpha to display values of encoding->bits and back, without a curve: 0 is fully
 * transparent, the largest value opaque. Only fully transparent pixels become 0. */
void encoding_alpha_to_display(const Encoding *encoding, const guchar *pixels, gsize count,
                               gpointer display);
void encoding_alpha_from_display(const Encoding *encoding, gconstpointer display,
                                 const guchar *mask, gsize count, guchar *pixels);

/* The encoding of RGB pixels with the component type of a gray encoding, and alpha if that has
 * alpha. */
Encoding encoding_rgb_of_gray(const Encoding *gray);

/* Copies gray pixels to pixels of encoding_rgb_of_gray; red, green and blue become the gray
 * value. */
void encoding_gray_to_rgb(const Encoding *gray, const guchar *pixels, gsize count, guchar *rgb);

/* A component of a pixel as it is stored, without a curve. Integers are scaled to 0..1;
 * floating-point values are returned as they are, NaN and infinities included. */
gdouble encoding_number(const Encoding *encoding, const guchar *pixel, gint component);

#endif
