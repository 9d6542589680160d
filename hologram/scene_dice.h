/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A test scene with surfaces: two dice in front of a checkerboard. */
#ifndef ERRDIFF_HOLOGRAM_SCENE_DICE_H
#define ERRDIFF_HOLOGRAM_SCENE_DICE_H

#include "errdiff_hologram.h"

/* Writes the scene's light to *hologram, whose values the caller has allocated. The window must be
 * in front of the hologram's center. Returns ERRDIFF_OK or ERRDIFF_NO_MEMORY. */
errdiff_status errdiff_scene_dice(errdiff_field *hologram, const errdiff_optics *optics);

#endif
