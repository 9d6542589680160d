/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dithers images in pieces, from top to bottom. */
#ifndef ERRDIFF_STREAMS_H
#define ERRDIFF_STREAMS_H

#include "dither.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An image that is dithered in pieces, from top to bottom. */
typedef struct errdiff_stream errdiff_stream;

/* The number of rows in a piece is a multiple of this, except in the last piece. */
#define ERRDIFF_STREAM_ROWS 64

/*
 * Opens a stream, so that an image need not be in memory as a whole. The pieces have the bytes
 * that errdiff_dither would give for the whole image. Between pieces the stream keeps the errors
 * of a few rows, whatever the height.
 *
 * stream   set to the new stream, which the caller closes with errdiff_stream_close; NULL on
 *          failure
 * in, out  the shapes of the whole images, as for errdiff_dither; data, strides and mask are
 *          ignored
 * options  as for errdiff_dither; copied, with the kernel's text and the palette, so the caller may
 *          free them. measure and stretch must be 0. errdiff_stream_dither calls progress, with
 *          the share of the whole image
 * report   filled in whatever happens; may be NULL
 *
 * Returns ERRDIFF_OK; ERRDIFF_BAD_ARGUMENT; ERRDIFF_CANNOT_RUN if the engine, or with "auto" every
 * engine, needs the whole image for such a job; ERRDIFF_NO_MEMORY.
 */
ERRDIFF_API errdiff_status errdiff_stream_open(errdiff_stream **stream, const errdiff_image *in,
                                               const errdiff_image *out,
                                               const errdiff_options *options,
                                               errdiff_report *report);

/*
 * Dithers the next out->height rows: a multiple of ERRDIFF_STREAM_ROWS, or all that are left.
 *
 * in, out  the rows, with the width, channels and bits given to errdiff_stream_open. `out` may be
 *          `in` as for errdiff_dither. Each piece may have a mask of its own, or none.
 *          With options->detail, `in` must have one row more than `out`, the one that follows in
 *          the image, except in the last piece; that row is given again with the next piece
 * report   filled in whatever happens, for this piece; may be NULL
 *
 * Returns ERRDIFF_OK; ERRDIFF_BAD_ARGUMENT for rows of another shape, or too many of them;
 * ERRDIFF_CANNOT_RUN if the system refuses to start threads; ERRDIFF_NO_MEMORY; ERRDIFF_CANCELLED,
 * after which the contents of `out` are undefined. After any failure the stream can only be closed;
 * further calls of this function return ERRDIFF_BAD_ARGUMENT and change nothing. Calls for one
 * stream may come from different threads, but only one at a time.
 */
ERRDIFF_API errdiff_status errdiff_stream_dither(errdiff_stream *stream, const errdiff_image *in,
                                                 const errdiff_image *out, errdiff_report *report);

/* Leaves `count` threads to the caller, who reads or writes meanwhile: the pieces that follow are
 * dithered with `count` threads fewer than the stream would use, but with one at least. It changes
 * no byte. If stream is NULL, nothing happens. */
ERRDIFF_API void errdiff_stream_leave_threads(errdiff_stream *stream, int count);

/* The number of bytes that errdiff_stream_save writes between the pieces that were dithered and
 * the next one: some for each pixel of a row and each row that the kernel reaches. */
ERRDIFF_API size_t errdiff_stream_state_size(const errdiff_stream *stream);

/*
 * Writes to `state`, which has errdiff_stream_state_size bytes, what the stream keeps between two
 * pieces. Another stream can continue with it, in another process or on another machine that has
 * the same order of bytes, whatever its instruction sets are, with the same version of the library.
 *
 * Returns ERRDIFF_OK; or, with the reason in *message (which may be NULL), ERRDIFF_BAD_ARGUMENT if
 * an earlier call for the stream has failed, or ERRDIFF_CANNOT_RUN with options->detail.
 */
ERRDIFF_API errdiff_status errdiff_stream_save(const errdiff_stream *stream, void *state,
                                               errdiff_message *message);

/*
 * Lets a stream that was just opened, with the shapes and options of the one that was saved,
 * continue with the next row.
 *
 * state    the `size` bytes that errdiff_stream_save wrote, from a source that is trusted: damage
 *          is noticed, but not a forgery
 *
 * Returns ERRDIFF_OK; ERRDIFF_BAD_ARGUMENT, with the reason in *message (which may be NULL), if the
 * state is damaged, or if the streams differ; ERRDIFF_NO_MEMORY. After a failure the stream is as
 * it was.
 */
ERRDIFF_API errdiff_status errdiff_stream_restore(errdiff_stream *stream, const void *state,
                                                  size_t size, errdiff_message *message);

/* Frees a stream, finished or not. NULL is fine. */
ERRDIFF_API void errdiff_stream_close(errdiff_stream *stream);

#ifdef __cplusplus
}
#endif

#endif
