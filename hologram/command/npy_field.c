/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads arrays that NumPy saved, in its format .npy. */
#include "npy_field.h"

#include "fail.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { START = 8, MAX_HEADER = 65535, MAX_DIMENSIONS = 8, MAX_COLORS = 3, MAX_CHANNELS = 16 };

/* What the header says. */
struct shape {
    bool is_big, is_fortran, is_complex;
    int bytes;    /* of a number: 4 or 8 */
    int pages;    /* holograms, one for each color */
    int page;     /* the one to read */
    int channels; /* numbers for each pixel */
    long long width, height;
};

/* Reads the header, a Python dictionary as text, into `header`. The first two bytes after the magic
 * ones are the version; from version 2 on the header's length has four bytes. */
static bool read_header(struct byte_source source, char header[MAX_HEADER + 1])
{
    uint8_t start[START], length[4] = {0};
    if (source.read(source.user, start, START) != START || memcmp(start, "\x93NUMPY", 6) != 0)
        return false;
    size_t digits = start[6] > 1 ? 4 : 2;
    if (source.read(source.user, length, digits) != digits || length[2] != 0 || length[3] != 0)
        return false;
    size_t count = (size_t)length[0] + 256 * (size_t)length[1];
    header[count] = '\0';
    return source.read(source.user, header, count) == count;
}

/* The text after a key of the dictionary; NULL: the key is missing. */
static const char *find(const char *header, const char *key)
{
    const char *place = strstr(header, key);
    place = place ? strchr(place, ':') : NULL;
    return place ? place + 1 + strspn(place + 1, " ") : NULL;
}

/* Reads the type of the numbers, such as '<c8': the order of the bytes, the kind, and the bytes of
 * an element. */
static bool read_type(const char *text, struct shape *shape)
{
    char order, kind;
    int bytes;
    if (!text || sscanf(text, "'%c%c%3d'", &order, &kind, &bytes) != 3 || !strchr("<>", order) ||
        !strchr("cf", kind))
        return false;
    shape->is_complex = kind == 'c';
    shape->channels = shape->is_complex ? 2 : 1;
    shape->bytes = bytes / shape->channels;
    shape->is_big = order == '>';
    return shape->bytes * shape->channels == bytes && (shape->bytes == 4 || shape->bytes == 8);
}

/* Reads the sides of an array, as Python writes tuples, without those that are 1 at the beginning
 * as long as there are more than three. Returns how many there are; 0: they cannot be read. */
static int read_tuple(const char *text, long long sides[MAX_DIMENSIONS])
{
    int count = 0;
    text = text && *text == '(' ? text + 1 : "";
    for (int end; count < MAX_DIMENSIONS && sscanf(text, " %9lld%n", &sides[count], &end) == 1;
         count++) {
        text += end;
        text += strspn(text, " ");
        text += *text == ',';
        text += strspn(text, " ");
    }
    if (*text != ')')
        return 0;
    for (; count > 3 && sides[0] == 1; count--)
        memmove(sides, sides + 1, (MAX_DIMENSIONS - 1) * sizeof *sides);
    return count;
}

/* Reads the shape: height × width, colors × height × width, or of floats height × width ×
 * channels. */
static bool read_sides(const char *text, struct shape *shape)
{
    long long sides[MAX_DIMENSIONS] = {0};
    int count = read_tuple(text, sides);
    bool has_pages = count == 3 && (shape->is_complex || sides[2] > MAX_CHANNELS);
    bool has_channels = count == 3 && !has_pages;
    if (count < 2 || count > 3 || (has_pages && (sides[0] < 1 || sides[0] > MAX_COLORS)) ||
        (has_channels && sides[2] < 1))
        return false;
    shape->pages = has_pages ? (int)sides[0] : 1;
    shape->height = sides[has_pages ? 1 : 0];
    shape->width = sides[has_pages ? 2 : 1];
    if (has_channels)
        shape->channels = (int)sides[2];
    return true;
}

/* Reads what a header says. Returns false if it is not of an array that can be read. */
static bool read_dictionary(const char *header, struct shape *shape)
{
    const char *order = find(header, "'fortran_order'");
    shape->is_fortran = order && strncmp(order, "True", 4) == 0;
    return order && read_type(find(header, "'descr'"), shape) &&
           read_sides(find(header, "'shape'"), shape);
}

enum npy_kind npy_field_kind(struct byte_source source)
{
    struct shape shape = {0};
    char header[MAX_HEADER + 1];
    if (!read_header(source, header) || !read_dictionary(header, &shape) || shape.width < 2 ||
        shape.height < 2)
        return NPY_OTHER;
    if (shape.is_complex || shape.channels == 2)
        return NPY_COMPLEX;
    return shape.channels == 1 ? NPY_REAL : NPY_OTHER;
}

/* The length of what a value of the dictionary begins with, up to the character that ends it. */
static int length_until(const char *text, char end)
{
    const char *place = strchr(text, end);
    return place ? (int)(place + 1 - text) : (int)strlen(text);
}

