/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes down what a stream keeps between two pieces, so that another stream can continue. */
#include "stream.h"

#include "base/message.h"

#include <stdlib.h>
#include <string.h>

enum { BYTE_ORDER_MARK = 0x01020304 };

static const char magic[8] = "errdiff";

/* The beginning of a state; the errors follow. */
struct header {
    char magic[sizeof magic];
    uint32_t byte_order;
    int32_t rows_done;
    uint64_t digest;      /* of the stream */
    uint64_t errors_size; /* in bytes; 0: the engine keeps none, or there was no piece yet */
    uint64_t check;       /* of the errors */
};

/* ---- Digests ------------------------------------------------------------------------------- */

static const uint64_t digest_of_nothing = 0xcbf29ce484222325;

/* FNV-1a, by Fowler, Noll and Vo. */
static uint64_t digest_bytes(uint64_t digest, const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        digest = (digest ^ ((const unsigned char *)bytes)[i]) * 0x100000001b3;
    return digest;
}

static uint64_t digest_text(uint64_t digest, const char *text)
{
    return digest_bytes(digest, text, strlen(text) + 1);
}

static uint64_t digest_image(uint64_t digest, const errdiff_image *image)
{
    int shape[] = {image->width, image->height, image->channels, image->bits};
    return digest_bytes(digest, shape, sizeof shape);
}

static uint64_t digest_option(uint64_t digest, const errdiff_options *options,
                              const errdiff_option_info *info)
{
    const char *value = (const char *)options + info->offset;
    switch (info->type) {
    case ERRDIFF_OPTION_TEXT:
    case ERRDIFF_OPTION_FILE:
        return digest_text(digest, *(const char *const *)(const void *)value);
    case ERRDIFF_OPTION_LEVELS:
        return digest_bytes(digest, value, sizeof options->levels);
    case ERRDIFF_OPTION_REAL:
        return digest_bytes(digest, value, sizeof(double));
    default:
        return digest_bytes(digest, value, sizeof(int));
    }
}

static uint64_t digest_palette(uint64_t digest, const errdiff_palette *palette)
{
    size_t size = (size_t)palette->count * sizeof *palette->colors;
    digest = digest_bytes(digest, palette->colors, size);
    return palette->has_sent ? digest_bytes(digest, palette->sent, size) : digest;
}

static uint64_t digest_matrix(uint64_t digest, const errdiff_matrix *matrix)
{
    int shape[] = {matrix->width, matrix->height};
    size_t count = (size_t)matrix->width * (size_t)matrix->height;
    digest = digest_bytes(digest, shape, sizeof shape);
    return digest_bytes(digest, matrix->numbers, count * sizeof *matrix->numbers);
}

uint64_t errdiff_stream_digest(const struct errdiff_stream *stream, const errdiff_options *options)
{
    uint64_t digest = digest_text(digest_of_nothing, errdiff_version());
    errdiff_option_info info;
    digest = digest_text(digest, stream->engine->info.name);
    digest = digest_image(digest_image(digest, &stream->in), &stream->out);
    for (int i = 0; errdiff_option_get(i, &info) == ERRDIFF_OK; i++)
        if (info.is_in_presets && info.offset >= 0)
            digest = digest_option(digest, options, &info);
    digest = digest_bytes(digest, &options->indexed, sizeof options->indexed);
    if (options->palette)
        digest = digest_palette(digest, options->palette);
    return options->screen_matrix ? digest_matrix(digest, options->screen_matrix) : digest;
}

/* ---- States -------------------------------------------------------------------------------- */

static size_t errors_size(const errdiff_stream *stream)
{
    return stream->carry.has_errors ? stream->carry.size : 0;
}

size_t errdiff_stream_state_size(const errdiff_stream *stream)
{
    return sizeof(struct header) + errors_size(stream);
}

errdiff_status errdiff_stream_save(const errdiff_stream *stream, void *state,
                                   errdiff_message *message)
{
    if (!stream || !state)
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT, "%s: there is none",
                            stream ? "state" : "stream");
    if (stream->has_failed)
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            "an earlier call for this stream has failed; it can only be closed");
    if (errdiff_offsets_need_next_row(&stream->job.tables.offsets))
        return errdiff_fail(message, ERRDIFF_CANNOT_RUN,
                            "detail: the state has no room for the rows that it looks at; it must "
                            "be 0");
    size_t size = errors_size(stream);
    struct header header = {.byte_order = BYTE_ORDER_MARK,
                            .rows_done = stream->rows_done,
                            .digest = stream->digest,
                            .errors_size = size,
                            .check = digest_bytes(digest_of_nothing, stream->carry.errors, size)};
    memcpy(header.magic, magic, sizeof magic);
    memcpy(state, &header, sizeof header);
    if (size > 0)
        memcpy((char *)state + sizeof header, stream->carry.errors, size);
    return ERRDIFF_OK;
}

static errdiff_status check_state(const errdiff_stream *stream, const void *state, size_t size,
                                  struct header *header, errdiff_message *message)
{
    const char *reason = NULL;
    if (stream->rows_done > 0 || stream->has_failed)
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            "stream: only one that has dithered nothing yet can be restored");
    if (size >= sizeof *header)
        memcpy(header, state, sizeof *header);
    if (size < sizeof *header || memcmp(header->magic, magic, sizeof magic) != 0)
        reason = "it is not that of a stream";
    else if (header->byte_order != BYTE_ORDER_MARK)
        reason = "it comes from a machine with another order of bytes";
    else if (header->digest != stream->digest)
        reason = "it is that of a stream with another shape, other options, or another version of "
                 "the library";
    else if (header->errors_size != size - sizeof *header || header->rows_done < 0 ||
             header->rows_done > stream->in.height ||
             header->check != digest_bytes(digest_of_nothing, (const char *)state + sizeof *header,
                                           size - sizeof *header))
        reason = "it is damaged";
    return reason ? errdiff_fail(message, ERRDIFF_BAD_ARGUMENT, "state: %s", reason) : ERRDIFF_OK;
}

errdiff_status errdiff_stream_restore(errdiff_stream *stream, const void *state, size_t size,
                                      errdiff_message *message)
{
    struct header header;
    if (!stream || !state)
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT, "%s: there is none",
                            stream ? "state" : "stream");
    errdiff_status status = check_state(stream, state, size, &header, message);
    if (status != ERRDIFF_OK)
        return status;
    size_t errors = size - sizeof header;
    if (errors > 0) {
        void *copy = malloc(errors);
        if (!copy)
            return errdiff_fail(message, ERRDIFF_NO_MEMORY, "not enough memory");
        memcpy(copy, (const char *)state + sizeof header, errors);
        free(stream->carry.errors);
        stream->carry = (struct errdiff_carry){.errors = copy, .size = errors, .has_errors = true};
    }
    stream->rows_done = header.rows_done;
    return ERRDIFF_OK;
}
