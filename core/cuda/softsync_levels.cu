/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The host's side of the variant of cuda-softsync for levels of 8-bit samples. A block of slices.h
 * is a band.
 */
#include "softsync_variants.h"

#include "in_slices.h"
#include "softsync_levels.cuh"

enum { WEIGHT_SUM = 16 };

/* Whether the four adjacent pixels receive the whole error, in parts that are multiples of
 * 1 / WEIGHT_SUM. */
static bool has_four_weights(const struct errdiff_job *job)
{
    const struct errdiff_kernel_shape *shape = &job->analysis.kernel;
    const int divisor = job->asked.kernel.divisor;
    return shape->is_adjacent && !shape->has_negative_weights && shape->weight_sum == divisor &&
           WEIGHT_SUM % divisor == 0;
}

static void set_weights(struct levels_job *args, const errdiff_kernel *kernel)
{
    uint32_t *const next[2][3] = {{NULL, NULL, &args->before},
                                  {&args->above_right, &args->above, &args->above_left}};
    for (int i = 0; i < kernel->tap_count; i++)
        *next[kernel->taps[i].dy][kernel->taps[i].dx + 1] =
            (uint32_t)(kernel->taps[i].weight * (WEIGHT_SUM / kernel->divisor));
}

bool errdiff_softsync_levels_can_run(const struct errdiff_job *job)
{
    return job->analysis.has_fast_path && !job->analysis.has_mask && job->in.bits == 8 &&
           errdiff_passes_all(&job->rule) && has_four_weights(job);
}

typedef void levels_kernel(struct levels_job args);

template <int LAST> static levels_kernel *kernel_by_levels(const struct errdiff_job *job)
{
    int count = job->rule.quantizers[0].level_count;
    for (int c = 1; c < job->rule.channels; c++)
        if (job->rule.quantizers[c].level_count != count)
            count = LEVELS_BY_TABLE;
    return count == 2   ? levels_run<2, LAST>
           : count == 4 ? levels_run<4, LAST>
                        : levels_run<LEVELS_BY_TABLE, LAST>;
}

static levels_kernel *kernel_for(const struct errdiff_job *job)
{
    switch ((job->in.width - 1) % ERRDIFF_LEVELS_GROUP) {
    case 0:
        return kernel_by_levels<0>(job);
    case 1:
        return kernel_by_levels<1>(job);
    case 2:
        return kernel_by_levels<2>(job);
    default:
        return kernel_by_levels<3>(job);
    }
}

/* The kernel argument for a part of a slice. */
static struct levels_job levels_of(const struct errdiff_slice_plan *plan,
                                   const struct errdiff_slice_part *part)
{
    struct levels_job args = *(const struct levels_job *)plan->more;
    args.in = errdiff_slice_row_0(plan->up[0].slots, plan->up[0].pitch, plan, part);
    args.out = errdiff_slice_row_0(plan->out, plan->out_pitch, plan, part);
    args.samples = (uint32_t *)plan->blocks;
    args.ticket = plan->ticket;
    args.ring = plan->ring;
    args.first_band = part->first;
    return args;
}

static cudaError_t run(const struct errdiff_slice_plan *plan, const struct errdiff_slice_part *part,
                       cudaStream_t stream)
{
    const unsigned blocks = (unsigned)(part->count * plan->job->rule.channels);
    kernel_for(plan->job)<<<blocks, ERRDIFF_LEVELS_LANES, 0, stream>>>(levels_of(plan, part));
    return cudaGetLastError();
}

template <bool IS_BACK>
static cudaError_t reorder(const struct errdiff_slice_plan *plan,
                           const struct errdiff_slice_part *part, cudaStream_t stream)
{
    enum { MAX_BANDS = 1 << 15 };
    struct errdiff_slice_part rest = *part;
    for (; rest.count > 0; rest.first += MAX_BANDS, rest.count -= MAX_BANDS) {
        struct levels_job args = levels_of(plan, part);
        args.first_band = rest.first;
        const dim3 grid((unsigned)((args.order.rounds - 1) / LEVELS_COPY_ROUNDS + 1),
                        (unsigned)(rest.count < MAX_BANDS ? rest.count : MAX_BANDS));
        const unsigned threads = 32 * LEVELS_COPY_WARPS;
        (plan->job->rule.channels == 1
             ? levels_reorder<1, IS_BACK>
             : levels_reorder<3, IS_BACK>)<<<grid, threads, 0, stream>>>(args);
    }
    return cudaGetLastError();
}

errdiff_status errdiff_softsync_levels_dither(struct errdiff_session *session)
{
    const errdiff_image *in = &session->job->in;
    struct errdiff_slice_plan plan = {};
    struct levels_job args = {};
    args.order = errdiff_levels_order_of(in->width, in->height, session->job->rule.channels);
    args.stride = (size_t)in->width * (size_t)in->channels;
    args.quantizers = session->device.rule.quantizers;
    args.half = WEIGHT_SUM / 2;
    set_weights(&args, &session->job->asked.kernel);
    const size_t words = errdiff_levels_words(&args.order);
    ERRDIFF_TRY(
        errdiff_session_allocate(session, (void **)&args.words, words * sizeof *args.words, true));
    ERRDIFF_TRY(errdiff_cancel_word_make(session, &plan.cancel));
    args.cancel = plan.cancel;

    plan.job = session->job;
    plan.block_rows = ERRDIFF_LEVELS_LANES;
    plan.at_once = errdiff_levels_at_once(&args.order);
    plan.up[0].data = in->data;
    plan.up[0].stride = in->stride;
    plan.up[0].row_bytes = plan.up[0].pitch = args.stride;
    plan.up_count = 1;
    plan.out_pitch = args.stride;
    plan.block_bytes = errdiff_levels_places(&args.order, 1) * sizeof *args.samples;
    plan.before = reorder<false>;
    plan.launch = run;
    plan.after = reorder<true>;
    plan.deliver = errdiff_slice_deliver;
    plan.more = &args;
    return errdiff_run_in_slices(session, &plan);
}
