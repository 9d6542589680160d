/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "band.h"

struct errdiff_wave errdiff_wave_of(const struct errdiff_job *job)
{
    int channels = job->rule.channels, slope = job->analysis.kernel.slope;
    return (struct errdiff_wave){.job = job,
                                 .samples = job->in.width * channels,
                                 /* In a gray picture a row trails by two pixels more than it must,
                                  * so that the sums from the row above do not wait for the
                                  * previous step. Three channels are three chains of steps that
                                  * do not wait for each other. */
                                 .skew = channels == 1 ? slope + 2 : slope * channels,
                                 .line_count = job->analysis.kernel.reach_up};
}

int errdiff_wave_max_delay(const struct errdiff_wave *wave)
{
    const errdiff_kernel *kernel = &wave->job->asked.kernel;
    int max = 0;
    for (int i = 0; i < kernel->tap_count; i++) {
        int delay = errdiff_delay(wave, &kernel->taps[i]);
        max = delay > max ? delay : max;
    }
    return max;
}

int32_t errdiff_add_error_bias(struct errdiff_wave *wave, int32_t error_bias)
{
    const errdiff_kernel *kernel = &wave->job->asked.kernel;
    int32_t sum = 0;
    for (int i = 0; i < kernel->tap_count; i++) {
        int32_t term = kernel->taps[i].weight * error_bias;
        sum += term;
        for (int line = 0; line < kernel->taps[i].dy; line++)
            wave->bias_sum[line] += term;
    }
    return sum;
}
