/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which format a picture is written in, and what that format can hold. */
#ifndef CLI_PICTURE_FORMAT_H
#define CLI_PICTURE_FORMAT_H

#include "picture.h"

#include <stdbool.h>

/* Whether the name of the file ends in a dot and `ending`, in small or capital letters. "": whether
 * it has no dot. */
bool path_has_ending(const char *path, const char *ending);

/* Whether the name of the file is that of a TIFF. */
bool path_is_tiff(const char *path);

/* The functions that return an int return 0, or an exit status after an error message. */

/* Checks that picture_write knows the format of `path`, which must be PNG if needs_png. Call this
 * before long work. */
int picture_check_path(const char *path, bool needs_png);

/* The format that picture_write will use for `path`. */
enum picture_format picture_output_format(const struct picture *picture, const char *path);

/* Checks that the format of `path` can hold a picture of this shape. Call this before long work. */
int picture_check_shape(const struct picture *picture, const char *path);

#endif
