/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads arrays from archives that NumPy's savez wrote, .npz. */
#define _POSIX_C_SOURCE 200809L

#include "npz_field.h"

#include "fail.h"
#include "npy_field.h"
#include "part_name.h"
#include "zip_file.h"

#include <stdlib.h>
#include <string.h>

/* An archive, and what is read of it. */
struct archive {
    FILE *file;
    const char *name; /* in messages */
    int color;
    struct zip_member member;
    struct zip_reader reader;
};

/* The arrays of an archive among which one is chosen. */
struct arrays {
    int complex_count, real_count;
    /* From strdup. Those of the real arrays are the first with such a name, or else the first. */
    char *complex_name, *real_name, *parts[2];
    char names[300]; /* of all, as far as there is room */
};

/* The file that has the array of a name. */
static bool is_called(const struct zip_member *member, const char *name)
{
    size_t length = strlen(name);
    return strncmp(member->name, name, length) == 0 &&
           (member->name[length] == '\0' || strcmp(member->name + length, ".npy") == 0);
}

/* The kind of the array in the current member. */
static enum npy_kind kind_of_member(struct archive *archive, const struct zip_file *zip)
{
    if (!zip_member_can_be_read(&archive->member) ||
        !zip_reader_open(&archive->reader, zip, &archive->member))
        return NPY_OTHER;
    enum npy_kind kind = npy_field_kind(zip_reader_source(&archive->reader));
    zip_reader_close(&archive->reader);
    return kind;
}

static void add_array(struct arrays *arrays, char *name, enum npy_kind kind)
{
    size_t used = strlen(arrays->names), length = strlen(name);
    int part = part_of_name(name);
    if (length > 4 && strcmp(name + length - 4, ".npy") == 0)
        name[length - 4] = '\0';
    snprintf(arrays->names + used, sizeof arrays->names - used, "%s%s", used > 0 ? ", " : "", name);
    if (kind == NPY_COMPLEX && arrays->complex_count++ == 0)
        arrays->complex_name = strdup(name);
    if (kind == NPY_REAL && arrays->real_count++ == 0)
        arrays->real_name = strdup(name);
    if (kind == NPY_REAL && part >= 0 && !arrays->parts[part])
        arrays->parts[part] = strdup(name);
}

static void forget(struct arrays *arrays)
{
    free(arrays->complex_name);
    free(arrays->real_name);
    free(arrays->parts[0]);
    free(arrays->parts[1]);
}

static int damaged(const struct archive *archive)
{
    return fail(EXIT_FAILED, "%s: it is not an archive of arrays, or damaged", archive->name);
}

/* Lists the arrays that can be read. */
static int list(struct archive *archive, struct arrays *arrays)
{
    struct zip_file zip;
    int status = zip_file_open(&zip, archive->file) ? 1 : -1;
    while (status == 1) {
        status = zip_file_next(&zip, &archive->member);
        enum npy_kind kind = status == 1 ? kind_of_member(archive, &zip) : NPY_OTHER;
        if (kind != NPY_OTHER)
            add_array(arrays, archive->member.name, kind);
    }
    return status == 0 ? 0 : damaged(archive);
}

/* Makes the member of a name the current one. Returns 1, or 0 if there is none, or -1 if the
 * archive is damaged. */
static int find(struct archive *archive, struct zip_file *zip, const char *name)
{
    int status = zip_file_open(zip, archive->file) ? 1 : -1;
    bool is_found = false;
    while (status == 1 && !is_found) {
        status = zip_file_next(zip, &archive->member);
        is_found = status == 1 && is_called(&archive->member, name);
    }
    return status;
}

static int read_member(struct archive *archive, const struct zip_file *zip,
                       struct field_array *array, const char *shown, uint64_t held)
{
    if (!zip_member_can_be_read(&archive->member))
        return fail(EXIT_FAILED, "%s: it is encrypted, or packed by another method than deflate",
                    shown);
    if (!zip_reader_open(&archive->reader, zip, &archive->member))
        return damaged(archive);
    int status =
        npy_field_read(array, zip_reader_source(&archive->reader), shown, archive->color, held);
    if (status == 0 && !zip_reader_is_complete(&archive->reader))
        status = fail(EXIT_FAILED, "%s: the array is not complete, or damaged", shown);
    zip_reader_close(&archive->reader);
    return status;
}

