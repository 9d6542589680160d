/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gamut mapping of many colors at once. */
#ifndef ERRDIFF_MAP_COLORS_H
#define ERRDIFF_MAP_COLORS_H

#include "mapping.h"

enum { ERRDIFF_MAP_MOST = 256 /* colors at once */ };

/* What is known of the values v that a table for each channel has. */
struct errdiff_map_tables {
    const uint16_t *values[3];
    uint8_t *cells[3];   /* the cell of the mapping in which a value lies, 0..31 */
    uint16_t *places[3]; /* 2^14 · where it lies in the cell */
    /* If tables have 256 values, which rise or fall: at 256 · red + green, both as indices, which
     * blues make a color inside the hull. The lowest of their indices + 256 · the highest, with bit
     * 0 inverted; 0: not found yet. Else NULL. */
    _Atomic uint16_t *blues;
};

/*
 * Makes the tables for `count` values of each channel, which must stay where they are. Channels may
 * have the same values. `mapping` is not an identity; it gets cells if they are needed. Returns
 * false if there is not enough memory. In either case the caller releases *tables with
 * errdiff_map_tables_release.
 */
bool errdiff_map_tables_make(struct errdiff_map_tables *tables, struct errdiff_mapping *mapping,
                             uint16_t *const values[3], int32_t count);

void errdiff_map_tables_release(struct errdiff_map_tables *tables);

/*
 * Replaces the colors that the palette cannot mix. Returns their number.
 *
 * indices  of the values in the tables, for each channel
 * is_kept  of each color, whether it stays as it is; NULL: none does
 * values   v, for each channel
 * count    1..ERRDIFF_MAP_MOST
 */
int errdiff_map_colors(const struct errdiff_mapping *mapping,
                       const struct errdiff_map_tables *tables,
                       const uint16_t (*indices)[ERRDIFF_MAP_MOST], const bool *is_kept,
                       uint16_t (*values)[ERRDIFF_MAP_MOST], int count);

#endif
