/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads PNG files with libpng. Samples are read as they are: no gamma is applied. */
#include "config.h"
#include "image_format.h"

#ifdef HAVE_PNG
#include "animation_writer.h"
#include "fail.h"
#include "file_bytes.h"
#include "image_tags.h"
#include "memory_limit.h"
#include "png_chunk.h"
#include "png_source.h"

#include <math.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- Errors -------------------------------------------------------------------------------- */

/* Messages have these words with capital letters or without. */
static bool is_of_memory(const char *message)
{
    for (const char *at = message; *at; at++) {
        if (strncasecmp(at, "out of memory", 13) == 0 ||
            strncasecmp(at, "insufficient memory", 19) == 0)
            return true;
    }
    return false;
}

void png_failure_by_error(png_structp png, png_const_charp message)
{
    struct png_failure *failure = png_get_error_ptr(png);
    snprintf(failure->message, sizeof failure->message, "%s", message);
    failure->is_of_memory = is_of_memory(message);
    png_longjmp(png, 1);
}

/* libpng only warns that a text is longer than its limit, and then allocates memory for all of
 * it. */
static bool is_of_long_text(png_structp png, const char *message)
{
    png_uint_32 type = png_get_io_chunk_type(png);
    png_byte name[4] = {(png_byte)(type >> 24), (png_byte)(type >> 16), (png_byte)(type >> 8),
                        (png_byte)type};
    return strstr(message, "too large") &&
           (memcmp(name, "tEXt", 4) == 0 || memcmp(name, "zTXt", 4) == 0 ||
            memcmp(name, "iTXt", 4) == 0);
}

void png_failure_by_warning(png_structp png, png_const_charp message)
{
    struct png_failure *failure = png_get_error_ptr(png);
    failure->has_left_out |= strstr(message, "no space in chunk cache") != NULL;
    if (is_of_memory(message) || is_of_long_text(png, message))
        png_failure_by_error(png, message);
}

/* ---- Limits -------------------------------------------------------------------------------- */

enum { PNG_FIRST_BYTE = 0x89 };

/* The largest number of bytes that one byte of deflated data can expand to: 258 for two bits. */
enum { MAX_INFLATION = 1032 };

/* Limit for the length of a text. libpng allocates this much memory if a text merely claims to be
 * so long. */
enum { MAX_CHUNK_BYTES = 64 << 20 };

/* Limit for all texts and profiles together, unpacked: each is unpacked twice, which would take
 * minutes for a file of a few MB. */
enum { MAX_UNPACKED_BYTES = 256 << 20 };

/* Texts that are kept. libpng moves all of them each time that it has room for eight more. */
enum { MAX_TEXTS = 4000 };

static int fail_read(const struct png_source *source, const char *name)
{
    if (source->unpacked > MAX_UNPACKED_BYTES)
        return fail(EXIT_FAILED, "%s: its texts and color profile are longer than 256 MiB", name);
    if (source->needed > 0)
        return memory_limit_check(source->needed, name);
    if (source->failure.is_of_memory)
        return fail(EXIT_FAILED, "%s: not enough memory", name);
    return fail(EXIT_FAILED, "%s: the PNG file is damaged or incomplete (%s)", name,
                source->failure.message);
}

/* ---- The memory of libpng ------------------------------------------------------------------ */

/* A few compressed texts can unpack to any size, so all that libpng holds is counted. The size of a
 * block precedes it. */
union block {
    size_t size;
    max_align_t alignment;
};

static bool is_packed(png_uint_32 chunk)
{
    return chunk == 0x7a545874 /* zTXt */ || chunk == 0x69545874 /* iTXt */ ||
           chunk == 0x69434350 /* iCCP */;
}

static png_voidp allocate(png_structp png, png_alloc_size_t size)
{
    struct png_source *source = png_get_mem_ptr(png);
    if (is_packed(png_get_io_chunk_type(png)) && png_get_io_state(png) & PNG_IO_READING)
        source->unpacked += size;
    if (size > PTRDIFF_MAX || source->unpacked > MAX_UNPACKED_BYTES)
        return NULL;
    uint64_t all = source->memory + source->ahead_size + size + sizeof(union block);
    bool is_allowed = all <= memory_limit();
    union block *block = is_allowed ? malloc(size + sizeof *block) : NULL;
    if (!is_allowed)
        source->needed = all;
    if (!block)
        return NULL;
    block->size = size + sizeof *block;
    source->memory += block->size;
    return block + 1;
}

static void release(png_structp png, png_voidp memory)
{
    struct png_source *source = png_get_mem_ptr(png);
    union block *block = (union block *)memory - 1;
    source->memory -= block->size;
    free(block);
}

/* ---- Reading ------------------------------------------------------------------------------- */

static void close_image(struct image *image)
{
    struct png_source *source = image->png_source;
    if (!source)
        return;
    if (source->png)
        png_destroy_info_struct(source->png, &source->end);
    png_destroy_read_struct(&source->png, &source->info, NULL);
    free(source->ahead);
    free(source);
}

