/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables of the phases that a display was measured to show for its samples. */
#ifndef CLI_GRAY_TABLE_H
#define CLI_GRAY_TABLE_H

#include <stdint.h>

/*
 * Reads a file with a sample and its phase in radians in each line, separated by a comma, a
 * semicolon or blanks. The first line may be a heading. Lines that are empty or begin with # are
 * passed over. samples[k] gets the sample
 * whose phase is nearest to 2πk / levels, all phases being modulo 2π; of equally near ones the
 * first. `bits` is that of the samples.
 *
 * Returns 0, or an exit status after an error message.
 */
int gray_table_read(const char *path, int levels, int bits, uint16_t *samples);

#endif
