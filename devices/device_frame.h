/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is written around the packed pixels of an image. */
#ifndef DEVICE_FRAME_H
#define DEVICE_FRAME_H

#include "devices.h"

/* Packed pixels: `planes` planes of `height` rows of `row_bytes` bytes. */
struct device_rows {
    const uint8_t *bytes;
    size_t row_bytes;
    int width, height, planes;
};

/* The bytes that are made. */
struct device_output {
    uint8_t *bytes;
    size_t size, capacity;
    bool is_full; /* there was not enough memory */
};

/* Adds the rows with what the device needs before, between and after them. */
void device_frame_add(const struct device *device, const struct device_rows *rows,
                      struct device_output *output);

#endif
