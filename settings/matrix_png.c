/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads a threshold matrix from a PNG with libpng. Samples are read as they are: no gamma is
 * applied. */
#include "matrix_png.h"

#include "config.h"

#include <glib/gi18n-lib.h>

gboolean matrix_png_is(gconstpointer contents, gsize size)
{
    return size > 0 && *(const guint8 *)contents == 0x89;
}

#ifdef HAVE_PNG
#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const guint8 *contents; /* that have not been read */
    gsize size;
    png_structp png;
    png_infop info;
    gint width, height, channels, bits;
    guint8 *samples; /* of all pixels, row after row */
    png_bytep *rows; /* pointers to them */
    uint16_t *numbers;
    gchar *fault;
} Reader;

/* Replaces libpng's function, which would write to the terminal. */
static void fail(png_structp png, png_const_charp reason)
{
    Reader *reader = png_get_error_ptr(png);
    gchar *fault = g_strdup_printf(_("the PNG file is damaged or incomplete (%s)"), reason);

    reader->fault = g_strconcat("screen: ", fault, NULL);
    g_free(fault);
    png_longjmp(png, 1);
}

static void ignore_warning(png_structp png, png_const_charp reason)
{
    (void)png, (void)reason;
}

static void read_bytes(png_structp png, png_bytep bytes, size_t size)
{
    Reader *reader = png_get_io_ptr(png);

    if (size > reader->size)
        png_error(png, _("the file ends too early"));
    memcpy(bytes, reader->contents, size);
    reader->contents += size;
    reader->size -= size;
}

/* Palettes become RGB, and fewer than 8 bits become 8. FALSE: the matrix is too large. */
static gboolean read_header(Reader *reader)
{
    png_set_user_limits(reader->png, ERRDIFF_MAX_SIDE, ERRDIFF_MAX_SIDE);
    /* Texts and profiles, which are not used, may unpack to any size. */
    png_set_keep_unknown_chunks(reader->png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
    png_set_read_fn(reader->png, reader, read_bytes);
    png_read_info(reader->png, reader->info);
    reader->width = (gint)png_get_image_width(reader->png, reader->info);
    reader->height = (gint)png_get_image_height(reader->png, reader->info);
    if (reader->width > ERRDIFF_MAX_MATRIX || reader->height > ERRDIFF_MAX_MATRIX) {
        reader->fault =
            g_strdup_printf(_("screen: the sides of a matrix must be 1 to %d"), ERRDIFF_MAX_MATRIX);
        return FALSE;
    }
    png_set_expand(reader->png);
    png_set_strip_alpha(reader->png);
    if (G_BYTE_ORDER == G_LITTLE_ENDIAN)
        png_set_swap(reader->png);
    png_set_interlace_handling(reader->png);
    png_read_update_info(reader->png, reader->info);
    reader->channels = png_get_channels(reader->png, reader->info);
    reader->bits = png_get_bit_depth(reader->png, reader->info);
    return TRUE;
}

static gboolean allocate(Reader *reader)
{
    gsize row_bytes = png_get_rowbytes(reader->png, reader->info);
    gsize height = (gsize)reader->height;

    reader->samples = g_try_malloc_n(height, row_bytes);
    reader->rows = g_try_new(png_bytep, height);
    reader->numbers = malloc((gsize)reader->width * height * sizeof *reader->numbers);
    if (!reader->samples || !reader->rows || !reader->numbers) {
        reader->fault = g_strdup(_("screen: not enough memory for the matrix"));
        return FALSE;
    }
    for (gsize y = 0; y < height; y++)
        reader->rows[y] = reader->samples + y * row_bytes;
    return TRUE;
}

/* Of 16 bits, three channels are divided by 3, so that their sum fits. */
static void add_channels(const Reader *reader)
{
    gsize count = (gsize)reader->width * (gsize)reader->height;
    gsize channels = (gsize)reader->channels;
    const guint16 *words = (const guint16 *)(gconstpointer)reader->samples;

    for (gsize i = 0; i < count; i++) {
        guint32 sum = 0;

        for (gsize at = i * channels; at < (i + 1) * channels; at++)
            sum += reader->bits == 8 ? reader->samples[at] : words[at];
        reader->numbers[i] = (uint16_t)(reader->bits == 16 && channels == 3 ? sum / 3 : sum);
    }
}

/* All that it changes after setjmp is in *reader. */
static gboolean read_numbers(Reader *reader)
{
    if (setjmp(png_jmpbuf(reader->png)))
        return FALSE;
    if (!read_header(reader) || !allocate(reader))
        return FALSE;
    png_read_image(reader->png, reader->rows);
    png_read_end(reader->png, NULL);
    add_channels(reader);
    return TRUE;
}

gboolean matrix_png_read(errdiff_matrix *matrix, gconstpointer contents, gsize size,
                         gchar **message)
{
    Reader reader = {.contents = contents, .size = size};
    gboolean is_read = FALSE;

    reader.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &reader, fail, ignore_warning);
    reader.info = reader.png ? png_create_info_struct(reader.png) : NULL;
    if (reader.info)
        is_read = read_numbers(&reader);
    else
        reader.fault = g_strdup(_("screen: not enough memory for the matrix"));
    png_destroy_read_struct(&reader.png, &reader.info, NULL);
    g_free(reader.samples);
    g_free(reader.rows);
    if (is_read)
        *matrix = (errdiff_matrix){reader.width, reader.height, reader.numbers};
    else
        free(reader.numbers);
    *message = reader.fault;
    return is_read;
}
#else
gboolean matrix_png_read(errdiff_matrix *matrix, gconstpointer contents, gsize size,
                         gchar **message)
{
    (void)matrix, (void)contents, (void)size;
    *message = g_strconcat(
        "screen: ", _("this program was built without libpng, so it reads no PNG"), NULL);
    return FALSE;
}
#endif
