/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads, dithers and writes an image in pieces, so that it need not fit into memory. */
#include "pieces.h"
#include "image_file.h"

#include "device_option.h"
#include "fail.h"
#include "image_format.h"
#include "image_stages.h"
#include "image_writer.h"
#include "memory_limit.h"

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

/* Of an image in memory, threads that dither and the one that writes need not wait for each other
 * after each piece, and larger pieces take them less time. */
enum { LARGER_IN_MEMORY = 4 };

/* Stretching, searching, measuring and comparing frames need the whole image. */
static bool can_be_in_pieces(const struct arguments *arguments)
{
    return !arguments->sequence && !arguments->json && !arguments->options.stretch &&
           arguments->options.refine == 0 && arguments->options.tone != ERRDIFF_TONE_AUTO;
}

bool pieces_suit(const struct image *image, const struct arguments *arguments)
{
    /* So do making a palette, resizing, and conversion to sRGB. */
    return can_be_in_pieces(arguments) && image_comes_in_rows(image) && arguments->colors == 0 &&
           !resize_is_needed(arguments) &&
           !(needs_srgb(image, arguments) && image_needs_conversion(image));
}

bool pieces_suit_in_memory(const struct image *image, const struct arguments *arguments)
{
    return can_be_in_pieces(arguments) && !image->alpha;
}

static int rows_of_a_piece(const errdiff_image *image, int asked_threads, bool is_in_memory)
{
    int64_t threads = asked_threads > 0 ? asked_threads : omp_get_num_procs();
    int64_t bytes = threads * PIECE_BYTES_OF_THREAD * (is_in_memory ? LARGER_IN_MEMORY : 1);
    bytes = bytes < MAX_PIECE_BYTES ? bytes : MAX_PIECE_BYTES;
    int64_t row_bytes = (int64_t)image->width * image->channels * (image->bits / 8);
    int64_t rows = bytes / row_bytes / ERRDIFF_STREAM_ROWS * ERRDIFF_STREAM_ROWS;
    rows = rows < ERRDIFF_STREAM_ROWS ? ERRDIFF_STREAM_ROWS : rows;
    return rows < image->height ? (int)rows : image->height;
}

/* Memory for a piece. */
struct buffer {
    struct image piece;  /* as it is read, with the next row if it is needed */
    struct image result; /* dithered; its pixels may be in the memory of `piece` */
};

enum { MAX_BUFFERS = 3 };

/* The state of processing an image in pieces. Threads of their own read the next piece and write
 * the one before, while one is dithered:
 *
 *     read 0 | read 1   | read 2   | …
 *            | dither 0 | dither 1 | dither 2 | …
 *                       | write 0  | write 1  | …
 *
 * Without such a thread, a piece is read after the one before, or written before the one after it.
 * Of an image in memory, all pieces may be dithered before the first one is written.
 */
struct transfer {
    const struct image *whole;  /* as it was opened, or all of it */
    const struct image *result; /* all of it, if the whole image is in memory; else NULL: the
                                   * pieces are in the buffers */
    struct buffer buffers[MAX_BUFFERS];
    int buffer_count;
    int piece_height;    /* of all pieces but the last */
    bool needs_next_row; /* as errdiff_stream_dither says */
    bool reads_ahead, writes_behind;
    struct result_colors colors;
    errdiff_stream *stream;
    const struct output_file *output;
    const char *path; /* of the output */
    struct image_writer writer;
    int write_error; /* errno after a piece was written: why that failed, if the file says it did */

    /* Of an image in memory: how far dithering and the thread that writes are, and whether they go
     * on. */
    pthread_mutex_t lock;
    pthread_cond_t is_changed;
    int rows_dithered, rows_written;
    bool is_dithering, is_writing;
};

static struct buffer *buffer_of(struct transfer *transfer, int first_row)
{
    return &transfer->buffers[first_row / transfer->piece_height % transfer->buffer_count];
}

static void skip_rows(errdiff_image *image, int count)
{
    image->data = (uint8_t *)image->data + count * image->stride;
}

static int height_of_piece(const struct transfer *transfer, int first_row)
{
    int left = transfer->whole->pixels.height - first_row;
    return left < transfer->piece_height ? left : transfer->piece_height;
}

/* The rows of the piece that begins at `first_row`, with the next row if it is needed and there is
 * one. */
