/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The same levels from all schedules, on random jobs.
 *
 * test-hologram-equality [SEED [COUNT]] repeats a failure, or does more.
 */
#include "drawn_hologram.h"
#include "hologram/wavefront.h"

#include <stdio.h>
#include <stdlib.h>

static bool check_job(uint32_t seed)
{
    struct drawn_hologram drawn;
    bool is_right = drawn_hologram_make(&drawn, seed, 150, 40);
    errdiff_hologram_report report = drawn.report;
    if (is_right) {
        is_right =
            errdiff_hologram_wavefront(&drawn.job, drawn.levels, &report) == ERRDIFF_OK &&
            drawn_hologram_is_right(&drawn, report.clipped);
        if (!is_right)
            drawn_hologram_say(&drawn, "wavefront", "failed, or other levels");
    }
    drawn_hologram_free(&drawn);
    return is_right;
}

int main(int argc, char **argv)
{
    uint32_t seed = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 1;
    int count = argc > 2 ? atoi(argv[2]) : argc > 1 ? 1 : 500;
    int failures = 0;
    for (int i = 0; i < count && failures < 5; i++)
        failures += !check_job(seed + (uint32_t)i);
    printf("%d jobs, %d failures\n", count, failures);
    return failures > 0;
}
