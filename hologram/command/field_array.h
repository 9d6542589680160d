/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An image of floats that was read as a whole. */
#ifndef CLI_FIELD_ARRAY_H
#define CLI_FIELD_ARRAY_H

#include <stdbool.h>
#include <stdint.h>

/* Row by row from the top, without padding, with `channels` floats for each pixel. */
struct field_array {
    float *values; /* from field_array_make; free it with free */
    int width, height, channels;
    bool has_colors; /* it was chosen from the holograms for several colors */
};

/* Allocates an array, whose size is limited to that of a hologram; `name` is the file's. `held` are
 * the bytes of other memory that is held meanwhile: a decoder's, for example. Returns 0, or an exit
 * status after an error message, also if array, field and `held` are more than --max-memory
 * allows. */
int field_array_make(struct field_array *array, long long width, long long height, int channels,
                     uint64_t held, const char *name);

#endif
