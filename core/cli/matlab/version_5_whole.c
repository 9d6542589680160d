/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * matio does not say that some of a matrix is missing or damaged, so the file is checked before.
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

/* A variable begins with its tag, the tag of its flags, and these, in whose lowest byte its class
 * is; then its sides and its name follow. This many bytes contain that. */
enum { FLAGS = 2 * TAG, SIDES = 3 * TAG, START = 1024 };
enum { CLASS_CELL = 1, CLASS_STRUCT = 2, CLASS_OBJECT = 3 };

/* What matio takes for each field of a struct and each cell, in bytes. */
enum { RECORD_BYTES = 512 };

/* A file, and the variable that is checked. */
struct place {
    FILE *file;
    bool is_little;
    off_t at;
    uint32_t kind, size;   /* what the variable's tag says */
    uint32_t full_size;    /* that of a compressed variable, unpacked */
    enum matlab_kind what; /* that is packed in it */
    uint64_t records;      /* the fields of a struct, or cells */
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

/* The number of bytes of the element at `at`, with its tag. A short one is in its tag. */
static size_t element_bytes(const struct place *place, const unsigned char *start, size_t at)
{
    uint32_t kind = number_at(place, start + at), size = number_at(place, start + at + 4);
    return kind >> 16 != 0 ? TAG : TAG + ((size_t)size + 7) / 8 * 8;
}

/* The fields in all elements of a struct, or the number of cells, as the start of a variable says;
 * UINT64_MAX if that is not all there. */
static uint64_t count_records(const struct place *place, const unsigned char start[START])
{
    uint64_t count = 1;
    uint32_t kind = number_at(place, start + FLAGS) & 0xFF;
    size_t at = SIDES + element_bytes(place, start, SIDES);
    if (at > START - TAG)
        return UINT64_MAX;
    size_t rank = (at - SIDES - TAG) / 4;
    for (size_t i = 0; i < rank && count < UINT32_MAX; i++)
        count *= number_at(place, start + SIDES + TAG + 4 * i);
    count = count < UINT32_MAX ? count : UINT32_MAX;
    if (kind == CLASS_CELL)
        return count;
    for (int skipped = kind == CLASS_STRUCT ? 1 : 2; skipped > 0 && at <= START - TAG; skipped--)
        at += element_bytes(place, start, at);
    if (at > START - 2 * TAG)
        return UINT64_MAX;
    uint32_t length = number_at(place, start + at + 4);
    uint32_t names = number_at(place, start + at + TAG + 4);
    return count * (length > 0 ? names / length : names);
}

/* Reads what is at the start of a compressed variable. */
static bool read_start(struct place *place)
{
    unsigned char packed[AT_ONCE], start[START] = {0};
    size_t wanted = place->size < AT_ONCE ? place->size : AT_ONCE;
    z_stream stream = {.next_in = packed, .next_out = start, .avail_out = START};
    stream.avail_in = (uInt)fread(packed, 1, wanted, place->file);
    bool works = inflateInit(&stream) == Z_OK && inflate(&stream, Z_SYNC_FLUSH) >= Z_OK &&
                 stream.total_out >= SIDES;
    inflateEnd(&stream);
    if (!works)
        return false;
    uint32_t flags = number_at(place, start + FLAGS);
    place->full_size = number_at(place, start + 4);
    place->what = (flags & 0xFF) >= CLASS_CELL && (flags & 0xFF) <= CLASS_OBJECT ? MATLAB_STRUCTS
                                                                                 : MATLAB_NUMBERS;
    place->records = place->what == MATLAB_STRUCTS ? count_records(place, start) : 0;
    return fseeko(place->file, place->at + TAG, SEEK_SET) == 0;
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
    return status == Z_STREAM_END && stream.total_out <= (uint64_t)place->full_size + TAG;
}

/* Sets *request if the variable is too large. */
static bool check_compressed(struct matlab_request *request, struct place *place,
                             enum matlab_kind kind)
{
    if (!read_start(place))
        return false;
    if (place->what != kind)
        return true;
    if (place->records > UINT64_MAX / RECORD_BYTES)
        return false;
    return matrices_check_memory(request, place->records * RECORD_BYTES) == 0 && can_inflate(place);
}

int matlab_version_5_check(struct matlab_request *request, enum matlab_kind kind)
{
    unsigned char header[HEADER];
    struct place place = {.file = fopen(request->path, "rb"), .at = HEADER};
    off_t size = 0;
    bool is_right = place.file && fread(header, 1, HEADER, place.file) == HEADER;
    place.is_little = is_right && header[ORDER] == 'I';
    if (is_right && fseeko(place.file, 0, SEEK_END) == 0)
        size = ftello(place.file);
    while (is_right && place.at < size) {
        is_right = read_tag(&place) &&
                   (place.kind != COMPRESSED || check_compressed(request, &place, kind));
        place.at += TAG + (off_t)place.size;
    }
    if (place.file)
        fclose(place.file);
    if (is_right && place.at == size)
        return 0;
    return matrices_fail(request, "it is not a file of MATLAB, or damaged");
}