static struct png_source *make_source(void)
{
    struct png_source *source = calloc(1, sizeof *source);
    if (!source)
        return NULL;
    source->png =
        png_create_read_struct_2(PNG_LIBPNG_VER_STRING, &source->failure, png_failure_by_error,
                                 png_failure_by_warning, source, allocate, release);
    return source;
}

/* libpng says once that it leaves out chunks; that may be before the pixels or after them. */
static void warn_of_texts(struct png_source *source, const char *name)
{
    if (source->failure.has_left_out)
        warn("%s: the PNG has more than %d texts; the others are left out", name, MAX_TEXTS);
    source->failure.has_left_out = false;
}

static void read_bytes(png_structp png, png_bytep bytes, size_t size)
{
    struct png_source *source = png_get_io_ptr(png);
    size_t left = source->ahead_size - source->ahead_at;
    size_t from_ahead = size < left ? size : left;
    if (from_ahead > 0)
        memcpy(bytes, source->ahead + source->ahead_at, from_ahead);
    source->ahead_at += from_ahead;
    if (fread(bytes + from_ahead, 1, size - from_ahead, source->file) != size - from_ahead)
        png_error(png, "the file ends too early");
}

/* libpng allocates memory for rows before it reads them, however wide a broken header says they
 * are. So this first reads the smallest number of bytes that a row can be compressed to; if the
 * file is shorter, it is refused and no memory is allocated. */
static void read_ahead(struct png_source *source)
{
    size_t size = png_get_rowbytes(source->png, source->info) / MAX_INFLATION;
    if (source->is_animated || source->ahead_at < source->ahead_size)
        return;
    free(source->ahead);
    source->ahead = NULL;
    source->ahead_at = source->ahead_size = 0;
    if (size == 0)
        return;
    source->ahead = malloc(size);
    if (!source->ahead)
        png_error(source->png, "out of memory");
    read_bytes(source->png, source->ahead, size);
    source->ahead_size = size;
}

/* Appends bytes of the file to those that libpng gets first. Returns FALSE if there are fewer. */
static bool peek(struct png_source *source, size_t size)
{
    struct png_bytes bytes = {source->ahead, source->ahead_size, source->ahead_size, false};
    uint8_t block[1 << 12];
    while (size > 0 && !bytes.has_failed) {
        size_t wanted = size < sizeof block ? size : sizeof block;
        size_t found = fread(block, 1, wanted, source->file);
        png_bytes_append(&bytes, block, found);
        size = found == wanted ? size - wanted : size;
        if (found < wanted)
            break;
    }
    source->ahead = bytes.data;
    source->ahead_size = bytes.size;
    source->failure.is_of_memory |= bytes.has_failed;
    return size == 0;
}

/* Whether the PNG is animated, which a chunk before the pixels says. If it is, all of the file is
 * read ahead. Otherwise no more is than the start of the chunk with the pixels. */
static int find_animation(struct png_source *source, const char *name)
{
    size_t start = PNG_SIGNATURE_BYTES;
    bool goes_on = peek(source, PNG_SIGNATURE_BYTES);
    while (goes_on && peek(source, 8)) {
        size_t length = png_number_read(source->ahead + start);
        const uint8_t *type = source->ahead + start + 4;
        source->is_animated = memcmp(type, "acTL", 4) == 0;
        uint64_t all = (uint64_t)source->ahead_size + length;
        goes_on = !source->is_animated && memcmp(type, "IDAT", 4) != 0 && all < MAX_CHUNK_BYTES;
        if (goes_on && all > memory_limit())
            return memory_limit_check(all, name);
        goes_on = goes_on && peek(source, length + 4);
        start = source->ahead_size;
    }
    if (source->failure.is_of_memory)
        return fail_read(source, name);
    return source->is_animated
               ? file_read_rest(source->file, name, &source->ahead, &source->ahead_size)
               : 0;
}

static void read_header(struct png_source *source)
{
    static const png_byte unused[] = "pCAL\0sCAL\0sPLT";
    source->info = png_create_info_struct(source->png);
    source->end = png_create_info_struct(source->png);
    if (!source->info || !source->end)
        png_error(source->png, "out of memory");
    png_set_user_limits(source->png, ERRDIFF_MAX_SIDE, ERRDIFF_MAX_SIDE);
    /* libpng skips chunks that exceed its limits, mostly without an error. It counts down to 1. */
    png_set_chunk_cache_max(source->png, MAX_TEXTS + 2);
    png_set_chunk_malloc_max(source->png, MAX_CHUNK_BYTES);
    /* These chunks are not copied to the result, so libpng need not allocate memory for them. */
    png_set_keep_unknown_chunks(source->png, PNG_HANDLE_CHUNK_NEVER, unused, 3);
    png_set_read_fn(source->png, source, read_bytes);
    png_read_info(source->png, source->info);
    read_ahead(source);
    png_set_expand(source->png);
    if (host_is_little_endian())
        png_set_swap(source->png);
    source->passes = png_set_interlace_handling(source->png);
    png_read_update_info(source->png, source->info);
}

