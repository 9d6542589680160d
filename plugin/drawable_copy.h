/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A copy of a drawable that only this program knows, for reading its pixels while a dialog is open
 * and after that. GIMP ends a plug-in that asks for a tile of a drawable that has been deleted,
 * cropped or scaled since, and the user can do that at any time, even between two tiles. No check
 * before reading could prevent it. The copy is made by a single call, during which nothing else
 * happens in GIMP.
 *
 * It takes a few milliseconds whatever the size, and hardly any memory, because GIMP lets both
 * drawables share their tiles until one of them is changed.
 */
#ifndef PLUGIN_DRAWABLE_COPY_H
#define PLUGIN_DRAWABLE_COPY_H

#include <babl/babl.h>
#include <glib.h>

typedef struct {
    gint32 image_ID; /* an image without a window, in which the copy is the only layer; 0: none */
    gint32 layer_ID;
} DrawableCopy;

/* The format of a copy's pixels: that of the drawable, or RGB of 8 bits if its image is indexed.
 * NULL: there is no such drawable. */
const Babl *drawable_copy_format(gint32 drawable_ID);

/*
 * Copies a layer, a layer group as it looks, a mask, a channel or a selection, with the same pixels
 * or the colors for which they stand. FALSE: the drawable does not exist any more or has a format
 * that encoding_from_format does not support; *copy has no image then.
 *
 * Delete the copy as soon as its pixels have been read. If this program is killed before, nobody
 * deletes it: until GIMP ends it stays in GIMP's list of images, from where the user can delete it.
 * (A layer outside of any image would not be seen, but GIMP could not delete it either.) That is
 * why only dialogs read from a copy: without one, a click on GIMP's Cancel kills the plug-in.
 */
gboolean drawable_copy_make(DrawableCopy *copy, gint32 drawable_ID);

/* Deletes the copy, if there is one. */
void drawable_copy_delete(DrawableCopy *copy);

#endif
