/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The host's side of the variant of cuda-softsync that passes sums from row to row. A block of
 * slices.h is a band. */
#include "softsync_sums.cuh"

#include "device.h"
#include "in_slices.h"
#include "softsync_variants.h"

typedef void sums_kernel(struct sums_job args);

/* What all launches of a job share. */
struct sums_launch {
    struct sums_job args;
    struct errdiff_sums_shape shape;
    sums_kernel *kernel;
    int record_size;
    int shared_bytes;
};

/* ---- Which kernel -------------------------------------------------------------------------- */

template <typename FORM> static void take_form(struct sums_launch *launch)
{
    launch->kernel = sums_run<FORM>;
    launch->record_size = FORM::record;
}

template <int CHANNELS, enum errdiff_sums_decision DECISION, bool HAS_OFFSETS>
static void take_shape(struct sums_launch *launch)
{
    const struct errdiff_sums_shape *shape = &launch->shape;
    if (shape->by_tone)
        take_form<sums_form<CHANNELS, 1, 2, true, DECISION, HAS_OFFSETS>>(launch);
    else if (shape->reach == 1)
        take_form<sums_form<CHANNELS, 1, 2, false, DECISION, HAS_OFFSETS>>(launch);
    else if (shape->reach == 2 && shape->slope == 2)
        take_form<sums_form<CHANNELS, 2, 2, false, DECISION, HAS_OFFSETS>>(launch);
    else if (shape->reach == 2)
        take_form<sums_form<CHANNELS, 2, 3, false, DECISION, HAS_OFFSETS>>(launch);
    else
        take_form<sums_form<CHANNELS, 3, 4, false, DECISION, HAS_OFFSETS>>(launch);
}

template <int CHANNELS, enum errdiff_sums_decision DECISION>
static void take_decision(struct sums_launch *launch)
{
    if (errdiff_sums_needs_offsets(&launch->args.rule))
        take_shape<CHANNELS, DECISION, true>(launch);
    else
        take_shape<CHANNELS, DECISION, false>(launch);
}

/* Slopes are greater by 1, see errdiff_sums_add_delay. */
static void take_two_levels(struct sums_launch *launch)
{
    const struct errdiff_sums_shape *shape = &launch->shape;
    if (shape->reach == 1)
        take_form<sums_form<1, 1, 3, false, ERRDIFF_SUMS_TWO_LEVELS, false>>(launch);
    else if (shape->reach == 2 && shape->slope == 3)
        take_form<sums_form<1, 2, 3, false, ERRDIFF_SUMS_TWO_LEVELS, false>>(launch);
    else if (shape->reach == 2)
        take_form<sums_form<1, 2, 4, false, ERRDIFF_SUMS_TWO_LEVELS, false>>(launch);
    else
        take_form<sums_form<1, 3, 5, false, ERRDIFF_SUMS_TWO_LEVELS, false>>(launch);
}

static void take_kernel(struct sums_launch *launch)
{
    switch (launch->args.rule.decision) {
    case ERRDIFF_SUMS_TABLE:
        take_decision<1, ERRDIFF_SUMS_TABLE>(launch);
        break;
    case ERRDIFF_SUMS_TWO_LEVELS:
        take_two_levels(launch);
        break;
    case ERRDIFF_SUMS_BUCKETS:
        take_decision<1, ERRDIFF_SUMS_BUCKETS>(launch);
        break;
    case ERRDIFF_SUMS_COLORS:
        take_decision<3, ERRDIFF_SUMS_COLORS>(launch);
        break;
    case ERRDIFF_SUMS_WIDE_COLORS:
        take_decision<3, ERRDIFF_SUMS_WIDE_COLORS>(launch);
        break;
    case ERRDIFF_SUMS_LISTS:
        take_decision<3, ERRDIFF_SUMS_LISTS>(launch);
        break;
    case ERRDIFF_SUMS_OKLAB:
        take_decision<3, ERRDIFF_SUMS_OKLAB>(launch);
        break;
    default:
        take_shape<3, ERRDIFF_SUMS_CELLS, true>(launch);
        break;
    }
}

/* ---- A job --------------------------------------------------------------------------------- */

/* Shared memory of a thread block besides the tables. */
static int ring_bytes(const struct errdiff_sums_shape *shape, int planes, int record_size)
{
    return planes *
           (SUMS_RECORD_CHUNKS * SUMS_LANES * (SUMS_CHUNK * record_size + 4) +
            SUMS_WORD_STEPS * errdiff_sums_words(shape)) *
           (int)sizeof(int32_t);
}

/* Chooses how a job runs; false if it cannot. `described` may be on the host or the device, and
 * `lists` are those of errdiff_sums_rule_make. */
static bool plan(struct sums_launch *launch, const struct errdiff_device_job *described,
                 const struct errdiff_job *job, const struct errdiff_sums_lists *lists)
{
    enum { STATIC_BYTES = 64 };
    int device = 0, max_shared = 0;
    if (!errdiff_sums_shape_of(described, &launch->shape) ||
        cudaGetDevice(&device) != cudaSuccess ||
        cudaDeviceGetAttribute(&max_shared, cudaDevAttrMaxSharedMemoryPerBlockOptin, device) !=
            cudaSuccess)
        return false;
    const int channels = launch->shape.channels, planes = job->rule.channels / channels;
    const int rings = ring_bytes(&launch->shape, planes, channels == 1 ? 4 : 8);
    if (!errdiff_sums_rule_make(&launch->args.rule, job, lists, max_shared - rings - STATIC_BYTES))
        return false;
    errdiff_sums_add_delay(&launch->args.rule, &launch->shape);
    take_kernel(launch);
    launch->args.order = errdiff_sums_order_of(described, &launch->shape);
    launch->shared_bytes =
        launch->args.rule.table_size + ring_bytes(&launch->shape, planes, launch->record_size);
    return true;
}

