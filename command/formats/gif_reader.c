/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads GIF files with giflib, a frame at a time. */
#include "animation.h"
#include "animation_writer.h"
#include "config.h"
#include "image_format.h"

#ifdef HAVE_GIF
#include "fail.h"

#include <gif_lib.h>
#include <stdlib.h>
#include <string.h>

/* A GIF that is being read. */
struct gif {
    GifFileType *file;
    const uint8_t *bytes;
    size_t size, at;
    GraphicsControlBlock control; /* of the next frame */
    int plays;
    uint8_t *numbers; /* a row of colors' numbers, as wide as a frame can be */
    uint8_t *pixels;  /* RGBA, of the canvas's size at most */
};

static int fail_damaged(const char *name)
{
    return fail(EXIT_FAILED, "%s: the GIF file is damaged or incomplete", name);
}

static int fail_gif(int error, const char *name)
{
    return error == D_GIF_ERR_NOT_ENOUGH_MEM ? fail(EXIT_FAILED, "%s: not enough memory", name)
                                             : fail_damaged(name);
}

static int give_bytes(GifFileType *file, GifByteType *to, int count)
{
    struct gif *gif = file->UserData;
    size_t left = gif->size - gif->at, size = (size_t)count < left ? (size_t)count : left;
    if (size > 0)
        memcpy(to, gif->bytes + gif->at, size);
    gif->at += size;
    return (int)size;
}

static void reset_control(struct gif *gif)
{
    gif->control = (GraphicsControlBlock){.TransparentColor = NO_TRANSPARENT_COLOR};
}

/* How often the animation is shown is in a block that Netscape defined: how often it is
 * repeated. */
static void read_plays(struct gif *gif, const GifByteType *block)
{
    if (block[0] >= 3 && block[1] == 1) {
        int repeats = block[2] | block[3] << 8;
        gif->plays = repeats == 0 ? 0 : repeats + 1;
    }
}

static int read_extension(struct gif *gif)
{
    int code;
    GifByteType *block;
    if (DGifGetExtension(gif->file, &code, &block) == GIF_ERROR)
        return GIF_ERROR;
    bool is_netscape = code == APPLICATION_EXT_FUNC_CODE && block && block[0] == 11 &&
                       memcmp(block + 1, "NETSCAPE2.0", 11) == 0;
    if (code == GRAPHICS_EXT_FUNC_CODE && block)
        DGifExtensionToGCB(block[0], block + 1, &gif->control);
    while (block) {
        if (DGifGetExtensionNext(gif->file, &block) == GIF_ERROR)
            return GIF_ERROR;
        if (block && is_netscape)
            read_plays(gif, block);
    }
    return GIF_OK;
}

/* Goes to the next frame, past its description. *has_frame becomes FALSE after the last one. */
static int find_frame(struct gif *gif, bool *has_frame)
{
    GifRecordType type;
    *has_frame = false;
    do {
        if (DGifGetRecordType(gif->file, &type) == GIF_ERROR)
            return GIF_ERROR;
        if (type == EXTENSION_RECORD_TYPE && read_extension(gif) == GIF_ERROR)
            return GIF_ERROR;
    } while (type != IMAGE_DESC_RECORD_TYPE && type != TERMINATE_RECORD_TYPE);
    *has_frame = type == IMAGE_DESC_RECORD_TYPE;
    /* giflib 5.2 forgets the colors of the frame before. */
    GifFreeMapObject(gif->file->Image.ColorMap);
    gif->file->Image.ColorMap = NULL;
    return *has_frame ? DGifGetImageHeader(gif->file) : GIF_OK;
}

static void close_file(struct gif *gif)
{
    int error;
    if (gif->file)
        DGifCloseFile(gif->file, &error);
    gif->file = NULL;
}

/* Opens the GIF again, before its first frame. */
static int restart_gif(struct gif *gif, const char *name)
{
    int error = 0;
    close_file(gif);
    gif->at = 0;
    reset_control(gif);
    gif->file = DGifOpen(gif, give_bytes, &error);
    return gif->file ? 0 : fail_gif(error, name);
}

/* Counts the frames without unpacking them. */
static int count_frames(struct gif *gif, int *count, const char *name)
{
    bool has_frame = true;
    for (*count = 0; has_frame; *count += has_frame) {
        int code_size, done = find_frame(gif, &has_frame);
        GifByteType *block = NULL;
        if (done == GIF_OK && has_frame)
            done = DGifGetCode(gif->file, &code_size, &block);
        while (done == GIF_OK && block)
            done = DGifGetCodeNext(gif->file, &block);
        if (done == GIF_ERROR)
            return fail_gif(gif->file->Error, name);
    }
    return *count > 0 ? 0 : fail(EXIT_FAILED, "%s: the GIF file contains no image", name);
}

/* ---- Frames -------------------------------------------------------------------------------- */

enum { MAX_GIF_SIDE = 65535 };

/* The pixels and the numbers that `restart` allocates. */
static uint64_t decoder_bytes(int width, int height)
{
    return (uint64_t)width * (uint64_t)height * 4 + MAX_GIF_SIDE;
}

static int restart(struct animation *animation, const char *name)
{
    struct gif *gif = animation->state;
    size_t width = (size_t)animation->width, height = (size_t)animation->height;
    if (!gif->numbers) {
        gif->numbers = malloc(MAX_GIF_SIDE);
        gif->pixels = malloc(width * height * 4);
    }
    if (!gif->numbers || !gif->pixels)
        return fail(EXIT_FAILED, "%s: not enough memory", name);
    return restart_gif(gif, name);
}

