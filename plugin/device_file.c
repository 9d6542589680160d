/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Turns the pixels of a result into the codes of a device, and writes them as it takes them. */
#define _POSIX_C_SOURCE 200809L /* open_memstream */

#include "device_file.h"

#include "color_numbers.h"

#include <glib/gi18n.h>
#include <stdlib.h>

/* The palette whose numbers the pixels have: that of the result, or, for levels, the colors of the
 * device. */
static const errdiff_palette *numbered_palette(const DitherResult *result,
                                               const struct device *device, errdiff_palette *own)
{
    if (result->palette.count > 0)
        return &result->palette;
    device_palette(device, own);
    return own;
}

/* Sets codes[i] to the code of color i of the numbered palette. FALSE: *message says why not. */
static gboolean find_codes(const DitherResult *result, const struct device *device,
                           guint8 codes[DEVICE_TRANSPARENT + 1], gchar **message)
{
    errdiff_palette own, sent;
    errdiff_message reason;

    errdiff_palette_written(numbered_palette(result, device, &own), TRUE, &sent);
    if (sent.count == 0)
        *message = g_strdup(_("This device takes the numbers of colors; choose a palette"));
    else if (device_codes(device, &sent, codes, &reason) != ERRDIFF_OK)
        *message = g_strdup(reason.text);
    else
        return TRUE;
    return FALSE;
}

/* Calls `use` with the numbers of each row until it returns FALSE. */
typedef gboolean (*UseRow)(gpointer user, gint y, const gint *numbers);

static gboolean for_rows(const DitherResult *result, const struct device *device, UseRow use,
                         gpointer user)
{
    gint *row = g_new(gint, result->image.width);
    ColorNumbers numbers;
    errdiff_palette own;
    gboolean goes_on = TRUE;

    color_numbers_begin(&numbers, numbered_palette(result, device, &own));
    for (gint y = 0; goes_on && y < result->image.height; y++) {
        color_numbers_of_row(&numbers, result, y, row);
        goes_on = use(user, y, row);
    }
    g_free(row);
    return goes_on;
}

/* A UseRow: whether each pixel that was dithered has a number. */
static gboolean has_all_numbers(gpointer user, gint y, const gint *numbers)
{
    const DitherResult *result = user;
    gint width = result->image.width;
    const guchar *mask = result->mask ? result->mask + (gsize)y * (gsize)width : NULL;

    for (gint x = 0; x < width; x++)
        if (numbers[x] == NO_COLOR_NUMBER && (!mask || mask[x] != 0))
            return FALSE;
    return TRUE;
}

gchar *device_file_complaint(const DrawablePixels *pixels, const DitherResult *result,
                             const struct device *device)
{
    guint8 codes[DEVICE_TRANSPARENT + 1];
    errdiff_message reason;
    gchar *message = NULL;

    if (pixels->selected_mask || pixels->selected.width < pixels->width ||
        pixels->selected.height < pixels->height)
        return g_strdup(_("A device takes the whole image, and only the selection is dithered"));
    if (device_check_size(device, pixels->width, pixels->height, &reason) != ERRDIFF_OK)
        return g_strdup(reason.text);
    if (!find_codes(result, device, codes, &message))
        return message;
    if (result->palette.count == 0 && !for_rows(result, device, has_all_numbers, (gpointer)result))
        return g_strdup(_("The result has colors that this device does not have; choose one of its "
                          "presets, or a palette of its colors"));
    return NULL;
}

/* What becomes the codes of an image. */
typedef struct {
    const DrawablePixels *pixels;
    const DitherResult *result;
    const guint8 *code_of;
    guint8 *codes; /* of all pixels */
} Coding;

static gboolean is_opaque(const Coding *coding, gsize pixel)
{
    gconstpointer alpha = coding->result->alpha ? coding->result->alpha : coding->pixels->alpha;

    if (!alpha)
        return TRUE;
    return coding->pixels->encoding.bits == 8 ? ((const guint8 *)alpha)[pixel] >= 128
                                              : ((const guint16 *)alpha)[pixel] >= 32768;
}

/* A UseRow. */
static gboolean code_row(gpointer user, gint y, const gint *numbers)
{
    const Coding *coding = user;
    gint width = coding->result->image.width;
    gsize first = (gsize)y * (gsize)width;

    for (gint x = 0; x < width; x++) {
        gboolean is_shown = numbers[x] != NO_COLOR_NUMBER && is_opaque(coding, first + (gsize)x);

        coding->codes[first + (gsize)x] =
            coding->code_of[is_shown ? numbers[x] : DEVICE_TRANSPARENT];
    }
    return TRUE;
}

/* Writes to a file without a name first, so that the one with the name is complete or as it was. */
static gboolean write_codes(const struct device *device, const guint8 *codes, gint width,
                            gint height, const gchar *path, gchar **message)
{
    gchar *bytes = NULL;
    gsize size = 0;
    FILE *file = open_memstream(&bytes, &size);
    GError *error = NULL;
    gboolean is_complete = file &&
                           device_write(device, codes, width, height, path, file) == ERRDIFF_OK &&
                           !ferror(file);

    if (file && fclose(file) != 0)
        is_complete = FALSE;
    if (!is_complete)
        *message = g_strdup(_("There is not enough memory for the result"));
    else if (!g_file_set_contents(path, bytes, (gssize)size, &error))
        *message = g_strdup(error->message);
    g_clear_error(&error);
    free(bytes);
    return *message == NULL;
}

gboolean device_file_write(const DrawablePixels *pixels, const DitherResult *result,
                           const struct device *device, const gchar *path, gchar **message)
{
    guint8 code_of[DEVICE_TRANSPARENT + 1];
    gint width = pixels->width, height = pixels->height;
    Coding coding = {pixels, result, code_of, NULL};
    gboolean is_written;

    if (!find_codes(result, device, code_of, message))
        return FALSE;
    coding.codes = g_try_malloc_n((gsize)width, (gsize)height);
    if (!coding.codes) {
        *message = g_strdup(_("There is not enough memory for the result"));
        return FALSE;
    }
    for_rows(result, device, code_row, &coding);
    is_written = write_codes(device, coding.codes, width, height, path, message);
    g_free(coding.codes);
    return is_written;
}
