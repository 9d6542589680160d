/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How a drawable stores its pixels, and the way from there to the display values that the core
 * works on, and back. babl could convert, too, but takes its shortcuts by how fast they ran this
 * time, and its results differ from run to run; here the same pixels always give the same values.
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
    gboolean linear;      /* light, to be taken through the sRGB curve */
    gint channels;        /* 1 (gray) or 3 (red, green, blue) */
    gboolean has_alpha;   /* one more component, after the channels */
    gsize pixel_size;     /* bytes */
    gint bits;            /* of the display values: 8 for 8-bit gamma, 16 for everything else */
} Encoding;

/*
 * Reads a drawable's format. The numbers of a mask or a channel are coverage, not light, so
 * `is_coverage` keeps them as they are. FALSE: the format is not one of those above.
 */
gboolean encoding_from_format(Encoding *encoding, const Babl *format, gboolean is_coverage);

/* The way back, for what is no coverage: the format in that space (NULL: sRGB). */
const Babl *encoding_to_format(const Encoding *encoding, const Babl *space);

/* Display values of `count` pixels, channel by channel, without alpha: guint8 or guint16 as
 * encoding->bits says. Values outside 0..1 are clamped, NaN is 0. */
void encoding_to_display(const Encoding *encoding, const guchar *pixels, gsize count,
                         gpointer display);

/* The way back, for the pixels whose mask is not 0 (mask NULL: all); the others, and alpha, keep
 * their bytes. */
void encoding_from_display(const Encoding *encoding, gconstpointer display, const guchar *mask,
                           gsize count, guchar *pixels);

/* The same for alpha, which knows no curve: values of as many bits, 0 for none and full for full.
 * Only fully transparent pixels give 0. */
void encoding_alpha_to_display(const Encoding *encoding, const guchar *pixels, gsize count,
                               gpointer display);
void encoding_alpha_from_display(const Encoding *encoding, gconstpointer display,
                                 const guchar *mask, gsize count, guchar *pixels);

/* The encoding of RGB pixels with the components of a gray one, and alpha where it has that. */
Encoding encoding_rgb_of_gray(const Encoding *gray);

/* Copies gray pixels to those of encoding_rgb_of_gray, with red, green and blue alike. */
void encoding_gray_to_rgb(const Encoding *gray, const guchar *pixels, gsize count, guchar *rgb);

/* A component of a pixel as it is stored, without a curve: 1 for full in integers, any number, NaN too,
 * in the others. */
gdouble encoding_number(const Encoding *encoding, const guchar *pixel, gint component);

#endif
