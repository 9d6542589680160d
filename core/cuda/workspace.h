/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a job needs on a GPU: streams, events, pinned memory and device memory. Making them takes
 * longer than dithering a small picture, and jobs that make them at the same time wait for each
 * other in the driver. Therefore they are kept from job to job. Each job has a workspace of its
 * own, on the GPU with the fewest jobs.
 */
#ifndef ERRDIFF_WORKSPACE_H
#define ERRDIFF_WORKSPACE_H

#include "slices.h"

#include <cuda_runtime.h>

enum { ERRDIFF_MAX_MEMORY_BLOCKS = 64 };

/* Device memory from which parts are taken in order. (The driver's own pool of memory takes about
 * ten milliseconds to set up.) */
struct errdiff_memory_block {
    char *memory;
    size_t size, used;
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
    void *pinned; /* host memory that the device can access directly */
    size_t pinned_size;
    struct errdiff_workspace *next; /* in the list of those that are kept */
};

/* Takes a workspace, and makes its GPU the calling thread's device until it is given back, which
 * must be in the same thread. Its streams are idle, and its events complete. */
cudaError_t errdiff_workspace_take(struct errdiff_workspace **workspace);

/* Everything that uses the workspace must have ended. */
void errdiff_workspace_give_back(struct errdiff_workspace *workspace);

/* Makes the streams and events for so many slots of a ring of slices. */
cudaError_t errdiff_workspace_add_slots(struct errdiff_workspace *workspace, int slots);

/* Takes `size` bytes of device memory, aligned for any use, until the workspace is given back. */
cudaError_t errdiff_workspace_allocate(struct errdiff_workspace *workspace, size_t size,
                                       void **memory);

/* Sets workspace->pinned to at least `size` bytes. What was there is lost. */
cudaError_t errdiff_workspace_pin(struct errdiff_workspace *workspace, size_t size);

#endif
