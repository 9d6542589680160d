/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Settings as text with which a script or a shell repeats them. */
#ifndef SETTINGS_COPY_H
#define SETTINGS_COPY_H

#include "settings.h"

/*
 * A call of `procedure` in Script-Fu of GIMP 2.10, with all arguments. What it dithers is
 * `drawable` in `image`, variables of the script. The caller frees it.
 */
gchar *dither_settings_as_script(const DitherSettings *settings, const gchar *procedure);

/* A call as dither_settings_as_script makes it, for Script-Fu of GIMP 3, where arguments have
 * names: with those that are not at their defaults. */
gchar *dither_settings_as_named_script(const DitherSettings *settings, const gchar *procedure);

/*
 * A command line for a shell, with the options that are not at their defaults and have an effect:
 * "errdiff in.png out.png --kernel atkinson". What is dithered has 1 (gray) or 3 channels. `colors`
 * is a list like "#000000,#ff8000", which is written for a palette that the command cannot find by
 * the same name; NULL: it is not known. The caller frees it.
 */
gchar *dither_settings_as_command(const DitherSettings *settings, gint channels,
                                  const gchar *colors);

#endif