/* Says what the file has instead. */
static int refuse(const char *name, const char *header)
{
    enum { LONGEST = 60 };
    const char *type = find(header, "'descr'"), *sides = find(header, "'shape'");
    int type_length = type && *type == '\'' ? 1 + length_until(type + 1, '\'') : 0;
    int sides_length = sides && *sides == '(' ? length_until(sides, ')') : 0;
    if (type_length == 0 || type_length > LONGEST || sides_length == 0 || sides_length > LONGEST)
        return fail(EXIT_FAILED,
                    "%s: it is not a NumPy array of height × width complex numbers or floats",
                    name);
    return fail(EXIT_FAILED,
                "%s: a NumPy array of the type %.*s with the shape %.*s is not possible; it must "
                "be one of height × width complex numbers or floats",
                name, type_length, type, sides_length, sides);
}

static int read_shape(struct byte_source source, const char *name, struct shape *shape)
{
    char header[MAX_HEADER + 1];
    if (!read_header(source, header) || !find(header, "'fortran_order'"))
        return fail(EXIT_FAILED, "%s: the header of the NumPy array is damaged", name);
    return read_dictionary(header, shape) ? 0 : refuse(name, header);
}

static float number_at(const uint8_t *bytes, const struct shape *shape)
{
    uint64_t bits = 0;
    for (int i = 0; i < shape->bytes; i++)
        bits = bits << 8 | bytes[shape->is_big ? i : shape->bytes - 1 - i];
    double wide;
    float narrow;
    uint32_t low = (uint32_t)bits;
    memcpy(&wide, &bits, sizeof wide);
    memcpy(&narrow, &low, sizeof narrow);
    return shape->bytes == 8 ? (float)wide : narrow;
}

/* The place in the array of number `i` of the file. In Fortran order the numbers of a column follow
 * each other, and the channels of floats are planes, but a complex number is still a pair. */
static size_t place_of(const struct shape *shape, size_t i)
{
    size_t width = (size_t)shape->width, height = (size_t)shape->height;
    size_t together = shape->is_complex ? 2 : 1, element = i / together;
    if (!shape->is_fortran)
        return i;
    size_t row = element % height, column = element / height % width;
    size_t plane = element / height / width + i % together;
    return (row * width + column) * (size_t)shape->channels + plane;
}

/* Stores number `i` of the file, if it is of the page that is read. The pages follow each other or,
 * in Fortran order, alternate. */
static void store_number(struct field_array *array, const struct shape *shape, size_t i,
                         float number)
{
    size_t together = shape->is_complex ? 2 : 1, element = i / together;
    size_t page_size = (size_t)shape->width * (size_t)shape->height * (size_t)shape->channels;
    size_t pages = (size_t)shape->pages;
    size_t page = shape->is_fortran ? element % pages : i / page_size;
    size_t in_page = shape->is_fortran ? element / pages * together + i % together : i % page_size;
    if (page == (size_t)shape->page)
        array->values[place_of(shape, in_page)] = number;
}

static int read_numbers(struct field_array *array, struct byte_source source, const char *name,
                        const struct shape *shape)
{
    enum { AT_ONCE = 4096 };
    uint8_t bytes[AT_ONCE * sizeof(double)];
    size_t all = (size_t)shape->width * (size_t)shape->height * (size_t)shape->channels *
                 (size_t)shape->pages;
    size_t size = (size_t)shape->bytes;
    for (size_t first = 0; first < all; first += AT_ONCE) {
        size_t count = all - first < AT_ONCE ? all - first : AT_ONCE;
        if (source.read(source.user, bytes, count * size) != count * size)
            return fail(EXIT_FAILED, "%s: the array is not complete, or damaged", name);
        for (size_t i = 0; i < count; i++)
            store_number(array, shape, first + i, number_at(bytes + i * size, shape));
    }
    if (source.read(source.user, bytes, 1) > 0)
        return fail(EXIT_FAILED, "%s: it is longer than its array", name);
    return 0;
}

/* Chooses the page of a color, from 1 on; 0: there must be one only. */
static int choose_page(struct shape *shape, int color, const char *name)
{
    if (color == 0 && shape->pages > 1)
        return fail(EXIT_FAILED, "%s: it has %d colors; --color says which one to read", name,
                    shape->pages);
    if (color > shape->pages && shape->pages > 1)
        return fail(EXIT_FAILED, "%s: it has only %d colors", name, shape->pages);
    shape->page = shape->pages > 1 ? color - 1 : 0;
    return 0;
}

int npy_field_read(struct field_array *array, struct byte_source source, const char *name,
                   int color, uint64_t held)
{
    struct shape shape = {0};
    *array = (struct field_array){0};
    int status = read_shape(source, name, &shape);
    if (status == 0)
        status = choose_page(&shape, color, name);
    if (status == 0)
        status = field_array_make(array, shape.width, shape.height, shape.channels, held, name);
    array->has_colors = shape.pages > 1;
    return status == 0 ? read_numbers(array, source, name, &shape) : status;
}
