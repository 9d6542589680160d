/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The arguments of plug-in-error-diffusion, and of its sister that takes a preset's name: how GIMP
 * sees the settings. */
#ifndef PLUGIN_ARGUMENTS_H
#define PLUGIN_ARGUMENTS_H

#include "call.h"
#include "settings/settings.h"

enum { ARGUMENT_PRESET = ARGUMENT_FIRST_OWN };

/* The definition of all arguments, run mode first; static. */
const GimpParamDef *arguments_define(gint *count);

/* The same of plug-in-error-diffusion-preset. */
const GimpParamDef *arguments_define_preset(gint *count);

/* Sets `settings` from the arguments of a call, which has all of them. */
void arguments_read(const GimpParam *params, DitherSettings *settings);

/* The settings of the last run in this session; left alone where there was none. */
void arguments_recall(DitherSettings *settings);
void arguments_remember(const DitherSettings *settings);

#endif
