/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes GIF files with giflib. */
#include "animation_writer.h"
#include "fail.h"

#include <errno.h>
#include <gif_lib.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_GIF_COLORS = 256,
    MAX_GIF_SIDE = 65535,
    MAX_GIF_TIME = 65535,
    MAX_REPEATS = 65535,
    HASHES = 1024
};

/* Colors with numbers, which are found by a hash. */
struct color_table {
    uint8_t colors[MAX_GIF_COLORS][3];
    int count;
    int16_t numbers[HASHES]; /* of colors, plus 1; 0: none */
};

struct gif_writer {
    GifFileType *gif;
    struct color_table global, local;
    uint8_t *row;
    int64_t time_left;
};

static int fail_gif(const struct animation_writer *writer, int error)
{
    if (error == E_GIF_ERR_NOT_ENOUGH_MEM)
        return fail(EXIT_FAILED, "%s: not enough memory", writer->name);
    return fail(EXIT_FAILED, "%s: %s", writer->name,
                errno != 0 ? strerror(errno) : "it could not be written");
}

/* ---- Colors -------------------------------------------------------------------------------- */

/* The place of a color, or of the next free one for it. */
static int16_t *place_of(struct color_table *table, const uint8_t *color)
{
    uint32_t key = (uint32_t)color[0] << 16 | (uint32_t)color[1] << 8 | color[2];
    unsigned at = key * 2654435761u >> 22;
    while (table->numbers[at] && memcmp(table->colors[table->numbers[at] - 1], color, 3) != 0)
        at = (at + 1) % HASHES;
    return &table->numbers[at];
}

/* Returns FALSE if the color is new and the table is full. */
static bool add_color(struct color_table *table, const uint8_t *color)
{
    int16_t *place = place_of(table, color);
    if (*place)
        return true;
    if (table->count == MAX_GIF_COLORS)
        return false;
    memcpy(table->colors[table->count], color, 3);
    *place = (int16_t)++table->count;
    return true;
}

/* A pixel of a frame that is drawn, for a part that begins at `pixel`. */
struct pixels {
    const uint8_t *color, *shown; /* of the first pixel of a row of the part */
};

static struct pixels row_of(const struct animation_writer *writer,
                            const struct animation_frame *frame, int y)
{
    size_t at = 4 * ((size_t)(frame->part.top + y) * (size_t)writer->shape.width +
                     (size_t)frame->part.left);
    return (struct pixels){frame->canvas + at, frame->shown + at};
}

static bool is_left_out(const struct pixels *row, int x, bool leaves_out)
{
    const uint8_t *color = row->color + 4 * x;
    return color[3] == 0 || (leaves_out && memcmp(color, row->shown + 4 * x, 4) == 0);
}

/* What a frame needs of a table. */
struct need {
    bool leaves_out;      /* pixels that do not change */
    bool has_transparent; /* pixels, with those left out */
    bool fits_global;     /* the table of all frames has its colors */
};

/* Collects the colors of a frame in gif->local. Returns FALSE if they are too many for a table. */
static bool collect(const struct animation_writer *writer, const struct animation_frame *frame,
                    struct need *need)
{
    struct gif_writer *gif = writer->state;
    gif->local = (struct color_table){.count = 0};
    need->has_transparent = false;
    need->fits_global = true;
    for (int y = 0; y < frame->part.height; y++) {
        struct pixels row = row_of(writer, frame, y);
        for (int x = 0; x < frame->part.width; x++) {
            const uint8_t *color = row.color + 4 * x;
            if (is_left_out(&row, x, need->leaves_out)) {
                need->has_transparent = true;
                continue;
            }
            if (!add_color(&gif->local, color))
                return false;
            need->fits_global = need->fits_global && *place_of(&gif->global, color);
        }
    }
    return !need->has_transparent || gif->local.count < MAX_GIF_COLORS;
}

static bool has_partial(const struct animation_writer *writer, const struct animation_frame *frame)
{
    size_t pixels = (size_t)writer->shape.width * (size_t)writer->shape.height;
    for (size_t i = 0; i < pixels; i++)
        if (frame->canvas[4 * i + 3] != 0 && frame->canvas[4 * i + 3] != UINT8_MAX)
            return true;
    return false;
}

