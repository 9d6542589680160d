/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The interface between core and the module of GPU engines, errdiff-cuda.so, which is loaded on
 * first use. Core contains no code of NVIDIA's, and the module is not linked to core: each passes
 * the other a table of functions.
 *
 * The module is looked for in the folder of the program or library that core is linked into, then
 * in the folder where it is installed. The environment variable ERRDIFF_CUDA_MODULE names another
 * file.
 */
#ifndef ERRDIFF_CUDA_MODULE_H
#define ERRDIFF_CUDA_MODULE_H

#include "base/message.h"
#include "engines/job.h"
#include "span.h"

#ifdef __cplusplus
extern "C" {
#endif

/* To be increased when a table, or the meaning of anything in it, changes. */
enum { ERRDIFF_CUDA_ABI = 15 };

/* Differs if the two sides were built with different structures. */
struct errdiff_cuda_version {
    int abi;
    size_t job_size, report_size;
};

#define ERRDIFF_CUDA_VERSION                                                 \
    {                                                                        \
        ERRDIFF_CUDA_ABI, sizeof(struct errdiff_job), sizeof(errdiff_report) \
    }

/* The functions of core that the module uses; they are named like the members. */
struct errdiff_cuda_host {
    struct errdiff_cuda_version version;
    errdiff_status (*fail)(errdiff_message *message, errdiff_status status, const char *format, ...)
        ERRDIFF_PRINTF(3, 4);
    void (*append)(errdiff_message *message, const char *format, ...) ERRDIFF_PRINTF(2, 3);
    bool (*progress_poll)(struct errdiff_progress_state *state, double done);
    struct errdiff_threads (*threads_undisturbed)(struct errdiff_threads threads);
    errdiff_status (*team_run)(struct errdiff_threads threads, void (*work)(void *user, int member),
                               void *user, errdiff_message *message);
    void (*team_wait)(int *tries);
    int64_t (*span_dither)(const struct errdiff_job *job, const struct errdiff_span *span);
    void (*decisions_make)(struct errdiff_decisions *decisions, const struct errdiff_job *job);
};

struct errdiff_cuda_holograms;
struct errdiff_refine_tables;

/* How the module runs an engine. */
struct errdiff_cuda_schedule {
    /* Returns whether it can run `job` on some GPU, else the reason in *reason. NULL: it runs every
     * job. */
    bool (*can_run)(const struct errdiff_job *job, errdiff_message *reason);

    /* As in errdiff_engine; also returns ERRDIFF_CANNOT_RUN if the device fails during the run. */
    errdiff_status (*run)(struct errdiff_job *job, errdiff_report *report);
};

struct errdiff_cuda_engine {
    const char *name;
    const struct errdiff_cuda_schedule *schedule;
};

/* What the module offers to core. */
struct errdiff_cuda_module {
    struct errdiff_cuda_version version;

    /* Returns whether there is a usable GPU; if not, with the reason in *reason (which may be
     * NULL). */
    bool (*find_device)(errdiff_message *reason);

    /* Fills in the GPU's name, driver and compute capability. To be called only after find_device
     * returned true. */
    void (*describe_device)(errdiff_machine *machine);

    /* Allocates and frees pinned (page-locked) memory. Returns NULL if there is not enough. */
    void *(*pinned_allocate)(size_t size);
    void (*pinned_free)(void *memory);

    const struct errdiff_cuda_engine *engines;
    int engine_count;

    const struct errdiff_cuda_holograms *holograms; /* defined in hologram/hologram_cuda.h */

    /* The search after the dithering (refine/refinement.h): changes the result in job->out, where
     * job->in must not be. `stays` has a number for each pixel, without gaps: 1 where it must not
     * change; NULL if all may. Returns ERRDIFF_OK; ERRDIFF_CANCELLED, and then job->out has not
     * changed; or ERRDIFF_CANNOT_RUN with the reason in *message if the device fails, and then
     * job->out is undefined. */
    errdiff_status (*refine)(struct errdiff_job *job, const struct errdiff_refine_tables *tables,
                             const uint8_t *stays, errdiff_message *message);
    size_t refine_tables_size; /* of the struct, as the module was compiled */
};

/* The only exported function of the module. *host must stay valid. Never returns NULL. */
const struct errdiff_cuda_module *errdiff_cuda_open(const struct errdiff_cuda_host *host);

#define ERRDIFF_CUDA_OPEN "errdiff_cuda_open"

/* Returns whether there is a usable GPU; if not, with the reason in *reason (which may be NULL). */
ERRDIFF_API bool errdiff_cuda_find_device(errdiff_message *reason);

/* Returns whether errdiff_cuda_find_device has succeeded before, so that no job has to wait for the
 * setup. */
bool errdiff_cuda_is_up(void);

/* The module's functions for holograms; NULL, with the reason in *reason, if there is no module. */
ERRDIFF_API const struct errdiff_cuda_holograms *
errdiff_cuda_find_holograms(errdiff_message *reason);

/* Sets *reason to say that the module was built for another version of this library, and returns
 * false. */
ERRDIFF_API bool errdiff_cuda_refuse_version(errdiff_message *reason);

/* Fills in the GPU's part of *machine. To be called only after errdiff_cuda_find_device returned
 * true. */
void errdiff_cuda_describe(errdiff_machine *machine);

/* Like can_run and run of errdiff_engine, for the module's engine of that name. */
bool errdiff_cuda_can_run(const char *name, const struct errdiff_job *job, errdiff_message *reason);
errdiff_status errdiff_cuda_run(const char *name, struct errdiff_job *job, errdiff_report *report);

/* Calls the module's `refine`, after the module has run the job. `tables_size` is that of
 * *tables. */
errdiff_status errdiff_cuda_refine(struct errdiff_job *job,
                                   const struct errdiff_refine_tables *tables, size_t tables_size,
                                   const uint8_t *stays, errdiff_message *message);

#ifdef __cplusplus
}
#endif

#endif
