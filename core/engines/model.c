/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds out which kind of work a job is, for the model of how long engines take, and adds engines
 * to the model. */
#include "model.h"

#include <stdlib.h>
#include <string.h>

const char *const errdiff_work_names[ERRDIFF_WORK_COUNT] = {
    [ERRDIFF_WORK_TWO_LEVELS] = "two-levels",
    [ERRDIFF_WORK_COLOR_TWO_LEVELS] = "color-two-levels",
    [ERRDIFF_WORK_LEVELS] = "levels",
    [ERRDIFF_WORK_PALETTE] = "palette",
    [ERRDIFF_WORK_FAR_TWO_LEVELS] = "far-two-levels",
    [ERRDIFF_WORK_FAR_COLOR_TWO_LEVELS] = "far-color-two-levels",
    [ERRDIFF_WORK_FAR_LEVELS] = "far-levels",
    [ERRDIFF_WORK_FAR_PALETTE] = "far-palette",
    [ERRDIFF_WORK_OTHER] = "other",
};

struct errdiff_engine_costs *errdiff_model_add(struct errdiff_model *model, const char *name)
{
    for (int i = 0; i < model->engine_count; i++)
        if (strcmp(model->engines[i].name, name) == 0)
            return &model->engines[i];
    if (model->engine_count == ERRDIFF_MODEL_ENGINES || strlen(name) >= ERRDIFF_MODEL_NAME)
        return NULL;
    struct errdiff_engine_costs *added = &model->engines[model->engine_count++];
    *added = (struct errdiff_engine_costs){.name = ""};
    strcpy(added->name, name);
    return added;
}

enum errdiff_work errdiff_work_of(const struct errdiff_job *job)
{
    bool is_far = !job->analysis.kernel.is_adjacent;
    if (job->rule.search)
        return is_far ? ERRDIFF_WORK_FAR_PALETTE : ERRDIFF_WORK_PALETTE;
    if (!job->analysis.has_fast_path)
        return ERRDIFF_WORK_OTHER;
    if (!job->analysis.has_short_chain)
        return is_far ? ERRDIFF_WORK_FAR_LEVELS : ERRDIFF_WORK_LEVELS;
    bool is_gray = job->rule.channels == 1;
    if (is_far)
        return is_gray ? ERRDIFF_WORK_FAR_TWO_LEVELS : ERRDIFF_WORK_FAR_COLOR_TWO_LEVELS;
    return is_gray && job->in.bits == 8 ? ERRDIFF_WORK_TWO_LEVELS : ERRDIFF_WORK_COLOR_TWO_LEVELS;
}
