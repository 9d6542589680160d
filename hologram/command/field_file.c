/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads and writes files of complex images, in all formats that the command knows. */
#include "field_file.h"

#include "config.h"
#include "fail.h"
#include "gray_field.h"
#include "image_format.h"
#include "image_tags.h"
#include "input_file.h"
#include "memory_limit.h"
#include "npy_field.h"
#ifdef HAVE_EXR
#include "exr_field.h"
#endif
#ifdef HAVE_MATLAB
#include "matlab_field.h"
#endif
#ifdef HAVE_NPZ
#include "npz_field.h"
#endif
#ifdef HAVE_TIFF
#include "tiff_field.h"
#endif

#include <errno.h>
#include <stdlib.h>
#include <string.h>

bool field_source_has_one_part(const struct field_source *source)
{
    return source->input == FIELD_PHASE || source->input == FIELD_AMPLITUDE;
}

/* One of a field's files while it is read. */
struct input {
    FILE *file;
    const char *name;
    int width, height;
    int channels; /* floats per pixel: 1 or 3 in PFM, 2 in raw files, any number in TIFF */
    bool is_upside_down, must_swap;
    bool has_variables, has_colors; /* of which one was read */
    struct field_array array;       /* used instead of `file` if the image was read as a whole */
#ifdef HAVE_TIFF
    struct tiff_field tiff; /* used instead of `file` if it is a TIFF */
#endif
};

/* What a file is that must be able to seek, by its first two characters; NULL: another. */
static const char *kind_to_seek(const char *start)
{
    if (strcmp(start, "II") == 0 || strcmp(start, "MM") == 0)
        return "a TIFF";
    if (strcmp(start, "PK") == 0)
        return "an archive of NumPy";
    return start[0] == 'v' ? "OpenEXR" : NULL;
}

static int read_header(struct input *input)
{
    char kind[3] = "", scale[64] = "";
    int read = fscanf(input->file, "%2s %9d %9d %63s", kind, &input->width, &input->height, scale);
    bool is_gray = strcmp(kind, "Pf") == 0;
    const char *seekable = kind_to_seek(kind);
    if (seekable)
        return fail(EXIT_FAILED,
                    "%s: %s cannot be read from standard input or a pipe; name its file",
                    input->name, seekable);
    if (!is_gray && strcmp(kind, "PF") != 0)
        return fail(
            EXIT_FAILED,
            "%s: it is not a PFM, TIFF or EXR image or an array of NumPy, MATLAB or HDF5; raw "
            "numbers need --size",
            input->name);
    char *end;
    double factor = strtod(scale, &end);
    int blank = getc(input->file);
    if (read != 4 || *end != '\0' || factor == 0 || blank == EOF || !strchr(" \t\r\n", blank))
        return fail(EXIT_FAILED, "%s: the PFM header is damaged", input->name);
    input->channels = is_gray ? 1 : 3;
    input->is_upside_down = true;
    input->must_swap = (factor > 0) == host_is_little_endian();
    return 0;
}

/* The next bytes of a FILE. */
static size_t read_file(void *user, void *bytes, size_t count)
{
    return fread(bytes, 1, count, user);
}

/* The first byte, which stays in the file: "\x93" of a NumPy array, "v" of OpenEXR, "I" or "M" of a
 * TIFF. */
static int first_byte(FILE *file)
{
    int first = getc(file);
    ungetc(first, file);
    return first;
}

/* Takes what is known of input->array, if it was read. */
static int take_array(struct input *input, int status)
{
    input->width = input->array.width;
    input->height = input->array.height;
    input->channels = input->array.channels;
    input->has_colors = input->array.has_colors;
    return status;
}

static int open_exr(struct input *input, const struct field_source *source)
{
#ifdef HAVE_EXR
    bool is_alone = source->path_count == 2 || field_source_has_one_part(source);
    struct exr_choice choice = {.color = "\0RGB"[source->color], .is_alone = is_alone};
    return take_array(input, exr_field_read(&input->array, input->file, input->name, choice));
#else
    (void)source;
    return fail(EXIT_FAILED, "%s: this errdiff was built without OpenEXR", input->name);
#endif
}

