/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The matrices of a file: what the module's readers of both formats have in common. */
#ifndef CLI_MATLAB_MATRICES_H
#define CLI_MATLAB_MATRICES_H

#include "matlab_module.h"

#include <stdbool.h>

enum { MAX_SIDE = 1 << 17, MAX_COLORS = 3 };

/* The matrices that could be a hologram. */
struct matrices {
    int complex_count, real_count;
    char *complex_name, *real_name; /* of the first of each kind; NULL: no memory was left for it */
    char parts[2][MATLAB_PART_NAME]; /* the first real ones with such names; "": none */
    char names[300];                 /* of all, for a message */
};

/* Notes a matrix. `name` is NULL if there was no memory for it. */
void matrices_note(struct matrices *matrices, const char *name, bool is_complex);

/* Frees what matrices_note has allocated. */
void matrices_forget(struct matrices *matrices);

/* Returns the name of the matrix to read: request->variable, or that of the only complex one or the
 * only real one. Returns NULL with the names of the only two real ones in request->real and
 * request->imaginary, if these names are those of parts, or else with the reason in
 * request->message. */
const char *matrices_choose(const struct matrices *matrices, struct matlab_request *request);

/* Sets the message, as printf does; returns 1. */
int matrices_fail(struct matlab_request *request, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Compares the bytes that reading takes with request->max_memory. Returns 0, or 1 if they are
 * more. */
int matrices_check_memory(struct matlab_request *request, unsigned long long bytes);

/* Sets the shape of a page of the matrix `name`, with `pages` pages. Each page is a color. Returns
 * 0, or 1 with the reason in request->message. */
int matrices_set_shape(struct matlab_request *request, const char *name, unsigned long long width,
                       unsigned long long height, unsigned long long pages, int channels);

/* Allocates request->values for this shape. `held` are the bytes that are held besides while the
 * matrix is read. Returns 0, or 1 with the reason in *request, also if both, with the command's own
 * field, are more than request->max_memory. */
int matrices_allocate(struct matlab_request *request, const char *name, unsigned long long held);

/* MATLAB stores matrices column by column. Stores `numbers`, which are so, as part `part` of
 * request->values. From one number to the next it is `step` floats. */
void matrices_store_columns(struct matlab_request *request, const float *numbers, int step,
                            int part);

/* Which compressed variables of a file of version 5 are unpacked to find damage. */
enum matlab_kind {
    MATLAB_STRUCTS, /* those that matio unpacks to list the matrices: structs, cells, objects */
    MATLAB_NUMBERS  /* all others */
};

/* Checks that all variables of the file of version 5 are in it, and that the compressed ones of
 * `kind` are not damaged and not larger than they say. Returns 0, or 1 with the reason in *request,
 * also if what matio makes of a struct is more than request->max_memory. */
int matlab_version_5_check(struct matlab_request *request, enum matlab_kind kind);

/* The readers, each with the result of matlab_read. */
int matlab_version_5_read(struct matlab_request *request);
int hdf5_file_read(struct matlab_request *request);

#endif
