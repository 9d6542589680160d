/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Animations: files whose images are shown one after the other. */
#ifndef CLI_ANIMATION_H
#define CLI_ANIMATION_H

#include "image_tags.h"
#include "memory_image.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How long a frame is shown, in seconds. The denominator is never 0. */
struct frame_time {
    uint32_t numerator, denominator;
};

/* A part of the canvas, in pixels. */
struct frame_part {
    int left, top, width, height;
};

/* What happens to the part of a frame before the next frame is drawn. */
enum frame_disposal { FRAME_KEEP, FRAME_CLEAR, FRAME_RESTORE };

struct animation_decoder;

/* An animation that is being read. Its frames are drawn on a canvas of RGBA with 8 bits, which
 * begins as transparent; each image that is dithered is the whole canvas. */
struct animation {
    const struct animation_decoder *decoder;
    uint8_t *bytes; /* the file, which belongs to the animation */
    size_t size;
    uint64_t decoder_bytes; /* of memory that the decoder takes besides the file */
    int width, height;
    int frame_count;        /* at least 1 */
    int next;               /* the number of the frame that comes next, from 0 on */
    int plays;              /* how often it is shown; 0: until it is stopped */
    bool is_gray;           /* red, green and blue are always equal */
    struct image_tags tags; /* of every frame; its profile belongs to the animation */

    /* After a frame was drawn: */
    uint8_t *canvas; /* 4 bytes for each pixel, without gaps */
    struct frame_time time;

    uint8_t *kept; /* the canvas before the frame that is to be restored */
    struct frame_part part;
    enum frame_disposal disposal;
    void *state; /* the decoder's own */
};

/* The functions of a format that draw frames. They return 0, or an exit status after an error
 * message, which begins with `name`, that of the file. */
struct animation_decoder {
    int (*restart)(struct animation *animation, const char *name); /* before the first frame */
    int (*draw)(struct animation *animation, const char *name);    /* the next frame */
    void (*close)(struct animation *animation);                    /* frees `state` */
};

/* Makes image->animation, whose other members the caller has set in *shape, and the image of
 * its first frame. Takes shape->state, and if image->animation is not NULL afterwards also
 * shape->bytes, which must be from malloc and count in image->held. Adds the canvases and what
 * the decoder takes to image->held. Returns 0, or an exit status after an error message, also if
 * all of it is more than --max-memory allows. */
int animation_open(struct image *image, const struct animation *shape);

/* Makes the image of the next frame, in new memory: the caller has freed the last one. Partly
 * transparent frames have channels that include alpha. Returns 0, or an exit status. */
int animation_next(struct image *image);

/* Goes back to before the first frame. Returns 0, or an exit status after an error message. */
int animation_rewind(const struct image *image);

/* Whether another frame follows. */
bool animation_has_next(const struct image *image);

/* Whether the image is a frame of several. */
bool image_moves(const struct image *image);

/* Frees the animation. NULL is fine. */
void animation_free(struct animation *animation);

/*
 * For decoders: draws `pixels`, RGBA of the size of `part`, on the canvas, after the part of the
 * frame before has been disposed of as that frame asked. With `blends` the pixels are drawn over
 * those that are there, else they replace them. The part must be on the canvas, or empty.
 */
void animation_draw_part(struct animation *animation, struct frame_part part,
                         enum frame_disposal disposal, bool blends, const uint8_t *pixels);

/* Whether a part is not empty and is on the canvas. */
bool animation_has_part(const struct animation *animation, struct frame_part part);

#endif
