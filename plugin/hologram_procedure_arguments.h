/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The arguments of plug-in-hologram-diffusion: how GIMP sees the settings. */
#ifndef PLUGIN_HOLOGRAM_ARGUMENTS_H
#define PLUGIN_HOLOGRAM_ARGUMENTS_H

#include "call.h"
#include "settings/hologram_settings.h"

/* The definition of all arguments, run mode first; static. */
const GimpParamDef *hologram_arguments_define(gint *count);

/* Sets `settings` from the arguments of a call, which has all of them. */
void hologram_arguments_read(const GimpParam *params, HologramSettings *settings);

/* The settings of the last run in this session, but for the second drawable; left alone where there was
 * none. */
void hologram_arguments_recall(HologramSettings *settings);
void hologram_arguments_remember(const HologramSettings *settings);

#endif
