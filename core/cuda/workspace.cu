/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "workspace.h"

#include "device.h"

#include <pthread.h>
#include <stdlib.h>

enum {
    MAX_KEPT = 32,
    MAX_BLOCKS_KEPT =
        ERRDIFF_MAX_MEMORY_BLOCKS / 2, /* of a workspace; the next job may need more */
    ALIGNMENT = 512,
    DEVICE_SHARE = 16
};

/* Of all workspaces that are kept. More would be missing in other programs. Of device memory, it is
 * also at most one part in DEVICE_SHARE. */
static const size_t KEPT_PINNED = (size_t)256 << 20, KEPT_DEVICE = (size_t)4 << 30;

/* A block is larger than what is asked for, because more will be. */
static const size_t MIN_BLOCK = (size_t)16 << 20;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct errdiff_workspace *kept; /* the one that was given back last is the first */
static int kept_count;
static size_t kept_pinned, kept_device;

static cudaError_t make_event(cudaEvent_t *event, unsigned flags)
{
    return *event ? cudaSuccess : cudaEventCreateWithFlags(event, flags);
}

static cudaError_t make_stream(cudaStream_t *stream)
{
    return *stream ? cudaSuccess : cudaStreamCreateWithFlags(stream, cudaStreamNonBlocking);
}

static cudaError_t make(struct errdiff_workspace *workspace)
{
    cudaError_t error = make_stream(&workspace->stream);
    if (error == cudaSuccess)
        error = make_event(&workspace->started, cudaEventDefault);
    if (error == cudaSuccess)
        error = make_event(&workspace->ended, cudaEventDefault);
    for (int i = 0; i < 2 && error == cudaSuccess; i++) {
        error = make_event(&workspace->marks[i], cudaEventDisableTiming);
        if (error == cudaSuccess)
            error = make_event(&workspace->copied[i], cudaEventDisableTiming);
    }
    return error;
}

static void destroy_event(cudaEvent_t event)
{
    if (event)
        (void)cudaEventDestroy(event);
}

static void destroy_stream(cudaStream_t stream)
{
    if (stream)
        (void)cudaStreamDestroy(stream);
}

static void destroy(struct errdiff_workspace *workspace)
{
    destroy_event(workspace->started);
    destroy_event(workspace->ended);
    for (int i = 0; i < 2; i++) {
        destroy_event(workspace->marks[i]);
        destroy_event(workspace->copied[i]);
    }
    for (int i = 0; i < ERRDIFF_MAX_SLOTS; i++) {
        destroy_event(workspace->slots[i].uploaded);
        destroy_event(workspace->slots[i].launched);
        destroy_event(workspace->slots[i].copied);
    }
    destroy_stream(workspace->stream);
    destroy_stream(workspace->uploads);
    destroy_stream(workspace->downloads);
    for (int i = 0; i < ERRDIFF_MAX_OVERLAP; i++)
        destroy_stream(workspace->launches[i]);
    for (int i = 0; i < workspace->block_count; i++)
        (void)cudaFree(workspace->blocks[i].memory);
    (void)cudaFreeHost(workspace->pinned);
    free(workspace);
}

static void free_unused_blocks(struct errdiff_workspace *workspace)
{
    int left = 0;
    for (int i = 0; i < workspace->block_count; i++) {
        struct errdiff_memory_block *block = &workspace->blocks[i];
        if (block->used == 0)
            (void)cudaFree(block->memory);
        else
            workspace->blocks[left++] = *block;
    }
    workspace->block_count = left;
}

static size_t device_bytes(const struct errdiff_workspace *workspace)
{
    size_t bytes = 0;
    for (int i = 0; i < workspace->block_count; i++)
        bytes += workspace->blocks[i].size;
    return bytes;
}

/* Returns a workspace of that GPU and removes it from the list; NULL if there is none. */
static struct errdiff_workspace *take_kept(int gpu)
{
    pthread_mutex_lock(&lock);
    struct errdiff_workspace **place = &kept;
    while (*place && (*place)->gpu != gpu)
        place = &(*place)->next;
    struct errdiff_workspace *found = *place;
    if (found) {
        *place = found->next;
        kept_count--;
        kept_pinned -= found->pinned_size;
        kept_device -= device_bytes(found);
    }
    pthread_mutex_unlock(&lock);
    return found;
}

/* Takes a workspace of that GPU, the calling thread's device. */
static cudaError_t take_of(int gpu, struct errdiff_workspace **workspace)
{
    struct errdiff_workspace *taken = take_kept(gpu);
    if (taken) {
        *workspace = taken;
        return cudaSuccess;
    }
    taken = (struct errdiff_workspace *)calloc(1, sizeof *taken);
    const cudaError_t error = taken ? make(taken) : cudaErrorMemoryAllocation;
    if (error != cudaSuccess && taken) {
        destroy(taken);
        taken = NULL;
    }
    if (taken)
        taken->gpu = gpu;
    *workspace = taken;
    return error;
}