/* Reads the array of a name, while `held` bytes are held. */
static int read_array(struct archive *archive, struct field_array *array, const char *name,
                      uint64_t held)
{
    struct zip_file zip;
    int found = find(archive, &zip, name);
    if (found < 0)
        return damaged(archive);
    if (found == 0)
        return fail(EXIT_FAILED, "%s: it has no array with the name %s", archive->name, name);
    size_t size = strlen(archive->name) + strlen(name) + sizeof ": ";
    char *shown = malloc(size);
    if (!shown)
        return fail(EXIT_FAILED, "%s: not enough memory", archive->name);
    snprintf(shown, size, "%s: %s", archive->name, name);
    int status = read_member(archive, &zip, array, shown, held);
    free(shown);
    return status;
}

static int join_parts(const struct archive *archive, struct field_array *array,
                      const struct field_array *imaginary, const char *real_name,
                      const char *imaginary_name)
{
    struct field_array pairs;
    if (array->channels != 1 || imaginary->channels != 1 || array->width != imaginary->width ||
        array->height != imaginary->height || array->has_colors != imaginary->has_colors)
        return fail(EXIT_FAILED, "%s: %s and %s are not two real arrays of one size", archive->name,
                    real_name, imaginary_name);
    size_t pixels = (size_t)array->width * (size_t)array->height;
    int status = field_array_make(&pairs, array->width, array->height, 2, 0, archive->name);
    for (size_t i = 0; i < pixels && status == 0; i++) {
        pairs.values[2 * i] = array->values[i];
        pairs.values[2 * i + 1] = imaginary->values[i];
    }
    if (status != 0)
        return status;
    pairs.has_colors = array->has_colors;
    free(array->values);
    *array = pairs;
    return 0;
}

/* Reads the arrays of the real and of the imaginary part. */
static int read_parts(struct archive *archive, struct field_array *array, const char *real,
                      const char *imaginary)
{
    struct field_array other = {0};
    int status = read_array(archive, array, real, 0);
    /* What is counted with the second array besides it is as large as the pairs. */
    uint64_t held = (uint64_t)array->width * (uint64_t)array->height * (uint64_t)array->channels *
                    sizeof(float);
    if (status == 0)
        status = read_array(archive, &other, imaginary, held);
    if (status == 0)
        status = join_parts(archive, array, &other, real, imaginary);
    free(other.values);
    return status;
}

static int read_variable(struct archive *archive, struct field_array *array, const char *variable)
{
    struct zip_file zip;
    const char *comma = strchr(variable, ',');
    /* An array may have a name with a comma. */
    if (!comma || find(archive, &zip, variable) == 1)
        return read_array(archive, array, variable, 0);
    char *real = strndup(variable, (size_t)(comma - variable));
    int status = real ? read_parts(archive, array, real, comma + 1)
                      : fail(EXIT_FAILED, "%s: not enough memory", archive->name);
    free(real);
    return status;
}

static int choose_and_read(struct archive *archive, struct field_array *array)
{
    struct arrays arrays = {0};
    int status = list(archive, &arrays);
    bool is_complex = arrays.complex_count > 0;
    int count = is_complex ? arrays.complex_count : arrays.real_count;
    const char *name = is_complex ? arrays.complex_name : arrays.real_name;
    if (status == 0 && !is_complex && count == 2 && arrays.parts[0] && arrays.parts[1])
        status = read_parts(archive, array, arrays.parts[0], arrays.parts[1]);
    else if (status == 0 && count == 0)
        status =
            fail(EXIT_FAILED, "%s: it has no array of complex numbers or floats", archive->name);
    else if (status == 0 && count > 1)
        status = fail(EXIT_FAILED,
                      "%s: it has several arrays, of which --variable must name one, or those of "
                      "the real and the imaginary part, as in re,im: %s",
                      archive->name, arrays.names);
    else if (status == 0)
        status = name ? read_array(archive, array, name, 0)
                      : fail(EXIT_FAILED, "%s: not enough memory", archive->name);
    forget(&arrays);
    return status;
}

int npz_field_read(struct field_array *array, FILE *file, const char *name, const char *variable,
                   int color)
{
    struct archive *archive = malloc(sizeof *archive);
    *array = (struct field_array){0};
    if (!archive)
        return fail(EXIT_FAILED, "%s: not enough memory", name);
    archive->file = file;
    archive->name = name;
    archive->color = color;
    int status =
        variable ? read_variable(archive, array, variable) : choose_and_read(archive, array);
    free(archive);
    return status;
}
