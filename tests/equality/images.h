/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Images in memory, of the shapes that a job says. */
#ifndef EQUALITY_IMAGES_H
#define EQUALITY_IMAGES_H

#include "../support/random.h"
#include "job.h"

#include <stddef.h>

/* The bytes around the rows belong to the caller; they are compared too. */
struct buffer {
    uint8_t *bytes;
    size_t size;
    uint8_t *first; /* first sample of the top row */
    ptrdiff_t stride;
};

/* Each exits where memory is short; buffer.bytes is to be freed. */
struct buffer image_make(const struct job *job, const struct layout *layout, int channels,
                         int sample_bytes);
struct buffer image_copy(const struct buffer *from);

/* All bytes at random, those around the rows too. */
void image_fill_with_noise(struct random *random, struct buffer *buffer);

/* The samples that job->input says; where these are random, nothing is done. */
void image_fill_input(struct random *random, const struct job *job, struct buffer *buffer);

/* The mask that job->mask says. */
void image_fill_mask(struct random *random, const struct job *job, struct buffer *buffer);

/* A sample of the result. */
int image_sample(const struct job *job, const struct buffer *buffer, int x, int y, int channel);

#endif
