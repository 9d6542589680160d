/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which format a picture is written in, and what that format can hold. */
#ifndef CLI_PICTURE_FORMAT_H
#define CLI_PICTURE_FORMAT_H

#include "picture.h"

/* Those that return an int return 0, or an exit status after they have told the user what is
 * wrong. */

/* Whether picture_write will know a format for `path`, which must be PNG for palettes; to be asked
 * before long work. */
int picture_check_path(const char *path, bool needs_png);

/* The format that picture_write will use for `path`. */
enum picture_format picture_output_format(const struct picture *picture, const char *path);

/* Whether the format of `path` can hold a picture of this shape; to be asked before long work. */
int picture_check_shape(const struct picture *picture, const char *path);

#endif