static int open_tiff(struct input *input)
{
#ifdef HAVE_TIFF
    int status = tiff_field_open(&input->tiff, input->file, input->name);
    input->width = input->tiff.width;
    input->height = input->tiff.height;
    input->channels = input->tiff.channels;
    return status;
#else
    return fail(EXIT_FAILED, "%s: this errdiff was built without libtiff", input->name);
#endif
}

static int open_npy(struct input *input, const struct field_source *source)
{
    struct byte_source bytes = {read_file, input->file};
    return take_array(input, npy_field_read(&input->array, bytes, input->name, source->color, 0));
}

static int open_npz(struct input *input, const struct field_source *source)
{
#ifdef HAVE_NPZ
    input->has_variables = true;
    return take_array(input, npz_field_read(&input->array, input->file, input->name,
                                            source->variable, source->color));
#else
    (void)source;
    return fail(EXIT_FAILED, "%s: this errdiff was built without zlib", input->name);
#endif
}

static int open_matlab(struct input *input, const struct field_source *source, int number)
{
#ifdef HAVE_MATLAB
    input->has_variables = true;
    return take_array(input, matlab_field_read(&input->array, source->paths[number],
                                               source->variable, source->color - 1));
#else
    (void)source;
    (void)number;
    return fail(EXIT_FAILED, "%s: this errdiff was built without matio and HDF5", input->name);
#endif
}

/* Returns whether a file that can seek begins with `text`. It is then at its begin again. */
static bool begins_with(FILE *file, const char *text)
{
    char start[16];
    size_t length = strlen(text);
    bool is_same = fread(start, 1, length, file) == length && memcmp(start, text, length) == 0;
    return fseek(file, 0, SEEK_SET) == 0 && is_same;
}

/* PNG or BMP, or PNM with a digit after its "P". A file that cannot seek is taken for a PFM after a
 * "P", because only one byte can be pushed back. */
static bool begins_as_image(FILE *file, bool can_seek, int first)
{
    if (first != 'P' || !can_seek)
        return first == 0x89 || first == 'B';
    getc(file);
    int second = getc(file);
    return fseek(file, 0, SEEK_SET) == 0 && second >= '1' && second <= '7';
}

static int open_gray(struct input *input, const struct field_source *source, int number)
{
    bool is_phase = source->input == FIELD_PHASE || number == 1;
    if (source->input == FIELD_RE_IM)
        return fail(EXIT_FAILED,
                    "%s: an image of 8 or 16 bits has no real and imaginary parts; see --input",
                    input->name);
    return take_array(
        input, gray_field_read(&input->array, source->paths[number], is_phase, source->color));
}

static int find_shape(struct input *input, const struct field_source *source, int number)
{
    /* libtiff and OpenEXR need a file that they can seek in. */
    bool can_seek = input->file != stdin && fseek(input->file, 0, SEEK_SET) == 0;
    int first = first_byte(input->file);
    if (first == 0x93)
        return open_npy(input, source);
    if (can_seek && begins_with(input->file, "PK"))
        return open_npz(input, source);
    if (can_seek && (begins_with(input->file, "MATLAB ") || begins_with(input->file, "\x89HDF")))
        return open_matlab(input, source, number);
    if (can_seek && first == 'v')
        return open_exr(input, source);
    if (can_seek && (first == 'I' || first == 'M'))
        return open_tiff(input);
    return begins_as_image(input->file, can_seek, first) ? open_gray(input, source, number)
                                                         : read_header(input);
}

static int open_input(struct input *input, const struct field_source *source, int number,
                      FILE *file)
{
    const char *path = source->paths[number];
    *input = (struct input){.file = file,
                            .name = strcmp(path, "-") == 0 ? "standard input" : path,
                            .width = source->width,
                            .height = source->height,
                            .channels = 2,
                            .must_swap = !host_is_little_endian()};
    int status = source->width > 0 ? 0 : find_shape(input, source, number);
    if (status == 0 && (input->width < 1 || input->width > ERRDIFF_HOLOGRAM_MAX_SIDE ||
                        input->height < 1 || input->height > ERRDIFF_HOLOGRAM_MAX_SIDE))
        status = fail(EXIT_FAILED, "%s: %d × %d pixels are not possible; each side must be 1 to %d",
                      input->name, input->width, input->height, ERRDIFF_HOLOGRAM_MAX_SIDE);
    return status;
}