static errdiff_image piece_at(struct transfer *transfer, int first_row)
{
    int height = height_of_piece(transfer, first_row);
    bool is_last = first_row + height == transfer->whole->pixels.height;
    errdiff_image rows =
        transfer->result ? transfer->whole->pixels : buffer_of(transfer, first_row)->piece.pixels;
    if (transfer->result)
        skip_rows(&rows, first_row);
    rows.height = height + (transfer->needs_next_row && !is_last);
    return rows;
}

static struct image result_at(struct transfer *transfer, int first_row)
{
    struct image rows =
        transfer->result ? *transfer->result : buffer_of(transfer, first_row)->result;
    if (transfer->result)
        skip_rows(&rows.pixels, first_row);
    rows.pixels.height = height_of_piece(transfer, first_row);
    return rows;
}

/* Reads a piece. If its first row came after the piece before, it has been read with that. */
static int read_piece(struct transfer *transfer, int first_row)
{
    if (transfer->result)
        return 0;
    errdiff_image rows = piece_at(transfer, first_row);
    if (transfer->needs_next_row && first_row > 0) {
        const errdiff_image *before =
            &buffer_of(transfer, first_row - transfer->piece_height)->piece.pixels;
        memcpy(rows.data, (uint8_t *)before->data + transfer->piece_height * before->stride,
               (size_t)rows.stride);
        skip_rows(&rows, 1);
        rows.height--;
        first_row++;
    }
    return rows.height > 0 ? image_read_rows(transfer->whole, &rows, first_row) : 0;
}

static int dither_piece(struct transfer *transfer, int first_row)
{
    errdiff_image in = piece_at(transfer, first_row);
    struct image result = result_at(transfer, first_row);
    bool is_last = first_row + result.pixels.height == transfer->whole->pixels.height;
    int status = 0;
    if (is_last && !transfer->result)
        status = image_check_single(transfer->whole, &result, transfer->path);
    if (status != 0)
        return status;
    errdiff_report report;
    if (errdiff_stream_dither(transfer->stream, &in, &result.pixels, &report) != ERRDIFF_OK)
        return fail(EXIT_FAILED, "%s", report.message.text);
    return 0;
}

/* The header is written with the first piece, so an image that cannot be read leaves no file. */
static int write_piece(struct transfer *transfer, int first_row)
{
    struct image rows = result_at(transfer, first_row), shape = rows;
    shape.pixels.height = transfer->whole->pixels.height;
    int status = 0;
    if (first_row == 0)
        status = image_writer_start(&transfer->writer, &shape, transfer->output, transfer->path);
    if (status == 0)
        status = image_writer_rows(&transfer->writer, &rows);
    transfer->write_error = errno;
    return status;
}

/* What is done with a piece, perhaps by a thread of its own. */
struct task {
    int (*work)(struct transfer *transfer, int first_row);
    struct transfer *transfer;
    int first_row;
    int status;
    char *lines; /* what it says meanwhile */
    pthread_t thread;
    bool has_thread;
};

static void *run_task(void *user)
{
    struct task *task = user;
    fail_collect(&task->lines);
    task->status = task->work(task->transfer, task->first_row);
    return NULL;
}

static void start_task(struct task *task, bool wants_thread)
{
    task->has_thread = wants_thread && pthread_create(&task->thread, NULL, run_task, task) == 0;
}

/* Without a thread, does it now. `before` is the status of what was done before: if that failed, it
 * has been said, and nothing else is. */
static int finish_task(struct task *task, int before)
{
    if (task->has_thread)
        pthread_join(task->thread, NULL);
    else if (before == 0)
        task->status = task->work(task->transfer, task->first_row);
    if (before == 0 && task->lines)
        fail_repeat(task->lines);
    free(task->lines);
    return before != 0 ? before : task->status;
}

/* Dithers the piece at `row` and, if it is there, writes the one before it. */
static int dither_and_write(struct transfer *transfer, int row)
{
    struct task writing = {
        .work = write_piece, .transfer = transfer, .first_row = row - transfer->piece_height};
    if (transfer->writes_behind && row > 0)
        start_task(&writing, true);
    int status = dither_piece(transfer, row);
    if (!transfer->writes_behind)
        return status == 0 ? write_piece(transfer, row) : status;
    return row > 0 ? finish_task(&writing, status) : status;
}

static bool can_write(const struct transfer *transfer, int status)
{
    return status == 0 && !ferror(transfer->output->file);
}

