/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pieces.h"
#include "picture_file.h"

#include "fail.h"
#include "picture_writer.h"
#include "progress_line.h"
#include "result_picture.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

/* Enough that threads are seldom without work where one piece ends and the next begins. */
enum { PIECE_BYTES = 16 << 20 };

bool pieces_suit(const struct picture *picture, const struct arguments *arguments)
{
    /* A palette is made from the whole picture, and a report is about it. */
    return picture_comes_in_rows(picture) && arguments->colours == 0 && !arguments->json;
}

static int rows_of_a_piece(const errdiff_image *image)
{
    int64_t row_bytes = (int64_t)image->width * image->channels * (image->bits / 8);
    int64_t rows = PIECE_BYTES / row_bytes / ERRDIFF_STREAM_ROWS * ERRDIFF_STREAM_ROWS;
    rows = rows < ERRDIFF_STREAM_ROWS ? ERRDIFF_STREAM_ROWS : rows;
    return rows < image->height ? (int)rows : image->height;
}

/* A picture that comes from one file and goes to another, a piece at a time. */
struct passage {
    const struct picture *whole;  /* as it was opened */
    const struct picture *piece;  /* memory for a piece of it, */
    const struct picture *result; /* and for what becomes of the piece */
    errdiff_stream *stream;
    const struct output_file *output;
    const char *path; /* of the output */
    struct picture_writer writer;
};

static int start_writing(struct passage *passage)
{
    struct picture shape = *passage->result;
    shape.image.height = passage->whole->image.height;
    return picture_writer_start(&passage->writer, &shape, passage->output, passage->path);
}

static int dither_piece(struct passage *passage, int first_row, int height)
{
    errdiff_image in = passage->piece->image;
    struct picture result = *passage->result;
    in.height = result.image.height = height;
    int status = picture_read_rows(passage->whole, &in, first_row);
    if (status == 0 && first_row + height == passage->whole->image.height)
        status = picture_check_single(passage->whole, &result, passage->path);
    if (status != 0)
        return status;
    errdiff_report report;
    if (errdiff_stream_dither(passage->stream, &in, &result.image, &report) != ERRDIFF_OK)
        return fail(EXIT_FAILED, "%s", report.message.text);
    /* The header is written with the first piece, so a picture that cannot be read leaves no
     * file. */
    if (first_row == 0)
        status = start_writing(passage);
    return status == 0 ? picture_writer_rows(&passage->writer, &result) : status;
}

static int dither_pieces(struct passage *passage)
{
    int height = passage->whole->image.height, piece = passage->piece->image.height, status = 0;
    for (int row = 0; row < height && status == 0 && !ferror(passage->output->file); row += piece)
        status = dither_piece(passage, row, height - row < piece ? height - row : piece);
    return status == 0 && !ferror(passage->output->file) ? picture_writer_end(&passage->writer)
                                                         : status;
}

/* errno may say why the output failed, and keeps that. */
static int dither(struct passage *passage)
{
    int status = dither_pieces(passage);
    int error = errno;
    picture_writer_free(&passage->writer);
    progress_line_end();
    errno = error;
    return status;
}

static int open_and_dither(struct passage *passage, errdiff_options *options, bool *is_done)
{
    errdiff_image in = passage->whole->image, out = passage->result->image;
    out.height = in.height;
    errdiff_report report;
    progress_line_start(options);
    errdiff_status opened = errdiff_stream_open(&passage->stream, &in, &out, options, &report);
    if (opened == ERRDIFF_CANNOT_RUN)
        return 0;
    if (opened != ERRDIFF_OK)
        return fail(EXIT_FAILED, "%s", report.message.text);
    *is_done = true;
    int status = dither(passage);
    errdiff_stream_close(passage->stream);
    return status;
}

int pieces_dither(const struct picture *picture, const struct arguments *arguments,
                  const errdiff_palette *palette, struct output_file *output, bool *is_done)
{
    errdiff_options options = arguments->options;
    if (palette->count > 0)
        options.palette = palette;
    struct picture piece = *picture, result = {0};
    piece.image.height = rows_of_a_piece(&picture->image);
    int status = picture_allocate(&piece, picture->name);
    if (status == 0)
        status = result_prepare(&result, &piece, arguments, &options);
    if (status == 0)
        status = open_and_dither(&(struct passage){.whole = picture,
                                                   .piece = &piece,
                                                   .result = &result,
                                                   .output = output,
                                                   .path = arguments->out},
                                 &options, is_done);
    if (result.image.data != piece.image.data)
        free(result.image.data);
    free(piece.image.data);
    return status;
}