static void close_input(struct input *input)
{
#ifdef HAVE_TIFF
    tiff_field_close(&input->tiff);
#endif
    free(input->array.values);
}

static void swap_bytes(float *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint8_t bytes[4], swapped[4];
        memcpy(bytes, &numbers[i], sizeof bytes);
        for (int j = 0; j < 4; j++)
            swapped[j] = bytes[3 - j];
        memcpy(&numbers[i], swapped, sizeof swapped);
    }
}

/* Stores a row. A file with one part of the numbers has `part` 0 or 1, a file with both has 0. */
static void store_row(const struct input *input, const float *numbers, int part,
                      errdiff_complex *row)
{
    for (int x = 0; x < input->width; x++) {
        const float *pixel = numbers + (size_t)x * (size_t)input->channels;
        if (input->channels > 1)
            row[x] = (errdiff_complex){.re = pixel[0], .im = pixel[1]};
        else if (part == 0)
            row[x].re = pixel[0];
        else
            row[x].im = pixel[0];
    }
}

static int store_array(const struct input *input, int part, errdiff_field *field)
{
    size_t width = (size_t)input->width;
    for (int y = 0; y < input->height; y++)
        store_row(input, input->array.values + (size_t)y * width * (size_t)input->channels, part,
                  field->values + (size_t)y * width);
    return 0;
}

static int read_rows(struct input *input, int part, errdiff_field *field)
{
    if (input->array.values)
        return store_array(input, part, field);
#ifdef HAVE_TIFF
    if (input->tiff.tiff)
        return tiff_field_read(&input->tiff, part, field);
#endif
    size_t count = (size_t)input->width * (size_t)input->channels;
    float *numbers = malloc(count * sizeof *numbers);
    int status = numbers ? 0 : fail(EXIT_FAILED, "%s: not enough memory for a row", input->name);
    for (int i = 0; i < input->height && status == 0; i++) {
        if (fread(numbers, sizeof *numbers, count, input->file) != count) {
            status = fail(EXIT_FAILED, "%s: the image ends in row %d of %d", input->name, i + 1,
                          input->height);
            break;
        }
        if (input->must_swap)
            swap_bytes(numbers, count);
        int y = input->is_upside_down ? input->height - 1 - i : i;
        store_row(input, numbers, part, field->values + (size_t)y * (size_t)input->width);
    }
    free(numbers);
    if (status == 0 && !input->is_upside_down && getc(input->file) != EOF)
        status = fail(EXIT_FAILED, "%s: it is longer than %d × %d pairs of floats", input->name,
                      input->width, input->height);
    return status;
}

/* Checks that options which choose a part of a file have done so. */
static int check_choice(const struct input *input, const struct field_source *source)
{
    if (source->color > 0 && !input->has_colors)
        return fail(EXIT_FAILED,
                    "%s: it has only one color; --color, and --wavelengths without %%c in the "
                    "names of IN, need three",
                    input->name);
    if (source->variable && !input->has_variables)
        return fail(EXIT_FAILED,
                    "%s: --variable is only for archives of NumPy and files of MATLAB and HDF5",
                    input->name);
    return 0;
}

/* Checks that a file has as many channels as the call needs. */
static int check_channels(const struct input *input, const struct field_source *source)
{
    bool is_gray = input->channels == 1, is_one = field_source_has_one_part(source);
    if (source->path_count == 2 && !is_gray)
        return fail(EXIT_FAILED, "%s: each of two images must be gray", input->name);
    if (source->path_count == 1 && is_one && !is_gray)
        return fail(EXIT_FAILED, "%s: an image of %s must be gray", input->name,
                    source->input == FIELD_PHASE ? "phases" : "amplitudes");
    if (source->path_count == 1 && !is_one && is_gray)
        return fail(EXIT_FAILED, "%s: it is gray; the second image, with the %s, is missing",
                    input->name, source->input == FIELD_RE_IM ? "imaginary part" : "phase");
    return 0;
}

/* The memory that is needed besides what was read of the file already. */
static uint64_t field_bytes(const struct input *input)
{
    uint64_t bytes = (uint64_t)input->width * (uint64_t)input->height * sizeof(errdiff_complex);
#ifdef HAVE_TIFF
    if (input->tiff.tiff)
        bytes += tiff_field_piece_bytes(&input->tiff);
#endif
    return bytes;
}

