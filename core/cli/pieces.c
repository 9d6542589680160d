/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pieces.h"

#include "fail.h"
#include "pnm.h"
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
    return picture->format == PICTURE_PNM && !arguments->options.indexed &&
           !picture_is_written_as_png(picture, arguments->out) && arguments->colours == 0 &&
           !arguments->json;
}

static int rows_of_a_piece(const errdiff_image *image)
{
    int64_t row_bytes = (int64_t)image->width * image->channels * (image->bits / 8);
    int64_t rows = PIECE_BYTES / row_bytes / ERRDIFF_STREAM_ROWS * ERRDIFF_STREAM_ROWS;
    rows = rows < ERRDIFF_STREAM_ROWS ? ERRDIFF_STREAM_ROWS : rows;
    return rows < image->height ? (int)rows : image->height;
}

/* The header comes with the first piece: nothing is written for a picture that cannot be read. */
static int dither_rows(errdiff_stream *stream, const struct picture *whole,
                       const struct picture *piece, const struct picture *result,
                       const struct output_file *output)
{
    errdiff_image in = piece->image, out = result->image;
    int height = whole->image.height;
    for (int row = 0; row < height && !ferror(output->file); row += in.height) {
        in.height = height - row < in.height ? height - row : in.height;
        out.height = in.height;
        int status = pnm_read_rows(&in, row, height, whole->file, whole->name);
        if (status != 0)
            return status;
        errdiff_report report;
        if (errdiff_stream_dither(stream, &in, &out, &report) != ERRDIFF_OK)
            return fail(EXIT_FAILED, "%s", report.message.text);
        errno = 0; /* what is left in it says why a write failed */
        if (row == 0) {
            errdiff_image shape = out;
            shape.height = height;
            pnm_write_header(&shape, output->file);
        }
        pnm_write_rows(&out, output->file);
    }
    return 0;
}

static int dither(errdiff_stream *stream, const struct picture *whole, struct picture *piece,
                  const struct picture *result, const struct output_file *output)
{
    int status = dither_rows(stream, whole, piece, result, output);
    int error = errno;
    progress_line_end();
    errno = error;
    return status;
}

static int open_and_dither(const struct picture *whole, struct picture *piece,
                           const struct picture *result, errdiff_options *options,
                           const struct output_file *output, bool *is_done)
{
    errdiff_image in = whole->image, out = result->image;
    out.height = in.height;
    errdiff_stream *stream;
    errdiff_report report;
    progress_line_start(options);
    errdiff_status opened = errdiff_stream_open(&stream, &in, &out, options, &report);
    if (opened == ERRDIFF_CANNOT_RUN)
        return 0;
    if (opened != ERRDIFF_OK)
        return fail(EXIT_FAILED, "%s", report.message.text);
    *is_done = true;
    int status = dither(stream, whole, piece, result, output);
    errdiff_stream_close(stream);
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
        status = open_and_dither(picture, &piece, &result, &options, output, is_done);
    if (result.image.data != piece.image.data)
        free(result.image.data);
    free(piece.image.data);
    return status;
}
