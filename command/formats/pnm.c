/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Portable anymaps as Netpbm defines them: pbm(5), pgm(5), ppm(5), which are P1 to P6, and pam(5),
 * P7. */
#include "fail.h"
#include "image_format.h"
#include "image_writer.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- Text ---------------------------------------------------------------------------------- */

/* Reads the next character, or EOF; a comment counts as the end of its line. */
static int next_character(FILE *file)
{
    int character = getc(file);
    if (character == '#')
        while (character != '\n' && character != '\r' && character != EOF)
            character = getc(file);
    return character;
}

/* Skips blanks, and reads the next character or EOF. */
static int skip_blanks(FILE *file)
{
    int character = next_character(file);
    while (character != EOF && isspace(character))
        character = next_character(file);
    return character;
}

/* Skips blanks, and reads a decimal number and the blank after it, which may be missing at the end
 * of the file. Returns the number, or INT32_MAX if it is larger, or -1 if there is no number. */
static int read_number(FILE *file)
{
    int character = skip_blanks(file);
    if (character == EOF || !isdigit(character))
        return -1;
    int64_t number = 0;
    while (character != EOF && isdigit(character)) {
        number = number * 10 + (character - '0');
        number = number > INT32_MAX ? INT32_MAX : number;
        character = next_character(file);
    }
    return character == EOF || isspace(character) ? (int)number : -1;
}

/* ---- The header of a PAM ------------------------------------------------------------------- */

enum { LINE_BYTES = 256 };

static const char blanks[] = " \t\r\v\f";

/* The values in a header; numbers are -1 until their line has been read. */
struct fields {
    int width, height, depth, maxval;
    char tuple_type[LINE_BYTES];
};

/* Reads the next line and returns it without the newline and without blanks around it. Returns NULL
 * if the line does not fit into the buffer or the file ends. */
static char *read_line(char line[LINE_BYTES], FILE *file)
{
    if (!fgets(line, LINE_BYTES, file) || !strchr(line, '\n'))
        return NULL;
    size_t length = strcspn(line, "\n");
    while (length > 0 && strchr(blanks, line[length - 1]))
        length--;
    line[length] = '\0';
    return line + strspn(line, blanks);
}

static bool take_number(int *number, const char *text)
{
    if (*number >= 0 || !isdigit((unsigned char)*text))
        return false;
    char *end;
    long long value = strtoll(text, &end, 10);
    *number = value > INT32_MAX ? INT32_MAX : (int)value;
    return *end == '\0';
}

/* Reads a line with a keyword and, after blanks, its value. */
static bool take_line(struct fields *fields, char *line)
{
    size_t length = strcspn(line, blanks);
    char *value = line + length + strspn(line + length, blanks);
    line[length] = '\0';
    if (strcmp(line, "WIDTH") == 0)
        return take_number(&fields->width, value);
    if (strcmp(line, "HEIGHT") == 0)
        return take_number(&fields->height, value);
    if (strcmp(line, "DEPTH") == 0)
        return take_number(&fields->depth, value);
    if (strcmp(line, "MAXVAL") == 0)
        return take_number(&fields->maxval, value);
    if (strcmp(line, "TUPLTYPE") != 0 || *fields->tuple_type)
        return false;
    strcpy(fields->tuple_type, value);
    return true;
}

static bool read_fields(struct fields *fields, FILE *file)
{
    char buffer[LINE_BYTES];
    char *line = read_line(buffer, file);
    if (!line || *line) /* the rest of the line that begins with P7 must be empty */
        return false;
    while ((line = read_line(buffer, file)) && strcmp(line, "ENDHDR") != 0)
        if (*line && *line != '#' && !take_line(fields, line))
            return false;
    return line && fields->width >= 0 && fields->height >= 0 && fields->depth >= 0 &&
           fields->maxval >= 0;
}

/* Whether the tuple type is a known one for this depth. A header may also omit the tuple type,
 * which then follows from the depth. */
static bool has_known_tuple_type(const struct fields *fields)
{
    static const struct {
        const char *tuple_type;
        int depth;
    } known[] = {{"BLACKANDWHITE", 1}, {"BLACKANDWHITE_ALPHA", 2},
                 {"GRAYSCALE", 1},     {"GRAYSCALE_ALPHA", 2},
                 {"RGB", 3},           {"RGB_ALPHA", 4}};
    if (!*fields->tuple_type)
        return fields->depth >= 1 && fields->depth <= 4;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(fields->tuple_type, known[i].tuple_type) == 0)
            return fields->depth == known[i].depth;
    return false;
}

