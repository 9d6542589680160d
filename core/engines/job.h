/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A job: everything that an engine needs to dither an image or a piece of one. errdiff_job_prepare
 * makes it from the arguments of a call, which it checks. Its parts are
 *
 *     asked      options that are not in the rule: the kernel, serpentine order, how colors match
 *     analysis   facts that follow from it, such as the reach of the kernel (analysis.h)
 *     rule       everything that the rule for a pixel depends on (rule/rule.h)
 *     tables     the memory of the tables that the rule points to
 *     first_rows the first rows of the image, if they differ from it
 *     run        what belongs to one run: threads, progress, the state between two pieces
 */
#ifndef ERRDIFF_JOB_H
#define ERRDIFF_JOB_H

#include "base/buffer.h"
#include "base/progress.h"
#include "base/team.h"
#include "errdiff.h"
#include "prepare/offsets.h"
#include "prepare/stable.h"
#include "prepare/start.h"
#include "rule/analysis.h"
#include "rule/rule.h"
#include "rule/sample.h"
#include "rule/search.h"
#include "rule/tones.h"

/* The state that is kept between two pieces of an image. */
struct errdiff_carry {
    const void *method; /* how the engine runs pieces; NULL: it has run none here */
    /* From malloc; NULL: none. One engine has the same bytes on all machines with the same order of
     * bytes. */
    void *errors;
    size_t size;     /* of the errors, in bytes */
    bool has_errors; /* they are set */
};

enum { ERRDIFF_MAX_ITERATION_THREADS = 256 };

/* What the caller asked for, except what struct errdiff_pixel_rule contains. */
struct errdiff_request {
    errdiff_kernel kernel;
    bool serpentine;
    int passes;     /* of the search after the dithering */
    double viewing; /* pixels in a degree */
    bool is_gray;   /* with levels: the channels have the same values, and so the same result */
};

struct errdiff_job;
struct errdiff_span;

/* One run of a job: the resources that an engine may use, its progress, and what it counts. */
struct errdiff_run_state {
    bool any_engine;      /* "auto": if the engine drops out, another takes over */
    uint32_t passed_over; /* "auto": a bit for each engine that cannot run the job or dropped out */
    struct errdiff_threads threads; /* how many an engine may use */
    int max_memory;                 /* MiB for the images of the job's tables; 0: no limit */
    struct errdiff_progress_state progress;
    struct errdiff_carry *carry; /* the caller's; NULL if the image comes as a whole */
    int first_row;               /* job->in begins with this row of the whole image */
    bool has_no_plane;           /* the engine reads the pattern of the offsets */
    int64_t clamped; /* counted by the engine: pixels whose e was clamped, with a palette */
    const struct errdiff_frame_before *before; /* the caller's; NULL: this is no frame */
    struct errdiff_frame_errors *kept; /* where e of all pixels goes; NULL: it is not wanted */
    /* Of the result, while it is followed (follow.h), and what then dithers a span. */
    const struct errdiff_decisions *decisions;
    void (*follow_span)(const struct errdiff_job *job, const struct errdiff_span *span);
};

struct errdiff_preparation;
struct errdiff_decisions;

/* The tables that the rule points to, and what is done before it. */
struct errdiff_tables {
    uint16_t *light;
    struct errdiff_quantizer quantizers[3];  /* one for each channel; gray uses the first */
    struct errdiff_fine_levels *fine[3];     /* of those with more levels than they have room for */
    struct errdiff_search search;            /* with a palette */
    struct errdiff_tone_table tones;         /* with tone-dependent weights */
    struct errdiff_preparation *preparation; /* NULL: images are dithered as they are */
    struct errdiff_buffer prepared;          /* the prepared image, or a copy of the caller's, if
                                              * it must not be in job->out */
    struct errdiff_buffer mask;              /* of the prepared image */
    struct errdiff_offsets offsets;          /* the plane and its sources */
    struct errdiff_start start;              /* what the first rows get */
    struct errdiff_buffer first_rows;        /* with what they got, if the image must stay */
};

/* Rows that engines read in place of the first rows of errdiff_job.in. */
struct errdiff_first_rows {
    uint8_t *data;
    size_t row_bytes; /* of a row, and from a row to the next */
    int count;        /* 0: `in` has all rows */
};

struct errdiff_job {
    /* What engines read, by errdiff_input_row: the caller's image or, if there is something to
     * prepare, the prepared one. With a carry: the current piece; before the first one, the whole
     * shape. */
    errdiff_image in;
    struct errdiff_first_rows first_rows;
    errdiff_image out;
    struct errdiff_request asked;
    struct errdiff_analysis analysis;
    struct errdiff_pixel_rule rule; /* points into the tables */
    struct errdiff_tables tables;
    struct errdiff_run_state run;
};

/* Reads the kernel's text, checks the images of a call of errdiff_dither, and fills *job. The
 * other options must have passed errdiff_options_check. If `carry` is not NULL the image comes in
 * pieces, and *in and *out only give the shape of the whole. Returns ERRDIFF_OK, ERRDIFF_NO_MEMORY,
 * or ERRDIFF_BAD_ARGUMENT with the reason in *message. In any case the caller releases *job with
 * errdiff_job_release. *job must not be moved, since it contains pointers to its own members. */
errdiff_status errdiff_job_prepare(struct errdiff_job *job, const errdiff_image *in,
                                   const errdiff_image *out, const errdiff_options *options,
                                   struct errdiff_carry *carry, errdiff_message *message);

/* Compares the memory that errdiff_job_set_images allocates for images, and `more` bytes, with
 * the caller's limit. Returns ERRDIFF_OK, or ERRDIFF_NO_MEMORY with both in *message. */
errdiff_status errdiff_job_check_memory(const struct errdiff_job *job, const errdiff_image *in,
                                        const errdiff_image *out, uint64_t more,
                                        errdiff_message *message);

/* Sets the images, or their next pieces, whose rows begin at `first_row` of the whole, and
 * prepares what engines read. *in may have one row more than *out, as errdiff_stream_dither says.
 * An engine can then run the job. Returns ERRDIFF_OK, ERRDIFF_NO_MEMORY or ERRDIFF_CANCELLED. */
errdiff_status errdiff_job_set_images(struct errdiff_job *job, const errdiff_image *in,
                                      const errdiff_image *out, int first_row);

void errdiff_job_release(struct errdiff_job *job);

/* The first sample of channel `channel` in row y of what is dithered. */
static inline void *errdiff_input_row(const struct errdiff_job *job, int y, int channel)
{
    if (y >= job->first_rows.count)
        return errdiff_row(&job->in, y, channel);
    return job->first_rows.data + (size_t)y * job->first_rows.row_bytes +
           (size_t)channel * (size_t)(job->in.bits / 8);
}

/* The direction in which row y is dithered: +1, or −1 for odd rows in serpentine order. */
HOST_DEVICE_INLINE int errdiff_direction(const struct errdiff_job *job, int y)
{
    return job->asked.serpentine && y % 2 != 0 ? -1 : 1;
}

#endif
