/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compiled once for each instruction set, with the source of the lane kernel, so that this calls
 * the very functions that run there. */
#define ERRDIFF_ONLY_FUNCTIONS
#include "engines/wavefront/wide.c"

#include "probe.h"

void ERRDIFF_ISA(probe_round)(const struct errdiff_wide_rounding *rounding, const int32_t *sums,
                              int count, int32_t *rounded)
{
    for (int i = 0; i < count; i += LANES) {
        v32 sum;
        memcpy(&sum, sums + i, sizeof sum);
        sum = round_sum(rounding, sum + rounding->early) - rounding->bias;
        memcpy(rounded + i, &sum, sizeof sum);
    }
}

void ERRDIFF_ISA(probe_find_levels)(const struct errdiff_wide_levels *levels, int32_t white,
                                    const int32_t *modified, int count, int32_t *output,
                                    int32_t *sample, int32_t *half_step)
{
    for (int i = 0; i < count; i += LANES) {
        v32 in;
        memcpy(&in, modified + i, sizeof in);
        struct level level = find_level(levels, v32_all(white), in);
        in = half_step_around(levels, v32_all(white), in);
        memcpy(output + i, &level.output, sizeof level.output);
        memcpy(sample + i, &level.sample, sizeof level.sample);
        memcpy(half_step + i, &in, sizeof in);
    }
}

void ERRDIFF_ISA(probe_split)(const struct errdiff_wide_tones *tones, const int32_t *samples,
                              const int32_t *errors, int count, struct errdiff_parts *parts)
{
    for (int i = 0; i < count; i += LANES) {
        v32 sample, error;
        memcpy(&sample, samples + i, sizeof sample);
        memcpy(&error, errors + i, sizeof error);
        int32_t max_value = tones->has_bytes ? UINT8_MAX : UINT16_MAX;
        v32 tone = tone_of(sample, v32_all(max_value << ERRDIFF_FRACTION_BITS));
        struct parts split = split_by_tone(tones, tone, error);
        for (int lane = 0; lane < LANES; lane++)
            parts[i + lane] = (struct errdiff_parts){split.right[lane], split.below_left[lane],
                                                     split.below[lane]};
    }
}

void ERRDIFF_ISA(probe_find_colors)(const struct errdiff_wide_palette *palette,
                                    const struct errdiff_search *search, int32_t *const sought[3],
                                    int count, int32_t *numbers)
{
    for (int i = 0; i < count; i += LANES) {
        v32 in[3];
        for (int c = 0; c < 3; c++)
            memcpy(&in[c], sought[c] + i, sizeof in[c]);
        v32 number = number_of(find_color(palette, search, in));
        memcpy(numbers + i, &number, sizeof number);
    }
}

void ERRDIFF_ISA(probe_find_places)(const struct errdiff_wide_palette *palette,
                                    int32_t *const sought[3], int count, float *const places[3])
{
    for (int i = 0; i < count; i += LANES) {
        v32 in[3];
        v32f roots[3], at[3];
        for (int c = 0; c < 3; c++)
            memcpy(&in[c], sought[c] + i, sizeof in[c]);
        roots_of(palette, in, roots);
        places_of(roots, at);
        for (int c = 0; c < 3; c++)
            memcpy(places[c] + i, &at[c], sizeof at[c]);
    }
}

void ERRDIFF_ISA(probe_wide_chain)(int steps, void *vectors)
{
    const v32 white = v32_all(UINT16_MAX << ERRDIFF_FRACTION_BITS);
    struct quantizer quantizer = {0};
    v32 given[2];
    memcpy(given, vectors, sizeof given);
    for (int i = 0; i < steps; i++) {
        struct outcome outcome;
        v32 modified = modify_by_last(given[0], given[1]);
        decide_two_levels(&quantizer, 1, white, &modified, &outcome);
        given[1] = outcome.error[0];
    }
    memcpy(vectors, &given[1], sizeof given[1]);
}