cudaError_t errdiff_workspace_take(struct errdiff_workspace **workspace)
{
    int before = 0, gpu;
    cudaError_t error = cudaGetDevice(&before);
    if (error != cudaSuccess)
        return error;
    do {
        gpu = errdiff_device_take();
        error = cudaSetDevice(gpu);
        if (error == cudaSuccess)
            error = take_of(gpu, workspace);
        if (error != cudaSuccess)
            errdiff_device_leave(gpu);
    } while (error != cudaSuccess && errdiff_device_drop(gpu));
    if (error == cudaSuccess)
        (*workspace)->device_before = before;
    else
        (void)cudaSetDevice(before);
    return error;
}

void errdiff_workspace_give_back(struct errdiff_workspace *workspace)
{
    for (int i = 0; i < workspace->block_count; i++)
        workspace->blocks[i].used = 0;
    if (workspace->block_count > MAX_BLOCKS_KEPT)
        free_unused_blocks(workspace);
    const size_t bytes = device_bytes(workspace), part = errdiff_device_memory() / DEVICE_SHARE;
    const size_t max_bytes = part < KEPT_DEVICE ? part : KEPT_DEVICE;
    errdiff_device_leave(workspace->gpu);
    const int before = workspace->device_before;
    pthread_mutex_lock(&lock);
    const bool is_wanted = kept_count < MAX_KEPT &&
                           kept_pinned + workspace->pinned_size <= KEPT_PINNED &&
                           kept_device + bytes <= max_bytes;
    if (is_wanted) {
        workspace->next = kept;
        kept = workspace;
        kept_count++;
        kept_pinned += workspace->pinned_size;
        kept_device += bytes;
    }
    pthread_mutex_unlock(&lock);
    if (!is_wanted)
        destroy(workspace);
    (void)cudaSetDevice(before);
}

cudaError_t errdiff_workspace_add_slots(struct errdiff_workspace *workspace, int slots)
{
    cudaError_t error = make_stream(&workspace->uploads);
    if (error == cudaSuccess)
        error = make_stream(&workspace->downloads);
    for (int i = 0; i < slots / 2 && error == cudaSuccess; i++)
        error = make_stream(&workspace->launches[i]);
    for (int i = 0; i < slots && error == cudaSuccess; i++) {
        struct errdiff_slot_events *slot = &workspace->slots[i];
        cudaEvent_t *events[] = {&slot->uploaded, &slot->launched, &slot->copied};
        for (int j = 0; j < 3 && error == cudaSuccess; j++)
            error = make_event(events[j], cudaEventDisableTiming);
    }
    return error;
}

/* Frees what is kept for later jobs on the GPU. */
static void free_kept(int gpu)
{
    struct errdiff_workspace *workspace;
    while ((workspace = take_kept(gpu)) != NULL)
        destroy(workspace);
}

/* Adds a block with room for `size` bytes. */
static cudaError_t add_block(struct errdiff_workspace *workspace, size_t size)
{
    struct errdiff_memory_block block = {NULL, size > MIN_BLOCK ? size : MIN_BLOCK, 0};
    cudaError_t error = cudaMalloc((void **)&block.memory, block.size);
    if (error == cudaErrorMemoryAllocation) {
        (void)cudaGetLastError();
        free_unused_blocks(workspace);
        free_kept(workspace->gpu);
        block.size = size;
        error = cudaMalloc((void **)&block.memory, block.size);
    }
    if (error == cudaSuccess)
        workspace->blocks[workspace->block_count++] = block;
    return error;
}

cudaError_t errdiff_workspace_allocate(struct errdiff_workspace *workspace, size_t size,
                                       void **memory)
{
    size = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    int i = 0;
    while (i < workspace->block_count &&
           workspace->blocks[i].size - workspace->blocks[i].used < size)
        i++;
    if (i == ERRDIFF_MAX_MEMORY_BLOCKS)
        return cudaErrorMemoryAllocation;
    if (i == workspace->block_count) {
        const cudaError_t error = add_block(workspace, size);
        if (error != cudaSuccess)
            return error;
        i = workspace->block_count - 1;
    }
    struct errdiff_memory_block *block = &workspace->blocks[i];
    *memory = block->memory + block->used;
    block->used += size;
    return cudaSuccess;
}

cudaError_t errdiff_workspace_pin(struct errdiff_workspace *workspace, size_t size)
{
    if (size <= workspace->pinned_size)
        return cudaSuccess;
    (void)cudaFreeHost(workspace->pinned);
    workspace->pinned = NULL;
    workspace->pinned_size = 0;
    cudaError_t error = cudaHostAlloc(&workspace->pinned, size, cudaHostAllocPortable);
    if (error == cudaErrorMemoryAllocation) {
        (void)cudaGetLastError();
        free_kept(workspace->gpu);
        error = cudaHostAlloc(&workspace->pinned, size, cudaHostAllocPortable);
    }
    if (error == cudaSuccess)
        workspace->pinned_size = size;
    return error;
}