/* Unpacks a row to RGBA. A number without a color is black. */
static void color_row(const struct gif *gif, uint8_t *to, int width)
{
    const ColorMapObject *map =
        gif->file->Image.ColorMap ? gif->file->Image.ColorMap : gif->file->SColorMap;
    for (int x = 0; x < width; x++, to += 4) {
        int number = gif->numbers[x];
        GifColorType color =
            number < map->ColorCount ? map->Colors[number] : (GifColorType){0, 0, 0};
        bool is_transparent = number == gif->control.TransparentColor;
        to[0] = is_transparent ? 0 : color.Red;
        to[1] = is_transparent ? 0 : color.Green;
        to[2] = is_transparent ? 0 : color.Blue;
        to[3] = is_transparent ? 0 : UINT8_MAX;
    }
}

/* The part of a frame that is on the canvas. */
static struct frame_part part_of(const GifImageDesc *image, const struct animation *animation)
{
    int right = animation->width - image->Left, below = animation->height - image->Top;
    if (right <= 0 || below <= 0)
        return (struct frame_part){0, 0, 0, 0};
    return (struct frame_part){image->Left, image->Top, image->Width < right ? image->Width : right,
                               image->Height < below ? image->Height : below};
}

/* Goes to the end of a frame of which not all rows were unpacked. */
static int skip_rows(struct gif *gif)
{
    GifByteType *block;
    int done;
    do
        done = DGifGetCodeNext(gif->file, &block);
    while (done == GIF_OK && block);
    return done;
}

/* Unpacks the rows of a frame up to the last one that is needed for the part. Rows of interlaced
 * frames come in four passes. */
static int read_rows(struct gif *gif, const GifImageDesc *image, struct frame_part part)
{
    static const struct {
        int first, step;
    } passes[] = {{0, 8}, {4, 8}, {2, 4}, {1, 2}};
    int rows = 0, needed = part.height;
    for (int pass = 0; pass < (image->Interlace ? 4 : 1); pass++)
        for (int y = passes[pass].first; y < image->Height && needed > 0;
             y += image->Interlace ? passes[pass].step : 1, rows++) {
            if (DGifGetLine(gif->file, gif->numbers, image->Width) == GIF_ERROR)
                return GIF_ERROR;
            if (y >= part.height)
                continue;
            color_row(gif, gif->pixels + 4 * (size_t)y * (size_t)part.width, part.width);
            needed--;
        }
    return rows < image->Height ? skip_rows(gif) : GIF_OK;
}

static int draw(struct animation *animation, const char *name)
{
    static const enum frame_disposal disposals[] = {
        [DISPOSE_BACKGROUND] = FRAME_CLEAR, [DISPOSE_PREVIOUS] = FRAME_RESTORE};
    struct gif *gif = animation->state;
    bool has_frame;
    if (find_frame(gif, &has_frame) == GIF_ERROR)
        return fail_gif(gif->file->Error, name);
    GifImageDesc image = gif->file->Image;
    struct frame_part part = part_of(&image, animation);
    if (!has_frame || image.Width < 1 || image.Height < 1 ||
        (!image.ColorMap && !gif->file->SColorMap))
        return fail_damaged(name);
    if (read_rows(gif, &image, part) == GIF_ERROR)
        return fail_gif(gif->file->Error, name);
    int mode = gif->control.DisposalMode;
    animation->time = (struct frame_time){(uint32_t)gif->control.DelayTime, 100};
    animation_draw_part(animation, part, mode <= DISPOSE_PREVIOUS ? disposals[mode] : FRAME_KEEP,
                        true, gif->pixels);
    reset_control(gif);
    return 0;
}

static void close_gif(struct animation *animation)
{
    struct gif *gif = animation->state;
    close_file(gif);
    free(gif->numbers);
    free(gif->pixels);
    free(gif);
}

static const struct animation_decoder gif_decoder = {restart, draw, close_gif};

/* ---- The file ------------------------------------------------------------------------------ */

static int read_shape(struct gif *gif, struct animation *shape, const char *name)
{
    gif->plays = 1;
    int status = restart_gif(gif, name);
    if (status == 0)
        status = count_frames(gif, &shape->frame_count, name);
    if (status != 0)
        return status;
    shape->width = gif->file->SWidth;
    shape->height = gif->file->SHeight;
    if (shape->width < 1 || shape->height < 1)
        return fail_damaged(name);
    shape->decoder_bytes = decoder_bytes(shape->width, shape->height);
    shape->plays = gif->plays;
    return 0;
}

/* Every GIF is read as an animation, if only of one frame. */
static int read_image(struct image *image, const uint8_t *bytes, size_t size,
                      struct image_tags *tags)
{
    (void)tags;
    struct gif *gif = calloc(1, sizeof *gif);
    struct animation shape = {
        .decoder = &gif_decoder, .bytes = (uint8_t *)bytes, .size = size, .state = gif};
    if (!gif)
        return fail(EXIT_FAILED, "%s: not enough memory", image->name);
    gif->bytes = bytes;
    gif->size = size;
    int status = read_shape(gif, &shape, image->name);
    if (status == 0)
        return animation_open(image, &shape);
    close_gif(&shape);
    return status;
}
#endif

const struct image_format gif_format = {
    .name = "GIF",
    .first_bytes = "G",
    .endings = {"gif"},
    .holds_alpha = true,
    .holds_palette = true,
#ifdef HAVE_GIF
    .decode = read_image,
    .animation = &gif_encoder,
#endif
};
