/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lets libtiff read or write a file in memory: it goes back in files that it writes, which a pipe
 * cannot. */
#include "tiff_memory.h"

#include "memory_limit.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static tmsize_t read_bytes(thandle_t handle, void *bytes, tmsize_t count)
{
    struct tiff_memory *memory = handle;
    uint64_t left = memory->at < memory->size ? memory->size - memory->at : 0;
    size_t taken = (uint64_t)count < left ? (size_t)count : (size_t)left;
    if (taken > 0)
        memcpy(bytes, memory->bytes + memory->at, taken);
    memory->at += taken;
    return (tmsize_t)taken;
}

/* Makes room for `size` bytes; those that are new are 0. */
static bool make_room(struct tiff_memory *memory, uint64_t size)
{
    if (size <= memory->room)
        return true;
    uint64_t room = size + size / 2;
    uint8_t *longer = realloc(memory->made, (size_t)room);
    if (!longer)
        return false;
    memset(longer + memory->room, 0, (size_t)(room - memory->room));
    memory->bytes = memory->made = longer;
    memory->room = room;
    return true;
}

/* libtiff does not call this for a file that is read. */
static tmsize_t write_bytes(thandle_t handle, void *bytes, tmsize_t count)
{
    struct tiff_memory *memory = handle;
    uint64_t end = memory->at + (uint64_t)count;
    if (!make_room(memory, end))
        return 0;
    memcpy(memory->made + memory->at, bytes, (size_t)count);
    memory->at = end;
    memory->size = end > memory->size ? end : memory->size;
    return count;
}

static toff_t seek(thandle_t handle, toff_t offset, int whence)
{
    struct tiff_memory *memory = handle;
    memory->at = offset + (whence == SEEK_CUR ? memory->at : whence == SEEK_END ? memory->size : 0);
    return memory->at;
}

static int close_nothing(thandle_t handle)
{
    (void)handle;
    return 0;
}

static toff_t size_of(thandle_t handle)
{
    return ((const struct tiff_memory *)handle)->size;
}

static int note_error(TIFF *tiff, void *user, const char *module, const char *format,
                      va_list arguments)
{
    struct tiff_memory *memory = user;
    (void)tiff;
    (void)module;
    if (memory->message[0] == '\0')
        vsnprintf(memory->message, sizeof memory->message, format, arguments);
    return 1;
}

static int ignore_warning(TIFF *tiff, void *user, const char *module, const char *format,
                          va_list arguments)
{
    (void)tiff;
    (void)user;
    (void)module;
    (void)format;
    (void)arguments;
    return 1;
}

TIFF *tiff_memory_open(struct tiff_memory *memory, const char *name, char mode)
{
    TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
    if (!options) {
        strcpy(memory->message, "not enough memory");
        return NULL;
    }
    TIFFOpenOptionsSetErrorHandlerExtR(options, note_error, memory);
    TIFFOpenOptionsSetWarningHandlerExtR(options, ignore_warning, memory);
    uint64_t limit = memory_limit();
    if (mode == 'r')
        TIFFOpenOptionsSetMaxSingleMemAlloc(options,
                                            limit < PTRDIFF_MAX ? (tmsize_t)limit : PTRDIFF_MAX);
    /* "m": the file is not mapped into memory, in which it already is. */
    TIFF *tiff = TIFFClientOpenExt(name, (const char[]){mode, 'm', '\0'}, memory, read_bytes,
                                   write_bytes, seek, close_nothing, size_of, NULL, NULL, options);
    TIFFOpenOptionsFree(options);
    return tiff;
}
