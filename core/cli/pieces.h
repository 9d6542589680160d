/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A picture that is read, dithered and written a piece at a time, so that it need not fit into
 * memory. */
#ifndef CLI_PIECES_H
#define CLI_PIECES_H

#include "dither_arguments.h"
#include "output_file.h"
#include "picture.h"

/* Whether its file and the options let an opened picture come in pieces. */
bool pieces_suit(const struct picture *picture, const struct arguments *arguments);

/* Dithers an opened picture into `output`. 0, or an exit status after the user has been told what
 * is wrong. *is_done stays FALSE, with nothing read, where no engine does this job in pieces. */
int pieces_dither(const struct picture *picture, const struct arguments *arguments,
                  const errdiff_palette *palette, struct output_file *output, bool *is_done);

#endif
