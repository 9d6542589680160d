/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The arguments of plug-in-error-diffusion and of plug-in-error-diffusion-preset: how the settings
 * are passed through GIMP. */
#ifndef PLUGIN_ARGUMENTS_H
#define PLUGIN_ARGUMENTS_H

#include "call.h"
#include "settings/settings.h"

enum { ARGUMENT_PRESET = ARGUMENT_FIRST_OWN };

/* The definitions of all arguments, the run mode first. They are static. */
const GimpParamDef *arguments_define(gint *count);

/* The same for plug-in-error-diffusion-preset. */
const GimpParamDef *arguments_define_preset(gint *count);

/* Sets `settings` from the arguments of a call, which must have all of them. */
void arguments_read(const GimpParam *params, DitherSettings *settings);

/* Sets `settings` to those of the last run in this session; leaves them unchanged if there was
 * none. */
void arguments_recall(DitherSettings *settings);
void arguments_remember(const DitherSettings *settings);

#endif
