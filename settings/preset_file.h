/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A preset's file, in UTF-8, contains one preset:
 *
 *     [errdiff preset]
 *     kernel=floyd-steinberg
 *     palette=game-boy
 *     linear=true
 *
 * The keys are the arguments of plug-in-error-diffusion except engine and output, which do not
 * change a pixel's value; switches are true or false. A missing key means the default. The preset's
 * name is the file's name without .preset at its end, with each %XX decoded to a byte.
 */
#ifndef SETTINGS_PRESET_FILE_H
#define SETTINGS_PRESET_FILE_H

#include "settings.h"

#define PRESET_FILE_END ".preset"

/* NULL: the file cannot be read or is not a preset; *message, which the caller frees, names the
 * file and says why. */
DitherSettings *preset_file_read(const gchar *path, gchar **message);

/* Like preset_file_read, for the contents of a file; *message does not name the file. */
DitherSettings *preset_file_parse(const gchar *contents, gsize size, gchar **message);

/* Replaces the whole file, or leaves the old one unchanged. FALSE: *message, which the caller
 * frees, says why. */
gboolean preset_file_write(const gchar *path, const DitherSettings *settings, gchar **message);

/* Convert the path of a file to the preset's name, and a preset's name, which must not be empty, to
 * the file's name. The caller frees them. */
gchar *preset_file_to_name(const gchar *path);
gchar *preset_file_from_name(const gchar *name);

#endif
