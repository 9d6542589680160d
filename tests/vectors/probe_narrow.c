/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compiled once for each instruction set, with the source of the lane kernel, so that this calls
 * the very functions that run there. */
#define ERRDIFF_ONLY_FUNCTIONS
#include "engines/wavefront/narrow.c"

#include "probe.h"

void ERRDIFF_ISA(probe_decide)(const struct errdiff_narrow_quantizer *quantizer, bool is_many,
                               const int16_t *modified, int count, int16_t *error, int16_t *output)
{
    for (int i = 0; i < count; i += LANES) {
        v16 in, e, o;
        memcpy(&in, modified + i, sizeof in);
        o = is_many ? decide_many(quantizer, in, in, &e) : decide_few(quantizer, in, in, &e);
        memcpy(error + i, &e, sizeof e);
        memcpy(output + i, &o, sizeof o);
    }
}

void ERRDIFF_ISA(probe_decide_fine)(const struct errdiff_narrow_fine *plan, bool takes_any,
                                    int correction, const uint16_t *samples, int count,
                                    int16_t *error, uint16_t *output)
{
    struct fine fine = fine_of(plan);
    for (int i = 0; i < count; i += LANES) {
        v16 in, e, o, c = v16_all(correction);
        memcpy(&in, samples + i, sizeof in);
        struct fine_sample sample = split_fine(&fine, in);
        o = takes_any ? decide_any_fine(&fine, c, in, &e)
                      : decide_fine(&fine, c + (fine.eight_whole - 1), &sample, &e);
        memcpy(error + i, &e, sizeof e);
        memcpy(output + i, &o, sizeof o);
    }
}

void ERRDIFF_ISA(probe_narrow_chain)(int steps, void *vectors)
{
    struct collector collector = {.kernel = ERRDIFF_NARROW_FLOYD_STEINBERG, .channels = 1};
    v16 given[2];
    memcpy(given, vectors, sizeof given);
    for (int i = 0; i < steps; i++) {
        mask16 is_white;
        v16 sum = add_own_row(&collector, given[0], NULL, given[1]);
        decide(ERRDIFF_NARROW_TWO, NULL, 4, sum, given[0], &given[1], &is_white);
    }
    memcpy(vectors, &given[1], sizeof given[1]);
}
