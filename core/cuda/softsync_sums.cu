/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The host's side of the variant of cuda-softsync that passes sums from row to row. A block of
 * slices.h is a band. */
#include "softsync_sums.cuh"
#include "softsync_variants.h"

#include <stdlib.h>

typedef void sums_kernel(struct sums_job args);

/* How many steps a lane trails the one above in addition to the slope. Where a pixel takes many
 * steps to decide, waiting for a shuffle is the lesser evil. */
static int delay_of(const struct errdiff_job *job)
{
    return errdiff_sums_decision_of(job) == ERRDIFF_SUMS_LEVELS && !errdiff_has_offsets(&job->rule);
}

template <int CHANNELS, enum errdiff_sums_decision DECISION, bool HAS_OFFSETS, int DELAY>
static sums_kernel *kernel_by_shape(const struct errdiff_sums_shape *shape)
{
    if (shape->by_tone)
        return sums_run<sums_shape<CHANNELS, 1, 2, true>, DECISION, HAS_OFFSETS, DELAY>;
    if (shape->reach == 1)
        return sums_run<sums_shape<CHANNELS, 1, 2, false>, DECISION, HAS_OFFSETS, DELAY>;
    if (shape->reach == 2 && shape->slope == 2)
        return sums_run<sums_shape<CHANNELS, 2, 2, false>, DECISION, HAS_OFFSETS, DELAY>;
    if (shape->reach == 2)
        return sums_run<sums_shape<CHANNELS, 2, 3, false>, DECISION, HAS_OFFSETS, DELAY>;
    return sums_run<sums_shape<CHANNELS, 3, 4, false>, DECISION, HAS_OFFSETS, DELAY>;
}

static sums_kernel *kernel_for(const struct errdiff_job *job,
                               const struct errdiff_sums_shape *shape)
{
    switch (errdiff_sums_decision_of(job)) {
    case ERRDIFF_SUMS_COLORS:
        return kernel_by_shape<3, ERRDIFF_SUMS_COLORS, true, 0>(shape);
    case ERRDIFF_SUMS_CELLS:
        return kernel_by_shape<3, ERRDIFF_SUMS_CELLS, true, 0>(shape);
    default:
        break;
    }
    if (errdiff_has_offsets(&job->rule))
        return shape->channels == 1 ? kernel_by_shape<1, ERRDIFF_SUMS_LEVELS, true, 0>(shape)
                                    : kernel_by_shape<3, ERRDIFF_SUMS_LEVELS, true, 0>(shape);
    return shape->channels == 1 ? kernel_by_shape<1, ERRDIFF_SUMS_LEVELS, false, 1>(shape)
                                : kernel_by_shape<3, ERRDIFF_SUMS_LEVELS, false, 1>(shape);
}

bool errdiff_softsync_sums_can_run(const struct errdiff_job *job)
{
    struct errdiff_device_job described;
    struct errdiff_sums_shape shape;
    struct errdiff_sums_rule rule;
    int device = 0, max_shared = 0;
    errdiff_device_job_fill(&described, job);
    if (!errdiff_sums_shape_of(&described, &shape) || !errdiff_sums_rule_make(&rule, job) ||
        cudaGetDevice(&device) != cudaSuccess ||
        cudaDeviceGetAttribute(&max_shared, cudaDevAttrMaxSharedMemoryPerBlockOptin, device) !=
            cudaSuccess)
        return false;
    const int others = SUMS_CHUNK * (SUMS_LANES + SUMS_MAX_PAIRS) * 8;
    return rule.table_size * 8 + others <= max_shared;
}

/* Copies the tables to the device. */
static errdiff_status set_up_table(struct errdiff_session *session, struct sums_job *args)
{
    const size_t size = (size_t)args->rule.table_size * sizeof *args->table;
    if (size == 0)
        return ERRDIFF_OK;
    uint64_t *table = (uint64_t *)malloc(size);
    if (!table)
        return ERRDIFF_NO_MEMORY;
    errdiff_sums_fill_table(&args->rule, session->job, table);
    const void *copy = NULL;
    const errdiff_status status = errdiff_session_upload_table(session, table, size, &copy);
    args->table = (const uint64_t *)copy;
    free(table);
    return status;
}

static errdiff_status set_up(struct errdiff_session *session, struct sums_job *args)
{
    struct errdiff_sums_shape shape;
    args->pictures.job = session->device;
    errdiff_sums_shape_of(&session->device, &shape);
    errdiff_sums_rule_make(&args->rule, session->job);
    const struct errdiff_sums_order order =
        errdiff_sums_order_of(&session->device, &shape, delay_of(session->job));
    args->pictures.bands = order.bands;
    args->columns = order.columns;
    ERRDIFF_TRY(set_up_table(session, args));
    ERRDIFF_TRY(errdiff_session_allocate(
        session, (void **)&args->words,
        errdiff_sums_words_in_all(&order, &shape) * sizeof *args->words, true));
    return errdiff_session_check(session,
                                 cudaFuncSetAttribute(kernel_for(session->job, &shape),
                                                      cudaFuncAttributeMaxDynamicSharedMemorySize,
                                                      args->rule.table_size * 8),
                                 "the job was set up");
}

static cudaError_t run(const struct errdiff_slice_plan *plan, const struct errdiff_slice_part *part,
                       cudaStream_t stream)
{
    struct sums_job args = *(const struct sums_job *)plan->more;
    struct errdiff_sums_shape shape;
    errdiff_band_pictures_set(&args.pictures, plan, part);
    errdiff_sums_shape_of(&args.pictures.job, &shape);
    args.ticket = plan->ticket;
    const size_t memory = (size_t)args.rule.table_size * sizeof *args.table;
    kernel_for(plan->job, &shape)<<<(unsigned)part->count, SUMS_LANES, memory, stream>>>(args);
    return cudaGetLastError();
}

errdiff_status errdiff_softsync_sums_dither(struct errdiff_session *session)
{
    struct errdiff_slice_plan plan = {};
    struct sums_job args = {};
    ERRDIFF_TRY(set_up(session, &args));
    ERRDIFF_TRY(errdiff_cancel_word_make(session, &plan.cancel));
    args.cancel = plan.cancel;
    plan.launch = run;
    plan.more = &args;
    return errdiff_run_bands_in_slices(session, &plan);
}
