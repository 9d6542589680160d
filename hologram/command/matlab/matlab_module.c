/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The entry point of the module for MATLAB's files and HDF5, which chooses the reader for
 * a file. */
#define _POSIX_C_SOURCE 200809L

#include "matrices.h"

#include <hdf5.h>
#include <stdlib.h>
#include <string.h>

__attribute__((visibility("default"))) int errdiff_matlab_read(struct matlab_request *request);

static int read_file(struct matlab_request *request)
{
    return H5Fis_hdf5(request->path) > 0 ? hdf5_file_read(request) : matlab_version_5_read(request);
}

/* Makes pairs of the real matrix that was read and of another one with the imaginary part. */
static int add_imaginary(struct matlab_request *request, const struct matlab_request *imaginary)
{
    size_t pixels = (size_t)request->width * (size_t)request->height;
    if (request->channels != 1 || imaginary->channels != 1 || request->width != imaginary->width ||
        request->height != imaginary->height)
        return matrices_fail(request, "%s and %s: they are not two real matrices of one size",
                             request->variable, imaginary->variable);
    float *pairs = malloc(2 * pixels * sizeof *pairs);
    if (!pairs)
        return matrices_fail(request, "not enough memory");
    for (size_t i = 0; i < pixels; i++) {
        pairs[2 * i] = request->values[i];
        pairs[2 * i + 1] = imaginary->values[i];
    }
    free(request->values);
    request->values = pairs;
    request->channels = 2;
    return 0;
}

/* Reads the matrices of the real and of the imaginary part. */
static int read_parts(struct matlab_request *request, const char *real, const char *imaginary)
{
    /* The matrices are read one after the other, and there are pairs besides. */
    enum { MORE_FLOATS = 2 };
    struct matlab_request other = *request;
    request->variable = real;
    int status = read_file(request);
    if (status != 0)
        return status;
    unsigned long long held = (unsigned long long)request->width *
                              (unsigned long long)request->height * MORE_FLOATS * sizeof(float);
    other.variable = imaginary;
    other.max_memory = request->max_memory > held ? request->max_memory - held : 0;
    status = read_file(&other);
    if (status == 0)
        status = add_imaginary(request, &other);
    else
        memcpy(request->message, other.message, sizeof request->message);
    if (other.needed > 0)
        request->needed = other.needed + held;
    free(other.values);
    return status;
}

int errdiff_matlab_read(struct matlab_request *request)
{
    if (request->size != sizeof *request)
        return 1;
    /* HDF5, which matio uses, too, would write its own messages, of many lines. */
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    const char *given = request->variable, *comma = given ? strchr(given, ',') : NULL;
    /* A dataset of HDF5 may have a name with a comma. */
    int status = read_file(request);
    if (status != 0 && *request->real) {
        status = read_parts(request, request->real, request->imaginary);
        request->variable = given;
        return status;
    }
    if (status == 0 || request->needed > 0 || !comma)
        return status;
    free(request->values);
    request->values = NULL;
    char *real = strndup(given, (size_t)(comma - given));
    status =
        real ? read_parts(request, real, comma + 1) : matrices_fail(request, "not enough memory");
    request->variable = given;
    free(real);
    return status;
}
