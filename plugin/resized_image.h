/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PLUGIN_RESIZED_IMAGE_H
#define PLUGIN_RESIZED_IMAGE_H

#include "request.h"

/* A scaled copy of an image, without a window. */
typedef struct {
    gint32 image_ID;    /* 0: there is none */
    gint width, height; /* of its canvas */
    gint32 *drawables;  /* the counterparts of given drawables that are within the image */
    gint count;         /* of them, 1 or more */
} ResizedImage;

/*
 * Makes a copy of the image of `drawables` that has the size that the request asks for, or if its
 * shape is kept, the largest size that fits in. The copy of an indexed image is RGB. The
 * resolution that the settings name is for millimeters, and becomes that of the copy then. No undo
 * steps are kept of it.
 *
 * Layers in the part that SIZE_FILL cuts off are left out; if the request is for frames, which are
 * all layers, one of the others takes their place. FALSE: GIMP refused, a drawable has no
 * counterpart, or nothing is left of them or of the selection; *message, which the caller frees,
 * says so. The caller clears *resized, or keeps the image.
 */
gboolean resized_image_make(ResizedImage *resized, const gint32 *drawables, gint count,
                            const DitherRequest *request, gchar **message);

/* Makes the copy an image of its own, with undo steps from now on. */
void resized_image_keep(ResizedImage *resized);

/* Deletes the image if it was not kept. */
void resized_image_clear(ResizedImage *resized);

#endif
