/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads, dithers and writes a picture in pieces, so that it need not fit into memory. */
#include "pieces.h"
#include "picture_file.h"

#include "device_option.h"
#include "fail.h"
#include "memory_limit.h"
#include "picture_format.h"
#include "picture_stages.h"
#include "picture_writer.h"

#include <errno.h>
#include <omp.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* A piece is so large that little time is lost at its end, when some threads have no work left. It
 * is so small that the caches hold it from reading to writing, and that the system has to clear
 * little new memory: with one thread and pieces of 8 MiB, that took a quarter of a call's time. */
enum { PIECE_BYTES_OF_THREAD = 1 << 20, MAX_PIECE_BYTES = 8 << 20 };

bool pieces_suit(const struct picture *picture, const struct arguments *arguments)
{
    /* Making a palette, stretching, searching, resizing, conversion to sRGB, measuring and
     * comparing frames need the whole picture. */
    return picture_comes_in_rows(picture) && !arguments->sequence && arguments->colors == 0 &&
           !arguments->json && !arguments->options.stretch && arguments->options.refine == 0 &&
           arguments->options.tone != ERRDIFF_TONE_AUTO && !resize_is_needed(arguments) &&
           !(needs_srgb(picture, arguments) && picture_needs_conversion(picture));
}

static int rows_of_a_piece(const errdiff_image *image, int asked_threads)
{
    int64_t threads = asked_threads > 0 ? asked_threads : omp_get_num_procs();
    int64_t bytes = threads * PIECE_BYTES_OF_THREAD;
    bytes = bytes < MAX_PIECE_BYTES ? bytes : MAX_PIECE_BYTES;
    int64_t row_bytes = (int64_t)image->width * image->channels * (image->bits / 8);
    int64_t rows = bytes / row_bytes / ERRDIFF_STREAM_ROWS * ERRDIFF_STREAM_ROWS;
    rows = rows < ERRDIFF_STREAM_ROWS ? ERRDIFF_STREAM_ROWS : rows;
    return rows < image->height ? (int)rows : image->height;
}

/* Memory for a piece. */
struct buffer {
    struct picture piece;  /* as it is read, with the next row if it is needed */
    struct picture result; /* dithered; its pixels may be in the memory of `piece` */
};

/* The state of processing a picture in pieces. With two buffers the next piece is read by a thread
 * of its own while one is dithered and written:
 *
 *     read 0 | read 1             | read 2             | …
 *            | dither 0 | write 0 | dither 1 | write 1 | …
 */
struct transfer {
    const struct picture *whole; /* as it was opened */
    struct buffer buffers[2];
    int buffer_count;
    int piece_height;    /* of all pieces but the last */
    bool needs_next_row; /* as errdiff_stream_dither says */
    struct result_colors colors;
    errdiff_stream *stream;
    const struct output_file *output;
    const char *path; /* of the output */
    struct picture_writer writer;
};

static int start_writing(struct transfer *transfer, const struct picture *result)
{
    struct picture shape = *result;
    shape.image.height = transfer->whole->image.height;
    return picture_writer_start(&transfer->writer, &shape, transfer->output, transfer->path);
}

static struct buffer *buffer_of(struct transfer *transfer, int first_row)
{
    return &transfer->buffers[first_row / transfer->piece_height % transfer->buffer_count];
}

/* Sets *in to the rows of the piece that begins at `first_row`, with the next row if it is needed
 * and there is one. Returns how many rows of them are dithered. */
static int shape_of_piece(struct transfer *transfer, int first_row, errdiff_image *in)
{
    int left = transfer->whole->image.height - first_row;
    int height = left < transfer->piece_height ? left : transfer->piece_height;
    *in = buffer_of(transfer, first_row)->piece.image;
    in->height = height + (transfer->needs_next_row && left > height);
    return height;
}

/* Reads a piece. If its first row came after the piece before, it has been read with that. */
static int read_piece(struct transfer *transfer, int first_row)
{
    errdiff_image rows;
    shape_of_piece(transfer, first_row, &rows);
    if (transfer->needs_next_row && first_row > 0) {
        const errdiff_image *before =
            &buffer_of(transfer, first_row - transfer->piece_height)->piece.image;
        memcpy(rows.data, (uint8_t *)before->data + transfer->piece_height * before->stride,
               (size_t)rows.stride);
        rows.data = (uint8_t *)rows.data + rows.stride;
        rows.height--;
        first_row++;
    }
    return rows.height > 0 ? picture_read_rows(transfer->whole, &rows, first_row) : 0;
}

static int dither_piece(struct transfer *transfer, int first_row)
{
    errdiff_image in;
    int height = shape_of_piece(transfer, first_row, &in);
    struct picture result = buffer_of(transfer, first_row)->result;
    result.image.height = height;
    int status = 0;
    if (first_row + height == transfer->whole->image.height)
        status = picture_check_single(transfer->whole, &result, transfer->path);
    if (status != 0)
        return status;
    errdiff_report report;
    if (errdiff_stream_dither(transfer->stream, &in, &result.image, &report) != ERRDIFF_OK)
        return fail(EXIT_FAILED, "%s", report.message.text);
    /* The header is written with the first piece, so a picture that cannot be read leaves no
     * file. */
    if (first_row == 0)
        status = start_writing(transfer, &result);
    return status == 0 ? picture_writer_rows(&transfer->writer, &result) : status;
}

