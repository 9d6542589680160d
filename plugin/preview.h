/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PLUGIN_PREVIEW_H
#define PLUGIN_PREVIEW_H

#include "drawable_pixels.h"
#include "preview_source.h"

/* Lends the pixels, which must outlive it, to the dialog's preview. The preview makes copies only
 * and never calls GIMP, so that it may work in another thread. */
PreviewSource preview_source(DrawablePixels *pixels);

#endif
