/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "two_levels.h"

int32_t errdiff_hand_no_error(struct errdiff_wave *wave, int32_t no_error)
{
    const errdiff_kernel *kernel = &wave->job->asked.kernel;
    int32_t sum = 0;
    for (int i = 0; i < kernel->tap_count; i++) {
        int32_t handed = kernel->taps[i].weight * no_error;
        sum += handed;
        for (int line = 0; line < kernel->taps[i].dy; line++)
            wave->nothing[line] += handed;
    }
    return sum;
}
