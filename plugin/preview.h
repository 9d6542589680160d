/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PLUGIN_PREVIEW_H
#define PLUGIN_PREVIEW_H

#include "drawable_pixels.h"
#include "preview_source.h"

/* A source of pixels for the dialog's preview. `pixels` must outlive it. Dithering for the preview
 * leaves them unchanged and never calls GIMP, so that it can run in another thread. */
PreviewSource preview_source(DrawablePixels *pixels);

#endif
