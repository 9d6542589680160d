/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes animations frame by frame. */
#ifndef CLI_ANIMATION_WRITER_H
#define CLI_ANIMATION_WRITER_H

#include "animation.h"
#include "memory_image.h"
#include "output_file.h"

#include <stdbool.h>
#include <stdint.h>

struct animation_encoder;

/* What an encoder is told of an animation before its first frame. */
struct animation_shape {
    int width, height;
    int frame_count;
    int plays;                      /* 0: until it is stopped */
    const errdiff_palette *palette; /* of all frames; NULL: there is none */
    bool is_indexed;                /* the palette was asked to be in the file */
    bool is_gray;                   /* of every color red, green and blue are equal */
};

/* A frame, as encoders get it. */
struct animation_frame {
    const uint8_t *canvas;  /* RGBA of the whole canvas, without gaps */
    const uint8_t *shown;   /* the canvas before: pixels that are as there may be left out */
    struct frame_part part; /* outside of it nothing changes; never empty */
    bool clears;            /* the part becomes transparent before the next frame */
    bool replaces; /* a pixel becomes more transparent than it was, so that none can be left out */
    bool is_first, is_last;
    struct frame_time time;
};

struct animation_writer {
    FILE *file;
    const char *name; /* of the file, for messages */
    const struct animation_encoder *encoder;
    struct animation_shape shape;
    errdiff_palette palette;         /* a copy, to which the shape points */
    uint64_t memory;                 /* the bytes that count towards --max-memory */
    uint8_t *shown, *pending, *next; /* RGBA: what is seen before the frame, the frame that is
                                      * written next, and memory for the one after it */
    struct frame_time time;          /* of the pending one */
    int added;
    void *state; /* the encoder's own; NULL at first */
};

/* The functions of a format that can hold animations. They return 0, or an exit status after an
 * error message. A write error may also be left for the caller to find with ferror, with the reason
 * in errno; 0 is then returned. */
struct animation_encoder {
    int (*start)(struct animation_writer *writer);
    int (*write)(struct animation_writer *writer, const struct animation_frame *frame);
    int (*end)(struct animation_writer *writer);
    void (*release)(struct animation_writer *writer); /* also after a failure */
    bool only_adds;    /* pixels that become transparent have to be cleared by the frame before */
    bool has_palettes; /* each frame can have one of its own */
    int max_side;      /* of the canvas */
    int pixel_bytes;   /* of memory that it takes for each pixel of the canvas */
};

/* These functions return as those of an encoder do. */

/* Begins an animation of this shape, in the format of `path`, or in that of `frame` for "-". The
 * canvases and the encoder's memory count towards --max-memory, beside frame->held. Free the writer
 * with animation_writer_free in either case. */
int animation_writer_start(struct animation_writer *writer, const struct image *frame,
                           const struct animation_shape *shape, const struct output_file *output,
                           const char *path);

/* Adds a frame, whose pixels are not needed afterwards. All have the size of the shape. */
int animation_writer_add(struct animation_writer *writer, const struct image *frame,
                         struct frame_time time);

/* Writes what comes after the last frame. */
int animation_writer_end(struct animation_writer *writer);

void animation_writer_free(struct animation_writer *writer);

/* For encoders: the time of a frame in parts of a second, `per_second` of them, so that the frames
 * together last as long as in the original. `*left` is what rounding has left over, 0 at first. */
int frame_time_in(struct frame_time time, int per_second, int64_t *left);

extern const struct animation_encoder gif_encoder, apng_encoder, webp_encoder;

#endif
