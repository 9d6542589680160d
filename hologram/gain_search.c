/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Searches for the scale, and then for what a refinement of levels aims at, with which a hologram
 * gets the brightness that was asked for. */
#include "gain_search.h"

#include <math.h>

static const double tolerance = 0.01;

/* By what power of the scale, or of the aim, the gain grows. Above this value the next one is not
 * extrapolated too far, and below it a larger one gives no more. */
static const double least_power = 0.05, most_power = 1;

/* Below this power of the scale levels that are refined get more light with less noise from a
 * larger aim, for which this power is assumed at first. Both were measured with two phases. */
static const double least_power_of_scale = 0.3, first_power_of_aim = 0.5;

enum { MAX_TRIES = 10 };

struct errdiff_gain_search errdiff_gain_search_begin(double wanted, bool can_aim)
{
    return (struct errdiff_gain_search){
        .wanted = wanted, .scale = wanted, .aim = 1, .can_aim = can_aim};
}

static bool is_nearer(const struct errdiff_gain_search *search, double gain)
{
    return search->tries == 1 ||
           fabs(log(gain / search->wanted)) < fabs(log(search->nearest / search->wanted));
}

enum errdiff_gain_found errdiff_gain_search_take(struct errdiff_gain_search *search, double gain)
{
    const double longest_step = log(4);
    search->tries++;
    if (!(gain > 0))
        return ERRDIFF_GAIN_IMPOSSIBLE;
    if (is_nearer(search, gain))
        search->nearest = gain;
    double missing = log(search->wanted / gain);
    if (fabs(missing) <= tolerance)
        return ERRDIFF_GAIN_FOUND;
    double *tried = search->is_aiming ? &search->aim : &search->scale;
    double power = most_power;
    if (search->last_gain > 0)
        power = log(gain / search->last_gain) / log(*tried / search->last_tried);
    if (search->can_aim && !search->is_aiming && missing > 0 && power < least_power_of_scale) {
        search->is_aiming = true;
        tried = &search->aim;
        power = first_power_of_aim;
    }
    if (search->tries == MAX_TRIES || (missing > 0 && !(power > least_power)))
        return ERRDIFF_GAIN_IMPOSSIBLE;
    double step = missing / fmin(fmax(power, least_power), most_power);
    search->last_tried = *tried;
    search->last_gain = gain;
    *tried *= exp(fmin(fmax(step, -longest_step), longest_step));
    return ERRDIFF_GAIN_AGAIN;
}
