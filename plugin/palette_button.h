/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PLUGIN_PALETTE_BUTTON_H
#define PLUGIN_PALETTE_BUTTON_H

#include "colors_chooser.h"

/* The chooser that GIMP's users know, for the dialog, which knows GTK+ alone. */
extern const PaletteButton palette_button;

#endif
