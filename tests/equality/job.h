/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a test of equality dithers, and how. */
#ifndef EQUALITY_JOB_H
#define EQUALITY_JOB_H

#include "errdiff.h"
#include "reference.h"

#include <stdio.h>

enum input_kind {
    INPUT_RANDOM,
    INPUT_FLAT,
    INPUT_GRADIENT,
    INPUT_ZERO,
    INPUT_FULL,
    INPUT_COLUMNS,
    INPUT_ROWS,
    INPUT_CHECKS,
    INPUT_NEAR_MIDDLE,
    INPUT_KINDS
};

enum mask_kind { MASK_NONE, MASK_RANDOM, MASK_RECTANGLES, MASK_ALL_OUT, MASK_ALL_IN, MASK_KINDS };

/* Where an image lies in its buffer. */
struct layout {
    int shift;   /* samples before the first row, so that rows start at any address */
    int padding; /* samples after each row */
    int flipped; /* negative stride */
};

struct job {
    int width, height, channels, bits;
    int floats; /* ERRDIFF_HALF or ERRDIFF_FLOAT: engines get such for samples of 16 bits; 0: not */
    int out_bits;
    int levels[3];
    int palette_size; /* 0: levels */
    errdiff_match match;
    int indexed;
    int has_sent; /* the palette has other colors that a device is sent */
    int sent;
    int linear;
    int gray; /* as in struct reference_job */
    struct reference_tone_options tone;
    int gain_count; /* as in struct reference_job */
    int64_t gain_points[REFERENCE_MAX_GAIN_POINTS][2];
    char gain_text[256]; /* of these points; "" if there are none */
    int keep_exact;
    errdiff_gamut gamut;
    int compress;
    int serpentine;
    int starts;
    int noise;
    uint32_t seed;
    int detail;
    int stable; /* percent; 0: there is no frame before */
    int passes; /* of the search after the dithering; 0: there is none */
    double viewing;
    struct reference_screen screen;
    char screen_name[16], screen_size[16], screen_angle[48]; /* as options */
    int measure;
    int strength;
    int threads;
    enum input_kind input;
    enum mask_kind mask;
    int in_place;
    int in_pieces; /* where the engine can take them */
    struct layout in_layout, out_layout, mask_layout, floats_layout;
    uint64_t content_seed;
    char kernel_text[1024];
    struct reference_kernel kernel;
};

/* How many kernels have names. */
int job_kernel_count(void);

/* Sets a kernel that has a name. */
void job_set_kernel(struct job *job, const char *name);

/* Writes the text of job->kernel to job->kernel_text. */
void job_write_kernel(struct job *job);

/* Whether the result has the shape of the image, so that it may take its place. */
int job_may_be_in_place(const struct job *job);

/* Channels of the result. */
int job_out_channels(const struct job *job);

/* Of the rule: the channels that are dithered, and W. */
int job_rule_channels(const struct job *job);
int job_max_value(const struct job *job);

/* In one line. */
void job_print(FILE *file, const struct job *job);

#endif
