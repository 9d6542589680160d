/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads WebP files with libwebp. */
#include "animation.h"
#include "animation_writer.h"
#include "config.h"
#include "image_format.h"

#ifdef HAVE_WEBP
#include "fail.h"

#include <stdlib.h>
#include <string.h>
#include <webp/decode.h>
#include <webp/demux.h>

static int read_profile(const WebPDemuxer *file, const char *name, struct image_tags *tags)
{
    WebPChunkIterator chunk;
    int status = 0;
    if (WebPDemuxGetChunk(file, "ICCP", 1, &chunk) && chunk.chunk.size > 0) {
        tags->profile = malloc(chunk.chunk.size);
        tags->profile_size = chunk.chunk.size;
        if (tags->profile)
            memcpy(tags->profile, chunk.chunk.bytes, chunk.chunk.size);
        else
            status = fail(EXIT_FAILED, "%s: not enough memory", name);
    }
    WebPDemuxReleaseChunkIterator(&chunk);
    return status;
}

/* Some programs put the name that Exif has in JPEG files before the data. */
static void read_exif(const WebPDemuxer *file, struct image_tags *tags)
{
    static const uint8_t name[] = "Exif\0"; /* with two NULs */
    WebPChunkIterator chunk;
    if (WebPDemuxGetChunk(file, "EXIF", 1, &chunk)) {
        const uint8_t *exif = chunk.chunk.bytes;
        size_t size = chunk.chunk.size;
        size_t skipped =
            size > sizeof name && memcmp(exif, name, sizeof name) == 0 ? sizeof name : 0;
        exif_read(exif + skipped, size - skipped, tags);
    }
    WebPDemuxReleaseChunkIterator(&chunk);
}

static int decode(struct image *image, const WebPData *data)
{
    WebPDecoderConfig config;
    errdiff_image *pixels = &image->pixels;
    if (!WebPInitDecoderConfig(&config))
        return fail(EXIT_FAILED, "%s: libwebp has another version than errdiff was built with",
                    image->name);
    config.output.colorspace = pixels->channels == 4 ? MODE_RGBA : MODE_RGB;
    config.output.is_external_memory = 1;
    config.output.u.RGBA.rgba = pixels->data;
    config.output.u.RGBA.stride = (int)pixels->stride;
    config.output.u.RGBA.size = (size_t)pixels->height * (size_t)pixels->stride;
    VP8StatusCode status = WebPDecode(data->bytes, data->size, &config);
    if (status == VP8_STATUS_OUT_OF_MEMORY)
        return fail(EXIT_FAILED, "%s: not enough memory", image->name);
    if (status != VP8_STATUS_OK)
        return fail(EXIT_FAILED, "%s: the WebP file is damaged or incomplete", image->name);
    return 0;
}

/* What libwebp needs besides the image: all pixels of a lossless one, or the alpha channel. */
static uint64_t decoder_bytes(const WebPIterator *frame)
{
    WebPBitstreamFeatures features;
    uint64_t pixels = (uint64_t)frame->width * (uint64_t)frame->height;
    bool is_lossy =
        WebPGetFeatures(frame->fragment.bytes, frame->fragment.size, &features) == VP8_STATUS_OK &&
        features.format == 1;
    return is_lossy ? pixels : pixels * 4;
}

static int read_frame(struct image *image, const WebPDemuxer *file)
{
    WebPIterator frame;
    int status;
    if (WebPDemuxGetFrame(file, 1, &frame)) {
        image->pixels = (errdiff_image){
            .width = frame.width,
            .height = frame.height,
            .channels = frame.has_alpha ? 4 : 3,
            .bits = 8,
        };
        image->held += decoder_bytes(&frame);
        status = image_allocate(image, image->name);
        if (status == 0)
            status = decode(image, &frame.fragment);
    } else {
        status = fail(EXIT_FAILED, "%s: the WebP file is damaged or incomplete", image->name);
    }
    WebPDemuxReleaseIterator(&frame);
    return status;
}

/* ---- Animations ---------------------------------------------------------------------------- */