static int read_part(const struct field_source *source, int number, FILE *file,
                     errdiff_field *field)
{
    struct input input;
    int status = open_input(&input, source, number, file);
    if (status == 0)
        status = check_choice(&input, source);
    if (status == 0)
        status = check_channels(&input, source);
    if (status == 0)
        status = memory_limit_check(field_bytes(&input), input.name);
    if (status == 0 && number == 0 &&
        errdiff_field_make(field, input.width, input.height) != ERRDIFF_OK)
        status = fail(EXIT_FAILED, "%s: not enough memory for %d × %d pixels", input.name,
                      input.width, input.height);
    if (status == 0 && (input.width != field->width || input.height != field->height))
        status = fail(EXIT_FAILED, "%s: it has %d × %d pixels, the first image %d × %d", input.name,
                      input.width, input.height, field->width, field->height);
    if (status == 0)
        status = read_rows(&input, number, field);
    close_input(&input);
    return status;
}

static void convert(const struct field_source *source, errdiff_field *field)
{
    size_t pixels = (size_t)field->width * (size_t)field->height;
    for (size_t i = 0; i < pixels && source->input == FIELD_PHASE; i++)
        field->values[i] = (errdiff_complex){.re = 1, .im = field->values[i].re};
    if (source->input == FIELD_PHASE || source->input == FIELD_AMPLITUDE_PHASE)
        errdiff_field_from_polar(field);
    for (size_t i = 0; i < pixels && source->conjugate; i++)
        field->values[i].im = -field->values[i].im;
}

int field_file_read_streams(const struct field_source *source, FILE *const files[],
                            errdiff_field *field)
{
    *field = (errdiff_field){0};
    int status = 0;
    for (int i = 0; i < source->path_count && status == 0; i++)
        status = read_part(source, i, files[i], field);
    if (status == 0)
        convert(source, field);
    return status;
}

static int open_files(const struct field_source *source, FILE *files[])
{
    for (int i = 0; i < source->path_count; i++) {
        const char *path = source->paths[i];
        if (strcmp(path, "-") == 0)
            files[i] = stdin;
        else if (input_file_open(path, &files[i]) != 0)
            return EXIT_FAILED;
    }
    return 0;
}

int field_file_read(const struct field_source *source, errdiff_field *field)
{
    FILE *files[2] = {NULL};
    *field = (errdiff_field){0};
    int status = open_files(source, files);
    if (status == 0)
        status = field_file_read_streams(source, files, field);
    for (int i = 0; i < source->path_count; i++)
        if (files[i] && files[i] != stdin)
            fclose(files[i]);
    return status;
}

int field_file_check_path(const char *path)
{
#ifndef HAVE_TIFF
    if (path_is_tiff(path))
        return fail(EXIT_WRONG_CALL, "%s: this errdiff was built without libtiff", path);
#endif
    if (strcmp(path, "-") == 0 || path_has_ending(path, "pfm") || path_has_ending(path, "c64") ||
        path_is_tiff(path))
        return 0;
    return fail(EXIT_WRONG_CALL, "%s: a scene's name must end in .tif, .pfm, or in .c64 (raw)",
                path);
}

static void write_rows(const errdiff_field *field, FILE *file, bool is_raw)
{
    errno = 0; /* after a failed write it says why */
    if (!is_raw)
        fprintf(file, "PF\n%d %d\n%s\n", field->width, field->height,
                host_is_little_endian() ? "-1.0" : "1.0");
    for (int i = 0; i < field->height && !ferror(file); i++) {
        int y = is_raw ? i : field->height - 1 - i;
        const errdiff_complex *row = field->values + (size_t)y * (size_t)field->width;
        for (int x = 0; x < field->width; x++) {
            float numbers[3] = {row[x].re, row[x].im, 0};
            if (is_raw && !host_is_little_endian())
                swap_bytes(numbers, 2);
            fwrite(numbers, sizeof *numbers, is_raw ? 2 : 3, file);
        }
    }
}

int field_file_write(const errdiff_field *field, FILE *file, const char *path)
{
#ifdef HAVE_TIFF
    if (path_is_tiff(path))
        return tiff_field_write(field, file, path);
#endif
    write_rows(field, file, path_has_ending(path, "c64"));
    return 0;
}
