/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of engines, and the one place that picks. */
#include "engine.h"
#include "message.h"
#include "translate.h"

#include <string.h>

static const errdiff_engine_info automatic = {
    .name = "auto",
    .title = N_("Automatic"),
    .description = N_("The fastest engine that can do the job here"),
};

/* The fastest first: "auto" takes the first that can run. */
static const struct errdiff_engine *const engines[] = {
    &errdiff_wavefront, &errdiff_cuda_softsync, &errdiff_cuda_bwec, &errdiff_cuda_bwed,
    &errdiff_cuda_pwec, &errdiff_cuda_knight,   &errdiff_cuda_pwed, &errdiff_handover,
    &errdiff_hybrid,    &errdiff_block,         &errdiff_serial_ec, &errdiff_serial_ed,
};

enum { ENGINE_COUNT = sizeof engines / sizeof *engines };

int errdiff_engine_count(void)
{
    return 1 + ENGINE_COUNT;
}

void errdiff_engine_get(int index, errdiff_engine_info *info)
{
    *info = index == 0 ? automatic : engines[index - 1]->info;
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
    if (strcmp(name, automatic.name) == 0 || find(name))
        return ERRDIFF_OK;
    errdiff_fail(message, ERRDIFF_BAD_ARGUMENT, "engine: \"%.60s\" is not one; possible are %s",
                 name, automatic.name);
    for (int i = 0; i < ENGINE_COUNT; i++)
        errdiff_append(message, ", %s", engines[i]->info.name);
    return ERRDIFF_BAD_ARGUMENT;
}

static bool can_run(const struct errdiff_engine *engine, const struct errdiff_job *job,
                    errdiff_message *reason)
{
    if (job && job->carry && !engine->takes_pieces) {
        errdiff_fail(reason, ERRDIFF_CANNOT_RUN, "it takes whole pictures, not pieces");
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

/* Reasons that several have in common are said once. */
static void pass_over(errdiff_message *passed_over, const struct errdiff_engine *engine,
                      const char *reason)
{
    size_t length = strlen(passed_over->text), reason_length = strlen(reason);
    if (length > reason_length && strcmp(passed_over->text + length - reason_length, reason) == 0 &&
        strncmp(passed_over->text + length - reason_length - 2, ": ", 2) == 0) {
        passed_over->text[length - reason_length - 2] = '\0';
        errdiff_append(passed_over, ", %s: %s", engine->info.name, reason);
        return;
    }
    errdiff_append(passed_over, "%s%s: %s", length > 0 ? "; " : "", engine->info.name, reason);
}

/* The fastest from `first` on. */
static const struct errdiff_engine *pick_fastest(int first, const struct errdiff_job *job,
                                                 errdiff_message *passed_over,
                                                 errdiff_message *message)
{
    for (int i = first; i < ENGINE_COUNT; i++) {
        errdiff_message reason;
        if (can_run(engines[i], job, &reason))
            return engines[i];
        pass_over(passed_over, engines[i], reason.text);
    }
    errdiff_fail(message, ERRDIFF_CANNOT_RUN, "engine: none can do this: %s", passed_over->text);
    return NULL;
}

const struct errdiff_engine *errdiff_engine_pick(const char *name, const struct errdiff_job *job,
                                                 errdiff_message *passed_over,
                                                 errdiff_message *message)
{
    const struct errdiff_engine *engine = find(name);
    if (!engine)
        return pick_fastest(0, job, passed_over, message);
    errdiff_message reason;
    if (can_run(engine, job, &reason))
        return engine;
    errdiff_fail(message, ERRDIFF_CANNOT_RUN, "engine: %s cannot do this: %s", name, reason.text);
    return NULL;
}

const struct errdiff_engine *errdiff_engine_pick_after(const struct errdiff_engine *dropped_out,
                                                       const struct errdiff_job *job,
                                                       errdiff_message *passed_over,
                                                       errdiff_message *message)
{
    int next = 0;
    while (engines[next++] != dropped_out)
        continue;
    pass_over(passed_over, dropped_out, message->text);
    message->text[0] = '\0';
    return pick_fastest(next, job, passed_over, message);
}