static int end_writing(struct transfer *transfer, int status)
{
    if (can_write(transfer, status))
        return image_writer_end(&transfer->writer);
    errno = transfer->write_error;
    return status;
}

static int dither_pieces(struct transfer *transfer)
{
    int height = transfer->whole->pixels.height, status = read_piece(transfer, 0), row = 0;
    while (row < height && can_write(transfer, status)) {
        int next_row = row + transfer->piece_height;
        struct task reading = {.work = read_piece, .transfer = transfer, .first_row = next_row};
        if (next_row < height)
            start_task(&reading, transfer->reads_ahead);
        status = dither_and_write(transfer, row);
        if (next_row < height)
            status = finish_task(&reading, status);
        row = next_row;
    }
    if (transfer->writes_behind && can_write(transfer, status))
        status = write_piece(transfer, row - transfer->piece_height);
    return end_writing(transfer, status);
}

/* ---- Images in memory -------------------------------------------------------------------- */

/* Waits until the piece that begins at `row` is dithered. Returns false if it never will be. */
static bool wait_for_piece(struct transfer *transfer, int row)
{
    pthread_mutex_lock(&transfer->lock);
    while (transfer->rows_dithered <= row && transfer->is_dithering)
        pthread_cond_wait(&transfer->is_changed, &transfer->lock);
    bool is_there = transfer->rows_dithered > row;
    pthread_mutex_unlock(&transfer->lock);
    return is_there;
}

static void tell_written(struct transfer *transfer, int rows)
{
    pthread_mutex_lock(&transfer->lock);
    transfer->rows_written = rows;
    pthread_mutex_unlock(&transfer->lock);
}

static int write_behind(struct transfer *transfer, int row)
{
    int status = 0;
    while (row < transfer->whole->pixels.height && can_write(transfer, status) &&
           wait_for_piece(transfer, row)) {
        status = write_piece(transfer, row);
        row += transfer->piece_height;
        tell_written(transfer, row);
    }
    pthread_mutex_lock(&transfer->lock);
    transfer->is_writing = false;
    pthread_mutex_unlock(&transfer->lock);
    return status;
}

/* Leaves a processor to the thread that writes while more than one piece waits for it. Else all of
 * them would be written slowly at first, and the last ones while no other thread has work. */
static void leave_to_writing(struct transfer *transfer)
{
    pthread_mutex_lock(&transfer->lock);
    bool is_late = transfer->rows_dithered - transfer->rows_written > transfer->piece_height;
    pthread_mutex_unlock(&transfer->lock);
    errdiff_stream_leave_threads(transfer->stream, is_late);
}

/* Says how far dithering is, and whether it goes on. Returns whether it should. */
static bool tell_rows(struct transfer *transfer, int rows, bool is_dithering)
{
    pthread_mutex_lock(&transfer->lock);
    transfer->rows_dithered = rows;
    transfer->is_dithering = is_dithering;
    pthread_cond_signal(&transfer->is_changed);
    bool is_writing = transfer->is_writing;
    pthread_mutex_unlock(&transfer->lock);
    return is_writing;
}

static int dither_in_memory(struct transfer *transfer)
{
    struct task writing = {.work = write_behind, .transfer = transfer};
    transfer->is_dithering = transfer->is_writing = true;
    start_task(&writing, transfer->writes_behind);
    transfer->writes_behind = writing.has_thread;
    if (!writing.has_thread)
        return dither_pieces(transfer);
    int height = transfer->whole->pixels.height, row = 0, status = 0;
    bool goes_on = true;
    while (row < height && goes_on) {
        leave_to_writing(transfer);
        status = dither_piece(transfer, row);
        row += status == 0 ? transfer->piece_height : 0;
        goes_on = tell_rows(transfer, row, status == 0) && status == 0;
    }
    return end_writing(transfer, finish_task(&writing, status));
}

/* ---- All pieces ---------------------------------------------------------------------------- */

/* Keeps errno, which may say why writing failed. */
static int dither(struct transfer *transfer)
{
    int status = transfer->result ? dither_in_memory(transfer) : dither_pieces(transfer);
    int error = errno;
    image_writer_free(&transfer->writer);
    errno = error;
    return status;
}