/* giflib has maps of 2, 4, … 256 colors. Returns NULL if there is not enough memory. */
static ColorMapObject *map_of(const struct color_table *table, bool has_transparent)
{
    int size = 2, needed = table->count + (has_transparent && table->count < MAX_GIF_COLORS);
    while (size < needed)
        size *= 2;
    ColorMapObject *map = GifMakeMapObject(size, NULL);
    for (int i = 0; map && i < table->count; i++)
        map->Colors[i] =
            (GifColorType){table->colors[i][0], table->colors[i][1], table->colors[i][2]};
    return map;
}

/* ---- Frames -------------------------------------------------------------------------------- */

static int put_control(struct animation_writer *writer, const struct animation_frame *frame,
                       int transparent)
{
    struct gif_writer *gif = writer->state;
    int time = frame_time_in(frame->time, 100, &gif->time_left);
    GraphicsControlBlock control = {
        .DisposalMode = frame->clears ? DISPOSE_BACKGROUND : DISPOSE_DO_NOT,
        .DelayTime = time < MAX_GIF_TIME ? time : MAX_GIF_TIME,
        .TransparentColor = transparent,
    };
    GifByteType bytes[4];
    EGifGCBToExtension(&control, bytes);
    return EGifPutExtension(gif->gif, GRAPHICS_EXT_FUNC_CODE, sizeof bytes, bytes);
}

/* The number of transparent pixels: the least that is no color of the frame, or, if there are none,
 * NO_TRANSPARENT_COLOR. Sets *bits to what the numbers of the frame need, which may be less than
 * what those of the table need. */
static int transparent_of(struct gif_writer *gif, struct color_table *table,
                          const struct need *need, int *bits)
{
    bool is_used[MAX_GIF_COLORS] = {false};
    int largest = 0, transparent = NO_TRANSPARENT_COLOR;
    for (int i = 0; i < gif->local.count; i++) {
        int number = *place_of(table, gif->local.colors[i]) - 1;
        is_used[number] = true;
        largest = number > largest ? number : largest;
    }
    if (need->has_transparent) {
        for (transparent = 0; is_used[transparent];)
            transparent++;
        largest = transparent > largest ? transparent : largest;
    }
    for (*bits = 1; largest >> *bits; (*bits)++)
        ;
    return transparent;
}

static int put_pixels(struct animation_writer *writer, const struct animation_frame *frame,
                      struct color_table *table, const struct need *need, int transparent)
{
    struct gif_writer *gif = writer->state;
    int done = GIF_OK;
    for (int y = 0; y < frame->part.height && done == GIF_OK; y++) {
        struct pixels row = row_of(writer, frame, y);
        for (int x = 0; x < frame->part.width; x++)
            gif->row[x] = is_left_out(&row, x, need->leaves_out)
                              ? (uint8_t)transparent
                              : (uint8_t)(*place_of(table, row.color + 4 * x) - 1);
        done = EGifPutLine(gif->gif, gif->row, frame->part.width);
    }
    return done;
}

static int put_frame(struct animation_writer *writer, const struct animation_frame *frame,
                     const struct need *need)
{
    struct gif_writer *gif = writer->state;
    struct color_table *table = need->fits_global ? &gif->global : &gif->local;
    const struct frame_part *part = &frame->part;
    int bits, transparent = transparent_of(gif, table, need, &bits);
    ColorMapObject *map = NULL;
    if (!need->fits_global) {
        map = map_of(table, need->has_transparent);
        if (!map)
            return fail(EXIT_FAILED, "%s: not enough memory", writer->name);
    }
    /* giflib 5.2 forgets the colors of the frame before if this one has none of its own. */
    GifFreeMapObject(gif->gif->Image.ColorMap);
    gif->gif->Image.ColorMap = NULL;
    /* giflib gives the codes of a frame without colors of its own as many bits as this. */
    gif->gif->SColorMap->BitsPerPixel = bits;
    int done = put_control(writer, frame, transparent);
    if (done == GIF_OK)
        done = EGifPutImageDesc(gif->gif, part->left, part->top, part->width, part->height, false,
                                map);
    GifFreeMapObject(map);
    if (done == GIF_OK)
        done = put_pixels(writer, frame, table, need, transparent);
    return done == GIF_OK ? 0 : fail_gif(writer, gif->gif->Error);
}

