/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads HDF5, and MATLAB's files of version 7.3, which are HDF5 with all dimensions in reverse
 * order. */
#define _POSIX_C_SOURCE 200809L
/* H5Ovisit2 is in HDF5 1.10 to 1.14. From 1.12 on, the type that it takes is version 1. */
#define H5O_info_t_vers 1

#include "hdf5_chunks.h"
#include "matrices.h"

#include <hdf5.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_RANK = 3 };

/* A dataset that is open. */
struct dataset {
    hid_t id, type, space;
    int rank;
    hsize_t sides[MAX_RANK];
    bool is_of_matlab;
    int first;           /* the dimension of the rows or, in MATLAB's order, of the columns */
    int paged;           /* the dimension of the colors, if there are three dimensions */
    const char *re, *im; /* the names of the parts; NULL: it is real */
};

/* Finds the parts of a complex number, as MATLAB, h5py and others name them. */
static bool find_parts(struct dataset *dataset)
{
    static const char *const pairs[][2] = {{"real", "imag"}, {"r", "i"}, {"re", "im"}};
    if (H5Tget_class(dataset->type) != H5T_COMPOUND)
        return H5Tget_class(dataset->type) == H5T_FLOAT ||
               H5Tget_class(dataset->type) == H5T_INTEGER;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (H5Tget_member_index(dataset->type, pairs[i][0]) >= 0 &&
            H5Tget_member_index(dataset->type, pairs[i][1]) >= 0) {
            dataset->re = pairs[i][0];
            dataset->im = pairs[i][1];
            return true;
        }
    return false;
}

static void close_dataset(struct dataset *dataset)
{
    if (dataset->space >= 0)
        H5Sclose(dataset->space);
    if (dataset->type >= 0)
        H5Tclose(dataset->type);
    if (dataset->id >= 0)
        H5Dclose(dataset->id);
}

/* Finds the dimension of the colors, which MATLAB stores first. Other programs have it last, as in
 * images, or first, as in arrays for neural networks; there are at most three colors. */
static void find_colors(struct dataset *dataset)
{
    const hsize_t *sides = dataset->sides;
    bool is_last =
        !dataset->is_of_matlab && (sides[MAX_RANK - 1] <= MAX_COLORS || sides[0] > MAX_COLORS);
    if (dataset->rank < MAX_RANK)
        return;
    dataset->paged = is_last ? MAX_RANK - 1 : 0;
    dataset->first = is_last ? 0 : 1;
}

/* Opens a dataset. Returns false if it is not a matrix of numbers. Close it in either case. */
static bool open_dataset(struct dataset *dataset, hid_t file, const char *name)
{
    *dataset = (struct dataset){.id = H5Dopen2(file, name, H5P_DEFAULT), .type = -1, .space = -1};
    if (dataset->id < 0)
        return false;
    dataset->type = H5Dget_type(dataset->id);
    dataset->space = H5Dget_space(dataset->id);
    dataset->is_of_matlab = H5Aexists(dataset->id, "MATLAB_class") > 0;
    dataset->rank = H5Sget_simple_extent_ndims(dataset->space);
    if (dataset->rank < 2 || dataset->rank > MAX_RANK || !find_parts(dataset))
        return false;
    H5Sget_simple_extent_dims(dataset->space, dataset->sides, NULL);
    find_colors(dataset);
    return dataset->sides[dataset->first] > 1 && dataset->sides[dataset->first + 1] > 1;
}

/* The name of a dataset as users see it, with dots instead of slashes; the caller frees it. NULL:
 * there is not enough memory. */
static char *shown_name(const char *path)
{
    char *name = strdup(path);
    for (char *at = name ? strchr(name, '/') : NULL; at; at = strchr(at, '/'))
        *at = '.';
    return name;
}

static herr_t note(hid_t file, const char *path, const H5O_info_t *info, void *user)
{
    struct dataset dataset;
    /* In #refs# MATLAB keeps what cells and the like contain. */
    if (info->type != H5O_TYPE_DATASET || *path == '#')
        return 0;
    char *name = shown_name(path);
    if (open_dataset(&dataset, file, path))
        matrices_note(user, name, dataset.re != NULL);
    close_dataset(&dataset);
    free(name);
    return 0;
}

/* The path of a dataset whose name is known. */
struct search {
    const char *name;
    char *path; /* from malloc; NULL: there is none */
};

static herr_t compare(hid_t file, const char *path, const H5O_info_t *info, void *user)
{
    struct search *search = user;
    char *name = shown_name(path);
    (void)file;
    if (info->type == H5O_TYPE_DATASET && name && strcmp(name, search->name) == 0)
        search->path = strdup(path);
    free(name);
    return search->path != NULL;
}

