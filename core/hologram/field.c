/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "errdiff_hologram.h"

#include <stdlib.h>

errdiff_status errdiff_field_make(errdiff_field *field, int width, int height)
{
    *field = (errdiff_field){.width = width, .height = height};
    field->values = calloc((size_t)width * (size_t)height, sizeof *field->values);
    return field->values ? ERRDIFF_OK : ERRDIFF_NO_MEMORY;
}

void errdiff_field_free(errdiff_field *field)
{
    free(field->values);
    field->values = NULL;
}
