/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Searches for the scale with which a hologram gets the brightness that was asked for. */
#ifndef ERRDIFF_HOLOGRAM_GAIN_SEARCH_H
#define ERRDIFF_HOLOGRAM_GAIN_SEARCH_H

struct errdiff_gain_search {
    double wanted;                /* the gain, above 0 */
    double scale;                 /* to be tried next, above 0 */
    double last_scale, last_gain; /* of the last try; 0: there was none */
    double nearest;               /* of the gains that were found the one nearest to `wanted` */
    int tries;
};

enum errdiff_gain_found { ERRDIFF_GAIN_AGAIN, ERRDIFF_GAIN_FOUND, ERRDIFF_GAIN_IMPOSSIBLE };

/* Begins a search for the gain `wanted`, with a scale that is equal to it: with few errors that are
 * clipped the gain is the scale. */
struct errdiff_gain_search errdiff_gain_search_begin(double wanted);

/* Takes the gain that search->scale gave. FOUND: it is within 1 % of the wanted one. AGAIN:
 * search->scale is a better one to be tried (secant method, of the logarithms). IMPOSSIBLE: a
 * larger scale hardly gives more, or there were too many tries. */
enum errdiff_gain_found errdiff_gain_search_take(struct errdiff_gain_search *search, double gain);

#endif
