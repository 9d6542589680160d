/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The entry point of the module for MATLAB's files and HDF5, which chooses the reader for
 * a file. */
#include "matrices.h"

#include <hdf5.h>

__attribute__((visibility("default"))) int errdiff_matlab_read(struct matlab_request *request);

int errdiff_matlab_read(struct matlab_request *request)
{
    if (request->size != sizeof *request)
        return 1;
    /* HDF5, which matio uses, too, would write its own messages, of many lines. */
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    return H5Fis_hdf5(request->path) > 0 ? hdf5_file_read(request) : matlab_version_5_read(request);
}
