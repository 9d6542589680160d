/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables of what a display was measured to show for its samples. */
#ifndef ERRDIFF_GRAY_TABLE_H
#define ERRDIFF_GRAY_TABLE_H

#include "errdiff_hologram.h"

/*
 * Reads a file with a sample, its phase in radians and, if wanted, its amplitude in each line,
 * separated by commas, semicolons or blanks; an amplitude that is not given is 1. The first line
 * may be a heading, and lines that begin with # are comments. `bits` is that of the samples.
 *
 * *levels  how many levels are wanted; 0: as many as the file has samples, but at most
 *          ERRDIFF_HOLOGRAM_MAX_MEASURED, which it becomes
 * samples  samples[k] gets the sample of level k: that whose phase is nearest to 2πk / *levels, of
 *          those that no level before has, all phases being modulo 2π; of equally near ones the
 *          first. NULL: not wanted
 * values   values[k] gets what the display shows for it, with 1 for the largest amplitude of all
 *          levels. NULL: not wanted
 *
 * Returns ERRDIFF_OK; or ERRDIFF_CANNOT_RUN, also if there are more levels than samples, or
 * ERRDIFF_NO_MEMORY with the reason in *message.
 */
errdiff_status errdiff_gray_table_read(const char *path, int bits, int *levels, uint16_t *samples,
                                       errdiff_complex *values, errdiff_message *message);

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
