/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes WebP files without loss, with libwebpmux, which finds by itself what changes. */
#include "animation_writer.h"
#include "fail.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <webp/encode.h>
#include <webp/mux.h>

/* The default of `cwebp -z`. */
enum { LOSSLESS_LEVEL = 6 };

enum { MAX_PLAYS = 65535 };

/* Of a pixel: libwebpmux has three canvases, and gets the frame as a fourth one. To pack a frame
 * that is noise took 40 bytes more. */
enum { BYTES_OF_A_PIXEL = 4 * 4 + 40 };

/* Bytes of a file: of its first chunk, and of what that declares. */
enum { HEADER_AT = 12, FLAGS_AT = 20 };

struct webp_writer {
    WebPAnimEncoder *encoder;
    WebPConfig config;
    int64_t time_left;
    int64_t time; /* of the next frame, in ms */
    bool has_transparency;
};

static int fail_version(const struct animation_writer *writer)
{
    return fail(EXIT_FAILED, "%s: libwebp has another version than errdiff was built with",
                writer->name);
}

static int fail_webp(const struct animation_writer *writer)
{
    const struct webp_writer *webp = writer->state;
    return fail(EXIT_FAILED, "%s: %s", writer->name, WebPAnimEncoderGetError(webp->encoder));
}

static int start(struct animation_writer *writer)
{
    struct webp_writer *webp = calloc(1, sizeof *webp);
    WebPAnimEncoderOptions options;
    writer->state = webp;
    if (!webp)
        return fail(EXIT_FAILED, "%s: not enough memory", writer->name);
    if (!WebPAnimEncoderOptionsInit(&options) || !WebPConfigInit(&webp->config) ||
        !WebPConfigLosslessPreset(&webp->config, LOSSLESS_LEVEL))
        return fail_version(writer);
    webp->config.exact = 1;
    options.anim_params.loop_count =
        writer->shape.plays < MAX_PLAYS ? writer->shape.plays : MAX_PLAYS;
    options.anim_params.bgcolor = 0;
    webp->encoder = WebPAnimEncoderNew(writer->shape.width, writer->shape.height, &options);
    return webp->encoder ? 0 : fail(EXIT_FAILED, "%s: not enough memory", writer->name);
}

static bool is_opaque(const uint8_t *canvas, const struct animation_shape *shape)
{
    size_t count = (size_t)shape->width * (size_t)shape->height;
    for (size_t i = 0; i < count; i++)
        if (canvas[4 * i + 3] != UINT8_MAX)
            return false;
    return true;
}

static int write_frame(struct animation_writer *writer, const struct animation_frame *frame)
{
    struct webp_writer *webp = writer->state;
    WebPPicture image;
    if (webp->time > INT_MAX)
        return fail(EXIT_FAILED, "%s: a WebP cannot last longer than 24 days", writer->name);
    if (!WebPPictureInit(&image))
        return fail_version(writer);
    image.use_argb = 1;
    image.width = writer->shape.width;
    image.height = writer->shape.height;
    if (!WebPPictureImportRGBA(&image, frame->canvas, 4 * writer->shape.width))
        return fail(EXIT_FAILED, "%s: not enough memory", writer->name);
    bool is_added = WebPAnimEncoderAdd(webp->encoder, &image, (int)webp->time, &webp->config);
    WebPPictureFree(&image);
    webp->has_transparency = webp->has_transparency || !is_opaque(frame->canvas, &writer->shape);
    webp->time += frame_time_in(frame->time, 1000, &webp->time_left);
    return is_added ? 0 : fail_webp(writer);
}

/* If all parts that are stored are opaque, libwebpmux declares that there is no transparency,
 * although the canvas may be cleared around them. Some programs then show black there. */
static void write_file(const struct webp_writer *webp, const WebPData *file, FILE *to)
{
    size_t done = 0;
    if (webp->has_transparency && file->size > FLAGS_AT &&
        memcmp(file->bytes + HEADER_AT, "VP8X", 4) == 0) {
        fwrite(file->bytes, 1, FLAGS_AT, to);
        fputc(file->bytes[FLAGS_AT] | ALPHA_FLAG, to);
        done = FLAGS_AT + 1;
    }
    fwrite(file->bytes + done, 1, file->size - done, to);
}

static int end(struct animation_writer *writer)
{
    struct webp_writer *webp = writer->state;
    WebPData file;
    WebPDataInit(&file);
    if (webp->time > INT_MAX)
        webp->time = INT_MAX;
    if (!WebPAnimEncoderAdd(webp->encoder, NULL, (int)webp->time, NULL) ||
        !WebPAnimEncoderAssemble(webp->encoder, &file))
        return fail_webp(writer);
    write_file(webp, &file, writer->file);
    WebPDataClear(&file);
    return 0;
}

static void release(struct animation_writer *writer)
{
    struct webp_writer *webp = writer->state;
    if (!webp)
        return;
    WebPAnimEncoderDelete(webp->encoder);
    free(webp);
}

const struct animation_encoder webp_encoder = {.start = start,
                                               .write = write_frame,
                                               .end = end,
                                               .release = release,
                                               .max_side = WEBP_MAX_DIMENSION,
                                               .pixel_bytes = BYTES_OF_A_PIXEL};