/* Reads the header of a P7, after these two characters. Sets *maxval and the width, height and
 * channels of *image; the caller must check whether these values are possible. */
static int read_pam_header(int *maxval, errdiff_image *image, FILE *file, const char *name)
{
    struct fields fields = {.width = -1, .height = -1, .depth = -1, .maxval = -1};
    if (!read_fields(&fields, file))
        return fail(EXIT_FAILED, "%s: the PAM header is damaged", name);
    if (!has_known_tuple_type(&fields))
        return fail(EXIT_FAILED,
                    "%s: a PAM of DEPTH %d and TUPLTYPE \"%s\" is not possible; BLACKANDWHITE and "
                    "GRAYSCALE of DEPTH 1 and RGB of DEPTH 3 are, and with _ALPHA, of 2 and 4",
                    name, fields.depth, fields.tuple_type);
    image->width = fields.width;
    image->height = fields.height;
    image->channels = fields.depth;
    *maxval = fields.maxval;
    return 0;
}

/* ---- Headers ------------------------------------------------------------------------------- */

extern const struct image_format pam_format; /* pnm_format is in image_format.h */

static bool is_plain(char kind)
{
    return kind <= '3';
}

static bool has_maxval(char kind)
{
    return kind != '1' && kind != '4';
}

/* Reads the numbers in the header of P1 to P6. Returns false if they are not valid. */
static bool read_numbers(struct pnm_layout *layout, errdiff_image *image, FILE *file)
{
    /* There must be a blank between the first two characters and the number. */
    int after = getc(file);
    ungetc(after, file);
    if (after != EOF && isdigit(after))
        return false;
    image->width = read_number(file);
    image->height = read_number(file);
    layout->maxval = has_maxval(layout->kind) ? read_number(file) : 1;
    image->channels = layout->kind == '3' || layout->kind == '6' ? 3 : 1;
    return image->width >= 0 && image->height >= 0 && layout->maxval >= 0;
}

static int check(const struct pnm_layout *layout, const errdiff_image *image, const char *name)
{
    if (image->width < 1 || image->width > ERRDIFF_MAX_SIDE || image->height < 1 ||
        image->height > ERRDIFF_MAX_SIDE)
        return fail(EXIT_FAILED, "%s: %d × %d pixels are not possible; each side must be 1 to %d",
                    name, image->width, image->height, ERRDIFF_MAX_SIDE);
    if (layout->maxval < 1 || layout->maxval > UINT16_MAX)
        return fail(EXIT_FAILED, "%s: maxval %d is out of range; it must be 1 to %d", name,
                    layout->maxval, UINT16_MAX);
    return 0;
}

/* Reads a header, and sets image->pnm, the shape of the image and which of the two formats it is.
 * Samples have 8 bits if maxval is at most 255, otherwise 16. With 2 or 4 channels, which only P7
 * can have, the last one is alpha. */
static int open_image(struct image *image)
{
    FILE *file = image->file;
    struct pnm_layout *layout = &image->pnm;
    errdiff_image *pixels = &image->pixels;
    int p = getc(file), kind = getc(file);
    if (p != 'P' || kind < '1' || kind > '7')
        return fail(EXIT_FAILED, "%s: it is not an image of a known format", image->name);
    image->format = kind == '7' ? &pam_format : &pnm_format;
    *layout = (struct pnm_layout){.kind = (char)kind};
    *pixels = (errdiff_image){0};
    int status = 0;
    if (kind == '7')
        status = read_pam_header(&layout->maxval, pixels, file, image->name);
    else if (!read_numbers(layout, pixels, file))
        status = fail(EXIT_FAILED, "%s: the PNM header is damaged", image->name);
    if (status == 0)
        status = check(layout, pixels, image->name);
    pixels->bits = layout->maxval <= UINT8_MAX ? 8 : 16;
    return status;
}

/* ---- Rows ---------------------------------------------------------------------------------- */

/* A row that is being read. */
struct row {
    uint8_t *samples;
    size_t count;
    int bits, maxval;
    const char *name;      /* of the file, for messages */
    int number, row_count; /* number of the row in the image, and its rows, for messages */
};

static int fail_short(const struct row *row, FILE *file)
{
    if (ferror(file))
        return fail(EXIT_FAILED, "%s: %s", row->name, strerror(errno));
    return fail(EXIT_FAILED, "%s: the image ends in row %d of %d", row->name, row->number,
                row->row_count);
}

