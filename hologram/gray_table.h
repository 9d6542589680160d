/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables of what a display was measured to show for its samples. */
#ifndef ERRDIFF_GRAY_TABLE_H
#define ERRDIFF_GRAY_TABLE_H

#include "errdiff_hologram.h"

/*
 * Reads a file with a sample and its phase in radians in each line, separated by a comma, a
 * semicolon or blanks. The first line may be a heading, and lines that begin with # are comments.
 * samples[k] gets the sample whose phase is nearest to 2πk / levels, all phases being modulo 2π; of
 * equally near ones the first. `bits` is that of the samples.
 *
 * Returns ERRDIFF_OK; or ERRDIFF_CANNOT_RUN or ERRDIFF_NO_MEMORY with the reason in *message.
 */
errdiff_status errdiff_gray_table_read(const char *path, int levels, int bits, uint16_t *samples,
                                       errdiff_message *message);

/*
 * Reads a file with a sample, its amplitude and its phase in radians in each line, as above. Row k
 * is level k: samples[k] and values[k], either of which may be NULL, get its sample and its value,
 * with 1 for the largest amplitude. There is room for ERRDIFF_HOLOGRAM_MAX_MEASURED.
 *
 * Returns as above.
 */
errdiff_status errdiff_level_table_read(const char *path, int bits, uint16_t *samples,
                                        errdiff_complex *values, int *count,
                                        errdiff_message *message);

#endif
