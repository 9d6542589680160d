/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the dialog needs of GIMP for palettes. */
#ifndef PLUGIN_DIALOG_PALETTES_H
#define PLUGIN_DIALOG_PALETTES_H

#include "colors_chooser.h"

/* The button is a combo box with GIMP's palettes of 1 to 256 colors. It begins with the palette
 * that is chosen in GIMP, or the first one if that cannot be used. A palette that is set by its
 * name, as by a preset, is added if it is not in the list, so that the dialog can say what is wrong
 * with it. */
extern const PaletteButton dialog_palettes;

#endif