/* ---- The file ------------------------------------------------------------------------------ */

static int take_bytes(GifFileType *gif, const GifByteType *bytes, int count)
{
    return (int)fwrite(bytes, 1, (size_t)count, gif->UserData);
}

static int put_plays(struct gif_writer *gif, int plays)
{
    int repeats = plays == 0 ? 0 : plays - 1 < MAX_REPEATS ? plays - 1 : MAX_REPEATS;
    GifByteType bytes[3] = {1, (GifByteType)repeats, (GifByteType)(repeats >> 8)};
    if (EGifPutExtensionLeader(gif->gif, APPLICATION_EXT_FUNC_CODE) == GIF_ERROR ||
        EGifPutExtensionBlock(gif->gif, 11, "NETSCAPE2.0") == GIF_ERROR ||
        EGifPutExtensionBlock(gif->gif, sizeof bytes, bytes) == GIF_ERROR)
        return GIF_ERROR;
    return EGifPutExtensionTrailer(gif->gif);
}

/* The colors of the first frame are for all frames that need no others, if there is no palette. */
static int put_header(struct animation_writer *writer)
{
    struct gif_writer *gif = writer->state;
    const struct animation_shape *shape = &writer->shape;
    ColorMapObject *map = map_of(&gif->global, true);
    if (!map)
        return fail(EXIT_FAILED, "%s: not enough memory", writer->name);
    EGifSetGifVersion(gif->gif, true);
    int done = EGifPutScreenDesc(gif->gif, shape->width, shape->height, 8, 0, map);
    GifFreeMapObject(map);
    if (done == GIF_OK && shape->frame_count > 1 && shape->plays != 1)
        done = put_plays(gif, shape->plays);
    return done == GIF_OK ? 0 : fail_gif(writer, gif->gif->Error);
}

static int start(struct animation_writer *writer)
{
    struct gif_writer *gif = calloc(1, sizeof *gif);
    const errdiff_palette *palette = writer->shape.palette;
    int error = 0;
    writer->state = gif;
    if (gif)
        gif->row = malloc((size_t)writer->shape.width);
    if (!gif || !gif->row)
        return fail(EXIT_FAILED, "%s: not enough memory", writer->name);
    for (int i = 0; palette && i < palette->count; i++)
        add_color(&gif->global, palette->colors[i]);
    gif->gif = EGifOpen(writer->file, take_bytes, &error);
    return gif->gif ? 0 : fail_gif(writer, error);
}

static int write_frame(struct animation_writer *writer, const struct animation_frame *frame)
{
    struct gif_writer *gif = writer->state;
    struct need need = {.leaves_out = !frame->is_first};
    if (has_partial(writer, frame))
        return fail(EXIT_FAILED,
                    "%s: a GIF has no partly transparent pixels; use --alpha threshold or dither",
                    writer->name);
    bool is_possible = collect(writer, frame, &need);
    if (!is_possible && need.leaves_out) {
        need.leaves_out = false;
        is_possible = collect(writer, frame, &need);
    }
    if (!is_possible)
        return fail(EXIT_FAILED,
                    "%s: an image of a GIF has at most 256 colors, with transparency 255; use "
                    "--colors or a palette",
                    writer->name);
    if (frame->is_first && gif->global.count == 0) {
        gif->global = gif->local;
        need.fits_global = true;
    }
    int status = frame->is_first ? put_header(writer) : 0;
    return status == 0 ? put_frame(writer, frame, &need) : status;
}

static int end(struct animation_writer *writer)
{
    struct gif_writer *gif = writer->state;
    int error = 0, done = EGifCloseFile(gif->gif, &error);
    gif->gif = NULL;
    return done == GIF_OK ? 0 : fail_gif(writer, error);
}

static void release(struct animation_writer *writer)
{
    struct gif_writer *gif = writer->state;
    int error;
    if (!gif)
        return;
    if (gif->gif)
        EGifCloseFile(gif->gif, &error);
    free(gif->row);
    free(gif);
}

const struct animation_encoder gif_encoder = {.start = start,
                                              .write = write_frame,
                                              .end = end,
                                              .release = release,
                                              .only_adds = true,
                                              .has_palettes = true,
                                              .max_side = MAX_GIF_SIDE};
