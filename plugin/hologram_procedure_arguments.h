/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The arguments of plug-in-hologram-diffusion: how the settings are passed through GIMP. */
#ifndef PLUGIN_HOLOGRAM_ARGUMENTS_H
#define PLUGIN_HOLOGRAM_ARGUMENTS_H

#include "call.h"
#include "settings/hologram_settings.h"

/* The definitions of all arguments, the run mode first. They are static. */
const GimpParamDef *hologram_arguments_define(gint *count);

/* Sets `settings` from the arguments of a call, which must have all of them. */
void hologram_arguments_read(const GimpParam *params, HologramSettings *settings);

/* Sets `settings` to those of the last run in this session, except for the second drawable; leaves
 * them unchanged if there was no run. */
void hologram_arguments_recall(HologramSettings *settings);
void hologram_arguments_remember(const HologramSettings *settings);

#endif
