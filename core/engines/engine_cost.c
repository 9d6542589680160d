/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Estimates whether a job is done faster on the GPU.
 *
 *     wavefront      TEAM + sample · samples / speed; without TEAM on one thread
 *     cuda-softsync  start + LAUNCH + iteration · (width + p · height) + COPY · bytes / speed
 *     each pass      search · samples / speed on the processor; PASS + SEARCH · samples on the GPU
 *
 * p is the slope of the kernel; an iteration is the set of pixels with the same x + p · y, which
 * the GPU does one after the other. `bytes` is the mean of the bytes of the image and of the
 * result. `speed` is that of the threads relative to one thread: they dither, or copy the image to
 * and from memory that the GPU reads. The constants are round numbers for machines with 16
 * processors of an Intel Xeon and an H200; bench/choice.py says how far from the best choice they
 * lead.
 */
#include "engine_cost.h"

#include "engines/cuda_module.h"

#include <math.h>

double errdiff_gpu_start_ms = 260;

static const double team_ms = 0.2, launch_ms = 0.3, copy_ns = 0.25; /* of a byte */

/* Of a search after the dithering: of a sample, and of a pass over tiles one after the other. */
static const double search_ns = 30, search_on_gpu_ns = 0.15, pass_on_gpu_ms = 1;

/* The speed that each further thread adds. */
static const double gain = 0.5, copy_gain = 0.6;

/* Kinds of work, each with the nanoseconds of one sample on the processor, and of one iteration on
 * the GPU: with a kernel all of whose taps lead to adjacent pixels, and with any other. wavefront
 * has a thread for each of `samples_of_a_thread`. */
struct cost {
    double sample, near, far;
    int samples_of_a_thread;
};
static const struct cost two_levels = {0.3, 50, 100, 3 << 17};
static const struct cost levels = {0.45, 50, 130, 3 << 17};
static const struct cost palette = {1.2, 400, 400, 1 << 16};
static const struct cost other = {2.2, 200, 180, 1 << 16}; /* light, noise, and so on */

static const struct cost *cost_of(const struct errdiff_job *job)
{
    if (job->rule.search)
        return &palette;
    if (!job->analysis.has_plain_levels)
        return &other;
    return job->analysis.has_short_chain ? &two_levels : &levels;
}

static double speed_of(double threads, double each)
{
    return 1 + (threads - 1) * each;
}

bool errdiff_gpu_pays(const struct errdiff_job *job)
{
    const struct cost *cost = cost_of(job);
    double width = job->in.width, height = job->in.height;
    double samples = width * height * job->rule.channels, threads = job->run.threads.count;
    double iterations = width + job->analysis.kernel.slope * height;
    double useful = fmax(1, floor(samples / cost->samples_of_a_thread));
    double passes = job->asked.passes;
    double dithering = fmin(useful, threads), bytes = (job->in.bits + job->out.bits) / 16.0;
    double on_processor = (dithering > 1 ? team_ms : 0) +
                          cost->sample * samples / 1e6 / speed_of(dithering, gain) +
                          passes * search_ns * samples / 1e6 / speed_of(threads, gain);
    double on_gpu = (errdiff_cuda_is_up() ? 0 : errdiff_gpu_start_ms) + launch_ms +
                    (job->analysis.kernel.is_adjacent ? cost->near : cost->far) * iterations / 1e6 +
                    copy_ns * samples * bytes / 1e6 / speed_of(threads, copy_gain) +
                    passes * (pass_on_gpu_ms + search_on_gpu_ns * samples / 1e6);
    return on_gpu < on_processor;
}
