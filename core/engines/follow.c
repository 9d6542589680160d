/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Follows a result: finds the errors that its decisions have left. */
#include "follow.h"

#include "base/instruction_set.h"
#include "decisions.h"
#include "engine.h"
#include "span_follow.h"

#include <stdlib.h>

typedef void follow_span(const struct errdiff_job *job, const struct errdiff_span *span);

static follow_span *const sets[ERRDIFF_INSTRUCTION_SETS] = {
#ifdef ERRDIFF_X86
    [ERRDIFF_AVX512] = errdiff_span_follow_avx512,
    [ERRDIFF_AVX2] = errdiff_span_follow_avx2,
    [ERRDIFF_SSE41] = errdiff_span_follow_sse41,
#elif defined(ERRDIFF_ARM64)
    [ERRDIFF_NEON] = errdiff_span_follow_neon,
#endif
    [ERRDIFF_PLAIN_C] = errdiff_span_follow_c,
};

errdiff_status errdiff_follow(struct errdiff_job *job)
{
    struct errdiff_decisions *decisions = malloc(sizeof *decisions);
    if (!decisions)
        return ERRDIFF_NO_MEMORY;
    errdiff_decisions_make(decisions, job);
    enum errdiff_instruction_set set;
    errdiff_message unread_message;
    if (!errdiff_instruction_set_pick(&set, &unread_message))
        set = ERRDIFF_PLAIN_C;
    job->run.decisions = decisions;
    job->run.follow_span = sets[set];
    job->run.kept->channels = job->rule.channels;
    job->run.kept->max_value = job->rule.max_value;

    int64_t clamped = job->run.clamped; /* an engine sets it */
    errdiff_report unread = {.engine = ""};
    errdiff_status status = ERRDIFF_CANNOT_RUN;
    if (errdiff_block.can_run(job, NULL))
        status = errdiff_block.run(job, &unread);
    if (status == ERRDIFF_CANNOT_RUN)
        status = errdiff_serial_ec.run(job, &unread);
    job->run.clamped = clamped;
    job->run.decisions = NULL;
    job->run.follow_span = NULL;
    free(decisions);
    return status;
}
