/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * matio does not say that some of a matrix is missing or damaged, so the file is checked first.
 * Compressed matrices are therefore inflated twice. To do it once, matio would have to be given
 * what was inflated here, and it only opens files by name; or the matrices would have to be read
 * without matio.
 */
#define _POSIX_C_SOURCE 200809L

#include "matrices.h"

#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>
#include <zlib.h>

enum { HEADER = 128, ORDER = 126, TAG = 8, COMPRESSED = 15, AT_ONCE = 1 << 16 };

/* A file, and the variable that is checked. */
struct place {
    FILE *file;
    bool is_little;
    off_t at;
    uint32_t kind, size; /* what the variable's tag says */
};

static uint32_t number_at(const struct place *place, const unsigned char *bytes)
{
    uint32_t number = 0;
    for (int i = 0; i < 4; i++)
        number |= (uint32_t)bytes[i] << 8 * (place->is_little ? i : 3 - i);
    return number;
}

static bool read_tag(struct place *place)
{
    unsigned char tag[TAG];
    if (fseeko(place->file, place->at, SEEK_SET) != 0 || fread(tag, 1, TAG, place->file) != TAG)
        return false;
    place->kind = number_at(place, tag);
    place->size = number_at(place, tag + 4);
    return true;
}

/* Inflates what has been read, and forgets the result. */
static int inflate_all(z_stream *stream)
{
    unsigned char inflated[AT_ONCE];
    int status;
    do {
        stream->next_out = inflated;
        stream->avail_out = sizeof inflated;
        status = inflate(stream, Z_NO_FLUSH);
    } while (status == Z_OK && stream->avail_out == 0);
    /* It only means that there is nothing left to do before more is read. */
    return status == Z_BUF_ERROR ? Z_OK : status;
}

/* Inflates a compressed variable. zlib compares its checksum at the end of the stream. */
static bool can_inflate(const struct place *place)
{
    unsigned char packed[AT_ONCE];
    z_stream stream = {0};
    int status = inflateInit(&stream);
    for (uint32_t left = place->size; left > 0 && status == Z_OK;) {
        size_t wanted = left < AT_ONCE ? left : AT_ONCE;
        if (fread(packed, 1, wanted, place->file) != wanted)
            break;
        left -= (uint32_t)wanted;
        stream.next_in = packed;
        stream.avail_in = (uInt)wanted;
        status = inflate_all(&stream);
    }
    inflateEnd(&stream);
    return status == Z_STREAM_END;
}

bool matlab_version_5_is_whole(const char *path)
{
    unsigned char header[HEADER];
    struct place place = {.file = fopen(path, "rb"), .at = HEADER};
    off_t size = 0;
    bool is_right = place.file && fread(header, 1, HEADER, place.file) == HEADER;
    place.is_little = is_right && header[ORDER] == 'I';
    if (is_right && fseeko(place.file, 0, SEEK_END) == 0)
        size = ftello(place.file);
    while (is_right && place.at < size) {
        is_right = read_tag(&place) && (place.kind != COMPRESSED || can_inflate(&place));
        place.at += TAG + (off_t)place.size;
    }
    if (place.file)
        fclose(place.file);
    return is_right && place.at == size;
}
