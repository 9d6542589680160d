/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loads the module for MATLAB's files and HDF5, and reads matrices with it. */
#define _POSIX_C_SOURCE 200809L

#include "matlab_field.h"

#include "config.h"
#include "errdiff_hologram.h"
#include "fail.h"
#include "matlab_module.h"
#include "memory_limit.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#define MODULE_FILE "errdiff-matlab.so"

/* Loads the module, which is never unloaded. Returns NULL after an error message. */
static void *load(const char *path)
{
    /* The dynamic loader replaces $ORIGIN with the folder of the command. */
    static const char *const usual[] = {"$ORIGIN/" MODULE_FILE, ERRDIFF_MODULE_DIR "/" MODULE_FILE};
    const char *env_path = getenv("ERRDIFF_MATLAB_MODULE");
    void *file = dlopen(env_path ? env_path : usual[0], RTLD_NOW | RTLD_LOCAL);
    if (!file && !env_path)
        file = dlopen(usual[1], RTLD_NOW | RTLD_LOCAL);
    if (!file)
        fail(EXIT_FAILED, "%s: MATLAB's files and HDF5 need a module that cannot be loaded: %s",
             path, dlerror());
    return file;
}

static matlab_read *find_reader(const char *path)
{
    void *file = load(path);
    void *symbol = file ? dlsym(file, MATLAB_READ) : NULL;
    matlab_read *reader = NULL;
    /* ISO C has no cast from an object pointer to a function pointer; POSIX guarantees that this
     * works. */
    if (symbol)
        memcpy(&reader, &symbol, sizeof reader);
    else if (file)
        fail(EXIT_FAILED, "%s: the file in place of %s is not this module", path, MODULE_FILE);
    return reader;
}

int matlab_field_read(struct field_array *array, const char *path, const char *variable, int page)
{
    struct matlab_request request = {
        .size = sizeof request,
        .path = path,
        .variable = variable,
        .page = page,
        .max_memory = memory_limit(),
    };
    matlab_read *reader = find_reader(path);
    *array = (struct field_array){0};
    if (!reader)
        return EXIT_FAILED;
    int status = reader(&request);
    array->values = request.values;
    if (status != 0 && request.needed > 0)
        return memory_limit_check(request.needed, path);
    if (status != 0)
        return fail(EXIT_FAILED, "%s: %s", path,
                    *request.message ? request.message
                                     : MODULE_FILE " belongs to another version of errdiff");
    array->width = (int)request.width;
    array->height = (int)request.height;
    array->channels = request.channels;
    array->has_colors = request.pages > 1;
    return 0;
}
