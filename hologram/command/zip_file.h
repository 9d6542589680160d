/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads zip archives (PKWARE's APPNOTE.TXT), of any size: members that are stored or deflated. */
#ifndef CLI_ZIP_FILE_H
#define CLI_ZIP_FILE_H

#include "byte_source.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <zlib.h>

/* An archive that is open. */
struct zip_file {
    FILE *file;       /* it can seek; the caller closes it */
    uint64_t at, end; /* of the directory: where the next entry begins, and where all have ended */
};

/* A file within the archive, as the directory describes it. */
struct zip_member {
    char name[UINT16_MAX + 1];
    bool is_encrypted;
    int method; /* 0: stored, 8: deflated */
    uint32_t checksum;
    uint64_t packed_size, size; /* in bytes */
    uint64_t at;                /* where its own header begins */
};

/* A member that is being read. */
struct zip_reader {
    FILE *file;
    uint32_t checksum, wanted_checksum;
    uint64_t packed_left, left; /* bytes that have not been read: in the file, and unpacked */
    bool is_deflated;
    z_stream stream;
    unsigned char packed[1 << 15];
};

/* Finds the directory of an archive. Returns false if there is none. */
bool zip_file_open(struct zip_file *zip, FILE *file);

/* Gets the next member; call it until it returns 0. Returns 1, or 0 after the last, or -1 if the
 * directory is damaged. */
int zip_file_next(struct zip_file *zip, struct zip_member *member);

/* Whether a member is packed in a way that can be read. */
bool zip_member_can_be_read(const struct zip_member *member);

/* Begins to read such a member. Call zip_reader_close afterwards, if it returns true; false: the
 * archive is damaged, or there is not enough memory. */
bool zip_reader_open(struct zip_reader *reader, const struct zip_file *zip,
                     const struct zip_member *member);

/* What is unpacked. `reader` must stay where it is. */
struct byte_source zip_reader_source(struct zip_reader *reader);

/* Whether all bytes of the member were read, and are those that were packed. */
bool zip_reader_is_complete(const struct zip_reader *reader);

void zip_reader_close(struct zip_reader *reader);

#endif
