/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The engines of the GPU module, core/cuda/, for the list of engines in auto/engine_choice.c. */
#include "base/translate.h"
#include "cuda_module.h"
#include "engine.h"

/* Each engine has its own two functions, because they get no argument that names the engine. */
#define CUDA_ENGINE(id, engine_name, engine_title, engine_description)                           \
    static bool can_run_##id(const struct errdiff_job *job, errdiff_message *reason)             \
    {                                                                                            \
        return errdiff_cuda_can_run(engine_name, job, reason);                                   \
    }                                                                                            \
    static errdiff_status run_##id(struct errdiff_job *job, errdiff_report *report)              \
    {                                                                                            \
        return errdiff_cuda_run(engine_name, job, report);                                       \
    }                                                                                            \
    const struct errdiff_engine errdiff_##id = {                                                 \
        .info = {.name = engine_name, .title = engine_title, .description = engine_description}, \
        .is_on_gpu = true,                                                                       \
        .may_drop_out = true,                                                                    \
        .can_run = can_run_##id,                                                                 \
        .run = run_##id,                                                                         \
    }

CUDA_ENGINE(
    cuda_bwec, "cuda-bwec", N_("GPU, blocks, error collection"),
    N_("On the GPU, slanted blocks in parallel; each pixel collects its neighbors' errors"));
CUDA_ENGINE(cuda_bwed, "cuda-bwed", N_("GPU, blocks, error diffusion"),
            N_("On the GPU, slanted blocks in parallel; each pixel passes its error on"));
CUDA_ENGINE(cuda_knight, "cuda-knight", N_("GPU, knight's move order"),
            N_("On the GPU, all pixels of a diagonal in parallel; the image is stored in the order "
               "in which it is processed"));
CUDA_ENGINE(cuda_pwec, "cuda-pwec", N_("GPU, pixel-wise, error collection"),
            N_("On the GPU, all pixels of a diagonal in parallel; each pixel collects its "
               "neighbors' errors"));
CUDA_ENGINE(cuda_pwed, "cuda-pwed", N_("GPU, pixel-wise, error diffusion"),
            N_("On the GPU, all pixels of a diagonal in parallel; each pixel passes its error on"));
CUDA_ENGINE(cuda_softsync, "cuda-softsync", N_("GPU, bands of rows in parallel"),
            N_("On the GPU, bands of rows in parallel; each band waits for the errors of the band "
               "above, without a kernel launch for each step"));
CUDA_ENGINE(handover, "handover", N_("CPU, then GPU, then CPU"),
            N_("All pixels of a diagonal in parallel; the GPU does the long diagonals, the CPU the "
               "short ones at the beginning and the end"));
CUDA_ENGINE(hybrid, "hybrid", N_("CPU and GPU together"),
            N_("All pixels of a diagonal in parallel; the CPU does the left edge of the image, the "
               "GPU the rest"));
