/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Engines, and the machine on which they run. */
#ifndef ERRDIFF_ENGINES_H
#define ERRDIFF_ENGINES_H

#include "status.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct errdiff_engine_info {
    const char *name;        /* for options: "serial-ec"; static */
    const char *title;       /* for people: "Serial, error collection"; static */
    const char *description; /* one sentence; static */
} errdiff_engine_info;

/* The number of engines that can be named; "auto" is the first. */
ERRDIFF_API int errdiff_engine_count(void);

/* Copies what is known of engine `index`, 0..errdiff_engine_count() - 1, to *info. ERRDIFF_OK, or
 * ERRDIFF_BAD_ARGUMENT for another index; *info is then unchanged. */
ERRDIFF_API errdiff_status errdiff_engine_get(int index, errdiff_engine_info *info);

/*
 * Whether engine `name` can run on this machine: 1, or 0 with the reason in *reason (which may be
 * NULL). A job may still ask for something that the engine cannot do.
 */
ERRDIFF_API int errdiff_engine_available(const char *name, errdiff_message *reason);

/*
 * Allocates `size` bytes of pinned (page-locked) memory, aligned to at least 64 bytes. GPU engines
 * copy images in such memory directly to and from the device. The caller frees it with
 * errdiff_cuda_pinned_free. Returns NULL, with the reason in *reason (which may be NULL), if there
 * is no usable GPU or not enough memory.
 */
ERRDIFF_API void *errdiff_cuda_pinned_allocate(size_t size, errdiff_message *reason);

/* Frees memory of errdiff_cuda_pinned_allocate; NULL is ignored. */
ERRDIFF_API void errdiff_cuda_pinned_free(void *memory);

/* The hardware, on which times depend. */
typedef struct errdiff_machine {
    char cpu[128];   /* the processor's name, one line; "" if the system does not tell */
    int processors;  /* logical processors that this process may use; 1 or more */
    char gpu[128];   /* the GPU's name, one line; "" without a usable GPU */
    char driver[64]; /* its driver's version, one line; "" without a usable GPU */
    int capability;  /* its compute capability, 90 for 9.0; 0 without a usable GPU */
} errdiff_machine;

/* Fills *machine. It looks for a GPU and sets it up, which may take some 100 ms. If none is usable
 * *no_gpu (which may be NULL) says why; otherwise it is empty. */
ERRDIFF_API void errdiff_machine_get(errdiff_machine *machine, errdiff_message *no_gpu);

#ifdef __cplusplus
}
#endif

#endif
