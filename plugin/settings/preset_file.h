/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A preset as a file, one a preset, in UTF-8:
 *
 *     [errdiff preset]
 *     kernel=floyd-steinberg
 *     palette=game-boy
 *     linear=true
 *
 * The keys are the arguments of plug-in-error-diffusion with their values, but for engine and
 * output, which do not change a pixel's value; switches are true or false. A key that is missing is
 * at its default. The preset's name is the file's, without its end and with its %XX as bytes.
 */
#ifndef UI_PRESET_FILE_H
#define UI_PRESET_FILE_H

#include "settings.h"

#define PRESET_FILE_END ".preset"

/* NULL: the file cannot be read or is no preset; *message (to be freed) says why and names it. */
DitherSettings *preset_file_read(const gchar *path, gchar **message);

/* The same from a file's contents; *message says why they are no preset, without a name. */
DitherSettings *preset_file_parse(const gchar *contents, gsize size, gchar **message);

/* Writes all of the file or leaves what was there. FALSE: *message (to be freed) says why. */
gboolean preset_file_write(const gchar *path, const DitherSettings *settings, gchar **message);

/* The name of a preset by the path of its file, and the file's name by the preset's, which is not
 * empty; both to be freed. */
gchar *preset_file_to_name(const gchar *path);
gchar *preset_file_from_name(const gchar *name);

#endif
