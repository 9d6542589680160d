/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ERRDIFF_COLOR_NAMES_H
#define ERRDIFF_COLOR_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Sets `color` to the red, green and blue of the color that the `length` bytes of `text` name in
 * CSS, in small or capital letters. Returns false if there is none of that name; `color` is then
 * unchanged. */
bool errdiff_color_named(const char *text, size_t length, uint8_t color[3]);

#endif
