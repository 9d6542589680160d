/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a job needs on a GPU: streams, events, pinned memory and device memory. Making them takes
 * longer than dithering a small image, and jobs that make them at the same time wait for each
 * other in the driver. Therefore they are kept from job to job. Each job has a workspace of its
 * own, on the GPU with the fewest jobs.
 */
#ifndef ERRDIFF_WORKSPACE_H
#define ERRDIFF_WORKSPACE_H

#include "errdiff.h"
#include "slices.h"

#include <cuda_runtime.h>

enum { ERRDIFF_MAX_MEMORY_BLOCKS = 64 };

/* Device memory from which parts are taken in order. (The driver's own pool of memory takes about
 * ten milliseconds to set up.) */
struct errdiff_memory_block {
    char *memory;
    size_t size, used;
};

/* Host memory that the device can access directly. */
struct errdiff_pinned_memory {
    void *memory;
    size_t size;
};

/* The events of one slot of the ring of slices. */
struct errdiff_slot_events {
    cudaEvent_t uploaded, launched, copied;
};

struct errdiff_workspace {
    int gpu;           /* the number of the CUDA device */
    int device_before; /* the calling thread's, which gets it again in the end */
    cudaStream_t stream;
    cudaEvent_t started, ended; /* the only ones that measure time */
    cudaEvent_t marks[2];
    cudaEvent_t copied[2];

    /* After errdiff_workspace_add_slots only: */
    cudaStream_t uploads, downloads, launches[ERRDIFF_MAX_OVERLAP];
    struct errdiff_slot_events slots[ERRDIFF_MAX_SLOTS];

    struct errdiff_memory_block blocks[ERRDIFF_MAX_MEMORY_BLOCKS];
    int block_count;
    struct errdiff_pinned_memory pinned;   /* kept for later jobs */
    struct errdiff_pinned_memory too_much; /* too large to be kept; freed after the job */
    struct errdiff_workspace *next;        /* in the list of those that are kept */
};

/* Takes a workspace, and makes its GPU the calling thread's device until it is given back, which
 * must be in the same thread. Its streams are idle, and its events complete. Returns
 * ERRDIFF_CANNOT_RUN, with the reason in *reason, if every GPU fails. */
errdiff_status errdiff_workspace_take(struct errdiff_workspace **workspace,
                                      errdiff_message *reason);

/* Everything that uses the workspace must have ended. */
void errdiff_workspace_give_back(struct errdiff_workspace *workspace);

/* Makes the streams and events for that many slots of a ring of slices. */
cudaError_t errdiff_workspace_add_slots(struct errdiff_workspace *workspace, int slots);

/* Takes `size` bytes of device memory, aligned for any use, until the workspace is given back. */
cudaError_t errdiff_workspace_allocate(struct errdiff_workspace *workspace, size_t size,
                                       void **memory);

/* Sets *memory to pinned memory of at least `size` bytes, until the next call for the workspace or
 * until it is given back. */
cudaError_t errdiff_workspace_pin(struct errdiff_workspace *workspace, size_t size, void **memory);

#endif
