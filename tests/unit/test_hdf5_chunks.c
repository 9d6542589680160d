/* SPDX-License-Identifier: GPL-3.0-or-later */
/* HDF5: how often the chunks of a matrix are unpacked, and where its numbers get. The chunks are
 * packed by a filter that changes nothing and counts. */
#define _POSIX_C_SOURCE 200809L

#include "matlab_module.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <hdf5.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int errdiff_matlab_read(struct matlab_request *request);

/* The matrix is larger than HDF5's cache, which keeps chunks of at most 1 MiB. */
enum { FILTER = 256, ROWS = 400, COLUMNS = 500, PARTS = 2 };

static int unpacked;

static size_t count_chunks(unsigned flags, size_t value_count, const unsigned values[], size_t size,
                           size_t *buffer_size, void **buffer)
{
    (void)value_count, (void)values, (void)buffer_size, (void)buffer;
    if (flags & H5Z_FLAG_REVERSE)
        unpacked++;
    return size;
}

static float number_at(int row, int column, int part)
{
    return (float)((row * COLUMNS + column) * PARTS + part);
}

static hid_t complex_type(void)
{
    hid_t type = H5Tcreate(H5T_COMPOUND, PARTS * sizeof(float));
    H5Tinsert(type, "real", 0, H5T_NATIVE_FLOAT);
    H5Tinsert(type, "imag", sizeof(float), H5T_NATIVE_FLOAT);
    return type;
}

/* The list of properties of a dataset in one chunk. */
static hid_t one_chunk(void)
{
    static const H5Z_class2_t filter = {
        .version = H5Z_CLASS_T_VERS, .id = FILTER, 1, 1, .filter = count_chunks};
    hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_chunk(properties, 2, (const hsize_t[]){ROWS, COLUMNS});
    assert_true(H5Zregister(&filter) >= 0);
    assert_true(H5Pset_filter(properties, FILTER, H5Z_FLAG_MANDATORY, 0, NULL) >= 0);
    return properties;
}

static void write_matrix(const char *path, bool is_of_matlab)
{
    static float numbers[ROWS][COLUMNS][PARTS];
    for (int y = 0; y < ROWS; y++)
        for (int x = 0; x < COLUMNS; x++)
            for (int part = 0; part < PARTS; part++)
                numbers[y][x][part] = number_at(y, x, part);
    hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    hid_t space = H5Screate_simple(2, (const hsize_t[]){ROWS, COLUMNS}, NULL);
    hid_t type = complex_type(), properties = one_chunk(), scalar = H5Screate(H5S_SCALAR);
    hid_t data = H5Dcreate2(file, "H", type, space, H5P_DEFAULT, properties, H5P_DEFAULT);
    assert_true(H5Dwrite(data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers) >= 0);
    if (is_of_matlab)
        H5Aclose(H5Acreate2(data, "MATLAB_class", H5T_C_S1, scalar, H5P_DEFAULT, H5P_DEFAULT));
    H5Sclose(scalar);
    H5Dclose(data);
    H5Pclose(properties);
    H5Tclose(type);
    H5Sclose(space);
    H5Fclose(file);
}

static void check_matrix(bool is_of_matlab)
{
    char path[] = "/tmp/errdiff-XXXXXX";
    close(mkstemp(path));
    write_matrix(path, is_of_matlab);
    struct matlab_request request = {
        .size = sizeof request, .path = path, .max_memory = 1 << 30, .page = -1};
    unpacked = 0;
    assert_int_equal(errdiff_matlab_read(&request), 0);
    assert_int_equal(unpacked, 1);
    assert_int_equal(request.width, is_of_matlab ? ROWS : COLUMNS);
    assert_int_equal(request.height, is_of_matlab ? COLUMNS : ROWS);
    assert_int_equal(request.channels, PARTS);
    for (int y = 0; y < request.height; y++)
        for (int x = 0; x < request.width; x++)
            for (int part = 0; part < PARTS; part++)
                assert_true(request.values[(y * request.width + x) * PARTS + part] ==
                            (is_of_matlab ? number_at(x, y, part) : number_at(y, x, part)));
    free(request.values);
    unlink(path);
}

static void test_rows(void **state)
{
    (void)state;
    check_matrix(false);
}

static void test_columns(void **state)
{
    (void)state;
    check_matrix(true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rows), cmocka_unit_test(test_columns)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
