/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dithers images that are in memory, one or many, and measures the results. */
#ifndef ERRDIFF_DITHER_H
#define ERRDIFF_DITHER_H

#include "dither_options.h"
#include "images.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The largest gamma that ERRDIFF_TONE_AUTO chooses. */
#define ERRDIFF_MAX_AUTOMATIC_GAMMA 2.5

/* What happened. */
typedef struct errdiff_report {
    const char *engine;          /* name of the engine that ran; static; "" if none did */
    const char *isa;             /* instruction set that it chose: "avx512", "avx2", "sse4.1",
                                  * "neon" or "c"; static; "" if it has no choice */
    int threads;                 /* largest number that it used; 0 if no engine ran */
    errdiff_message passed_over; /* with "auto", faster engines that could not run, and why; of
                                  * several GPUs, those that cannot be used, and why */
    errdiff_message message;     /* why the status is not ERRDIFF_OK */
    double prepare_ms;           /* time to check the job and make its tables */
    double dither_ms;            /* time of the engine, including allocations and transfers */
    double kernel_ms;            /* part of dither_ms: the GPU's work without transfers or, if
                                  * transfers overlap with it, from its start to its end; with the
                                  * CPU's part in handover and hybrid; 0 without a GPU */
    double reorder_ms;           /* part of kernel_ms in cuda-knight, handover and hybrid: bringing
                                  * the image into knight's move order, and the result back */

    /* Only for pixels whose mask is not 0, and not from errdiff_stream_dither: */
    double tone_error[3]; /* mean light of the result minus that of the image, in red, green and
                           * blue (all equal for gray), percent of full light; only with
                           * options->measure or from errdiff_measure */
    double clamped;       /* share of pixels whose error was clamped, percent; large if a palette
                           * cannot reach the image's colors; 0 for levels */
    double mapped;        /* share of pixels whose color gamut mapping replaced, percent */

    /* What ERRDIFF_TONE_AUTO chose; 0 without it. */
    double tone_white; /* what becomes white, percent of the largest sample */
    double tone_gamma; /* above 1, up to ERRDIFF_MAX_AUTOMATIC_GAMMA: middle tones became lighter */
} errdiff_report;

/*
 * Dithers `in` into `out`, by Floyd and Steinberg's method (1976) with any kernel. The errors of
 * earlier pixels are added to a pixel's value, the sum is quantized to the nearest level or color,
 * and the difference is the pixel's own error, for later pixels. All of it is in integers;
 * docs/rule.md has the exact rule, and how each option changes it.
 *
 * in       the image to read
 * out      the image to write: the width and height of `in`, and 8 bits or the bits of `in`, which
 *          count as 16 for floating-point samples. With levels it has the channels of `in`; or 1
 *          with options->gray, which otherwise gives three equal samples. With a palette it has 3
 *          channels, or 1 if both the image, or what options->gray makes of it, and the colors that
 *          are written are gray. With options->indexed it has 1 channel of 8 bits. If its shape is
 *          that of `in` it may be `in` itself (same data and stride); images that overlap in part
 *          are not allowed
 * options  NULL: the defaults of errdiff_options_init
 * report   filled in whatever happens; may be NULL
 *
 * Returns ERRDIFF_OK; ERRDIFF_BAD_ARGUMENT for an image or an option outside its range;
 * ERRDIFF_CANNOT_RUN if the engine that options->engine names cannot run this job or if its GPU
 * failed; ERRDIFF_NO_MEMORY; ERRDIFF_CANCELLED. After a cancel the contents of `out` are undefined.
 * If a GPU failed they are undefined, too, unless `out` is `in`, which then is unchanged. After any
 * other failure `out` is unchanged.
 */
ERRDIFF_API errdiff_status errdiff_dither(const errdiff_image *in, const errdiff_image *out,
                                          const errdiff_options *options, errdiff_report *report);

/* How many of the first rows of an image, 1..ERRDIFF_MAX_SIDE, decide the first `rows` rows of its
 * result, so that these can be shown before the rest is dithered. More rows may be said than the
 * image has: all of it decides them. So it does with options->stretch and ERRDIFF_TONE_AUTO, of
 * which this function knows nothing: they need options->tone_range. */
ERRDIFF_API int errdiff_rows_needed(const errdiff_options *options, int rows);

/*
 * Finds out what options->stretch and ERRDIFF_TONE_AUTO depend on in an image, its mask included,
 * for options->tone_range of calls of errdiff_dither that get a part of it: with that, and the same
 * options for tone, their results are those of the whole. Without either option the image is not
 * read. options->tone_range itself is ignored. Returns ERRDIFF_OK; ERRDIFF_BAD_ARGUMENT,
 * ERRDIFF_NO_MEMORY or ERRDIFF_CANCELLED, with the reason in the report, of which no more is filled
 * in; it may be NULL.
 */
ERRDIFF_API errdiff_status errdiff_tone_range_find(const errdiff_image *in,
                                                   const errdiff_options *options,
                                                   errdiff_tone_range *range,
                                                   errdiff_report *report);

/*
 * Measures a result afterwards, so that it can be shown before: sets report->tone_error to what
 * errdiff_dither gives with options->measure. The images and the options are those of a call that
 * succeeded with options->measure = 0; `out` is not `in`. Returns ERRDIFF_OK or ERRDIFF_NO_MEMORY.
 */
ERRDIFF_API errdiff_status errdiff_measure(const errdiff_image *in, const errdiff_image *out,
                                           const errdiff_options *options, errdiff_report *report);

/*
 * Dithers image `number` of errdiff_dither_many: gets hold of it, calls errdiff_dither or what is
 * built on it with `options`, and keeps the result and the report.
 */
typedef void (*errdiff_dither_one)(void *user, int number, const errdiff_options *options);

/*
 * Dithers many images side by side: calls dither(user, number, …) for each number from 0 to
 * count − 1, in as many threads as there are images, but not more than options->threads. This is
 * much faster than one image after the other: threads need not wait for each other, and a GPU
 * works on several images at once, as do several GPUs of one model.
 *
 * count    0 or more
 * options  of all images; NULL: the defaults. Each image gets a copy in which `threads` is its
 *          share of them and `progress` belongs to that image. options->progress is called in the
 *          calling thread, at least every 50 ms, with the share of all images that is done; if it
 *          cancels, images that are being dithered are asked to stop, and no further ones are
 *          begun
 * user     the first argument of `dither`
 *
 * Returns ERRDIFF_OK when `dither` has been called for all images, whatever came of them;
 * ERRDIFF_CANCELLED; ERRDIFF_NO_MEMORY; or ERRDIFF_BAD_ARGUMENT for a count or a number of threads
 * outside its range.
 */
ERRDIFF_API errdiff_status errdiff_dither_many(int count, const errdiff_options *options,
                                               errdiff_dither_one dither, void *user);

#ifdef __cplusplus
}
#endif

#endif
