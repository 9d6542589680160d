/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Opens the shared library, whose path is the argument, has it dither with threads, and closes it,
 * again and again. Threads that wait for more work, in a loop if OMP_WAIT_POLICY is "active", must
 * not do that in code that is gone.
 */
#include "errdiff.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

typedef void init_function(errdiff_options *options);
typedef errdiff_status dither_function(const errdiff_image *in, const errdiff_image *out,
                                       const errdiff_options *options, errdiff_report *report);

/* Function pointers have the size of others in POSIX. */
static void find(void *library, const char *name, void *function, size_t size)
{
    void *found = dlsym(library, name);
    memcpy(function, &found, size);
}

static int dither_three_times(void *library)
{
    enum { WIDTH = 2048, HEIGHT = 1024 };
    static uint8_t in[HEIGHT * WIDTH], out[HEIGHT * WIDTH];
    errdiff_image from = {
        .data = in, .width = WIDTH, .height = HEIGHT, .channels = 1, .bits = 8, .stride = WIDTH};
    errdiff_image to = from;
    init_function *init;
    dither_function *dither;
    errdiff_options options;
    find(library, "errdiff_options_init", &init, sizeof init);
    find(library, "errdiff_dither", &dither, sizeof dither);
    if (!init || !dither)
        return 1;
    to.data = out;
    init(&options);
    options.threads = 2;
    for (int i = 0; i < 3; i++) {
        options.engine = i == 1 ? "block" : "wavefront";
        if (dither(&from, &to, &options, NULL))
            return 1;
    }
    return 0;
}

int main(int argument_count, char **arguments)
{
    for (int round = 0; argument_count == 2 && round < 5; round++) {
        void *library = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
        if (!library) {
            fprintf(stderr, "%s\n", dlerror());
            return 1;
        }
        if (dither_three_times(library) || dlclose(library))
            return 1;
    }
    return argument_count != 2;
}