/* Finds the resolution and the orientation, for images that do not move. What is copied to another
 * PNG then holds for the upright image. */
static void take_orientation(struct image *image)
{
    struct png_source *source = image->png_source;
    struct image_tags tags = {.orientation = ORIENTATION_UPRIGHT};
    png_bytep exif;
    png_uint_32 size, x, y;
    int unit;
    if (png_get_eXIf_1(source->png, source->info, &size, &exif))
        exif_read(exif, size, &tags);
    source->orientation = tags.orientation;
    if (tags.orientation_at > 0)
        exif[tags.orientation_at] = ORIENTATION_UPRIGHT;
    if (!png_get_pHYs(source->png, source->info, &x, &y, &unit))
        return;
    if (unit == PNG_RESOLUTION_METER && x <= INT32_MAX && y <= INT32_MAX)
        image->resolution = (struct resolution){x, y};
    if (orientation_is_sideways(source->orientation))
        png_set_pHYs(source->png, source->info, y, x, unit);
}

/* Reads what comes before the pixels. Palettes become RGB, fewer than 8 bits become 8, and a
 * transparent color becomes alpha. */
static int open_image(struct image *image)
{
    struct png_source *source = make_source();
    image->png_source = source;
    if (source && !source->png && source->needed > 0)
        return memory_limit_check(source->needed, image->name);
    if (!source || !source->png)
        return fail(EXIT_FAILED, "%s: not enough memory", image->name);
    source->file = image->file;
    int status = find_animation(source, image->name);
    if (status != 0)
        return status;
    if (setjmp(png_jmpbuf(source->png)))
        return fail_read(source, image->name);
    read_header(source);
    image->pixels = (errdiff_image){
        .width = (int)png_get_image_width(source->png, source->info),
        .height = (int)png_get_image_height(source->png, source->info),
        .bits = png_get_bit_depth(source->png, source->info),
        .channels = png_get_channels(source->png, source->info),
    };
    image->held = source->memory + source->ahead_size;
    image->is_interlaced = source->passes > 1;
    warn_of_texts(source, image->name);
    source->orientation = ORIENTATION_UPRIGHT;
    if (source->is_animated)
        return apng_open(image);
    take_orientation(image);
    return 0;
}

static int read_rows(const struct image *image, const errdiff_image *rows, int first_row)
{
    struct png_source *source = image->png_source;
    if (setjmp(png_jmpbuf(source->png)))
        return fail_read(source, image->name);
    for (int pass = 0; pass < source->passes; pass++)
        for (int y = 0; y < rows->height; y++)
            png_read_row(source->png, (png_bytep)rows->data + y * rows->stride, NULL);
    if (first_row + rows->height < image->pixels.height)
        return 0;
    png_read_end(source->png, source->end);
    warn_of_texts(source, image->name);
    if (getc(source->file) == PNG_FIRST_BYTE)
        return fail(EXIT_FAILED,
                    "%s: another PNG follows; only PNM files can contain several images",
                    image->name);
    return 0;
}

/* ---- Color space --------------------------------------------------------------------------- */

/* Programs write 1/2.2 for sRGB's curve. libpng takes gammas for equal if they differ by
 * less than same_gamma. */
static const double srgb_gamma = 1 / 2.2, same_gamma = 0.05;

/* What the chunks say of the colors: iCCP, or else gAMA and cHRM if they are not those of sRGB.
 * Nothing if there is the chunk sRGB. The profile belongs to the source. Also the resolution, which
 * pHYs has. */
static struct image_tags read_tags(const struct image *image)
{
    const struct png_source *source = image->png_source;
    struct image_tags tags = {
        .orientation = source->orientation,
        .x_resolution = png_get_x_pixels_per_meter(source->png, source->info),
        .y_resolution = png_get_y_pixels_per_meter(source->png, source->info),
    };
    png_charp name;
    png_bytep profile;
    png_uint_32 size;
    int number;
    if (png_get_iCCP(source->png, source->info, &name, &number, &profile, &size)) {
        tags.profile = profile;
        tags.profile_size = size;
        return tags;
    }
    if (png_get_sRGB(source->png, source->info, &number))
        return tags;
    double gamma, *c = tags.chromaticities;
    if (png_get_gAMA(source->png, source->info, &gamma) && gamma > 0 &&
        fabs(gamma / srgb_gamma - 1) > same_gamma)
        tags.gamma = 1 / gamma;
    tags.has_chromaticities = png_get_cHRM(source->png, source->info, c, c + 1, c + 2, c + 3, c + 4,
                                           c + 5, c + 6, c + 7) != 0;
    return tags;
}
#endif

const struct image_format png_format = {
    .name = "PNG",
    .first_bytes = "\x89",
    .is_slow_to_read = true,
    .endings = {"png"},
    .read_endings = {"apng"},
    .holds_alpha = true,
    .holds_palette = true,
#ifdef HAVE_PNG
    .open = open_image,
    .read_rows = read_rows,
    .tags = read_tags,
    .close = close_image,
    .encoder = &png_encoder,
    .animation = &apng_encoder,
#endif
};
