/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The interface between the command and errdiff-matlab.so, a module that reads MATLAB's files and
 * HDF5. It is loaded when such a file is opened: its libraries would make every start of the
 * command 20 ms longer.
 *
 * The module is looked for in the folder of the command, then in the folder where it is installed.
 * The environment variable ERRDIFF_MATLAB_MODULE names another file.
 */
#ifndef CLI_MATLAB_MODULE_H
#define CLI_MATLAB_MODULE_H

#include <stddef.h>

/* Room for the name of a matrix with a part. */
enum { MATLAB_PART_NAME = 128 };

/* What is read. */
struct matlab_request {
    size_t size; /* of this struct; the module refuses a request of another version */
    const char *path;
    const char *variable; /* such as "Hol", or "CGH.Hol" for a field of a struct; NULL: the only
                           * complex matrix or, if there is none, the only real one, or the two
                           * whose names begin as in part_name.h; "Re,Im": the real matrices of
                           * both parts */
    unsigned long long max_memory; /* bytes that reading may take */
    int page; /* of several, one for each color, from 0 on; -1: there must be only one */

    /* The real matrices that were found to be the parts, because there is no other; "": none. */
    char real[MATLAB_PART_NAME], imaginary[MATLAB_PART_NAME];

    /* What the module returns. Row by row from the top, with `channels` floats for each pixel. */
    float *values; /* from malloc; the caller frees it, also after a failure */
    long long width, height;
    int channels; /* 2: real and imaginary part */
    int pages;
    unsigned long long needed; /* after a failure: the bytes that reading takes, if these are more
                                * than max_memory, else 0 */
    char message[400];
};

/* Returns 0, or 1 with the reason in request->needed or request->message. */
typedef int matlab_read(struct matlab_request *request);

#define MATLAB_READ "errdiff_matlab_read"

#endif