static int check_sample(const struct row *row, int value)
{
    return value <= row->maxval
               ? 0
               : fail(EXIT_FAILED, "%s: in row %d the value %d is greater than maxval (%d)",
                      row->name, row->number, value, row->maxval);
}

static void store(const struct row *row, size_t i, uint32_t value)
{
    if (row->bits == 8)
        row->samples[i] = (uint8_t)value;
    else
        ((uint16_t *)(void *)row->samples)[i] = (uint16_t)value;
}

/* Reads a pixel of P1, which is one digit, with or without blanks around it. */
static int read_bit(FILE *file)
{
    int character = skip_blanks(file);
    return character == '0' || character == '1' ? character - '0' : -1;
}

static int read_plain_row(const struct row *row, char kind, FILE *file)
{
    for (size_t i = 0; i < row->count; i++) {
        int value = kind == '1' ? read_bit(file) : read_number(file);
        if (value < 0 && feof(file))
            return fail_short(row, file);
        if (value < 0)
            return fail(EXIT_FAILED, "%s: row %d contains something that is not a sample",
                        row->name, row->number);
        if (check_sample(row, value) != 0)
            return EXIT_FAILED;
        store(row, i, (uint32_t)value);
    }
    return 0;
}

/* Unpacks bits to a byte each, in place. It begins at the end, so that no bit is overwritten before
 * it has been read. */
static void unpack_bits(const struct row *row)
{
    for (size_t x = row->count; x-- > 0;)
        row->samples[x] = row->samples[x / 8] >> (7 - x % 8) & 1;
}

static void order_bytes(const struct row *row)
{
    const uint8_t *bytes = row->samples;
    for (size_t i = 0; i < row->count; i++)
        store(row, i, (uint32_t)(bytes[2 * i] << 8 | bytes[2 * i + 1]));
}

static int read_packed_row(const struct row *row, FILE *file)
{
    size_t size = (row->count + 7) / 8;
    if (fread(row->samples, 1, size, file) != size)
        return fail_short(row, file);
    unpack_bits(row);
    return 0;
}

/* Scales samples from 0..maxval to the whole range, rounded as Netpbm does. */
static int scale(const struct row *row)
{
    uint32_t white = row->bits == 8 ? UINT8_MAX : UINT16_MAX, maxval = (uint32_t)row->maxval;
    const uint16_t *words = (const uint16_t *)(const void *)row->samples;
    for (size_t i = 0; i < row->count && maxval != white; i++) {
        uint32_t value = row->bits == 8 ? row->samples[i] : words[i];
        if (check_sample(row, (int)value) != 0)
            return EXIT_FAILED;
        store(row, i, (value * white + maxval / 2) / maxval);
    }
    return 0;
}

/* Inverts the samples of P1 and P4, in which 1 is black. */
static void invert(const struct row *row)
{
    for (size_t x = 0; x < row->count; x++)
        row->samples[x] = (uint8_t)~row->samples[x];
}

static int read_row(const struct row *row, char kind, FILE *file)
{
    int status = 0;
    if (is_plain(kind))
        status = read_plain_row(row, kind, file);
    else if (kind == '4')
        status = read_packed_row(row, file);
    else if (row->bits == 16)
        order_bytes(row);
    if (status == 0)
        status = scale(row);
    if (status == 0 && (kind == '1' || kind == '4'))
        invert(row);
    return status;
}

/* Whether the samples of a row are bytes or pairs of bytes in the file. */
static bool is_raw(const struct pnm_layout *layout)
{
    return layout->kind >= '5';
}

/* Reads the samples of all rows as they are in the file, in one call if there is nothing between
 * rows in memory. Returns the number of whole rows that there were. */
static int read_raw_rows(const errdiff_image *image, FILE *file)
{
    size_t size = (size_t)image->width * (size_t)image->channels * (size_t)(image->bits / 8);
    if ((size_t)image->stride == size)
        return (int)fread(image->data, size, (size_t)image->height, file);
    for (int y = 0; y < image->height; y++)
        if (fread((uint8_t *)image->data + y * image->stride, size, 1, file) != 1)
            return y;
    return image->height;
}

/* Reads the next rows, and scales their samples to the whole range of pixels->bits. */
static int read_rows(const struct image *image, const errdiff_image *pixels, int first_row)
{
    const struct pnm_layout *layout = &image->pnm;
    FILE *file = image->file;
    int status = 0, raw_rows = is_raw(layout) ? read_raw_rows(pixels, file) : pixels->height;
    for (int y = 0; y < pixels->height && status == 0; y++) {
        struct row row = {
            .samples = (uint8_t *)pixels->data + y * pixels->stride,
            .count = (size_t)pixels->width * (size_t)pixels->channels,
            .bits = pixels->bits,
            .maxval = layout->maxval,
            .name = image->name,
            .number = first_row + y + 1,
            .row_count = image->pixels.height,
        };
        status = y < raw_rows ? read_row(&row, layout->kind, file) : fail_short(&row, file);
    }
    return status;
}

