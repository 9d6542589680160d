/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The chunks that a dataset of HDF5 is stored in. */
#ifndef HDF5_CHUNKS_H
#define HDF5_CHUNKS_H

#include <hdf5.h>
#include <stdbool.h>

/* The bytes of an unpacked chunk, or more than 4 GiB for all that HDF5 cannot have; 0 if the
 * dataset is stored as a whole. */
unsigned long long hdf5_chunk_bytes(hid_t dataset);

/* Whether the chunks with a part of the dataset have as many bytes as the file says: HDF5 reads
 * beyond what it has unpacked if it gets fewer. The part begins at `start` and has `count` numbers
 * in each of the `rank` dimensions. Chunks that something else than deflate has packed are taken
 * to be right. */
bool hdf5_chunks_are_whole(hid_t dataset, int rank, const hsize_t *start, const hsize_t *count);

#endif
