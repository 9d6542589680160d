/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Threshold matrices in files: PNG, PGM and texts. */
#include "fuzz.h"
#include "png_checksums.h"
#include "settings/matrix_png.h"

#include <stdlib.h>

/* Reads every number, so that AddressSanitizer sees whether they are there. */
static void require_sound_matrix(const errdiff_matrix *matrix)
{
    static volatile uint16_t sum;

    REQUIRE(matrix->width >= 1 && matrix->width <= ERRDIFF_MAX_MATRIX);
    REQUIRE(matrix->height >= 1 && matrix->height <= ERRDIFF_MAX_MATRIX);
    for (int i = 0; i < matrix->width * matrix->height; i++)
        sum = (uint16_t)(sum + matrix->numbers[i]);
}

static void read_png(const uint8_t *data, size_t size)
{
    errdiff_matrix matrix = {0};
    gchar *message = NULL;
    gboolean is_read = matrix_png_read(&matrix, data, size, &message);

    REQUIRE(is_read == (message == NULL));
    if (is_read)
        require_sound_matrix(&matrix);
    else
        REQUIRE(matrix.numbers == NULL && g_utf8_validate(message, -1, NULL));
    free((void *)matrix.numbers);
    g_free(message);
}

static void read_other(const uint8_t *data, size_t size)
{
    errdiff_matrix matrix = {0};
    errdiff_message message = {""};
    errdiff_status status = errdiff_matrix_parse(data, size, &matrix, &message);

    require_sound_message(status, &message);
    if (status == ERRDIFF_OK)
        require_sound_matrix(&matrix);
    free((void *)matrix.numbers);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t *bytes = (uint8_t *)text_of(data, size);

    png_mend_checksums(bytes, size);
    if (matrix_png_is(bytes, size))
        read_png(bytes, size);
    else
        read_other(bytes, size);
    free(bytes);
    return 0;
}
