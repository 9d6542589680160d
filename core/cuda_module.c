/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L

#include "cuda_module.h"

#include "config.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define MODULE_FILE "errdiff-cuda.so"

static const struct errdiff_cuda_host host = {
    .version = ERRDIFF_CUDA_VERSION,
    .fail = errdiff_fail,
    .progress_poll = errdiff_progress_poll,
    .kernel_slope = errdiff_kernel_slope,
    .team_run = errdiff_team_run,
    .team_wait = errdiff_team_wait,
    .span_dither = errdiff_span_dither,
};

static pthread_once_t is_tried = PTHREAD_ONCE_INIT;
static const struct errdiff_cuda_module *module; /* NULL: see why_not */
static errdiff_message why_not;

static bool is_same(const struct errdiff_cuda_version *version)
{
    return version->abi == host.version.abi && version->job_size == host.version.job_size &&
           version->report_size == host.version.report_size;
}

/* The module is never unloaded: its device outlives every job. */
static void *load_file(const char *path)
{
    if (path)
        return dlopen(path, RTLD_NOW | RTLD_LOCAL);
    /* The loader puts the folder of the caller in place of $ORIGIN. */
    void *file = dlopen("$ORIGIN/" MODULE_FILE, RTLD_NOW | RTLD_LOCAL);
    return file ? file : dlopen(ERRDIFF_MODULE_DIR "/" MODULE_FILE, RTLD_NOW | RTLD_LOCAL);
}

static void load(void)
{
    const char *path = getenv("ERRDIFF_CUDA_MODULE");
    const char *setting = path ? "ERRDIFF_CUDA_MODULE: " : "";
    void *file = load_file(path);
    void *symbol = file ? dlsym(file, ERRDIFF_CUDA_OPEN) : NULL;
    if (!symbol) {
        errdiff_fail(&why_not, ERRDIFF_CANNOT_RUN, "%sthe GPU module cannot be loaded: %s", setting,
                     dlerror());
        return;
    }
    /* ISO C has no cast from an object's address to a function's; POSIX says that this works. */
    const struct errdiff_cuda_module *(*open)(const struct errdiff_cuda_host *);
    memcpy(&open, &symbol, sizeof open);
    const struct errdiff_cuda_module *opened = open(&host);
    if (is_same(&opened->version))
        module = opened;
    else
        errdiff_fail(&why_not, ERRDIFF_CANNOT_RUN,
                     "%sthe GPU module is of another version than this program, which is "
                     "errdiff " ERRDIFF_VERSION,
                     setting);
}

static bool is_loaded(errdiff_message *reason)
{
    pthread_once(&is_tried, load);
    if (!module)
        errdiff_fail(reason, ERRDIFF_CANNOT_RUN, "%s", why_not.text);
    return module != NULL;
}

static const struct errdiff_cuda_schedule *find(const char *name, errdiff_message *reason)
{
    if (!is_loaded(reason))
        return NULL;
    for (int i = 0; module->schedules[i]; i++)
        if (strcmp(module->schedules[i]->name, name) == 0)
            return module->schedules[i];
    errdiff_fail(reason, ERRDIFF_CANNOT_RUN, "the GPU module lacks it");
    return NULL;
}

bool errdiff_cuda_can_run(const char *name, const struct errdiff_job *job, errdiff_message *reason)
{
    const struct errdiff_cuda_schedule *schedule = find(name, reason);
    if (!schedule)
        return false;
    /* What it cannot do anywhere is worth more to know than what this machine lacks. */
    if (job && schedule->can_run && !schedule->can_run(job, reason))
        return false;
    return module->find_device(reason);
}

errdiff_status errdiff_cuda_run(const char *name, struct errdiff_job *job, errdiff_report *report)
{
    const struct errdiff_cuda_schedule *schedule = find(name, &report->message);
    return schedule ? schedule->run(job, report) : ERRDIFF_CANNOT_RUN;
}

void *errdiff_cuda_pinned_allocate(size_t size, errdiff_message *reason)
{
    if (!is_loaded(reason) || !module->find_device(reason))
        return NULL;
    void *memory = module->pinned_allocate(size);
    if (!memory)
        errdiff_fail(reason, ERRDIFF_NO_MEMORY, "no more memory can be pinned");
    return memory;
}

void errdiff_cuda_pinned_free(void *memory)
{
    if (memory)
        module->pinned_free(memory);
}
