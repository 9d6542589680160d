/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where parts of an image are that a search works on, and vectors of their numbers. For code that
 * is compiled once for each instruction set. */
#ifndef ERRDIFF_REFINE_PLACE_H
#define ERRDIFF_REFINE_PLACE_H

#include "refine_planes.h"

#include "base/vector.h"

#include <stdbool.h>
#include <string.h>

/* Where tiles are in the image with what surrounds them, ERRDIFF_REFINE_MARGIN pixels in each
 * direction, and which part of that is in the image and counts, in columns and rows from (left,
 * top). */
struct place {
    int left, top; /* in the image */
    int first_column, end_column, first_row, end_row;
};

/* Of tiles whose first pixel is at (x, y) of the image; `margin` pixels around them count. */
static inline struct place find_place(const struct errdiff_refine_planes *planes, int x, int y,
                                      int width, int height, int margin)
{
    struct place place = {.left = x - ERRDIFF_REFINE_MARGIN, .top = y - ERRDIFF_REFINE_MARGIN};
    int before = ERRDIFF_REFINE_MARGIN - margin, after = ERRDIFF_REFINE_MARGIN + margin;
    int end_column = width + after, end_row = height + after;
    place.first_column = place.left + before < 0 ? -place.left : before;
    place.first_row = place.top + before < 0 ? -place.top : before;
    place.end_column =
        place.left + end_column > planes->width ? planes->width - place.left : end_column;
    place.end_row = place.top + end_row > planes->height ? planes->height - place.top : end_row;
    return place;
}

static inline size_t pixel_at(const struct errdiff_refine_planes *planes, const struct place *place,
                              int column, int row)
{
    return (size_t)(place->top + row) * (size_t)planes->width + (size_t)(place->left + column);
}

/* The seen errors of pixel (x, y) of the image and of those to its right in its block. */
static inline int32_t *errors_at(const struct errdiff_refine_planes *planes, int part, int x, int y)
{
    enum { BLOCK = ERRDIFF_REFINE_BLOCK };
    size_t block = (size_t)(y / BLOCK) * (size_t)planes->blocks_across + (size_t)(x / BLOCK);
    size_t first = block * (size_t)planes->tables->channels + (size_t)part;
    return planes->errors + first * BLOCK * BLOCK + y % BLOCK * BLOCK + x % BLOCK;
}

/* The sum of the block in which pixel (column, row) of a place is; NULL outside the image. */
static inline int32_t *block_sum(const struct errdiff_refine_planes *planes,
                                 const struct place *place, int column, int row)
{
    int x = place->left / ERRDIFF_REFINE_BLOCK + column;
    int y = place->top / ERRDIFF_REFINE_BLOCK + row;
    int down = (planes->height + ERRDIFF_REFINE_BLOCK - 1) / ERRDIFF_REFINE_BLOCK;
    bool is_inside = x >= 0 && x < planes->blocks_across && y >= 0 && y < down;
    return is_inside ? planes->sums + (ptrdiff_t)y * planes->blocks_across + x : NULL;
}

/* Sets to −1 what `mask`, which is 0 before, has for the pixels of a row that count. */
static inline void find_counting(const struct errdiff_refine_planes *planes,
                                 const struct place *place, int row, int32_t *mask)
{
    const uint8_t *of_image = planes->mask;
    if (of_image)
        of_image += (place->top + row) * planes->mask_stride;
    for (int i = place->first_column; i < place->end_column; i++)
        mask[i] = !of_image || of_image[place->left + i] != 0 ? -1 : 0;
}

INLINE v32 load(const int32_t *numbers)
{
    v32 a;
    memcpy(&a, numbers, sizeof a);
    return a;
}

INLINE void store(int32_t *numbers, v32 a)
{
    memcpy(numbers, &a, sizeof a);
}

/* The parts of the colors of some pixels, of which `numbers` has the numbers. */
INLINE v32 parts_of_numbers(const struct errdiff_refine_planes *planes, int part,
                            const int32_t *numbers)
{
    const struct errdiff_refine_tables *tables = planes->tables;
    if (tables->color_count > 32)
        return v32_gather(planes->part[part], load(numbers));
    if (tables->color_count > 0)
        return v32_look_up_32(planes->part[part], load(numbers));
    v32 parts = {0};
    for (int i = 0; i < LANES_32; i++)
        parts[i] = errdiff_refine_color_of(tables, numbers[i]).part[part];
    return parts;
}

#endif