/* The next piece, while a thread reads it. */
struct reading {
    struct transfer *transfer;
    int first_row;
    int status;
    char *lines; /* what it says meanwhile */
    pthread_t thread;
    bool has_thread;
};

static void *read_ahead(void *user)
{
    struct reading *reading = user;
    fail_collect(&reading->lines);
    reading->status = read_piece(reading->transfer, reading->first_row);
    return NULL;
}

static void start_reading(struct reading *reading)
{
    reading->has_thread = reading->transfer->buffer_count > 1 &&
                          pthread_create(&reading->thread, NULL, read_ahead, reading) == 0;
}

/* Without a thread, reads now. `dithered` is the status of the piece before: if that failed, it has
 * been said, and nothing else is. */
static int finish_reading(struct reading *reading, int dithered)
{
    if (reading->has_thread)
        pthread_join(reading->thread, NULL);
    else if (dithered == 0)
        reading->status = read_piece(reading->transfer, reading->first_row);
    if (dithered == 0 && reading->lines)
        fail_repeat(reading->lines);
    free(reading->lines);
    return dithered != 0 ? dithered : reading->status;
}

static int dither_pieces(struct transfer *transfer)
{
    int height = transfer->whole->image.height, status = read_piece(transfer, 0);
    for (int row = 0; row < height && status == 0 && !ferror(transfer->output->file);) {
        struct reading next = {.transfer = transfer, .first_row = row + transfer->piece_height};
        bool is_last = next.first_row >= height;
        if (!is_last)
            start_reading(&next);
        status = dither_piece(transfer, row);
        if (!is_last)
            status = finish_reading(&next, status);
        row = next.first_row;
    }
    return status == 0 && !ferror(transfer->output->file) ? picture_writer_end(&transfer->writer)
                                                          : status;
}

/* Keeps errno, which may say why writing failed. */
static int dither(struct transfer *transfer)
{
    int status = dither_pieces(transfer);
    int error = errno;
    picture_writer_free(&transfer->writer);
    errno = error;
    return status;
}

static int open_and_dither(struct transfer *transfer, errdiff_options *options, bool *is_done)
{
    errdiff_image in = transfer->whole->image, out = transfer->buffers[0].result.image;
    out.height = in.height;
    errdiff_report report;
    errdiff_status opened = errdiff_stream_open(&transfer->stream, &in, &out, options, &report);
    if (opened == ERRDIFF_CANNOT_RUN)
        return 0;
    if (opened != ERRDIFF_OK)
        return fail(EXIT_FAILED, "%s", report.message.text);
    *is_done = true;
    int status = dither(transfer);
    errdiff_stream_close(transfer->stream);
    return status;
}

/* The memory of a buffer. Its pictures may have the same pixels. */
static uint64_t buffer_memory(const struct buffer *buffer)
{
    bool is_one = buffer->result.image.data == buffer->piece.image.data;
    return picture_memory(&buffer->piece) + (is_one ? 0 : picture_memory(&buffer->result));
}

static int buffer_allocate(struct transfer *transfer, struct buffer *buffer, uint64_t held,
                           const struct arguments *arguments, const errdiff_options *options)
{
    buffer->piece = *transfer->whole;
    buffer->piece.held = held;
    buffer->piece.image.height = transfer->piece_height + transfer->needs_next_row;
    int status = picture_allocate(&buffer->piece, transfer->whole->name);
    return status == 0 ? result_prepare(&buffer->result, &buffer->piece, arguments, options,
                                        &transfer->colors)
                       : status;
}

static void buffer_free(struct buffer *buffer)
{
    if (buffer->result.image.data != buffer->piece.image.data)
        free(buffer->result.image.data);
    free(buffer->piece.image.data);
}

int pieces_dither(const struct picture *picture, const struct arguments *arguments,
                  const errdiff_palette *palette, struct output_file *output, bool *is_done)
{
    errdiff_options options = arguments->options;
    if (palette->count > 0)
        options.palette = palette;
    int piece_height = rows_of_a_piece(&picture->image, options.threads), status = 0;
    bool is_whole = piece_height == picture->image.height;
    /* To decode a PNG takes longer than all else; to read a PNM, hardly any time. */
    bool reads_ahead = picture->format->is_slow_to_read && options.threads != 1 && !is_whole;
    struct transfer transfer = {.whole = picture,
                                .buffer_count = reads_ahead ? 2 : 1,
                                .piece_height = piece_height,
                                .needs_next_row = options.detail != 0 && !is_whole,
                                .output = output,
                                .path = arguments->out};
    if (arguments->device)
        status = device_check_result(arguments->device, picture, picture->image.width,
                                     picture->image.height);
    for (int i = 0; i < transfer.buffer_count && status == 0; i++)
        status = buffer_allocate(&transfer, &transfer.buffers[i],
                                 picture->held + i * buffer_memory(&transfer.buffers[0]), arguments,
                                 &options);
    options.max_memory = memory_limit_rest(picture->held + (uint64_t)transfer.buffer_count *
                                                               buffer_memory(&transfer.buffers[0]));
    if (status == 0)
        status = open_and_dither(&transfer, &options, is_done);
    for (int i = 0; i < transfer.buffer_count; i++)
        buffer_free(&transfer.buffers[i]);
    return status;
}
