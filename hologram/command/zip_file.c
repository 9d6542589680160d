/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads zip archives (PKWARE's APPNOTE.TXT), of any size: members that are stored or deflated. */
#define _POSIX_C_SOURCE 200809L

#include "zip_file.h"

#include <string.h>
#include <sys/types.h>

/* The lengths of records without what follows them, and of the longest comment at the end. */
enum {
    END = 22,
    END_64 = 56,
    LOCATOR_64 = 20,
    ENTRY = 46,
    HEADER = 30,
    LONGEST_COMMENT = UINT16_MAX
};

enum { STORED = 0, DEFLATED = 8 };

static uint64_t number_at(const unsigned char *bytes, int count)
{
    uint64_t number = 0;
    for (int i = count - 1; i >= 0; i--)
        number = number << 8 | bytes[i];
    return number;
}

static bool read_at(FILE *file, uint64_t at, void *bytes, size_t count)
{
    return at <= INT64_MAX - count && fseeko(file, (off_t)at, SEEK_SET) == 0 &&
           fread(bytes, 1, count, file) == count;
}

static bool begins_with(const unsigned char *record, const char *signature)
{
    return memcmp(record, signature, 4) == 0;
}

/* Finds the record at the end, which a comment may follow that looks like one. Returns false if
 * there is none. */
static bool find_end(FILE *file, uint64_t *at)
{
    unsigned char tail[END + LONGEST_COMMENT];
    off_t size = fseeko(file, 0, SEEK_END) == 0 ? ftello(file) : -1;
    if (size < END)
        return false;
    size_t count = size < (off_t)sizeof tail ? (size_t)size : sizeof tail;
    if (!read_at(file, (uint64_t)size - count, tail, count))
        return false;
    for (size_t i = count - END + 1; i-- > 0;)
        if (begins_with(tail + i, "PK\5\6") && number_at(tail + i + 20, 2) == count - i - END) {
            *at = (uint64_t)size - count + i;
            return true;
        }
    return false;
}

/* Reads where the directory is from the record for large archives, which precedes that at the end.
 * Returns false if there is none. */
static bool read_end_64(struct zip_file *zip, uint64_t end_at)
{
    unsigned char locator[LOCATOR_64], end[END_64];
    if (end_at < LOCATOR_64 || !read_at(zip->file, end_at - LOCATOR_64, locator, LOCATOR_64) ||
        !begins_with(locator, "PK\6\7") ||
        !read_at(zip->file, number_at(locator + 8, 8), end, END_64) || !begins_with(end, "PK\6\6"))
        return false;
    zip->end = number_at(end + 40, 8);
    zip->at = number_at(end + 48, 8);
    return true;
}

bool zip_file_open(struct zip_file *zip, FILE *file)
{
    unsigned char end[END];
    uint64_t end_at = 0;
    *zip = (struct zip_file){.file = file};
    if (!find_end(file, &end_at) || !read_at(file, end_at, end, END))
        return false;
    zip->end = number_at(end + 12, 4);
    zip->at = number_at(end + 16, 4);
    bool is_large = zip->end == UINT32_MAX || zip->at == UINT32_MAX;
    if (is_large && !read_end_64(zip, end_at))
        return false;
    /* The directory's size becomes its end. */
    bool is_right = zip->at <= end_at && zip->end <= end_at - zip->at;
    zip->end += zip->at;
    return is_right;
}

/* Takes a size or a place that does not fit into 32 bits from the extra field of the entry. */
static bool widen(uint64_t *number, const unsigned char **field, const unsigned char *end)
{
    if (*number != UINT32_MAX)
        return true;
    if (end - *field < 8)
        return false;
    *number = number_at(*field, 8);
    *field += 8;
    return true;
}

/* Reads numbers of 64 bits from the part of the extra fields that is for them. */
static bool read_extra(struct zip_member *member, const unsigned char *extra, size_t count)
{
    enum { HEAD = 4, NUMBERS_64 = 1 };
    const unsigned char *end = extra + count;
    while (end - extra >= HEAD) {
        const unsigned char *field = extra + HEAD;
        size_t length = (size_t)number_at(extra + 2, 2);
        if (length > (size_t)(end - field))
            return false;
        const unsigned char *next = field + length;
        if (number_at(extra, 2) == NUMBERS_64)
            return widen(&member->size, &field, next) &&
                   widen(&member->packed_size, &field, next) && widen(&member->at, &field, next);
        extra = next;
    }
    return true;
}

int zip_file_next(struct zip_file *zip, struct zip_member *member)
{
    unsigned char entry[ENTRY], extra[UINT16_MAX];
    if (zip->at >= zip->end)
        return 0;
    if (!read_at(zip->file, zip->at, entry, ENTRY) || !begins_with(entry, "PK\1\2"))
        return -1;
    size_t name = (size_t)number_at(entry + 28, 2), more = (size_t)number_at(entry + 30, 2);
    *member = (struct zip_member){
        .is_encrypted = entry[8] & 1,
        .method = (int)number_at(entry + 10, 2),
        .checksum = (uint32_t)number_at(entry + 16, 4),
        .packed_size = number_at(entry + 20, 4),
        .size = number_at(entry + 24, 4),
        .at = number_at(entry + 42, 4),
    };
    if (fread(member->name, 1, name, zip->file) != name ||
        fread(extra, 1, more, zip->file) != more || !read_extra(member, extra, more))
        return -1;
    zip->at += ENTRY + name + more + number_at(entry + 32, 2);
    return 1;
}

bool zip_member_can_be_read(const struct zip_member *member)
{
    return !member->is_encrypted && (member->method == STORED || member->method == DEFLATED);
}

bool zip_reader_open(struct zip_reader *reader, const struct zip_file *zip,
                     const struct zip_member *member)
{
    /* A deflated stream has no header of its own here. */
    enum { RAW = -MAX_WBITS };
    unsigned char header[HEADER];
    reader->file = zip->file;
    reader->checksum = (uint32_t)crc32(0, NULL, 0);
    reader->wanted_checksum = member->checksum;
    reader->packed_left = member->packed_size;
    reader->left = member->size;
    reader->is_deflated = member->method == DEFLATED;
    reader->stream = (z_stream){0};
    if (!read_at(zip->file, member->at, header, HEADER) || !begins_with(header, "PK\3\4"))
        return false;
    off_t between = (off_t)(number_at(header + 26, 2) + number_at(header + 28, 2));
    return fseeko(zip->file, between, SEEK_CUR) == 0 &&
           (!reader->is_deflated || inflateInit2(&reader->stream, RAW) == Z_OK);
}

/* Reads bytes of the member as they are in the file. */
static size_t read_packed(struct zip_reader *reader, void *bytes, size_t count)
{
    if (count > reader->packed_left)
        count = (size_t)reader->packed_left;
    size_t read = fread(bytes, 1, count, reader->file);
    reader->packed_left -= read;
    return read;
}

static size_t read_deflated(struct zip_reader *reader, void *bytes, size_t count)
{
    z_stream *stream = &reader->stream;
    int status = Z_OK;
    stream->next_out = bytes;
    stream->avail_out = (uInt)count;
    while (stream->avail_out > 0 && status == Z_OK) {
        if (stream->avail_in == 0) {
            stream->next_in = reader->packed;
            stream->avail_in = (uInt)read_packed(reader, reader->packed, sizeof reader->packed);
        }
        status = inflate(stream, Z_NO_FLUSH);
    }
    return count - stream->avail_out;
}

static size_t read_bytes(void *user, void *bytes, size_t count)
{
    enum { AT_ONCE = 1 << 20 };
    struct zip_reader *reader = user;
    size_t all = 0, got = 1;
    if (count > reader->left)
        count = (size_t)reader->left;
    while (all < count && got > 0) {
        size_t wanted = count - all < AT_ONCE ? count - all : AT_ONCE;
        unsigned char *to = (unsigned char *)bytes + all;
        got = reader->is_deflated ? read_deflated(reader, to, wanted)
                                  : read_packed(reader, to, wanted);
        reader->checksum = (uint32_t)crc32(reader->checksum, to, (uInt)got);
        reader->left -= got;
        all += got;
    }
    return all;
}

struct byte_source zip_reader_source(struct zip_reader *reader)
{
    return (struct byte_source){read_bytes, reader};
}

bool zip_reader_is_complete(const struct zip_reader *reader)
{
    return reader->left == 0 && reader->checksum == reader->wanted_checksum;
}

void zip_reader_close(struct zip_reader *reader)
{
    if (reader->is_deflated)
        inflateEnd(&reader->stream);
}
