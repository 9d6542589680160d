/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The engines that the GPU module, core/cuda/, runs: one for each row with GPU of engine_list.h. */
#include "cuda_module.h"
#include "engine.h"

/* Each engine has its own two functions, because they get no argument that names the engine. */
#define CPU_ENGINE(symbol)
#define GPU_ENGINE(symbol, engine_name, engine_title, engine_description)                        \
    static bool can_run_##symbol(const struct errdiff_job *job, errdiff_message *reason)         \
    {                                                                                            \
        return errdiff_cuda_can_run(engine_name, job, reason);                                   \
    }                                                                                            \
    static errdiff_status run_##symbol(struct errdiff_job *job, errdiff_report *report)          \
    {                                                                                            \
        return errdiff_cuda_run(engine_name, job, report);                                       \
    }                                                                                            \
    const struct errdiff_engine errdiff_##symbol = {                                             \
        .info = {.name = engine_name, .title = engine_title, .description = engine_description}, \
        .is_on_gpu = true,                                                                       \
        .may_drop_out = true,                                                                    \
        .can_run = can_run_##symbol,                                                             \
        .run = run_##symbol,                                                                     \
    };

ERRDIFF_ENGINES(CPU_ENGINE, GPU_ENGINE)
