/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plans the bands of the wavefront engine: how far each row trails the row above it, and how many
 * steps ago the error for each tap was computed. */
#include "band.h"

static void make_taps(struct errdiff_wave *wave)
{
    const errdiff_kernel *kernel = &wave->job->asked.kernel;
    int tap = 0;
    for (int dy = 0; dy <= ERRDIFF_MAX_LINES; dy++) {
        wave->first_tap[dy] = tap;
        for (; tap < kernel->tap_count && kernel->taps[tap].dy == dy; tap++) {
            int delay = kernel->taps[tap].dx * wave->job->rule.channels + dy * wave->skew;
            int32_t weight = kernel->taps[tap].weight;
            bool has_bytes = wave->job->rule.max_value == UINT8_MAX;
            wave->taps[tap] = (struct errdiff_wave_tap){
                .weight = has_bytes ? weight & UINT16_MAX : weight, .delay = delay};
            wave->max_delay = delay > wave->max_delay ? delay : wave->max_delay;
        }
    }
    wave->first_tap[ERRDIFF_MAX_LINES + 1] = tap;
}

/* Whether the job may have special code for a kernel with few taps. It keeps recent errors in
 * registers, where they are known sooner than if they had to be loaded, and its sums are short. */
static bool has_short_sums(const struct errdiff_job *job)
{
    const struct errdiff_kernel_shape *shape = &job->analysis.kernel;
    return shape->has_known_divisor &&
           (shape->known == ERRDIFF_KERNEL_SIERRA_LITE ||
            shape->known == ERRDIFF_KERNEL_ATKINSON) &&
           !job->rule.search && !errdiff_has_offsets(&job->rule);
}

struct errdiff_wave errdiff_wave_of(const struct errdiff_job *job)
{
    int channels = job->rule.channels, slope = job->analysis.kernel.slope;
    /* Rows trail each other by more than they must, so that the sums from the row above do not wait
     * for the previous pixel. Three channels are three chains of steps that do not wait for each
     * other, so one pixel is enough. */
    int spare = channels == 1 ? 2 : !has_short_sums(job);
    struct errdiff_wave wave = {
        .job = job,
        .samples = job->in.width * channels,
        .skew = (slope + spare) * channels,
        .line_count = job->analysis.kernel.reach_up,
    };
    make_taps(&wave);
    return wave;
}

void errdiff_wave_set_lane_kernel(struct errdiff_wave *wave,
                                  const struct errdiff_lane_kernel *lane_kernel)
{
    wave->lane_kernel = lane_kernel;
    wave->number_size = lane_kernel->lane_size;
    for (int i = 0; i < wave->job->asked.kernel.tap_count; i++)
        wave->taps[i].offset =
            -wave->taps[i].delay * (int64_t)lane_kernel->lanes * (int64_t)lane_kernel->lane_size;
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
