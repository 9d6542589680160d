/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ERRDIFF_SEARCH_H
#define ERRDIFF_SEARCH_H

#include "errdiff.h"
#include "rule.h"

/*
 * Makes the grid in which errdiff_nearest looks for a color. in_bits, out_bits and light are as
 * for errdiff_quantizer_make. A cell lists every color that is nearest to some point of the cell,
 * so the search is exact. For OKLab, cells list the colors for all points that are at most
 * ERRDIFF_OKLAB_MARGIN outside of them, too, so that places can be computed roughly. For an image
 * of few `pixels`, cells beside each other are alike and list the colors of all of them, since
 * making them takes longer than comparing some colors more.
 *
 * Returns false if there is not enough memory. In either case the caller releases *search with
 * errdiff_search_release.
 */
bool errdiff_search_make(struct errdiff_search *search, const errdiff_palette *palette,
                         errdiff_match match, int in_bits, int out_bits, const uint16_t *light,
                         int64_t pixels);

/* Makes engines write the colors of `written` in place of those that were found, which are in the
 * palette of errdiff_search_make. Both have the same number of colors. */
void errdiff_search_set_stored(struct errdiff_search *search, const errdiff_palette *written,
                               int out_bits);

void errdiff_search_release(struct errdiff_search *search);

#endif
