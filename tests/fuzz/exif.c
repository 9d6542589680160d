/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exif data, in a block of memory that ends where they do: in a file or a decoder's memory, bytes
 * follow that hide reads past the end. */
#include "image_tags.h"

#include "fuzz.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct image_tags tags = {.orientation = ORIENTATION_UPRIGHT};
    uint8_t *bytes = malloc(size > 0 ? size : 1);
    REQUIRE(bytes != NULL);
    if (size > 0)
        memcpy(bytes, data, size);
    exif_read(bytes, size, &tags);
    free(bytes);
    REQUIRE(tags.orientation >= ORIENTATION_UPRIGHT && tags.orientation <= ORIENTATION_LAST);
    REQUIRE(isfinite(tags.x_resolution) && tags.x_resolution >= 0);
    REQUIRE(isfinite(tags.y_resolution) && tags.y_resolution >= 0);
    REQUIRE((tags.x_resolution > 0) == (tags.y_resolution > 0));
    REQUIRE(!tags.profile && !tags.is_cmyk);
    return 0;
}
