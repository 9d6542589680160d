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

#include "hologram/job.h"
#include "job.h"
#include "message.h"
#include "span.h"

#ifdef __cplusplus
extern "C" {
#endif

/* To be raised whenever a table, or the meaning of anything in it, changes. */
enum { ERRDIFF_CUDA_ABI = 4 };

/* Changes with the layout of what both sides read. */
struct errdiff_cuda_version {
    int abi;
    size_t job_size, report_size, hologram_size, hologram_report_size;
};

#define ERRDIFF_CUDA_VERSION                                                     \
    {                                                                            \
        ERRDIFF_CUDA_ABI, sizeof(struct errdiff_job), sizeof(errdiff_report),    \
            sizeof(struct errdiff_hologram_job), sizeof(errdiff_hologram_report) \
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

    /* The schedule for holograms: as errdiff_hologram_serial, with report->kernel_ms; ERRDIFF_CANNOT_RUN
     * where the device fails. `threads` copy to it and from it. */
    errdiff_status (*quantise_hologram)(const struct errdiff_hologram_job *job,
                                        struct errdiff_threads threads, uint16_t *levels,
                                        errdiff_hologram_report *report);
};

/* The one symbol of the module. `host` outlives it; NULL is never returned. */
const struct errdiff_cuda_module *errdiff_cuda_open(const struct errdiff_cuda_host *host);

#define ERRDIFF_CUDA_OPEN "errdiff_cuda_open"

/* Whether there is a GPU that can be used; else the reason goes to *reason (which may be NULL). */
bool errdiff_cuda_find_device(errdiff_message *reason);

/* Whether one was found before, and so is set up: a job need not wait for that any more. */
bool errdiff_cuda_is_up(void);

/* Fills in the GPU's part of *machine. To be called only when one is up. */
void errdiff_cuda_describe(errdiff_machine *machine);

/* As errdiff_engine.can_run and run, for the engine of the module that is called `name`. */
bool errdiff_cuda_can_run(const char *name, const struct errdiff_job *job, errdiff_message *reason);
errdiff_status errdiff_cuda_run(const char *name, struct errdiff_job *job, errdiff_report *report);

/* As errdiff_hologram_serial, on a GPU; ERRDIFF_CANNOT_RUN, with the reason in the report, where there is none
 * or it fails. */
errdiff_status errdiff_cuda_hologram(const struct errdiff_hologram_job *job, uint16_t *levels,
                                     errdiff_hologram_report *report);

/* Pinned memory of `size` bytes, aligned to 64 at least, to be freed with errdiff_cuda_pinned_free; NULL
 * with the reason in *reason where there is no GPU or no such memory. Jobs on a GPU copy pictures that
 * lie in it straight from there. */
void *errdiff_cuda_pinned_allocate(size_t size, errdiff_message *reason);
void errdiff_cuda_pinned_free(void *memory); /* NULL is fine */

#ifdef __cplusplus
}
#endif

#endif
