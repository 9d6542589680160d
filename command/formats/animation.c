/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws the frames of animations on a canvas, and makes an image of each. */
#include "animation.h"

#include "fail.h"
#include "memory_limit.h"

#include <stdlib.h>
#include <string.h>

static size_t pixels_of(const struct animation *animation)
{
    return (size_t)animation->width * (size_t)animation->height;
}

/* The canvas and the one that may be kept. */
enum { BYTES_OF_A_PIXEL = 2 * 4 };

int animation_open(struct image *image, const struct animation *shape)
{
    struct animation *animation = malloc(sizeof *animation);
    if (!animation) {
        shape->decoder->close((struct animation *)shape);
        return fail(EXIT_FAILED, "%s: not enough memory", image->name);
    }
    *animation = *shape;
    image->animation = animation;
    uint64_t pixels = (uint64_t)animation->width * (uint64_t)animation->height;
    image->held += animation->decoder_bytes + pixels * BYTES_OF_A_PIXEL;
    if (memory_limit_check(image->held, image->name) != 0)
        return EXIT_FAILED;
    animation->canvas = malloc(pixels_of(animation) * 4);
    animation->kept = malloc(pixels_of(animation) * 4);
    if (!animation->canvas || !animation->kept)
        return fail(EXIT_FAILED, "%s: not enough memory for %d × %d pixels", image->name,
                    animation->width, animation->height);
    int status = animation_rewind(image);
    return status == 0 ? animation_next(image) : status;
}

int animation_rewind(const struct image *image)
{
    struct animation *animation = image->animation;
    memset(animation->canvas, 0, pixels_of(animation) * 4);
    animation->disposal = FRAME_KEEP;
    animation->next = 0;
    return animation->decoder->restart(animation, image->name);
}

static bool is_opaque(const struct animation *animation)
{
    for (size_t i = 0; i < pixels_of(animation); i++)
        if (animation->canvas[4 * i + 3] != UINT8_MAX)
            return false;
    return true;
}

static void copy_canvas(const struct animation *animation, const errdiff_image *image)
{
    const uint8_t *from = animation->canvas;
    uint8_t *to = image->data;
    int colors = animation->is_gray ? 1 : 3;
    for (size_t i = 0; i < pixels_of(animation); i++, from += 4, to += image->channels) {
        memcpy(to, from, (size_t)colors);
        if (image->channels > colors)
            to[colors] = from[3];
    }
}

int animation_next(struct image *image)
{
    struct animation *animation = image->animation;
    image->pixels = (errdiff_image){.data = NULL};
    image->alpha = NULL;
    image->is_srgb = false;
    int status = animation->decoder->draw(animation, image->name);
    if (status != 0)
        return status;
    animation->next++;
    image->pixels = (errdiff_image){
        .width = animation->width,
        .height = animation->height,
        .channels = (animation->is_gray ? 1 : 3) + (is_opaque(animation) ? 0 : 1),
        .bits = 8,
    };
    status = image_allocate(image, image->name);
    if (status == 0)
        copy_canvas(animation, &image->pixels);
    return status;
}

bool animation_has_next(const struct image *image)
{
    return image->animation->next < image->animation->frame_count;
}

bool image_moves(const struct image *image)
{
    return image->animation && image->animation->frame_count > 1;
}

void animation_free(struct animation *animation)
{
    if (!animation)
        return;
    animation->decoder->close(animation);
    free(animation->bytes);
    free(animation->canvas);
    free(animation->kept);
    free(animation->tags.profile);
    free(animation);
}

/* ---- Drawing ------------------------------------------------------------------------------- */

bool animation_has_part(const struct animation *animation, struct frame_part part)
{
    return part.left >= 0 && part.top >= 0 && part.width > 0 && part.height > 0 &&
           part.width <= animation->width - part.left &&
           part.height <= animation->height - part.top;
}

static uint8_t *row_of(const struct animation *animation, struct frame_part part, int y)
{
    return animation->canvas +
           4 * ((size_t)(part.top + y) * (size_t)animation->width + (size_t)part.left);
}

static void dispose(struct animation *animation)
{
    if (animation->disposal == FRAME_RESTORE)
        memcpy(animation->canvas, animation->kept, pixels_of(animation) * 4);
    for (int y = 0; animation->disposal == FRAME_CLEAR && y < animation->part.height; y++)
        memset(row_of(animation, animation->part, y), 0, 4 * (size_t)animation->part.width);
}

/* Draws a pixel over another one: colors are mixed by what each shows of itself. */
static void blend(uint8_t below[4], const uint8_t above[4])
{
    unsigned shown = above[3] * 255u, behind = below[3] * (255u - above[3]), all = shown + behind;
    if (above[3] == 255 || below[3] == 0) {
        memcpy(below, above, 4);
        return;
    }
    for (int c = 0; c < 3; c++)
        below[c] = (uint8_t)((above[c] * shown + below[c] * behind + all / 2) / all);
    below[3] = (uint8_t)((all + 127) / 255);
}

void animation_draw_part(struct animation *animation, struct frame_part part,
                         enum frame_disposal disposal, bool blends, const uint8_t *pixels)
{
    dispose(animation);
    if (disposal == FRAME_RESTORE)
        memcpy(animation->kept, animation->canvas, pixels_of(animation) * 4);
    for (int y = 0; y < part.height; y++, pixels += 4 * (size_t)part.width) {
        uint8_t *row = row_of(animation, part, y);
        for (int x = 0; blends && x < part.width; x++)
            if (pixels[4 * x + 3] != 0)
                blend(row + 4 * x, pixels + 4 * x);
        if (!blends)
            memcpy(row, pixels, 4 * (size_t)part.width);
    }
    animation->part = part;
    animation->disposal = disposal;
}
