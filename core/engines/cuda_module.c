/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loads the module of GPU engines, and calls its functions. */
#include "cuda_module.h"

#include "base/system.h"
#include "base/translate.h"
#include "config.h"
#include "decisions.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MODULE_FILE "errdiff-cuda.so"

static const struct errdiff_cuda_host host = {
    .version = ERRDIFF_CUDA_VERSION,
    .fail = errdiff_fail,
    .append = errdiff_append,
    .progress_poll = errdiff_progress_poll,
    .threads_undisturbed = errdiff_threads_undisturbed,
    .team_run = errdiff_team_run,
    .team_wait = errdiff_team_wait,
    .span_dither = errdiff_span_dither,
    .decisions_make = errdiff_decisions_make,
};

static pthread_once_t is_tried = PTHREAD_ONCE_INIT;
static const struct errdiff_cuda_module *module; /* NULL: see why_not */
static errdiff_message why_not;
static atomic_bool is_up;

static bool is_same(const struct errdiff_cuda_version *version)
{
    return version->abi == host.version.abi && version->job_size == host.version.job_size &&
           version->report_size == host.version.report_size;
}

/* Returns the loaded module, or NULL with the reason in *reason. The module is never unloaded,
 * because what it keeps on the device is used by later jobs. */
static void *load_file(errdiff_message *reason)
{
    static const char *const usual[] = {"$ORIGIN/" MODULE_FILE, ERRDIFF_MODULE_DIR "/" MODULE_FILE};
    const char *env_path = getenv("ERRDIFF_CUDA_MODULE");
    errdiff_fail(reason, ERRDIFF_CANNOT_RUN, N_("the GPU module, %s, is not installed"),
                 MODULE_FILE);
    if (env_path && access(env_path, F_OK) != 0) {
        errdiff_fail(reason, ERRDIFF_CANNOT_RUN,
                     N_("ERRDIFF_CUDA_MODULE: the GPU module %s does not exist"), env_path);
        return NULL;
    }
    for (int i = 0; i < (env_path ? 1 : 2); i++) {
        errdiff_message error;
        void *file = errdiff_system_load_library(env_path ? env_path : usual[i], &error);
        if (file)
            return file;
        if (error.text[0] != '\0')
            errdiff_fail(reason, ERRDIFF_CANNOT_RUN, N_("the GPU module cannot be loaded: %s"),
                         error.text);
    }
    return NULL;
}

bool errdiff_cuda_refuse_version(errdiff_message *reason)
{
    errdiff_fail(
        reason, ERRDIFF_CANNOT_RUN,
        N_("the GPU module belongs to another version than this program, which is errdiff %s"),
        ERRDIFF_VERSION);
    return false;
}

static void load(void)
{
    void *file = load_file(&why_not);
    void (*function)(void) = file ? errdiff_system_find_function(file, ERRDIFF_CUDA_OPEN) : NULL;
    if (!function) {
        if (file)
            errdiff_fail(&why_not, ERRDIFF_CANNOT_RUN,
                         N_("the file in place of the GPU module is not a GPU module"));
        return;
    }
    const struct errdiff_cuda_module *(*open)(const struct errdiff_cuda_host *) =
        (const struct errdiff_cuda_module *(*)(const struct errdiff_cuda_host *))function;
    const struct errdiff_cuda_module *opened = open(&host);
    if (is_same(&opened->version))
        module = opened;
    else
        errdiff_cuda_refuse_version(&why_not);
}

static bool is_loaded(errdiff_message *reason)
{
    pthread_once(&is_tried, load);
    if (!module)
        errdiff_fail(reason, ERRDIFF_CANNOT_RUN, "%s", why_not.text);
    return module != NULL;
}

bool errdiff_cuda_find_device(errdiff_message *reason)
{
    if (!is_loaded(reason) || !module->find_device(reason))
        return false;
    atomic_store(&is_up, true);
    return true;
}

bool errdiff_cuda_is_up(void)
{
    return atomic_load(&is_up);
}

void errdiff_cuda_describe(errdiff_machine *machine)
{
    module->describe_device(machine);
}

static const struct errdiff_cuda_schedule *find(const char *name, errdiff_message *reason)
{
    if (!is_loaded(reason))
        return NULL;
    for (int i = 0; i < module->engine_count; i++)
        if (strcmp(module->engines[i].name, name) == 0)
            return module->engines[i].schedule;
    errdiff_fail(reason, ERRDIFF_CANNOT_RUN, N_("not contained in the GPU module"));
    return NULL;
}

bool errdiff_cuda_can_run(const char *name, const struct errdiff_job *job, errdiff_message *reason)
{
    const struct errdiff_cuda_schedule *schedule = find(name, reason);
    if (!schedule)
        return false;
    if (job && job->analysis.max_level_count > ERRDIFF_MAX_LEVELS) {
        errdiff_fail(reason, ERRDIFF_CANNOT_RUN, N_("it only does jobs with up to 256 levels"));
        return false;
    }
    /* First what it can do on no machine: that is more useful to know than what this machine
     * lacks. */
    if (job && schedule->can_run && !schedule->can_run(job, reason))
        return false;
    return errdiff_cuda_find_device(reason);
}

errdiff_status errdiff_cuda_run(const char *name, struct errdiff_job *job, errdiff_report *report)
{
    const struct errdiff_cuda_schedule *schedule = find(name, &report->message);
    return schedule ? schedule->run(job, report) : ERRDIFF_CANNOT_RUN;
}

errdiff_status errdiff_cuda_refine(struct errdiff_job *job,
                                   const struct errdiff_refine_tables *tables, size_t tables_size,
                                   const uint8_t *stays, errdiff_message *message)
{
    if (!is_loaded(message))
        return ERRDIFF_CANNOT_RUN;
    if (module->refine_tables_size != tables_size) {
        errdiff_cuda_refuse_version(message);
        return ERRDIFF_CANNOT_RUN;
    }
    return module->refine(job, tables, stays, message);
}

const struct errdiff_cuda_holograms *errdiff_cuda_find_holograms(errdiff_message *reason)
{
    return is_loaded(reason) ? module->holograms : NULL;
}

void *errdiff_cuda_pinned_allocate(size_t size, errdiff_message *reason)
{
    if (!errdiff_cuda_find_device(reason))
        return NULL;
    void *memory = module->pinned_allocate(size);
    if (!memory)
        errdiff_fail(reason, ERRDIFF_NO_MEMORY, N_("no more memory can be pinned"));
    return memory;
}

void errdiff_cuda_pinned_free(void *memory)
{
    if (memory)
        module->pinned_free(memory);
}
