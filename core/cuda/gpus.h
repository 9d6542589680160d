/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The GPUs of one model: which of them are set up, and which one a job takes. This is plain C
 * without CUDA, used by the module and by a test without a GPU.
 *
 * Setting up a GPU takes some tenths of a second. The threads that wait for the first one set up
 * the others meanwhile, so a batch of images has all of them at once, and a single image waits
 * for one only. Later a GPU is set up when all others have jobs. One whose set-up fails is left
 * out; its jobs go to the others.
 */
#ifndef ERRDIFF_GPUS_H
#define ERRDIFF_GPUS_H

#include "errdiff.h"

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

enum { ERRDIFF_MAX_GPUS = 16 };

enum errdiff_gpu_state {
    ERRDIFF_GPU_UNTRIED,
    ERRDIFF_GPU_STARTING, /* a thread sets it up */
    ERRDIFF_GPU_READY,
    ERRDIFF_GPU_LEFT_OUT /* it failed */
};

struct errdiff_gpu {
    int number; /* of the CUDA device */
    enum errdiff_gpu_state state;
    int jobs; /* that run on it now; atomic, because jobs that wait read it often, without lock */
    errdiff_message why_not; /* why it is left out */
};

struct errdiff_gpus {
    pthread_mutex_t lock;
    pthread_cond_t has_changed; /* the state of one of them */
    /* Sets up a GPU; returns false with the reason in *why_not if it cannot be used. */
    bool (*set_up)(int number, errdiff_message *why_not);
    int count;
    struct errdiff_gpu list[ERRDIFF_MAX_GPUS];
};

/* The first GPU in that state; NULL if there is none. The lock must be held. */
static inline struct errdiff_gpu *errdiff_gpu_in(struct errdiff_gpus *gpus,
                                                 enum errdiff_gpu_state state)
{
    for (int i = 0; i < gpus->count; i++)
        if (gpus->list[i].state == state)
            return &gpus->list[i];
    return NULL;
}

static inline struct errdiff_gpu *errdiff_gpu_of(struct errdiff_gpus *gpus, int number)
{
    struct errdiff_gpu *gpu = gpus->list;
    while (gpu->number != number)
        gpu++;
    return gpu;
}

/* Sets a GPU up. The lock must be held; meanwhile it is released. */
static inline void errdiff_gpu_set_up(struct errdiff_gpus *gpus, struct errdiff_gpu *gpu)
{
    gpu->state = ERRDIFF_GPU_STARTING;
    pthread_mutex_unlock(&gpus->lock);
    const bool is_ready = gpus->set_up(gpu->number, &gpu->why_not);
    pthread_mutex_lock(&gpus->lock);
    gpu->state = is_ready ? ERRDIFF_GPU_READY : ERRDIFF_GPU_LEFT_OUT;
    pthread_cond_broadcast(&gpus->has_changed);
}

/* Returns whether a GPU is ready, once one is or all have failed; then *reason (which may be NULL)
 * says why the first one did, and a later call tries all of them again. From the first success on,
 * one is always ready. */
static inline bool errdiff_gpus_find(struct errdiff_gpus *gpus, errdiff_message *reason)
{
    struct errdiff_gpu *untried = NULL;
    pthread_mutex_lock(&gpus->lock);
    while (!errdiff_gpu_in(gpus, ERRDIFF_GPU_READY) &&
           ((untried = errdiff_gpu_in(gpus, ERRDIFF_GPU_UNTRIED)) != NULL ||
            errdiff_gpu_in(gpus, ERRDIFF_GPU_STARTING)))
        if (untried)
            errdiff_gpu_set_up(gpus, untried);
        else
            pthread_cond_wait(&gpus->has_changed, &gpus->lock);
    const bool is_found = errdiff_gpu_in(gpus, ERRDIFF_GPU_READY) != NULL;
    if (!is_found && reason)
        *reason = gpus->list[0].why_not;
    for (int i = 0; i < gpus->count && !is_found; i++)
        gpus->list[i].state = ERRDIFF_GPU_UNTRIED;
    pthread_mutex_unlock(&gpus->lock);
    return is_found;
}

/* The GPU that the next job takes: the one with the fewest jobs, and rather one that is ready. */
static inline struct errdiff_gpu *errdiff_gpu_for_next(struct errdiff_gpus *gpus)
{
    struct errdiff_gpu *best = errdiff_gpu_in(gpus, ERRDIFF_GPU_READY);
    for (int i = 0; i < gpus->count; i++) {
        struct errdiff_gpu *gpu = &gpus->list[i];
        if ((gpu->state == ERRDIFF_GPU_READY || gpu->state == ERRDIFF_GPU_UNTRIED) &&
            gpu->jobs < best->jobs)
            best = gpu;
    }
    return best;
}

/* Returns the number of the GPU that a job takes, and counts the job. errdiff_gpus_find must have
 * succeeded. */
static inline int errdiff_gpus_take(struct errdiff_gpus *gpus)
{
    struct errdiff_gpu *gpu;
    pthread_mutex_lock(&gpus->lock);
    while ((gpu = errdiff_gpu_for_next(gpus))->state == ERRDIFF_GPU_UNTRIED)
        errdiff_gpu_set_up(gpus, gpu);
    __atomic_fetch_add(&gpu->jobs, 1, __ATOMIC_RELAXED);
    pthread_mutex_unlock(&gpus->lock);
    return gpu->number;
}

static inline void errdiff_gpus_leave(struct errdiff_gpus *gpus, int number)
{
    pthread_mutex_lock(&gpus->lock);
    __atomic_fetch_sub(&errdiff_gpu_of(gpus, number)->jobs, 1, __ATOMIC_RELAXED);
    pthread_mutex_unlock(&gpus->lock);
}

static inline int errdiff_gpus_jobs(struct errdiff_gpus *gpus, int number)
{
    return __atomic_load_n(&errdiff_gpu_of(gpus, number)->jobs, __ATOMIC_RELAXED);
}

/* Gives no more jobs to a GPU that failed. Returns false if no other one is ready; then nothing is
 * changed. */
static inline bool errdiff_gpus_leave_out(struct errdiff_gpus *gpus, int number,
                                          const errdiff_message *why_not)
{
    struct errdiff_gpu *gpu = errdiff_gpu_of(gpus, number);
    pthread_mutex_lock(&gpus->lock);
    const enum errdiff_gpu_state before = gpu->state;
    gpu->state = ERRDIFF_GPU_LEFT_OUT;
    const bool has_others = errdiff_gpu_in(gpus, ERRDIFF_GPU_READY) != NULL;
    if (!has_others)
        gpu->state = before;
    else if (before != ERRDIFF_GPU_LEFT_OUT)
        gpu->why_not = *why_not;
    pthread_mutex_unlock(&gpus->lock);
    return has_others;
}

#endif
