/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PLUGIN_PAPER_WHITE_H
#define PLUGIN_PAPER_WHITE_H

#include <errdiff.h>
#include <glib.h>

/* Changes 8-bit RGB pixels, in rows `stride` bytes apart, to what eyes see that take the lightest
 * color of the palette for white: the light of each channel is divided by that of this color
 * (media-relative colorimetry), up to white. */
void paper_white_apply(const errdiff_palette *palette, gint width, gint height, guchar *rgb,
                       gint stride);

#endif
