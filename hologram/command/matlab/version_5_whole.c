/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks that a variable in MATLAB's files of version 5 is whole, before matio reads it. */
/*
 * matio does not say that some of a matrix is missing or damaged, so the file is checked before.
 * Compressed matrices are therefore inflated twice. To do it once, matio would have to be given
 * what was inflated here, and it only opens files by name; or the matrices would have to be read
 * without matio.
 */
#define _POSIX_C_SOURCE 200809L

#include "matrices.h"
#include "record_count.h"

#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>
#include <zlib.h>

enum { HEADER = 128, ORDER = 126, TAG = 8, COMPRESSED = 15, AT_ONCE = 1 << 16 };

/* A variable begins with its tag, the tag of its flags, and these, in whose lowest byte its class
 * is. */
enum { FLAGS = 2 * TAG, START = 3 * TAG };
enum { CLASS_CELL = 1, CLASS_OBJECT = 3 };

/* What matio takes for each field of a struct and each cell, in bytes. */
enum { RECORD_BYTES = 512 };

/* A file, and the variable that is checked. */
struct place {
    FILE *file;
    bool is_little;
    off_t at;
    uint32_t kind, size;   /* what the variable's tag says */
    uint32_t full_size;    /* that of a compressed variable, unpacked */
    enum matlab_kind what; /* that it is */
    struct record_count count;
    uint64_t most_records;
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

static enum matlab_kind kind_of(const struct place *place, const unsigned char start[START])
{
    uint32_t class = number_at(place, start + FLAGS) & 0xFF;
    return class >= CLASS_CELL && class <= CLASS_OBJECT ? MATLAB_STRUCTS : MATLAB_NUMBERS;
}

/* Reads what is at the start of a compressed variable. */
static bool read_start(struct place *place)
{
    unsigned char packed[AT_ONCE], start[START];
    size_t wanted = place->size < AT_ONCE ? place->size : AT_ONCE;
    z_stream stream = {.next_in = packed, .next_out = start, .avail_out = START};
    stream.avail_in = (uInt)fread(packed, 1, wanted, place->file);
    bool works = inflateInit(&stream) == Z_OK && inflate(&stream, Z_SYNC_FLUSH) >= Z_OK &&
                 stream.avail_out == 0;
    inflateEnd(&stream);
    if (!works)
        return false;
    place->full_size = number_at(place, start + 4);
    place->what = kind_of(place, start);
    return fseeko(place->file, place->at + TAG, SEEK_SET) == 0;
}

/* Counts the records of a struct. Returns whether they are not too many. */
static bool count_records(struct place *place, const unsigned char *bytes, size_t size)
{
    if (place->what == MATLAB_STRUCTS)
        record_count_add(&place->count, bytes, size);
    return place->count.records <= place->most_records;
}

/* Inflates what has been read, and forgets the result. */
static int inflate_all(z_stream *stream, struct place *place)
{
    unsigned char inflated[AT_ONCE];
    int status;
    do {
        stream->next_out = inflated;
        stream->avail_out = sizeof inflated;
        status = inflate(stream, Z_NO_FLUSH);
        if (!count_records(place, inflated, sizeof inflated - stream->avail_out))
            return Z_MEM_ERROR;
    } while (status == Z_OK && stream->avail_out == 0);
    /* It only means that there is nothing left to do before more is read. */
    return status == Z_BUF_ERROR ? Z_OK : status;
}

/* Inflates a compressed variable. zlib compares its checksum at the end of the stream. */
static bool can_inflate(struct place *place)
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
        status = inflate_all(&stream, place);
    }
    inflateEnd(&stream);
    return status == Z_STREAM_END && stream.total_out <= (uint64_t)place->full_size + TAG;
}

/* Counts the records of a variable that is not compressed, from its tag on. */
static bool read_plain(struct place *place)
{
    unsigned char bytes[AT_ONCE];
    uint64_t left = TAG + (uint64_t)place->size;
    bool works = fseeko(place->file, place->at, SEEK_SET) == 0, is_first = true;
    while (left > 0 && works) {
        size_t wanted = left < AT_ONCE ? (size_t)left : AT_ONCE;
        works = fread(bytes, 1, wanted, place->file) == wanted;
        if (works && is_first)
            place->what = wanted >= START ? kind_of(place, bytes) : MATLAB_NUMBERS;
        if (place->what == MATLAB_NUMBERS)
            return works;
        works = works && count_records(place, bytes, wanted);
        left -= wanted;
        is_first = false;
    }
    return works;
}

/* Checks the variable, if it is of this kind. */
static bool check_variable(struct place *place, enum matlab_kind kind)
{
    place->count = (struct record_count){.is_little = place->is_little};
    if (place->kind != COMPRESSED)
        return kind != MATLAB_STRUCTS || read_plain(place);
    return read_start(place) && (place->what != kind || can_inflate(place));
}

int matlab_version_5_check(struct matlab_request *request, enum matlab_kind kind)
{
    unsigned char header[HEADER];
    struct place place = {.file = fopen(request->path, "rb"), .at = HEADER};
    off_t size = 0;
    bool is_right = place.file && fread(header, 1, HEADER, place.file) == HEADER;
    place.most_records = request->max_memory / RECORD_BYTES;
    place.is_little = is_right && header[ORDER] == 'I';
    if (is_right && fseeko(place.file, 0, SEEK_END) == 0)
        size = ftello(place.file);
    while (is_right && place.at < size) {
        is_right = read_tag(&place) && check_variable(&place, kind);
        place.at += TAG + (off_t)place.size;
    }
    if (place.file)
        fclose(place.file);
    if (place.count.records > place.most_records)
        return matrices_check_memory(request, place.count.records * RECORD_BYTES);
    if (is_right && place.at == size)
        return 0;
    return matrices_fail(request, "it is not a file of MATLAB, or damaged");
}
