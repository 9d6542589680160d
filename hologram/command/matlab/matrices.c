/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the readers of MATLAB's files and of HDF5 share: they choose a matrix, allocate it and store
 * its columns. */
#define _POSIX_C_SOURCE 200809L

#include "matrices.h"

#include "part_name.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Notes a real matrix that its own name, after that of the struct, says to be a part. */
static void note_part(struct matrices *matrices, const char *name)
{
    const char *dot = strrchr(name, '.');
    int part = part_of_name(dot ? dot + 1 : name);
    if (part >= 0 && *matrices->parts[part] == '\0' && strlen(name) < MATLAB_PART_NAME)
        strcpy(matrices->parts[part], name);
}

void matrices_note(struct matrices *matrices, const char *name, bool is_complex)
{
    char **first = is_complex ? &matrices->complex_name : &matrices->real_name;
    int *count = is_complex ? &matrices->complex_count : &matrices->real_count;
    if ((*count)++ == 0 && name)
        *first = strdup(name);
    if (name && !is_complex)
        note_part(matrices, name);
    size_t used = strlen(matrices->names);
    snprintf(matrices->names + used, sizeof matrices->names - used, "%s%s", used > 0 ? ", " : "",
             name ? name : "");
}

void matrices_forget(struct matrices *matrices)
{
    free(matrices->complex_name);
    free(matrices->real_name);
}

const char *matrices_choose(const struct matrices *matrices, struct matlab_request *request)
{
    if (request->variable)
        return request->variable;
    bool is_complex = matrices->complex_count > 0;
    int count = is_complex ? matrices->complex_count : matrices->real_count;
    const char *name = is_complex ? matrices->complex_name : matrices->real_name;
    if (!is_complex && count == 2 && *matrices->parts[0] && *matrices->parts[1]) {
        strcpy(request->real, matrices->parts[0]);
        strcpy(request->imaginary, matrices->parts[1]);
        return NULL;
    }
    if (count == 0)
        matrices_fail(request, "it has no matrix of numbers");
    else if (count > 1)
        matrices_fail(request,
                      "it has several matrices, of which --variable must name one, or those of the "
                      "real and the imaginary part, as in re,im: %s",
                      matrices->names);
    else if (!name)
        matrices_fail(request, "not enough memory");
    return count == 1 ? name : NULL;
}

int matrices_fail(struct matlab_request *request, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(request->message, sizeof request->message, format, arguments);
    va_end(arguments);
    return 1;
}

int matrices_check_memory(struct matlab_request *request, unsigned long long bytes)
{
    request->needed = bytes > request->max_memory ? bytes : 0;
    return request->needed > 0;
}

int matrices_set_shape(struct matlab_request *request, const char *name, unsigned long long width,
                       unsigned long long height, unsigned long long pages, int channels)
{
    if (width < 1 || width > MAX_SIDE || height < 1 || height > MAX_SIDE)
        return matrices_fail(request,
                             "%s: %llu × %llu pixels are not possible; each side must be 1 to %d",
                             name, width, height, (int)MAX_SIDE);
    if (pages < 1 || pages > MAX_COLORS)
        return matrices_fail(request, "%s: it has %llu matrices, not one to three for colors", name,
                             pages);
    if (request->page < 0 && pages > 1)
        return matrices_fail(request, "%s: it has %llu colors; --color says which one to read",
                             name, pages);
    if (pages == 1)
        request->page = 0;
    if (request->page >= (int)pages)
        return matrices_fail(request, "%s: it has %llu colors, and not color %d", name, pages,
                             request->page + 1);
    request->pages = (int)pages;
    request->width = (long long)width;
    request->height = (long long)height;
    request->channels = channels;
    return 0;
}

int matrices_allocate(struct matlab_request *request, const char *name, unsigned long long held)
{
    enum { FIELD_FLOATS = 2 };
    unsigned long long pixels =
        (unsigned long long)request->width * (unsigned long long)request->height;
    size_t floats = (size_t)request->channels + FIELD_FLOATS;
    if (matrices_check_memory(request, held + pixels * floats * sizeof(float)) != 0)
        return 1;
    request->values = malloc((size_t)pixels * (size_t)request->channels * sizeof *request->values);
    return request->values ? 0 : matrices_fail(request, "%s: not enough memory", name);
}

void matrices_store_columns(struct matlab_request *request, const float *numbers, int step,
                            int part)
{
    size_t width = (size_t)request->width, height = (size_t)request->height;
    for (size_t y = 0; y < height; y++)
        for (size_t x = 0; x < width; x++)
            request->values[(y * width + x) * (size_t)request->channels + (size_t)part] =
                numbers[(x * height + y) * (size_t)step];
}
