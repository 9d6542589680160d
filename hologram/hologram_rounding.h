/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rounding, which may leave less noise than error diffusion, and the comparison of both. */
#ifndef ERRDIFF_HOLOGRAM_ROUNDING_H
#define ERRDIFF_HOLOGRAM_ROUNDING_H

#include "errdiff_hologram.h"

#include <stdbool.h>

/* Returns TRUE if the output is phases, and the hologram has no more than these. */
bool errdiff_hologram_is_phase_only(const errdiff_field *hologram,
                                    const errdiff_hologram_options *options);

/* The same options for rounding alone. The phases of a hologram that has no more than these are
 * rounded as they are: the view filter would change their moduli, which are then lost. */
errdiff_hologram_options errdiff_hologram_rounding(const errdiff_hologram_options *options,
                                                   const errdiff_field *hologram);

/*
 * Compares what is seen of `count` arrays of levels, 1 or 2, with what is seen of the hologram that
 * they were made of; similarities[i] gets that of levels[i]. Of a preview, which is a part of a
 * hologram, only approximately. Progress is reported to options->progress.
 *
 * Returns ERRDIFF_OK; ERRDIFF_NO_MEMORY, with the reason in *message or without; or
 * ERRDIFF_CANCELLED.
 */
errdiff_status errdiff_hologram_compare_levels(const errdiff_field *hologram,
                                               const errdiff_hologram_options *options,
                                               bool is_preview, uint16_t *const *levels, int count,
                                               errdiff_hologram_similarity *similarities,
                                               errdiff_message *message);

#endif
