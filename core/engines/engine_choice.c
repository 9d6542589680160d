/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists the engines, and chooses one of them for a job. */
#include "engine_choice.h"

#include "base/message.h"
#include "base/translate.h"
#include "engine_cost.h"

#include <string.h>

static const errdiff_engine_info automatic = {
    .name = "auto",
    .title = N_("Automatic"),
    .description = N_("The fastest engine that can do the job here"),
};

#define CPU_ENGINE(symbol) &errdiff_##symbol,
#define GPU_ENGINE(symbol, name, title, description) &errdiff_##symbol,
static const struct errdiff_engine *const engines[] = {ERRDIFF_ENGINES(CPU_ENGINE, GPU_ENGINE)};

enum { ENGINE_COUNT = sizeof engines / sizeof *engines };

_Static_assert(ENGINE_COUNT <= 32, "run.passed_over of a job has a bit for each engine");

const struct errdiff_engine *errdiff_engine_at(int index)
{
    return index < ENGINE_COUNT ? engines[index] : NULL;
}

int errdiff_engine_count(void)
{
    return 1 + ENGINE_COUNT;
}

errdiff_status errdiff_engine_get(int index, errdiff_engine_info *info)
{
    if (index < 0 || index > ENGINE_COUNT)
        return ERRDIFF_BAD_ARGUMENT;
    *info = index == 0 ? automatic : engines[index - 1]->info;
    return ERRDIFF_OK;
}

static const struct errdiff_engine *find(const char *name)
{
    for (int i = 0; i < ENGINE_COUNT; i++)
        if (strcmp(name, engines[i]->info.name) == 0)
            return engines[i];
    return NULL;
}

errdiff_status errdiff_engine_known(const char *name, errdiff_message *message)
{
    if (!name)
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT, "%s: none is named", "engine");
    if (strcmp(name, automatic.name) == 0 || find(name))
        return ERRDIFF_OK;
    errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                 N_("engine: \"%.60s\" is not an engine; choose from %s"), name, automatic.name);
    for (int i = 0; i < ENGINE_COUNT; i++)
        errdiff_append(message, ", %s", engines[i]->info.name);
    return ERRDIFF_BAD_ARGUMENT;
}

static bool can_run(const struct errdiff_engine *engine, const struct errdiff_job *job,
                    errdiff_message *reason)
{
    if (job && job->run.carry && !engine->takes_pieces) {
        errdiff_fail(reason, ERRDIFF_CANNOT_RUN,
                     N_("it needs the whole image at once, not in pieces"));
        return false;
    }
    return !engine->can_run || engine->can_run(job, reason);
}

int errdiff_engine_available(const char *name, errdiff_message *reason)
{
    if (errdiff_engine_known(name, reason) != ERRDIFF_OK)
        return 0;
    const struct errdiff_engine *engine = find(name);
    return !engine || can_run(engine, NULL, reason);
}

/* Finds ": reason" in a text such as "name, name: reason; name: reason". NULL: it is not there. */
static char *find_reason(char *text, const char *reason)
{
    size_t length = strlen(reason);
    for (char *found = strstr(text, reason); found; found = strstr(found + 1, reason)) {
        bool begins = found - text > 2 && strncmp(found - 2, ": ", 2) == 0;
        if (begins && (found[length] == '\0' || strncmp(found + length, "; ", 2) == 0))
            return found - 2;
    }
    return NULL;
}

/* Adds an engine and the reason why it cannot run. Engines with the same reason are listed
 * together. */
static void pass_over(errdiff_message *passed_over, const struct errdiff_engine *engine,
                      const char *reason)
{
    char *place = *reason ? find_reason(passed_over->text, reason) : NULL;
    if (place) {
        errdiff_message rest;
        errdiff_fail(&rest, ERRDIFF_OK, "%s", place);
        *place = '\0';
        errdiff_append(passed_over, ", %s%s", engine->info.name, rest.text);
    } else {
        errdiff_append(passed_over, "%s%s: %s", *passed_over->text ? "; " : "", engine->info.name,
                       reason);
    }
}

/* Whether engine `index` can run the job. If not, it is passed over. */
static bool try_engine(int index, struct errdiff_job *job, errdiff_message *passed_over)
{
    errdiff_message reason;
    if (job->run.passed_over >> index & 1)
        return false;
    if (can_run(engines[index], job, &reason))
        return true;
    job->run.passed_over |= UINT32_C(1) << index;
    pass_over(passed_over, engines[index], reason.text);
    return false;
}

/* Takes an engine that is always best. Otherwise asks cuda-softsync first, but only if that is
 * expected to pay off, because asking sets the GPU up; then the processor's engines, in the order
 * of the list. */
static const struct errdiff_engine *
pick_fastest(struct errdiff_job *job, errdiff_message *passed_over, errdiff_message *message)
{
    for (int i = 0; i < ENGINE_COUNT; i++)
        if (engines[i]->is_always_best && can_run(engines[i], job, NULL))
            return engines[i];
    for (int i = 0; i < ENGINE_COUNT; i++)
        if (engines[i] == &errdiff_cuda_softsync && errdiff_gpu_pays(job) &&
            try_engine(i, job, passed_over))
            return engines[i];
    for (int i = 0; i < ENGINE_COUNT; i++)
        if (!engines[i]->is_on_gpu && !engines[i]->is_always_best &&
            try_engine(i, job, passed_over))
            return engines[i];
    errdiff_fail(message, ERRDIFF_CANNOT_RUN, N_("engine: no engine can do this job: %s"),
                 passed_over->text);
    return NULL;
}

const struct errdiff_engine *errdiff_engine_pick(const char *name, struct errdiff_job *job,
                                                 errdiff_message *passed_over,
                                                 errdiff_message *message)
{
    const struct errdiff_engine *engine = find(name);
    if (!engine)
        return pick_fastest(job, passed_over, message);
    errdiff_message reason;
    if (can_run(engine, job, &reason))
        return engine;
    errdiff_fail(message, ERRDIFF_CANNOT_RUN, N_("engine: %s cannot do this job: %s"), name,
                 reason.text);
    return NULL;
}

const struct errdiff_engine *errdiff_engine_pick_after(const struct errdiff_engine *dropped_out,
                                                       struct errdiff_job *job,
                                                       errdiff_message *passed_over,
                                                       errdiff_message *message)
{
    for (int i = 0; i < ENGINE_COUNT; i++)
        if (engines[i] == dropped_out)
            job->run.passed_over |= UINT32_C(1) << i;
    pass_over(passed_over, dropped_out, message->text);
    message->text[0] = '\0';
    return pick_fastest(job, passed_over, message);
}
