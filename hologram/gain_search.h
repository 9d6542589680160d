/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Searches for the scale, and then for what a refinement of levels aims at, with which a hologram
 * gets the brightness that was asked for. */
#ifndef ERRDIFF_HOLOGRAM_GAIN_SEARCH_H
#define ERRDIFF_HOLOGRAM_GAIN_SEARCH_H

#include <stdbool.h>

struct errdiff_gain_search {
    double wanted;     /* the gain, above 0 */
    double scale;      /* to be tried next, above 0 */
    double aim;        /* to be tried next, above 0: how many times as large an amplitude as that
                        * of the diffused levels the refinement of levels aims at */
    bool can_aim;      /* as below */
    bool is_aiming;    /* the aim is searched for, and the scale stays */
    double last_tried; /* the aim if it is searched for, else the scale */
    double last_gain;  /* what it gave; 0: there was no last try */
    double nearest;    /* of the gains that were found the one nearest to `wanted` */
    int tries;
};

enum errdiff_gain_found { ERRDIFF_GAIN_AGAIN, ERRDIFF_GAIN_FOUND, ERRDIFF_GAIN_IMPOSSIBLE };

/* Begins a search for the gain `wanted`, with a scale that is equal to it: with few errors that are
 * clipped the gain is the scale. can_aim: levels are refined, but not the phases before, for which
 * a larger scale is better. */
struct errdiff_gain_search errdiff_gain_search_begin(double wanted, bool can_aim);

/* Takes the gain that scale and aim gave. FOUND: it is within 1 % of the wanted one. AGAIN: a
 * better scale or, where a larger scale gives little, a better aim is to be tried (secant method,
 * of the logarithms). IMPOSSIBLE: more of it hardly gives more, or there were too many tries. */
enum errdiff_gain_found errdiff_gain_search_take(struct errdiff_gain_search *search, double gain);

#endif
