/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads MATLAB's files of version 5, with matio. */
#include "matrices.h"

#include <matio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_matrix(const matvar_t *variable)
{
    bool is_number = variable->class_type >= MAT_C_DOUBLE && variable->class_type <= MAT_C_UINT64;
    return is_number && (variable->rank == 2 || variable->rank == 3) && variable->dims[0] > 1 &&
           variable->dims[1] > 1;
}

static void note_fields(struct matrices *matrices, matvar_t *structure)
{
    char *const *names = Mat_VarGetStructFieldnames(structure);
    unsigned count = Mat_VarGetNumberOfFields(structure);
    for (unsigned i = 0; i < count && names; i++) {
        const matvar_t *field = Mat_VarGetStructFieldByName(structure, names[i], 0);
        if (field && is_matrix(field))
            matrices_note(matrices, structure->name, names[i], field->isComplex);
    }
}

static void list(mat_t *file, struct matrices *matrices)
{
    matvar_t *variable;
    while ((variable = Mat_VarReadNextInfo(file)) != NULL) {
        if (variable->name && is_matrix(variable))
            matrices_note(matrices, "", variable->name, variable->isComplex);
        else if (variable->name && variable->class_type == MAT_C_STRUCT)
            note_fields(matrices, variable);
        Mat_VarFree(variable);
    }
    Mat_Rewind(file);
}

#define CONVERT(type)                                        \
    for (size_t i = 0; i < count; i++)                       \
        numbers[i] = (float)((const type *)data)[first + i]; \
    return true

/* Converts `count` elements from `first` on. Returns FALSE if they are not numbers of a usual type.
 * */
static bool convert(const matvar_t *variable, const void *data, size_t first, size_t count,
                    float *numbers)
{
    switch (variable->data_type) {
    case MAT_T_SINGLE:
        CONVERT(float);
    case MAT_T_DOUBLE:
        CONVERT(double);
    case MAT_T_UINT8:
        CONVERT(mat_uint8_t);
    case MAT_T_UINT16:
        CONVERT(mat_uint16_t);
    default:
        return false;
    }
}

static int store_page(struct matlab_request *request, const char *name, const matvar_t *variable)
{
    size_t count = variable->dims[0] * variable->dims[1], first = count * (size_t)request->page;
    float *numbers = malloc(count * sizeof *numbers);
    const mat_complex_split_t *parts = variable->data;
    bool works = numbers != NULL;
    if (!works)
        return matrices_fail(request, "%s: not enough memory", name);
    for (int part = 0; part < request->channels && works; part++) {
        const void *data = !variable->isComplex ? variable->data
                           : part == 0          ? parts->Re
                                                : parts->Im;
        works = data && convert(variable, data, first, count, numbers);
        if (works)
            matrices_store_columns(request, numbers, part);
    }
    free(numbers);
    return works ? 0
                 : matrices_fail(request, "%s: its numbers are not floats, bytes or words", name);
}

/* Reads the variable, or the struct that contains it. */
static int read_variable(struct matlab_request *request, mat_t *file, const char *name)
{
    char first[MAX_NAME] = "";
    const char *dot = strchr(name, '.');
    strncat(first, name, dot && dot - name < MAX_NAME ? (size_t)(dot - name) : MAX_NAME - 1);
    matvar_t *variable = Mat_VarReadInfo(file, first);
    matvar_t *matrix = variable;
    if (variable && dot)
        matrix = variable->class_type == MAT_C_STRUCT
                     ? Mat_VarGetStructFieldByName(variable, dot + 1, 0)
                     : NULL;
    int status = 0;
    if (!matrix || !is_matrix(matrix))
        status = matrices_fail(request, "it has no matrix of numbers with the name %s", name);
    else if (Mat_VarReadDataAll(file, matrix) != 0 || !matrix->data)
        status = matrices_fail(request, "%s: the file is damaged", name);
    if (status == 0)
        status =
            matrices_allocate(request, name, matrix->dims[1], matrix->dims[0],
                              matrix->rank == 3 ? matrix->dims[2] : 1, matrix->isComplex ? 2 : 1);
    if (status == 0)
        status = store_page(request, name, matrix);
    Mat_VarFree(variable);
    return status;
}

/* Returns whether all variables end where the file does, or before. matio does not say that some of
 * a matrix is missing. */
static bool is_whole(const char *path)
{
    enum { HEADER = 128, TAG = 8, ORDER = 126 };
    unsigned char header[HEADER], tag[TAG];
    FILE *file = fopen(path, "rb");
    bool is_right = file && fread(header, 1, HEADER, file) == HEADER;
    bool is_little = is_right && header[ORDER] == 'I';
    long long end = HEADER, size = 0;
    if (is_right && fseek(file, 0, SEEK_END) == 0)
        size = ftell(file);
    while (is_right && end < size) {
        is_right = fseek(file, (long)end, SEEK_SET) == 0 && fread(tag, 1, TAG, file) == TAG;
        for (int i = 0; i < 4 && is_right; i++)
            end += (long long)tag[4 + i] << 8 * (is_little ? i : 3 - i);
        end += TAG;
    }
    if (file)
        fclose(file);
    return is_right && end == size;
}

int matlab_version_5_read(struct matlab_request *request)
{
    struct matrices matrices = {0};
    mat_t *file = is_whole(request->path) ? Mat_Open(request->path, MAT_ACC_RDONLY) : NULL;
    if (!file)
        return matrices_fail(request, "it is not a file of MATLAB, or damaged");
    list(file, &matrices);
    const char *name = matrices_choose(&matrices, request);
    int status = name ? read_variable(request, file, name) : 1;
    Mat_Close(file);
    return status;
}
