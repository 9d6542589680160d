/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads MATLAB's files of version 5, with matio. */
#define _POSIX_C_SOURCE 200809L

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

/* The name of a field, such as CGH.Hol; the caller frees it. NULL: there is not enough memory. */
static char *name_field(const char *structure, const char *field)
{
    size_t size = strlen(structure) + strlen(field) + 2;
    char *name = malloc(size);
    if (name)
        snprintf(name, size, "%s.%s", structure, field);
    return name;
}

static void note_fields(struct matrices *matrices, matvar_t *structure)
{
    char *const *names = Mat_VarGetStructFieldnames(structure);
    unsigned count = Mat_VarGetNumberOfFields(structure);
    for (unsigned i = 0; i < count && names; i++) {
        const matvar_t *field = Mat_VarGetStructFieldByIndex(structure, i, 0);
        char *name = name_field(structure->name, names[i]);
        if (field && is_matrix(field))
            matrices_note(matrices, name, field->isComplex);
        free(name);
    }
}

static void list(mat_t *file, struct matrices *matrices)
{
    matvar_t *variable;
    while ((variable = Mat_VarReadNextInfo(file)) != NULL) {
        if (variable->name && is_matrix(variable))
            matrices_note(matrices, variable->name, variable->isComplex);
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

/* Converts `count` elements from `first` on. Returns false if they are not numbers of a usual type.
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
            matrices_store_columns(request, numbers, 1, part);
    }
    free(numbers);
    return works ? 0
                 : matrices_fail(request, "%s: its numbers are not floats, bytes or words", name);
}

/* Finds the variable of this name or, with a name such as CGH.Hol, the struct and its field.
 * *matrix is a part of the variable, which the caller frees. Either is NULL if there is none. */
static matvar_t *find_variable(mat_t *file, const char *name, matvar_t **matrix)
{
    const char *dot = strchr(name, '.');
    matvar_t *variable = Mat_VarReadInfo(file, name);
    *matrix = variable;
    if (variable || !dot)
        return variable;
    char *structure = strndup(name, (size_t)(dot - name));
    variable = structure ? Mat_VarReadInfo(file, structure) : NULL;
    if (variable && variable->class_type == MAT_C_STRUCT)
        *matrix = Mat_VarGetStructFieldByName(variable, dot + 1, 0);
    free(structure);
    return variable;
}

/* The memory for all pages of a matrix, and for one part of a page as floats. */
static unsigned long long data_bytes(const struct matlab_request *request, const matvar_t *matrix)
{
    unsigned long long elements =
        (unsigned long long)request->pages * (unsigned long long)request->channels;
    return (unsigned long long)matrix->dims[0] * matrix->dims[1] *
           (elements * Mat_SizeOfClass(matrix->class_type) + sizeof(float));
}

static int read_variable(struct matlab_request *request, mat_t *file, const char *name)
{
    matvar_t *matrix, *variable = find_variable(file, name, &matrix);
    int status = 0;
    if (!matrix || !is_matrix(matrix))
        status = matrices_fail(request, "it has no matrix of numbers with the name %s", name);
    else
        status =
            matrices_set_shape(request, name, matrix->dims[1], matrix->dims[0],
                               matrix->rank == 3 ? matrix->dims[2] : 1, matrix->isComplex ? 2 : 1);
    if (status == 0)
        status = matrices_allocate(request, name, data_bytes(request, matrix));
    if (status == 0)
        status = matlab_version_5_check(request, MATLAB_NUMBERS);
    if (status == 0 && (Mat_VarReadDataAll(file, matrix) != 0 || !matrix->data))
        status = matrices_fail(request, "%s: the file is damaged", name);
    if (status == 0)
        status = store_page(request, name, matrix);
    Mat_VarFree(variable);
    return status;
}

int matlab_version_5_read(struct matlab_request *request)
{
    struct matrices matrices = {0};
    if (matlab_version_5_check(request, MATLAB_STRUCTS) != 0)
        return 1;
    mat_t *file = Mat_Open(request->path, MAT_ACC_RDONLY);
    if (!file)
        return matrices_fail(request, "it is not a file of MATLAB, or damaged");
    list(file, &matrices);
    const char *name = matrices_choose(&matrices, request);
    int status = name ? read_variable(request, file, name) : 1;
    matrices_forget(&matrices);
    Mat_Close(file);
    return status;
}
