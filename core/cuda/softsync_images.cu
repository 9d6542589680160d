/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Puts the pixels of an image into the order in which the general variant of cuda-softsync dithers
 * them, and those of the result back into rows. */
#include "softsync_images.h"

enum { COPY_THREADS = 256 };

/* Stores the input of bands in the order of the steps. The grid is steps × bands. */
__global__ static void __launch_bounds__(COPY_THREADS)
    order_band_inputs(const __grid_constant__ struct errdiff_band_images args)
{
    const struct errdiff_any_bands *bands = &args.bands;
    const int lane = (int)threadIdx.x % bands->rows;
    const int steps_at_once = COPY_THREADS / bands->rows;
    for (int number = (int)blockIdx.y; number < args.band_count; number += (int)gridDim.y)
        for (int step = (int)blockIdx.x * steps_at_once + (int)threadIdx.x / bands->rows;
             step < bands->end_step; step += (int)gridDim.x * steps_at_once)
            args.inputs[errdiff_any_bands_place(bands, (args.first_band + number) % args.ring, step,
                                                lane)] =
                errdiff_any_bands_input(&args.job, errdiff_any_bands_column(bands, step, lane),
                                        (args.first_band + number) * bands->rows + lane);
}

/* Writes rows of the result. The grid is columns × rows. */
__global__ static void __launch_bounds__(COPY_THREADS)
    order_band_outputs(const __grid_constant__ struct errdiff_band_images args)
{
    const struct errdiff_any_bands *bands = &args.bands;
    for (int row = (int)blockIdx.y; row < args.band_count * bands->rows; row += (int)gridDim.y) {
        const int y = args.first_band * bands->rows + row;
        const int lane = row % bands->rows;
        if (y >= bands->height)
            return;
        for (int x = (int)blockIdx.x * COPY_THREADS + (int)threadIdx.x; x < bands->width;
             x += (int)gridDim.x * COPY_THREADS)
            errdiff_any_bands_output(
                &args.job, x, y,
                args.levels[errdiff_any_bands_place(bands, y / bands->rows % args.ring,
                                                    x + bands->slope * lane, lane)]);
    }
}

void errdiff_band_images_set(struct errdiff_band_images *images,
                             const struct errdiff_slice_plan *plan,
                             const struct errdiff_slice_part *part)
{
    errdiff_slice_set_images(plan, part, &images->job);
    images->inputs = (uint64_t *)plan->blocks;
    images->levels =
        (uint32_t *)(images->inputs + errdiff_any_bands_places(&images->bands, plan->ring));
    images->ring = plan->ring;
    images->first_band = part->first;
    images->band_count = part->count;
}

static struct errdiff_band_images images_of(const struct errdiff_slice_plan *plan,
                                            const struct errdiff_slice_part *part)
{
    struct errdiff_band_images images = *(const struct errdiff_band_images *)plan->more;
    errdiff_band_images_set(&images, plan, part);
    return images;
}

static unsigned at_most(int64_t count, unsigned max)
{
    return count < max ? (unsigned)count : max;
}

static cudaError_t order_inputs(const struct errdiff_slice_plan *plan,
                                const struct errdiff_slice_part *part, cudaStream_t stream)
{
    const struct errdiff_band_images args = images_of(plan, part);
    const int64_t steps_at_once = COPY_THREADS / args.bands.rows;
    const dim3 grid(at_most((args.bands.end_step - 1) / steps_at_once + 1, 1 << 16),
                    at_most(part->count, 1 << 15));
    order_band_inputs<<<grid, COPY_THREADS, 0, stream>>>(args);
    return cudaGetLastError();
}

static cudaError_t order_outputs(const struct errdiff_slice_plan *plan,
                                 const struct errdiff_slice_part *part, cudaStream_t stream)
{
    const struct errdiff_band_images args = images_of(plan, part);
    const dim3 grid(at_most((args.bands.width - 1) / COPY_THREADS + 1, 1 << 16),
                    at_most((int64_t)part->count * args.bands.rows, 1 << 15));
    order_band_outputs<<<grid, COPY_THREADS, 0, stream>>>(args);
    return cudaGetLastError();
}

errdiff_status errdiff_run_bands_in_slices(struct errdiff_session *session,
                                           struct errdiff_slice_plan *plan)
{
    const struct errdiff_band_images *images = (const struct errdiff_band_images *)plan->more;
    plan->block_rows = images->bands.rows;
    plan->at_once = errdiff_any_bands_at_once(&images->bands);
    plan->block_bytes = errdiff_any_bands_places(&images->bands, 1) *
                        (sizeof *images->inputs + sizeof *images->levels);
    plan->before = order_inputs;
    plan->after = order_outputs;
    errdiff_slice_take_images(plan, session->job);
    return errdiff_run_in_slices(session, plan);
}
