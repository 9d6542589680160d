/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PLUGIN_PALETTE_BUTTON_H
#define PLUGIN_PALETTE_BUTTON_H

#include "colors_chooser.h"

/* GIMP's own palette chooser, for the dialog, which depends only on GTK+. */
extern const PaletteButton palette_button;

#endif
