/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Between core and the module of GPU engines, errdiff-cuda.so, which is loaded when it is first asked
 * for. Core has no code of NVIDIA's, and the module links nothing of core: each hands the other a
 * table.
 *
 * The module is looked for beside the program or library that core is linked into, then in the folder
 * that it is installed to. ERRDIFF_CUDA_MODULE in the environment names another file.
 */
#ifndef ERRDIFF_CUDA_MODULE_H
#define ERRDIFF_CUDA_MODULE_H

#include "base/message.h"
#include "job/job.h"
#include "span.h"

#ifdef __cplusplus
extern "C" {
#endif

/* To be raised whenever a table, or the meaning of anything in it, changes. */
enum { ERRDIFF_CUDA_ABI = 5 };

/* Changes with the layout of what both sides read. */
struct errdiff_cuda_version {
    int abi;
    size_t job_size, report_size;
};

#define ERRDIFF_CUDA_VERSION                                                 \
    {                                                                        \
        ERRDIFF_CUDA_ABI, sizeof(struct errdiff_job), sizeof(errdiff_report) \
    }

/* What core hands to the module: the functions of these names. */
struct errdiff_cuda_host {
    struct errdiff_cuda_version version;
    errdiff_status (*fail)(errdiff_message *message, errdiff_status status, const char *format, ...)
        ERRDIFF_PRINTF(3, 4);
    bool (*progress_poll)(struct errdiff_progress_state *state, double done);
    int (*kernel_slope)(const errdiff_kernel *kernel);
    errdiff_status (*team_run)(struct errdiff_threads threads, void (*work)(void *user, int member),
                               void *user, errdiff_message *message);
    void (*team_wait)(int *tries);
    int64_t (*span_dither)(const struct errdiff_job *job, const struct errdiff_span *span);
};

struct errdiff_cuda_holograms;

/* A schedule of the module. */
struct errdiff_cuda_schedule {
    const char *name; /* the engine's */

    /* Whether it can run `job` on a device; NULL: it runs every job. */
    bool (*can_run)(const struct errdiff_job *job, errdiff_message *reason);

    /* As in errdiff_engine; ERRDIFF_CANNOT_RUN also where the device fails on the way. */
    errdiff_status (*run)(struct errdiff_job *job, errdiff_report *report);
};

/* What the module hands to core. */
struct errdiff_cuda_module {
    struct errdiff_cuda_version version;

    /* Whether there is a GPU that can be used now; else the reason goes to *reason (which may be
     * NULL). */
    bool (*find_device)(errdiff_message *reason);

    /* Once it was found: its name, driver and compute capability. */
    void (*describe_device)(errdiff_machine *machine);
    /* Pinned memory, which a device copies by itself; NULL: there is none to have. */
    void *(*pinned_allocate)(size_t size);
    void (*pinned_free)(void *memory);

    const struct errdiff_cuda_schedule *const *schedules; /* ends with NULL */

    const struct errdiff_cuda_holograms
        *holograms; /* core/hologram/hologram_cuda.h says what that is */
};

/* The one symbol of the module. `host` outlives it; NULL is never returned. */
const struct errdiff_cuda_module *errdiff_cuda_open(const struct errdiff_cuda_host *host);

#define ERRDIFF_CUDA_OPEN "errdiff_cuda_open"

/* Whether there is a GPU that can be used; else the reason goes to *reason (which may be NULL). */
bool errdiff_cuda_find_device(errdiff_message *reason);

/* Whether one was found before, and so is set up: a job need not wait for that any more. */
bool errdiff_cuda_is_up(void);

/* What the module has for holograms; NULL, with the reason in *reason, where there is no module. */
const struct errdiff_cuda_holograms *errdiff_cuda_find_holograms(errdiff_message *reason);

/* Says in *reason that the module was built for another version of this library. Returns FALSE. */
bool errdiff_cuda_refuse_version(errdiff_message *reason);

/* Fills in the GPU's part of *machine. To be called only when one is up. */
void errdiff_cuda_describe(errdiff_machine *machine);

/* As errdiff_engine.can_run and run, for the engine of the module that is called `name`. */
bool errdiff_cuda_can_run(const char *name, const struct errdiff_job *job, errdiff_message *reason);
errdiff_status errdiff_cuda_run(const char *name, struct errdiff_job *job, errdiff_report *report);

#ifdef __cplusplus
}
#endif

#endif
