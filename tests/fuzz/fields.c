/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Holograms in files: PFM, TIFF, OpenEXR, arrays of NumPy, raw. The first byte of an input says how
 * the rest is read. */
#include "field_file.h"
#include "fuzz.h"

#include <math.h>

/* Bits of the first byte, counted from '0' on so that a text can have them. */
enum {
    INPUT = 3, /* an enum field_input */
    CONJUGATE = 4,
    RAW = 8,        /* 3 × 2 numbers without a header */
    TWO_FILES = 16, /* half of the bytes each */
};

static struct field_source source_of(int how)
{
    struct field_source source = {
        .paths = {"first", "second"},
        .path_count = how & TWO_FILES ? 2 : 1,
        .input = (enum field_input)(how & INPUT),
        .width = how & RAW ? 3 : 0,
        .height = how & RAW ? 2 : 0,
        .conjugate = how & CONJUGATE,
    };
    return source;
}

static void require_sound_field(const errdiff_field *field)
{
    static volatile float sum;
    REQUIRE(field->width >= 1 && field->height >= 1);
    size_t pixels = (size_t)field->width * (size_t)field->height;
    for (size_t i = 0; i < pixels; i++)
        sum = sum + field->values[i].re + field->values[i].im;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    struct field_source source = source_of((uint8_t)(data[0] - '0'));
    size_t rest = size - 1, first = source.path_count == 2 ? rest / 2 : rest;
    FILE *files[2] = {file_of(data + 1, first), file_of(data + 1 + first, rest - first)};
    errdiff_field field;
    if (field_file_read_streams(&source, files, &field) == 0)
        require_sound_field(&field);
    errdiff_field_free(&field);
    fclose(files[0]);
    fclose(files[1]);
    return 0;
}
