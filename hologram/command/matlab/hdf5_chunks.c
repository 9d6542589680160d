/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks the sizes of the chunks of a dataset of HDF5 before HDF5 unpacks them. */
#include "hdf5_chunks.h"

#include <stdint.h>
#include <stdlib.h>
#include <zlib.h>

enum { PART_BYTES = 1 << 14, CHECKSUM_BYTES = 4, UNKNOWN = -1 };

/* Finds the sides of the chunks. Returns their rank, or 0 if the dataset is stored as a whole. */
static int chunk_sides(hid_t dataset, hsize_t sides[H5S_MAX_RANK])
{
    hid_t plist = H5Dget_create_plist(dataset);
    int rank = H5Pget_layout(plist) == H5D_CHUNKED ? H5Pget_chunk(plist, H5S_MAX_RANK, sides) : 0;
    H5Pclose(plist);
    return rank;
}

unsigned long long hdf5_chunk_bytes(hid_t dataset)
{
    hsize_t sides[H5S_MAX_RANK];
    int rank = chunk_sides(dataset, sides);
    hid_t type = H5Dget_type(dataset);
    unsigned long long bytes = rank > 0 ? H5Tget_size(type) : 0;
    H5Tclose(type);
    /* HDF5 knows no larger chunks. */
    for (int i = 0; i < rank && bytes <= UINT32_MAX; i++)
        bytes *= sides[i] <= UINT32_MAX ? sides[i] : UINT32_MAX;
    return bytes;
}

/* The number of bytes that a packed chunk unpacks to, or one that is larger than `limit`. */
static unsigned long long inflated_bytes(Bytef *packed, size_t size, unsigned long long limit)
{
    Bytef part[PART_BYTES];
    z_stream stream = {.next_in = packed, .avail_in = (uInt)size};
    unsigned long long bytes = 0;
    int status = inflateInit(&stream);
    while (status == Z_OK && bytes <= limit) {
        stream.next_out = part;
        stream.avail_out = sizeof part;
        status = inflate(&stream, Z_NO_FLUSH);
        bytes += sizeof part - stream.avail_out;
    }
    inflateEnd(&stream);
    return bytes;
}

/* The bytes of a chunk without what the dataset's filters did to it, except for those of the mask;
 * UNKNOWN if there are other filters. */
static long long unpacked_bytes(hid_t plist, Bytef *stored, size_t size, uint32_t without,
                                unsigned long long limit)
{
    long long bytes = (long long)size;
    bool is_inflated = false;
    for (int i = H5Pget_nfilters(plist) - 1; i >= 0; i--) {
        unsigned flags;
        size_t count = 0;
        H5Z_filter_t filter =
            H5Pget_filter2(plist, (unsigned)i, &flags, &count, NULL, 0, NULL, NULL);
        if (without & 1U << i || filter == H5Z_FILTER_SHUFFLE)
            continue;
        if (filter == H5Z_FILTER_FLETCHER32) {
            bytes = bytes > CHECKSUM_BYTES ? bytes - CHECKSUM_BYTES : 0;
        } else if (filter == H5Z_FILTER_DEFLATE && !is_inflated) {
            bytes = (long long)inflated_bytes(stored, (size_t)bytes, limit + CHECKSUM_BYTES);
            is_inflated = true;
        } else {
            return UNKNOWN;
        }
    }
    return bytes;
}

static bool is_whole(hid_t dataset, hid_t plist, const hsize_t *offset, unsigned long long expected)
{
    unsigned ignored;
    haddr_t address;
    hsize_t size;
    uint32_t without = 0;
    if (H5Dget_chunk_info_by_coord(dataset, offset, &ignored, &address, &size) < 0)
        return false;
    if (address == HADDR_UNDEF)
        return true;
    /* A filter that does not make a chunk smaller is not applied, or adds little. */
    if (size > 2 * expected + PART_BYTES)
        return false;
    Bytef *stored = malloc(size > 0 ? (size_t)size : 1);
    bool is_read = stored && H5Dread_chunk(dataset, H5P_DEFAULT, offset, &without, stored) >= 0;
    long long bytes = is_read ? unpacked_bytes(plist, stored, (size_t)size, without, expected) : 0;
    free(stored);
    return bytes == UNKNOWN || (unsigned long long)bytes == expected;
}

bool hdf5_chunks_are_whole(hid_t dataset, int rank, const hsize_t *start, const hsize_t *count)
{
    hsize_t sides[H5S_MAX_RANK], first[H5S_MAX_RANK], offset[H5S_MAX_RANK];
    int chunk_rank = chunk_sides(dataset, sides);
    unsigned long long bytes = hdf5_chunk_bytes(dataset);
    if (chunk_rank == 0)
        return true;
    if (chunk_rank != rank || bytes == 0 || bytes > UINT32_MAX)
        return false;
    for (int i = 0; i < rank; i++)
        offset[i] = first[i] = start[i] / sides[i] * sides[i];
    hid_t plist = H5Dget_create_plist(dataset);
    bool works = true;
    int dimension = 0;
    while (works && dimension < rank) {
        works = is_whole(dataset, plist, offset, bytes);
        for (dimension = 0; dimension < rank; dimension++) {
            offset[dimension] += sides[dimension];
            if (offset[dimension] < start[dimension] + count[dimension])
                break;
            offset[dimension] = first[dimension];
        }
    }
    H5Pclose(plist);
    return works;
}