/* The type of the numbers in memory: a float, or two, the real part first. */
static hid_t type_in_memory(const struct dataset *dataset)
{
    if (!dataset->re)
        return H5Tcopy(H5T_NATIVE_FLOAT);
    hid_t type = H5Tcreate(H5T_COMPOUND, 2 * sizeof(float));
    H5Tinsert(type, dataset->re, 0, H5T_NATIVE_FLOAT);
    H5Tinsert(type, dataset->im, sizeof(float), H5T_NATIVE_FLOAT);
    return type;
}

/* Sets where a page begins in each dimension, and how many numbers it has there. */
static void find_page(const struct dataset *dataset, int page, hsize_t start[MAX_RANK],
                      hsize_t count[MAX_RANK])
{
    for (int i = 0; i < dataset->rank; i++) {
        start[i] = 0;
        count[i] = dataset->sides[i];
    }
    if (dataset->rank == MAX_RANK) {
        start[dataset->paged] = (hsize_t)page;
        count[dataset->paged] = 1;
    }
}

/* Reads the page in the order of the file. All of it is read at once, because a chunk may be as
 * large as the matrix, and is unpacked again by each call. */
static bool read_page(const struct dataset *dataset, int page, float *numbers)
{
    hsize_t start[MAX_RANK], count[MAX_RANK], all = 1;
    find_page(dataset, page, start, count);
    if (!hdf5_chunks_are_whole(dataset->id, dataset->rank, start, count))
        return false;
    for (int i = 0; i < dataset->rank; i++)
        all *= count[i];
    hid_t type = type_in_memory(dataset);
    hid_t memory = H5Screate_simple(1, &all, NULL);
    bool works =
        H5Sselect_hyperslab(dataset->space, H5S_SELECT_SET, start, NULL, count, NULL) >= 0 &&
        H5Dread(dataset->id, type, memory, dataset->space, H5P_DEFAULT, numbers) >= 0;
    H5Sclose(memory);
    H5Tclose(type);
    return works;
}

/* Reads a page that MATLAB has stored column by column. */
static bool read_columns(struct matlab_request *request, const struct dataset *dataset)
{
    float *numbers = malloc((size_t)request->width * (size_t)request->height *
                            (size_t)request->channels * sizeof *numbers);
    bool works = numbers && read_page(dataset, request->page, numbers);
    for (int part = 0; part < request->channels && works; part++)
        matrices_store_columns(request, numbers + part, request->channels, part);
    free(numbers);
    return works;
}

static int read_dataset(struct matlab_request *request, const struct dataset *dataset,
                        const char *name)
{
    bool has_columns = dataset->is_of_matlab;
    hsize_t one = dataset->sides[dataset->first], two = dataset->sides[dataset->first + 1];
    hsize_t pages = dataset->rank == MAX_RANK ? dataset->sides[dataset->paged] : 1;
    int channels = dataset->re ? 2 : 1;
    int status = matrices_set_shape(request, name, has_columns ? one : two, has_columns ? two : one,
                                    pages, channels);
    unsigned long long columns = has_columns ? one * two * (size_t)channels * sizeof(float) : 0;
    /* A filter unpacks a chunk to a buffer that it doubles. */
    if (status == 0)
        status = matrices_allocate(request, name, 3 * hdf5_chunk_bytes(dataset->id) + columns);
    if (status != 0)
        return status;
    bool works = has_columns ? read_columns(request, dataset)
                             : read_page(dataset, request->page, request->values);
    return works ? 0 : matrices_fail(request, "%s: it cannot be read", name);
}

static int find_and_read(struct matlab_request *request, hid_t file, const char *name)
{
    struct search search = {.name = name};
    struct dataset dataset;
    bool is_path = H5Lexists(file, name, H5P_DEFAULT) > 0;
    if (!is_path)
        H5Ovisit2(file, H5_INDEX_NAME, H5_ITER_INC, compare, &search, H5O_INFO_BASIC);
    int status = open_dataset(&dataset, file, search.path ? search.path : name)
                     ? read_dataset(request, &dataset, name)
                     : matrices_fail(request, "it has no matrix of numbers with the name %s", name);
    close_dataset(&dataset);
    free(search.path);
    return status;
}

static int choose_and_read(struct matlab_request *request, hid_t file)
{
    struct matrices matrices = {0};
    H5Ovisit2(file, H5_INDEX_NAME, H5_ITER_INC, note, &matrices, H5O_INFO_BASIC);
    const char *name = matrices_choose(&matrices, request);
    int status = name ? find_and_read(request, file, name) : 1;
    matrices_forget(&matrices);
    return status;
}

int hdf5_file_read(struct matlab_request *request)
{
    hid_t file = H5Fopen(request->path, H5F_ACC_RDONLY, H5P_DEFAULT);
    if (file < 0)
        return matrices_fail(request, "it is not an HDF5 file, or damaged");
    int status = choose_and_read(request, file);
    H5Fclose(file);
    return status;
}
