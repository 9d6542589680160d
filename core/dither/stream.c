/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A job that is prepared once and then run for one piece of the image after another. */
#include "stream.h"

#include "base/message.h"
#include "colors.h"
#include "rule/image.h"
#include "run.h"

#include <stdlib.h>

static errdiff_status open_stream(errdiff_stream *stream, const errdiff_image *in,
                                  const errdiff_image *out, const errdiff_options *options,
                                  errdiff_report *report)
{
    if (options->measure || options->stretch || options->refine > 0 ||
        options->tone == ERRDIFF_TONE_AUTO)
        return errdiff_fail(&report->message, ERRDIFF_BAD_ARGUMENT,
                            "%s: it needs the whole image, not pieces of it",
                            options->measure      ? "measure"
                            : options->stretch    ? "stretch"
                            : options->refine > 0 ? "refine"
                                                  : "tone");
    errdiff_status status = errdiff_colors_prepare(&stream->job, &stream->engine, in, out, options,
                                                   &stream->carry, report);
    if (status != ERRDIFF_OK)
        return status;
    report->engine = stream->engine->info.name;
    stream->in = *in;
    stream->out = *out;
    stream->threads = stream->job.run.threads.count;
    stream->digest = errdiff_stream_digest(stream, options);
    return ERRDIFF_OK;
}

errdiff_status errdiff_stream_open(errdiff_stream **stream, const errdiff_image *in,
                                   const errdiff_image *out, const errdiff_options *options,
                                   errdiff_report *report)
{
    errdiff_options defaults;
    errdiff_report unread;
    errdiff_run_complete(&options, &defaults, &report, &unread);
    *report = (errdiff_report){.engine = "", .isa = ""};
    if (!stream)
        return errdiff_fail(&report->message, ERRDIFF_BAD_ARGUMENT,
                            "stream: there is no place to keep it");
    *stream = calloc(1, sizeof **stream);
    if (!*stream)
        return errdiff_fail(&report->message, ERRDIFF_NO_MEMORY, "not enough memory");
    errdiff_status status = open_stream(*stream, in, out, options, report);
    if (status != ERRDIFF_OK) {
        errdiff_stream_close(*stream);
        *stream = NULL;
    }
    return errdiff_run_explain(status, in, report);
}

static errdiff_status check_rows(const errdiff_image *rows, const errdiff_image *whole,
                                 const char *name, errdiff_message *message)
{
    errdiff_status status = errdiff_image_check(rows, name, message);
    if (status != ERRDIFF_OK)
        return status;
    if (rows->width != whole->width || rows->channels != whole->channels ||
        rows->bits != whole->bits)
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            "%s: the stream was opened for %d columns, %d channels and %d bits, "
                            "not %d, %d and %d",
                            name, whole->width, whole->channels, whole->bits, rows->width,
                            rows->channels, rows->bits);
    return ERRDIFF_OK;
}

static errdiff_status check_piece(const errdiff_stream *stream, const errdiff_image *in,
                                  const errdiff_image *out, errdiff_message *message)
{
    if (stream->has_failed)
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            "an earlier call for this stream has failed; it can only be closed");
    errdiff_status status = check_rows(in, &stream->in, "in", message);
    if (status == ERRDIFF_OK)
        status = check_rows(out, &stream->out, "out", message);
    if (status != ERRDIFF_OK)
        return status;
    int rows = out->height, left = stream->in.height - stream->rows_done;
    bool needs_next_row = rows < left && errdiff_offsets_need_next_row(&stream->job.tables.offsets);
    if (in->height != rows + needs_next_row)
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            needs_next_row
                                ? "in: with detail, it must have one row more than the piece to "
                                  "write: the row that follows"
                                : "out: it must have the same height as the piece to read");
    if (rows > left)
        return errdiff_fail(
            message, ERRDIFF_BAD_ARGUMENT,
            "in: a piece of %d rows is too high; only %d of the image's %d are left", rows, left,
            stream->in.height);
    if (rows < left && rows % ERRDIFF_STREAM_ROWS != 0)
        return errdiff_fail(
            message, ERRDIFF_BAD_ARGUMENT,
            "in: a piece of %d rows is not possible; it must have a multiple of %d, or all "
            "%d that are left",
            rows, ERRDIFF_STREAM_ROWS, left);
    return ERRDIFF_OK;
}

static errdiff_status dither_piece(errdiff_stream *stream, const errdiff_image *in,
                                   const errdiff_image *out, errdiff_report *report)
{
    errdiff_status status = check_piece(stream, in, out, &report->message);
    if (status != ERRDIFF_OK)
        return status;
    status = errdiff_run(&stream->job, stream->engine, in, out, stream->rows_done, report);
    stream->rows_done += out->height;
    return status;
}

errdiff_status errdiff_stream_dither(errdiff_stream *stream, const errdiff_image *in,
                                     const errdiff_image *out, errdiff_report *report)
{
    errdiff_report unread;
    if (!report)
        report = &unread;
    *report = (errdiff_report){.engine = "", .isa = ""};
    if (!stream)
        return errdiff_fail(&report->message, ERRDIFF_BAD_ARGUMENT, "stream: there is none");
    errdiff_status status = dither_piece(stream, in, out, report);
    stream->has_failed |= status != ERRDIFF_OK;
    return errdiff_run_explain(status, in, report);
}

void errdiff_stream_leave_threads(errdiff_stream *stream, int count)
{
    if (!stream)
        return;
    int rest = stream->threads - (count > 0 ? count : 0);
    stream->job.run.threads.count = rest > 1 ? rest : 1;
}

void errdiff_stream_close(errdiff_stream *stream)
{
    if (!stream)
        return;
    errdiff_job_release(&stream->job);
    free(stream->carry.errors);
    free(stream);
}
