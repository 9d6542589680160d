/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keeps the streams, events, pinned memory and device memory of a GPU from job to job. */
#include "workspace.h"

#include "device.h"

#include <pthread.h>
#include <stdlib.h>

enum {
    MAX_KEPT = 32, /* for a GPU */
    MAX_BLOCKS_KEPT =
        ERRDIFF_MAX_MEMORY_BLOCKS / 2, /* of a workspace; the next job may need more */
    ALIGNMENT = 512,
    DEVICE_SHARE = 16
};

/* The most memory that is kept for a GPU, in all its workspaces together. More would be missing in
 * other programs. Device memory is also limited to one part in DEVICE_SHARE of it. */
static const size_t KEPT_PINNED = (size_t)256 << 20, KEPT_DEVICE = (size_t)4 << 30;

/* The least that is pinned. */
static const size_t MIN_PINNED = (size_t)1 << 20;

/* A block is larger than what is asked for, because more will be. */
static const size_t MIN_BLOCK = (size_t)16 << 20;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct errdiff_workspace *kept; /* those with more pinned memory first */

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
    (void)cudaFreeHost(workspace->pinned.memory);
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
    if (found)
        *place = found->next;
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

/* Gives the calling thread its device again. That may be a GPU that cannot be used, and the error
 * must not be taken for one of the next kernel. */
static void return_to(int device)
{
    (void)cudaSetDevice(device);
    (void)cudaGetLastError();
}

errdiff_status errdiff_workspace_take(struct errdiff_workspace **workspace, errdiff_message *reason)
{
    int before = 0, gpu;
    (void)cudaGetDevice(&before);
    do {
        gpu = errdiff_gpus_take(&errdiff_gpus);
        cudaError_t error = cudaSetDevice(gpu);
        if (error == cudaSuccess)
            error = take_of(gpu, workspace);
        if (error == cudaSuccess) {
            (*workspace)->device_before = before;
            return ERRDIFF_OK;
        }
        errdiff_device_explain(error, ERRDIFF_SETUP, gpu, reason);
        errdiff_gpus_leave(&errdiff_gpus, gpu);
    } while (errdiff_gpus_leave_out(&errdiff_gpus, gpu, reason));
    return_to(before);
    return ERRDIFF_CANNOT_RUN;
}

/* Adds a workspace to those that are kept: after those with more pinned memory, because pinning
 * takes longest, and a large job should find what a large job before it has pinned. */
static void keep(struct errdiff_workspace *workspace)
{
    struct errdiff_workspace **place = &kept;
    while (*place && (*place)->pinned.size > workspace->pinned.size)
        place = &(*place)->next;
    workspace->next = *place;
    *place = workspace;
}

static size_t kept_device_bytes(int gpu)
{
    size_t bytes = 0;
    for (const struct errdiff_workspace *i = kept; i; i = i->next)
        bytes += i->gpu == gpu ? device_bytes(i) : 0;
    return bytes;
}

/* Removes the workspaces of that GPU that are too many to be kept, and returns them in a list. */
static struct errdiff_workspace *take_surplus(int gpu)
{
    struct errdiff_workspace *surplus = NULL, **place = &kept;
    size_t pinned = 0;
    for (int count = 0; *place;) {
        struct errdiff_workspace *workspace = *place;
        if (workspace->gpu != gpu) {
            place = &workspace->next;
        } else if (count < MAX_KEPT && pinned + workspace->pinned.size <= KEPT_PINNED) {
            count++;
            pinned += workspace->pinned.size;
            place = &workspace->next;
        } else {
            *place = workspace->next;
            workspace->next = surplus;
            surplus = workspace;
        }
    }
    return surplus;
}

void errdiff_workspace_give_back(struct errdiff_workspace *workspace)
{
    for (int i = 0; i < workspace->block_count; i++)
        workspace->blocks[i].used = 0;
    const int gpu = workspace->gpu, before = workspace->device_before;
    const size_t part = errdiff_device_memory() / DEVICE_SHARE;
    const size_t max_bytes = part < KEPT_DEVICE ? part : KEPT_DEVICE;
    (void)cudaFreeHost(workspace->too_much.memory);
    workspace->too_much = {};
    errdiff_gpus_leave(&errdiff_gpus, gpu);
    pthread_mutex_lock(&lock);
    if (workspace->block_count > MAX_BLOCKS_KEPT ||
        kept_device_bytes(gpu) + device_bytes(workspace) > max_bytes) {
        pthread_mutex_unlock(&lock);
        free_unused_blocks(workspace);
        pthread_mutex_lock(&lock);
    }
    keep(workspace);
    struct errdiff_workspace *surplus = take_surplus(gpu);
    pthread_mutex_unlock(&lock);
    while (surplus) {
        struct errdiff_workspace *next = surplus->next;
        destroy(surplus);
        surplus = next;
    }
    return_to(before);
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

/* Rounds a size up by at most an eighth, so that jobs of similar sizes use the same memory. */
static size_t pinned_size_for(size_t size)
{
    size_t part = MIN_PINNED / 8;
    while (size > 16 * part)
        part *= 2;
    return size < MIN_PINNED ? MIN_PINNED : (size + part - 1) / part * part;
}

static cudaError_t pin(struct errdiff_pinned_memory *pinned, size_t size, int gpu)
{
    if (size <= pinned->size)
        return cudaSuccess;
    (void)cudaFreeHost(pinned->memory);
    *pinned = {};
    cudaError_t error = cudaHostAlloc(&pinned->memory, size, cudaHostAllocPortable);
    if (error == cudaErrorMemoryAllocation) {
        (void)cudaGetLastError();
        free_kept(gpu);
        error = cudaHostAlloc(&pinned->memory, size, cudaHostAllocPortable);
    }
    if (error == cudaSuccess)
        pinned->size = size;
    return error;
}

cudaError_t errdiff_workspace_pin(struct errdiff_workspace *workspace, size_t size, void **memory)
{
    size = pinned_size_for(size);
    struct errdiff_pinned_memory *pinned =
        size <= KEPT_PINNED ? &workspace->pinned : &workspace->too_much;
    const cudaError_t error = pin(pinned, size, workspace->gpu);
    *memory = pinned->memory;
    return error;
}