static int open_and_dither(struct transfer *transfer, errdiff_options *options, bool *is_done)
{
    errdiff_image in = transfer->whole->pixels, out = result_at(transfer, 0).pixels;
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

/* The memory of a buffer. Its images may have the same pixels. */
static uint64_t buffer_memory(const struct buffer *buffer)
{
    bool is_one = buffer->result.pixels.data == buffer->piece.pixels.data;
    return image_memory(&buffer->piece) + (is_one ? 0 : image_memory(&buffer->result));
}

static int buffer_allocate(struct transfer *transfer, struct buffer *buffer, uint64_t held,
                           const struct arguments *arguments, const errdiff_options *options)
{
    buffer->piece = *transfer->whole;
    buffer->piece.held = held;
    buffer->piece.pixels.height = transfer->piece_height + transfer->needs_next_row;
    int status = image_allocate(&buffer->piece, transfer->whole->name);
    return status == 0 ? result_prepare(&buffer->result, &buffer->piece, arguments, options,
                                        &transfer->colors)
                       : status;
}

static void buffer_free(struct buffer *buffer)
{
    if (buffer->result.pixels.data != buffer->piece.pixels.data)
        free(buffer->result.pixels.data);
    free(buffer->piece.pixels.data);
}

/* A transfer of an image with this result, in as many pieces as are best. To decode a PNG takes
 * longer than all else, and so does encoding; to read or write a PNM takes hardly any time. */
static struct transfer transfer_of(const struct image *image, const struct image *result,
                                   const struct arguments *arguments,
                                   const struct output_file *output)
{
    const errdiff_options *options = &arguments->options;
    int piece_height = rows_of_a_piece(&image->pixels, options->threads, result != NULL);
    bool is_whole = piece_height == image->pixels.height;
    bool has_threads = options->threads != 1 && !is_whole;
    struct transfer transfer = {.whole = image,
                                .result = result,
                                .piece_height = piece_height,
                                .needs_next_row = options->detail != 0 && !is_whole,
                                .output = output,
                                .path = arguments->out,
                                .lock = PTHREAD_MUTEX_INITIALIZER,
                                .is_changed = PTHREAD_COND_INITIALIZER};
    transfer.reads_ahead = has_threads && !result && image->format->is_slow_to_read;
    transfer.writes_behind =
        has_threads && !image_output_format(image, arguments->out)->encoder->stores_bytes;
    transfer.buffer_count = 1 + transfer.reads_ahead + transfer.writes_behind;
    return transfer;
}

/* Makes as many of the buffers as --max-memory allows with room to spare, but one at least. */
static int allocate_buffers(struct transfer *transfer, const struct arguments *arguments,
                            const errdiff_options *options)
{
    struct buffer *buffers = transfer->buffers;
    uint64_t held = transfer->whole->held;
    int status = buffer_allocate(transfer, &buffers[0], held, arguments, options), count = 1;
    uint64_t bytes = status == 0 ? buffer_memory(&buffers[0]) : 0;
    for (; count < transfer->buffer_count && status == 0; count++) {
        if (held + (uint64_t)(count + 2) * bytes > memory_limit())
            break;
        status = buffer_allocate(transfer, &buffers[count], held + (uint64_t)count * bytes,
                                 arguments, options);
    }
    if (count < transfer->buffer_count)
        transfer->writes_behind = false;
    transfer->reads_ahead = transfer->reads_ahead && count > 1;
    transfer->buffer_count = count;
    return status;
}

int pieces_dither(const struct image *image, const struct arguments *arguments,
                  const errdiff_palette *palette, struct output_file *output, bool *is_done)
{
    errdiff_options options = arguments->options;
    if (palette->count > 0)
        options.palette = palette;
    int status = 0;
    struct transfer transfer = transfer_of(image, NULL, arguments, output);
    if (arguments->device)
        status = device_check_result(arguments->device, image, image->pixels.width,
                                     image->pixels.height);
    if (status == 0)
        status = allocate_buffers(&transfer, arguments, &options);
    options.max_memory = memory_limit_rest(image->held + (uint64_t)transfer.buffer_count *
                                                             buffer_memory(&transfer.buffers[0]));
    if (status == 0)
        status = open_and_dither(&transfer, &options, is_done);
    for (int i = 0; i < transfer.buffer_count; i++)
        buffer_free(&transfer.buffers[i]);
    return status;
}

int pieces_dither_in_memory(const struct image *image, const struct image *result,
                            const struct arguments *arguments, errdiff_options *options,
                            const struct output_file *output, bool *is_done)
{
    struct transfer transfer = transfer_of(image, result, arguments, output);
    return open_and_dither(&transfer, options, is_done);
}