/* Of an animation libwebp holds the canvas and the one before, and unpacks a frame, which may be as
 * large. */
enum { BYTES_OF_A_PIXEL = 3 * 4 };

/* An animation that is being read. */
struct webp_animation {
    WebPAnimDecoder *decoder;
    int shown_until; /* in ms: the end of the frame before */
};

static int restart(struct animation *animation, const char *name)
{
    struct webp_animation *webp = animation->state;
    WebPAnimDecoderOptions options;
    if (!webp->decoder && WebPAnimDecoderOptionsInit(&options)) {
        options.color_mode = MODE_RGBA;
        webp->decoder = WebPAnimDecoderNew(
            &(WebPData){.bytes = animation->bytes, .size = animation->size}, &options);
    }
    if (!webp->decoder)
        return fail(EXIT_FAILED, "%s: the WebP file is damaged, or there is not enough memory",
                    name);
    WebPAnimDecoderReset(webp->decoder);
    webp->shown_until = 0;
    return 0;
}

/* libwebp draws on a canvas of its own. */
static int draw(struct animation *animation, const char *name)
{
    struct webp_animation *webp = animation->state;
    uint8_t *canvas;
    int end;
    if (!WebPAnimDecoderGetNext(webp->decoder, &canvas, &end))
        return fail(EXIT_FAILED, "%s: the WebP file is damaged or incomplete", name);
    memcpy(animation->canvas, canvas, 4 * (size_t)animation->width * (size_t)animation->height);
    animation->time = (struct frame_time){(uint32_t)(end - webp->shown_until), 1000};
    webp->shown_until = end;
    return 0;
}

static void close_animation(struct animation *animation)
{
    struct webp_animation *webp = animation->state;
    WebPAnimDecoderDelete(webp->decoder);
    free(webp);
}

static const struct animation_decoder webp_decoder = {restart, draw, close_animation};

static int read_animation(struct image *image, const WebPDemuxer *file, const uint8_t *bytes,
                          size_t size)
{
    struct animation shape = {
        .decoder = &webp_decoder,
        .bytes = (uint8_t *)bytes,
        .size = size,
        .width = (int)WebPDemuxGetI(file, WEBP_FF_CANVAS_WIDTH),
        .height = (int)WebPDemuxGetI(file, WEBP_FF_CANVAS_HEIGHT),
        .frame_count = (int)WebPDemuxGetI(file, WEBP_FF_FRAME_COUNT),
        .plays = (int)WebPDemuxGetI(file, WEBP_FF_LOOP_COUNT),
        .state = calloc(1, sizeof(struct webp_animation)),
    };
    shape.decoder_bytes = (uint64_t)shape.width * (uint64_t)shape.height * BYTES_OF_A_PIXEL;
    if (!shape.state)
        return fail(EXIT_FAILED, "%s: not enough memory", image->name);
    if (shape.frame_count > 0)
        return animation_open(image, &shape);
    close_animation(&shape);
    return fail(EXIT_FAILED, "%s: the WebP file is damaged or incomplete", image->name);
}

/* Gives RGB, or RGB and alpha. */
static int read_image(struct image *image, const uint8_t *bytes, size_t size,
                      struct image_tags *tags)
{
    WebPDemuxer *file = WebPDemux(&(WebPData){.bytes = bytes, .size = size});
    if (!file)
        return fail(EXIT_FAILED, "%s: the WebP file is damaged or incomplete", image->name);
    read_exif(file, tags);
    int status = read_profile(file, image->name, tags);
    if (status == 0)
        status = WebPDemuxGetI(file, WEBP_FF_FORMAT_FLAGS) & ANIMATION_FLAG
                     ? read_animation(image, file, bytes, size)
                     : read_frame(image, file);
    WebPDemuxDelete(file);
    return status;
}
#endif

const struct image_format webp_format = {
    .name = "WebP",
    .first_bytes = "R",
    .endings = {"webp"},
    .holds_alpha = true,
#ifdef HAVE_WEBP
    .animation = &webp_encoder,
    .decode = read_image,
#endif
};