/* ---- Several images ---------------------------------------------------------------------- */

/* Blanks between two images are skipped, as Netpbm does. */
static int find_next(const struct image *image, bool *has_next)
{
    const struct pnm_layout *layout = &image->pnm;
    FILE *file = image->file;
    const char *name = image->name;
    int character = is_plain(layout->kind) ? skip_blanks(file) : getc(file);
    while (character != EOF && isspace(character))
        character = getc(file);
    *has_next = character != EOF;
    if (ferror(file))
        return fail(EXIT_FAILED, "%s: %s", name, strerror(errno));
    if (*has_next && is_plain(layout->kind))
        return fail(EXIT_FAILED,
                    "%s: a P%c image must be the only one in its file, but more follows", name,
                    layout->kind);
    if (*has_next && character != 'P')
        return fail(EXIT_FAILED, "%s: what follows the last image is not a PNM image", name);
    ungetc(character, file);
    return 0;
}

/* ---- Writing ------------------------------------------------------------------------------- */

/* Number of 16-bit samples that are converted to big endian at a time. */
enum { BLOCK_SAMPLES = 2048 };

static const char *tuple_type(int channels)
{
    static const char *const types[] = {"GRAYSCALE", "GRAYSCALE_ALPHA", "RGB", "RGB_ALPHA"};
    return types[channels - 1];
}

/* Writes the header of a P5 or P6 or, with is_pam, of a P7. */
static void write_header(const struct image *shape, bool is_pam, FILE *file)
{
    const errdiff_image *pixels = &shape->pixels;
    int maxval = pixels->bits == 8 ? UINT8_MAX : UINT16_MAX;
    int channels = pixels->channels + (shape->alpha != NULL);
    errno = 0; /* after a failed write it says why */
    if (is_pam)
        fprintf(file, "P7\nWIDTH %d\nHEIGHT %d\nDEPTH %d\nMAXVAL %d\nTUPLTYPE %s\nENDHDR\n",
                pixels->width, pixels->height, channels, maxval, tuple_type(channels));
    else
        fprintf(file, "P%c\n%d %d\n%d\n", channels == 1 ? '5' : '6', pixels->width, pixels->height,
                maxval);
}

static int start_pnm(struct image_writer *writer, const struct image *shape)
{
    write_header(shape, false, writer->file);
    return 0;
}

static int start_pam(struct image_writer *writer, const struct image *shape)
{
    write_header(shape, true, writer->file);
    return 0;
}

static int write_row(struct image_writer *writer, const void *row)
{
    uint8_t bytes[2 * BLOCK_SAMPLES];
    const uint16_t *words = row;
    size_t count = writer->row_samples;
    if (writer->bits == 8)
        fwrite(row, 1, count, writer->file);
    for (size_t done = 0; writer->bits == 16 && done < count; done += BLOCK_SAMPLES) {
        size_t block = count - done < BLOCK_SAMPLES ? count - done : BLOCK_SAMPLES;
        for (size_t i = 0; i < block; i++) {
            bytes[2 * i] = (uint8_t)(words[done + i] >> 8);
            bytes[2 * i + 1] = (uint8_t)words[done + i];
        }
        fwrite(bytes, 2, block, writer->file);
    }
    return 0;
}

/* ---- The formats --------------------------------------------------------------------------- */

static const struct image_encoder pnm_encoder = {
    .start = start_pnm, .write_row = write_row, .stores_bytes = true};

static const struct image_encoder pam_encoder = {
    .start = start_pam, .write_row = write_row, .stores_bytes = true};

const struct image_format pnm_format = {
    .name = "PNM",
    .first_bytes = "P",
    .open = open_image,
    .read_rows = read_rows,
    .find_next = find_next,
    .endings = {"pgm", "ppm", "pnm"},
    .read_endings = {"pbm"},
    .gray_ending = "pgm",
    .color_ending = "ppm",
    .encoder = &pnm_encoder,
};

const struct image_format pam_format = {
    .name = "PAM",
    .open = open_image,
    .read_rows = read_rows,
    .find_next = find_next,
    .endings = {"pam"},
    .holds_alpha = true,
    .encoder = &pam_encoder,
};
