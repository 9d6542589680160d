/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of MATLAB and HDF5. The first byte of an input says which color of them is read: "0" for
 * none. */
#include "matrices.h"
#include "fuzz.h"

#include <stdlib.h>

int errdiff_matlab_read(struct matlab_request *request);

static void require_sound_matrix(const struct matlab_request *request)
{
    static volatile float sum;
    REQUIRE(request->width >= 1 && request->width <= MAX_SIDE);
    REQUIRE(request->height >= 1 && request->height <= MAX_SIDE);
    REQUIRE(request->channels == 1 || request->channels == 2);
    REQUIRE(request->pages >= 1 && request->pages <= MAX_COLORS);
    size_t count = (size_t)request->width * (size_t)request->height * (size_t)request->channels;
    for (size_t i = 0; i < count; i++)
        sum = sum + request->values[i];
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    char path[64];
    FILE *file = file_of(data + 1, size - 1);
    snprintf(path, sizeof path, "/proc/self/fd/%d", fileno(file));
    struct matlab_request request = {
        .size = sizeof request, .path = path, .page = data[0] - '1', .max_memory = 8 << 20};
    if (request.page < -1 || request.page >= MAX_COLORS)
        request.page = -1;
    if (errdiff_matlab_read(&request) == 0)
        require_sound_matrix(&request);
    else
        REQUIRE(*request.message != '\0' || request.needed > request.max_memory);
    free(request.values);
    fclose(file);
    return 0;
}
