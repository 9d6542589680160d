/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pieces.h"
#include "picture_file.h"

#include "fail.h"
#include "picture_writer.h"
#include "resize_plan.h"
#include "result_picture.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* So large that little time is lost at the end of each piece, when some threads have no work left;
 * so small that the caches hold a piece from reading to writing, and that the system has to clear
 * little new memory. */
enum { PIECE_BYTES = 8 << 20 };

bool pieces_suit(const struct picture *picture, const struct arguments *arguments)
{
    /* Making a palette, stretching, resizing and reporting measurements need the whole picture. */
    return picture_comes_in_rows(picture) && arguments->colors == 0 && !arguments->json &&
           !arguments->options.stretch && !resize_plan_is_needed(arguments);
}

static int rows_of_a_piece(const errdiff_image *image)
{
    int64_t row_bytes = (int64_t)image->width * image->channels * (image->bits / 8);
    int64_t rows = PIECE_BYTES / row_bytes / ERRDIFF_STREAM_ROWS * ERRDIFF_STREAM_ROWS;
    rows = rows < ERRDIFF_STREAM_ROWS ? ERRDIFF_STREAM_ROWS : rows;
    return rows < image->height ? (int)rows : image->height;
}

/* The state of processing a picture in pieces. */
struct transfer {
    const struct picture *whole;  /* as it was opened */
    const struct picture *piece;  /* memory for a piece of it and, if needed, the next row */
    int piece_height;             /* of all pieces but the last */
    bool needs_next_row;          /* as errdiff_stream_dither says */
    const struct picture *result; /* memory for the dithered piece */
    errdiff_stream *stream;
    const struct output_file *output;
    const char *path; /* of the output */
    struct picture_writer writer;
};

static int start_writing(struct transfer *transfer)
{
    struct picture shape = *transfer->result;
    shape.image.height = transfer->whole->image.height;
    return picture_writer_start(&transfer->writer, &shape, transfer->output, transfer->path);
}

/* Reads the rows from `first_row` on that are in *in. The first one has been read before if it came
 * after the piece before, and is then behind that in memory. */
static int read_rows(const struct transfer *transfer, const errdiff_image *in, int first_row)
{
    errdiff_image rows = *in;
    const uint8_t *next = (uint8_t *)rows.data + transfer->piece_height * rows.stride;
    if (transfer->needs_next_row && first_row > 0) {
        memcpy(rows.data, next, (size_t)rows.stride);
        rows.data = (uint8_t *)rows.data + rows.stride;
        rows.height--;
        first_row++;
    }
    return rows.height > 0 ? picture_read_rows(transfer->whole, &rows, first_row) : 0;
}

static int dither_piece(struct transfer *transfer, int first_row, int height)
{
    errdiff_image in = transfer->piece->image;
    struct picture result = *transfer->result;
    bool is_last = first_row + height == transfer->whole->image.height;
    result.image.height = height;
    in.height = height + (transfer->needs_next_row && !is_last);
    int status = read_rows(transfer, &in, first_row);
    if (status == 0 && is_last)
        status = picture_check_single(transfer->whole, &result, transfer->path);
    if (status != 0)
        return status;
    errdiff_report report;
    if (errdiff_stream_dither(transfer->stream, &in, &result.image, &report) != ERRDIFF_OK)
        return fail(EXIT_FAILED, "%s", report.message.text);
    /* The header is written with the first piece, so a picture that cannot be read leaves no
     * file. */
    if (first_row == 0)
        status = start_writing(transfer);
    return status == 0 ? picture_writer_rows(&transfer->writer, &result) : status;
}

static int dither_pieces(struct transfer *transfer)
{
    int height = transfer->whole->image.height, piece = transfer->piece_height, status = 0;
    for (int row = 0; row < height && status == 0 && !ferror(transfer->output->file); row += piece)
        status = dither_piece(transfer, row, height - row < piece ? height - row : piece);
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
    errdiff_image in = transfer->whole->image, out = transfer->result->image;
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

int pieces_dither(const struct picture *picture, const struct arguments *arguments,
                  const errdiff_palette *palette, struct output_file *output, bool *is_done)
{
    errdiff_options options = arguments->options;
    if (palette->count > 0)
        options.palette = palette;
    errdiff_palette written;
    struct picture piece = *picture, result = {0};
    int piece_height = rows_of_a_piece(&picture->image);
    bool needs_next_row = options.detail != 0 && piece_height < picture->image.height;
    piece.image.height = piece_height + needs_next_row;
    int status = picture_allocate(&piece, picture->name);
    if (status == 0)
        status = result_prepare(&result, &piece, arguments, &options, &written);
    if (status == 0)
        status = open_and_dither(&(struct transfer){.whole = picture,
                                                    .piece = &piece,
                                                    .piece_height = piece_height,
                                                    .needs_next_row = needs_next_row,
                                                    .result = &result,
                                                    .output = output,
                                                    .path = arguments->out},
                                 &options, is_done);
    if (result.image.data != piece.image.data)
        free(result.image.data);
    free(piece.image.data);
    return status;
}
