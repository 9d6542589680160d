/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a stream keeps from piece to piece. */
#ifndef ERRDIFF_STREAM_H
#define ERRDIFF_STREAM_H

#include "engines/engine.h"
#include "errdiff.h"

#include <stdbool.h>
#include <stdint.h>

struct errdiff_stream {
    struct errdiff_job job;
    struct errdiff_carry carry;
    const struct errdiff_engine *engine;
    errdiff_image in, out; /* the shapes of the whole images */
    uint64_t digest;       /* of what its results depend on, but for the images */
    int threads;           /* those of the job, if none are left to the caller */
    int rows_done;
    bool has_failed;
};

/* Returns a number that depends on the version of the library, and on what the results of a stream
 * depend on: the shapes, the engine, the options and what they point to. */
uint64_t errdiff_stream_digest(const struct errdiff_stream *stream, const errdiff_options *options);

#endif
