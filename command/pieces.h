/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads, dithers and writes an image in pieces, so that it need not fit into memory, and all of
 * that is done at once. */
#ifndef CLI_PIECES_H
#define CLI_PIECES_H

#include "dither_arguments.h"
#include "memory_image.h"
#include "output_file.h"

/* Whether an opened image can be processed in pieces, with its file format and these options. */
bool pieces_suit(const struct image *image, const struct arguments *arguments);

/* Dithers an opened image into `output`. Returns 0, or an exit status after an error message.
 * Sets *is_done to TRUE, unless no engine can do this job in pieces; nothing has then been read. */
int pieces_dither(const struct image *image, const struct arguments *arguments,
                  const errdiff_palette *palette, struct output_file *output, bool *is_done);

/* Whether an image that is in memory, and whose result becomes a file of its own, can be processed
 * in pieces, so that one is written while the next one is dithered. */
bool pieces_suit_in_memory(const struct image *image, const struct arguments *arguments);

/* Dithers an image in memory to `result`, which has the memory for all of it, or that of the
 * image, and writes it to `output`. Returns as pieces_dither does. */
int pieces_dither_in_memory(const struct image *image, const struct image *result,
                            const struct arguments *arguments, errdiff_options *options,
                            const struct output_file *output, bool *is_done);

#endif
