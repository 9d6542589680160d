/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Compares the rough decisions of the hologram kernel, where they claim to be sure, with those of
 * the rule: for random values, for values close to the limit between two levels, and with
 * neighboring floats in place of the reciprocal, since a GPU may return one of those. With a worse
 * reciprocal some decisions must differ, which proves that this test can fail.
 */
#include "drawn_job.h"
#include "hologram/cuda/hologram_rough.h"

#include <stdio.h>

enum { DRAWN = 400000 };

struct tally {
    int wrong;   /* sure, but different from the rule */
    int unsure;  /* of the random values */
    float worst; /* largest error of a place, relative to the allowed error */
};

static errdiff_complex value_at(double modulus, double turns)
{
    errdiff_complex u = {(float)(modulus * cos(6.283185307179586 * turns)),
                         (float)(modulus * sin(6.283185307179586 * turns))};
    return u;
}

static void look(struct tally *tally, int levels, errdiff_complex u, float off, int *unsure)
{
    const struct errdiff_hologram_quantizer quantizer = {.levels = levels};
    struct errdiff_hologram_sure sure = errdiff_hologram_sure_of(levels);
    struct errdiff_hologram_quadrant quadrant = errdiff_hologram_quadrant_of(levels, u);
    float reciprocal = 1 / (quadrant.up + quadrant.across);
    float place = errdiff_hologram_rough_place(&quadrant, reciprocal * (1 + off));
    float away = fabsf(place - errdiff_hologram_place(levels, u)) / (0.5f - sure.fraction);
    tally->worst = fmaxf(tally->worst, away);
    if (!errdiff_hologram_is_sure(&sure, place, u)) {
        ++*unsure;
        return;
    }
    const errdiff_complex none = {0, 0};
    errdiff_complex error;
    int is_clipped;
    int level = errdiff_hologram_decide(&quantizer, u, none, &error, &is_clipped);
    tally->wrong += (int)errdiff_hologram_round_to_even(place) % levels != level || is_clipped;
}

static struct tally try_levels(int levels, float off, struct random *random)
{
    struct tally tally = {0};
    int beside = 0;
    for (int i = 0; i < DRAWN; i++) {
        double modulus = 2 * random_fraction(random);
        look(&tally, levels, value_at(modulus, random_fraction(random)), off, &tally.unsure);
        double line = (random_range(random, 0, levels - 1) + 0.5) / levels;
        double from_line = (random_fraction(random) - 0.5) * 1e-5;
        look(&tally, levels, value_at(3 * modulus, line + from_line), off, &beside);
    }
    return tally;
}

int main(void)
{
    static const int all_levels[] = {3, 4, 5, 7, 16, 100, 256, 255, 1000, 4096};
    static const float ulp = 1.1920929e-7f;
    struct random random = {1};
    int failed = 0;
    const errdiff_complex corners[] = {{0, 0}, {0, 1}, {0, -1}, {1, 0}, {-1, 0}, {-0.0f, -0.0f}};
    for (size_t i = 0; i < sizeof all_levels / sizeof *all_levels; i++) {
        struct tally tally = {0}, worse = try_levels(all_levels[i], 1e-5f, &random);
        for (int off = -1; off <= 1; off++) {
            struct tally one = try_levels(all_levels[i], (float)off * ulp, &random);
            for (size_t k = 0; k < sizeof corners / sizeof *corners; k++)
                look(&one, all_levels[i], corners[k], (float)off * ulp, &one.unsure);
            tally.wrong += one.wrong;
            tally.unsure += one.unsure;
            tally.worst = fmaxf(tally.worst, one.worst);
        }
        double share = tally.unsure / (3.0 * DRAWN);
        printf("%d phases: %d wrong, %.3f %% not sure, off by at most %.2f of what is allowed; "
               "with a worse "
               "reciprocal %d wrong\n",
               all_levels[i], tally.wrong, 100 * share, (double)tally.worst, worse.wrong);
        /* The limits between 4 phases are the diagonals, for which any reciprocal is good
         * enough. */
        bool is_noticed = worse.wrong > 0 || all_levels[i] == 4;
        failed += tally.wrong > 0 || tally.worst > 0.5f || !is_noticed ||
                  (all_levels[i] == 256 && share > 0.001);
    }
    return failed > 0;
}
