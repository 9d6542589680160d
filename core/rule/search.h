/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ERRDIFF_SEARCH_H
#define ERRDIFF_SEARCH_H

#include "errdiff.h"
#include "rule.h"

/*
 * Makes the grid for errdiff_nearest. in_bits, out_bits and light are as for
 * errdiff_quantizer_make.
 *
 * With ERRDIFF_MATCH_RGB a cell lists every colour that can be nearest to a point of the cell, so
 * the search is exact. With ERRDIFF_MATCH_OKLAB it has the one that is nearest, as the eye compares
 * colours, to the cell's middle; there the cells are as wide as each other in display values, also
 * where light is diffused, since in light the darkest of them would hold all shadows.
 *
 * FALSE: memory is short. To be freed with errdiff_search_release in either case.
 */
bool errdiff_search_make(struct errdiff_search *search, const errdiff_palette *palette,
                         errdiff_match match, int in_bits, int out_bits, const uint16_t *light);

void errdiff_search_release(struct errdiff_search *search);

#endif