bool errdiff_softsync_sums_can_run(const struct errdiff_job *job)
{
    struct errdiff_device_job described;
    struct sums_launch launch = {};
    errdiff_device_job_fill(&described, job);
    return plan(&launch, &described, job, NULL);
}

/* Copies the tables to the device. */
static errdiff_status set_up_tables(struct errdiff_session *session, struct sums_job *args,
                                    const struct errdiff_sums_lists *lists)
{
    const size_t size = (size_t)args->rule.table_size;
    if (size == 0)
        return ERRDIFF_OK;
    char *tables = (char *)malloc(size);
    if (!tables)
        return ERRDIFF_NO_MEMORY;
    memset(tables, 0, size);
    errdiff_sums_fill_tables(&args->rule, session->job, lists, tables);
    const void *copy = NULL;
    const errdiff_status status = errdiff_session_upload_table(session, tables, size, &copy);
    args->tables = (const uint4 *)copy;
    free(tables);
    return status;
}

static errdiff_status set_up(struct errdiff_session *session, struct sums_launch *launch)
{
    struct sums_job *args = &launch->args;
    struct errdiff_sums_lists *lists = errdiff_sums_lists_of(session->job);
    args->job = session->device;
    /* It can only fail after errdiff_softsync_sums_can_run if the GPU does. */
    const bool is_planned = plan(launch, &session->device, session->job, lists);
    const errdiff_status status =
        is_planned ? set_up_tables(session, args, lists)
                   : errdiff_session_check(session, cudaErrorUnknown, ERRDIFF_SETUP);
    free(lists);
    ERRDIFF_TRY(status);
    ERRDIFF_TRY(errdiff_session_allocate(
        session, (void **)&args->words,
        errdiff_sums_words_in_all(&args->order, &launch->shape) * sizeof *args->words, true));
    return errdiff_session_check(session,
                                 errdiff_device_allow_shared_memory((const void *)launch->kernel,
                                                                    (size_t)launch->shared_bytes),
                                 ERRDIFF_SETUP);
}

/* ---- Slices -------------------------------------------------------------------------------- */

/* The number of places for pixels in a band. */
static size_t band_places(const struct errdiff_sums_order *order)
{
    return (size_t)errdiff_sums_place(order, 1, 0, 0, 0);
}

/* The kernel argument for a part of a slice. */
static struct sums_job args_of(const struct errdiff_slice_plan *plan,
                               const struct errdiff_slice_part *part)
{
    const struct sums_launch *launch = (const struct sums_launch *)plan->more;
    struct sums_job args = launch->args;
    const size_t places = band_places(&args.order) * (size_t)plan->ring;
    errdiff_slice_set_images(plan, part, &args.job);
    args.records = (const int32_t *)plan->blocks;
    args.levels = (uint8_t *)(args.records + places * (size_t)launch->record_size);
    args.ticket = plan->ticket;
    args.ring = plan->ring;
    args.first_band = part->first;
    args.band_count = part->count;
    return args;
}

static unsigned at_most(int64_t count, unsigned max)
{
    return count < max ? (unsigned)count : max;
}

static cudaError_t make_records(const struct errdiff_slice_plan *plan,
                                const struct errdiff_slice_part *part, cudaStream_t stream)
{
    const struct sums_launch *launch = (const struct sums_launch *)plan->more;
    const struct sums_job args = args_of(plan, part);
    const int64_t steps_at_once = SUMS_COPY_THREADS / SUMS_LANES;
    const dim3 grid(at_most((args.order.end_step - 1) / steps_at_once + 1, 1 << 16),
                    at_most((int64_t)part->count * args.order.planes, 1 << 15));
    sums_make_records<<<grid, SUMS_COPY_THREADS, 0, stream>>>(args, launch->shape.channels);
    return cudaGetLastError();
}

static cudaError_t run(const struct errdiff_slice_plan *plan, const struct errdiff_slice_part *part,
                       cudaStream_t stream)
{
    const struct sums_launch *launch = (const struct sums_launch *)plan->more;
    const struct sums_job args = args_of(plan, part);
    const unsigned threads = (unsigned)(2 * SUMS_LANES * args.order.planes);
    launch->kernel<<<(unsigned)part->count, threads, (size_t)launch->shared_bytes, stream>>>(args);
    return cudaGetLastError();
}

static cudaError_t write_rows(const struct errdiff_slice_plan *plan,
                              const struct errdiff_slice_part *part, cudaStream_t stream)
{
    const struct sums_job args = args_of(plan, part);
    const dim3 grid(at_most((args.order.width - 1) / SUMS_COPY_THREADS + 1, 1 << 16),
                    at_most((int64_t)part->count * SUMS_LANES, 1 << 15));
    sums_write_rows<<<grid, SUMS_COPY_THREADS, 0, stream>>>(args);
    return cudaGetLastError();
}

errdiff_status errdiff_softsync_sums_dither(struct errdiff_session *session)
{
    struct errdiff_slice_plan plan = {};
    struct sums_launch launch = {};
    ERRDIFF_TRY(set_up(session, &launch));
    ERRDIFF_TRY(errdiff_cancel_word_make(session, &plan.cancel));
    launch.args.cancel = plan.cancel;
    plan.block_rows = SUMS_LANES;
    plan.at_once = errdiff_sums_at_once(&launch.args.order);
    plan.block_bytes =
        band_places(&launch.args.order) * ((size_t)launch.record_size * sizeof(int32_t) + 1);
    plan.before = make_records;
    plan.launch = run;
    plan.after = write_rows;
    plan.more = &launch;
    errdiff_slice_take_images(&plan, session->job);
    return errdiff_run_in_slices(session, &plan);
}
