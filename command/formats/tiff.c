/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the first image of TIFF files with libtiff. */
#include "config.h"
#include "image_format.h"
#include "image_writer.h"

#ifdef HAVE_TIFF
#include "fail.h"
#include "memory_limit.h"
#include "tiff_memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tiffio.h>

/* The largest number of pixels for each byte of a file, more than usual methods of compression
 * reach. Memory is allocated only for files that are long enough. Only the methods for fax need
 * less: a bit for each row. */
enum { MAX_PIXELS_PER_BYTE = 1 << 16, MAX_FAX_ROWS_PER_BYTE = 8 };

enum { MAX_SAMPLES = 16 };

/* ---- The layout ---------------------------------------------------------------------------- */

/* How a TIFF stores its pixels. */
struct layout {
    TIFF *file;
    uint32_t width, height;
    uint16_t bits, stored_channels, photometric, kind, planes;
    int channels; /* that are kept: colors and alpha */
    bool has_alpha, is_multiplied;
    bool is_plain; /* samples of 8 or 16 bits that need no conversion, except inversion */
};

static void read_extra_samples(struct layout *layout, int colors)
{
    uint16_t count = 0, *kinds = NULL;
    TIFFGetFieldDefaulted(layout->file, TIFFTAG_EXTRASAMPLES, &count, &kinds);
    if (count == 0 || layout->stored_channels <= colors)
        return;
    layout->is_multiplied = kinds[0] == EXTRASAMPLE_ASSOCALPHA;
    layout->has_alpha = layout->is_multiplied || kinds[0] == EXTRASAMPLE_UNASSALPHA;
}

static int colors_of(uint16_t photometric)
{
    return photometric == PHOTOMETRIC_RGB                                                   ? 3
           : photometric == PHOTOMETRIC_SEPARATED                                           ? 4
           : photometric == PHOTOMETRIC_MINISBLACK || photometric == PHOTOMETRIC_MINISWHITE ? 1
                                                                                            : 0;
}

static void read_layout(struct layout *layout)
{
    TIFF *file = layout->file;
    uint16_t ink = INKSET_CMYK;
    *layout = (struct layout){.file = file, .kind = SAMPLEFORMAT_UINT};
    TIFFGetField(file, TIFFTAG_IMAGEWIDTH, &layout->width);
    TIFFGetField(file, TIFFTAG_IMAGELENGTH, &layout->height);
    TIFFGetFieldDefaulted(file, TIFFTAG_BITSPERSAMPLE, &layout->bits);
    TIFFGetFieldDefaulted(file, TIFFTAG_SAMPLESPERPIXEL, &layout->stored_channels);
    /* The tag is required, but some programs leave it out. */
    if (!TIFFGetField(file, TIFFTAG_PHOTOMETRIC, &layout->photometric))
        layout->photometric =
            layout->stored_channels >= 3 ? PHOTOMETRIC_RGB : PHOTOMETRIC_MINISBLACK;
    TIFFGetFieldDefaulted(file, TIFFTAG_SAMPLEFORMAT, &layout->kind);
    TIFFGetFieldDefaulted(file, TIFFTAG_PLANARCONFIG, &layout->planes);
    TIFFGetFieldDefaulted(file, TIFFTAG_INKSET, &ink);
    int colors = colors_of(layout->photometric);
    layout->is_plain =
        colors > 0 && layout->stored_channels >= colors && layout->stored_channels <= MAX_SAMPLES &&
        layout->kind == SAMPLEFORMAT_UINT && (layout->bits == 8 || layout->bits == 16) &&
        (layout->photometric != PHOTOMETRIC_SEPARATED || ink == INKSET_CMYK);
    if (layout->photometric != PHOTOMETRIC_SEPARATED)
        read_extra_samples(layout, colors);
    layout->channels = colors + layout->has_alpha;
}

static int fail_read(const struct image *image, const struct tiff_memory *memory)
{
    return fail(EXIT_FAILED, "%s: the TIFF file is damaged or incomplete%s%s%s", image->name,
                memory->message[0] ? " (" : "", memory->message, memory->message[0] ? ")" : "");
}

/* The memory for an unpacked strip or tile, which some methods of compression unpack as a whole, or
 * for one of each plane. */
static uint64_t decoder_bytes(const struct layout *layout)
{
    uint64_t bytes =
        TIFFIsTiled(layout->file) ? TIFFTileSize64(layout->file) : TIFFStripSize64(layout->file);
    return layout->planes == PLANARCONFIG_SEPARATE ? bytes * layout->stored_channels : bytes;
}

/* ---- Samples of 8 or 16 bits --------------------------------------------------------------- */

/* Copies samples from a row of a strip or tile to pixels of the image. If planes are separate the
 * row has one channel, `plane`, otherwise all stored channels. */
static void copy_samples(const struct layout *layout, const uint8_t *row, int count, int plane,
                         uint8_t *pixels)
{
    bool is_apart = layout->planes == PLANARCONFIG_SEPARATE;
    size_t sample = layout->bits / 8, kept = (size_t)layout->channels * sample;
    size_t stored = is_apart ? sample : layout->stored_channels * sample;
    size_t copied = is_apart ? sample : kept;
    pixels += is_apart ? (size_t)plane * sample : 0;
    for (int x = 0; x < count; x++, row += stored, pixels += kept)
        memcpy(pixels, row, copied);
}

static bool read_rows(const struct layout *layout, const errdiff_image *image, int plane,
                      uint8_t *row)
{
    for (int y = 0; y < image->height; y++) {
        if (TIFFReadScanline(layout->file, row, (uint32_t)y, (uint16_t)plane) != 1)
            return false;
        copy_samples(layout, row, image->width, plane, (uint8_t *)image->data + y * image->stride);
    }
    return true;
}

static bool read_tiles(const struct layout *layout, const errdiff_image *image, int plane,
                       uint8_t *tile)
{
    uint32_t width = 0, height = 0;
    TIFFGetField(layout->file, TIFFTAG_TILEWIDTH, &width);
    TIFFGetField(layout->file, TIFFTAG_TILELENGTH, &height);
    tmsize_t row_bytes = TIFFTileRowSize(layout->file);
    ptrdiff_t pixel = layout->channels * (layout->bits / 8);
    for (uint32_t top = 0; top < layout->height; top += height)
        for (uint32_t left = 0; left < layout->width; left += width) {
            uint32_t columns = layout->width - left < width ? layout->width - left : width;
            uint32_t rows = layout->height - top < height ? layout->height - top : height;
            if (TIFFReadTile(layout->file, tile, left, top, 0, (uint16_t)plane) < 0)
                return false;
            for (uint32_t y = 0; y < rows; y++)
                copy_samples(layout, tile + y * row_bytes, (int)columns, plane,
                             (uint8_t *)image->data + (top + y) * image->stride + left * pixel);
        }
    return true;
}

static int read_samples(const struct layout *layout, struct image *image,
                        const struct tiff_memory *memory)
{
    bool is_tiled = TIFFIsTiled(layout->file);
    tmsize_t size = is_tiled ? TIFFTileSize(layout->file) : TIFFScanlineSize(layout->file);
    uint8_t *buffer = size > 0 ? malloc((size_t)size) : NULL;
    if (!buffer)
        return size > 0 ? fail(EXIT_FAILED, "%s: not enough memory", image->name)
                        : fail_read(image, memory);
    int planes = layout->planes == PLANARCONFIG_SEPARATE ? layout->channels : 1;
    bool works = true;
    for (int plane = 0; plane < planes && works; plane++)
        works = is_tiled ? read_tiles(layout, &image->pixels, plane, buffer)
                         : read_rows(layout, &image->pixels, plane, buffer);
    free(buffer);
    return works ? 0 : fail_read(image, memory);
}

static void invert(errdiff_image *image, bool has_alpha)
{
    uint8_t *bytes = image->data;
    size_t sample = (size_t)image->bits / 8, pixel = (size_t)image->channels * sample;
    size_t inverted = pixel - (has_alpha ? sample : 0);
    size_t size = (size_t)image->height * (size_t)image->stride;
    for (size_t at = 0; at < size; at += pixel)
        for (size_t i = 0; i < inverted; i++)
            bytes[at + i] = (uint8_t)~bytes[at + i];
}

/* Divides colors by alpha, with which they are multiplied in the file. */
static void divide_by_alpha(errdiff_image *image)
{
    size_t channels = (size_t)image->channels;
    size_t count = (size_t)image->width * (size_t)image->height;
    uint64_t white = image->bits == 8 ? UINT8_MAX : UINT16_MAX;
    uint8_t *bytes = image->data;
    uint16_t *words = image->data;
    for (size_t at = 0; at < count * channels; at += channels) {
        uint64_t alpha = image->bits == 8 ? bytes[at + channels - 1] : words[at + channels - 1];
        for (size_t i = at; i < at + channels - 1 && alpha > 0; i++) {
            uint64_t value = image->bits == 8 ? bytes[i] : words[i];
            value = (value * white + alpha / 2) / alpha;
            value = value < white ? value : white;
            if (image->bits == 8)
                bytes[i] = (uint8_t)value;
            else
                words[i] = (uint16_t)value;
        }
    }
}

static int read_plain(const struct layout *layout, struct image *image,
                      const struct tiff_memory *memory, struct image_tags *tags)
{
    image->pixels.bits = layout->bits;
    image->pixels.channels = layout->channels;
    image->held += decoder_bytes(layout);
    tags->is_cmyk = layout->photometric == PHOTOMETRIC_SEPARATED;
    int status = image_allocate(image, image->name);
    if (status == 0)
        status = read_samples(layout, image, memory);
    if (status == 0 && layout->photometric == PHOTOMETRIC_MINISWHITE)
        invert(&image->pixels, layout->has_alpha);
    if (status == 0 && layout->is_multiplied)
        divide_by_alpha(&image->pixels);
    return status;
}

/* ---- All other samples --------------------------------------------------------------------- */

/* Converts libtiff's pixels, in each of which red is the lowest byte, to the image's channels. */
static void unpack(const uint32_t *pixels, errdiff_image *image)
{
    size_t count = (size_t)image->width * (size_t)image->height;
    uint8_t *samples = image->data;
    for (size_t i = 0; i < count; i++) {
        *samples++ = (uint8_t)TIFFGetR(pixels[i]);
        if (image->channels == 3) {
            *samples++ = (uint8_t)TIFFGetG(pixels[i]);
            *samples++ = (uint8_t)TIFFGetB(pixels[i]);
        }
    }
}

/* Reads what libtiff can convert to RGB of 8 bits: palettes, 1, 2 and 4 bits, YCbCr, LogLuv. */
static int read_converted(const struct layout *layout, struct image *image,
                          const struct tiff_memory *memory)
{
    char reason[1024] = "";
    if (layout->has_alpha || !TIFFRGBAImageOK(layout->file, reason))
        return fail(EXIT_FAILED, "%s: it is a kind of TIFF that errdiff cannot read (%s)",
                    image->name, *reason ? reason : "transparency with such samples");
    image->pixels.bits = 8;
    image->pixels.channels = colors_of(layout->photometric) == 1 ? 1 : 3;
    image->held +=
        decoder_bytes(layout) + (uint64_t)layout->width * layout->height * sizeof(uint32_t);
    int status = image_allocate(image, image->name);
    if (status != 0)
        return status;
    uint32_t *pixels = calloc((size_t)layout->width * layout->height, sizeof *pixels);
    if (!pixels)
        return fail(EXIT_FAILED, "%s: not enough memory", image->name);
    uint16_t orientation = ORIENTATION_TOPLEFT;
    TIFFGetFieldDefaulted(layout->file, TIFFTAG_ORIENTATION, &orientation);
    /* Asked for the orientation that it has, libtiff does not turn it. */
    if (TIFFReadRGBAImageOriented(layout->file, layout->width, layout->height, pixels, orientation,
                                  1) == 1)
        unpack(pixels, &image->pixels);
    else
        status = fail_read(image, memory);
    free(pixels);
    return status;
}

/* ---- The file ------------------------------------------------------------------------------ */

static void read_resolution(TIFF *file, struct image_tags *tags)
{
    float x = 0, y = 0;
    uint16_t unit = RESUNIT_INCH;
    TIFFGetField(file, TIFFTAG_XRESOLUTION, &x);
    TIFFGetField(file, TIFFTAG_YRESOLUTION, &y);
    TIFFGetFieldDefaulted(file, TIFFTAG_RESOLUTIONUNIT, &unit);
    tags->x_resolution = exif_resolution((double)x, unit);
    tags->y_resolution = exif_resolution((double)y, unit);
}

static int read_tags(TIFF *file, const char *name, struct image_tags *tags)
{
    uint16_t orientation = ORIENTATION_UPRIGHT;
    uint32_t size = 0;
    void *profile = NULL;
    read_resolution(file, tags);
    TIFFGetFieldDefaulted(file, TIFFTAG_ORIENTATION, &orientation);
    if (orientation >= ORIENTATION_UPRIGHT && orientation <= ORIENTATION_LAST)
        tags->orientation = orientation;
    if (!TIFFGetField(file, TIFFTAG_ICCPROFILE, &size, &profile) || size == 0)
        return 0;
    tags->profile = malloc(size);
    tags->profile_size = size;
    if (!tags->profile)
        return fail(EXIT_FAILED, "%s: not enough memory", name);
    memcpy(tags->profile, profile, size);
    return 0;
}

static int check_size(const struct layout *layout, const struct image *image, size_t size)
{
    if (layout->width < 1 || layout->width > ERRDIFF_MAX_SIDE || layout->height < 1 ||
        layout->height > ERRDIFF_MAX_SIDE)
        return fail(EXIT_FAILED, "%s: %u × %u pixels are not possible; each side must be 1 to %d",
                    image->name, layout->width, layout->height, ERRDIFF_MAX_SIDE);
    uint64_t smallest = layout->bits == 1
                            ? layout->height / MAX_FAX_ROWS_PER_BYTE
                            : (uint64_t)layout->width * layout->height / MAX_PIXELS_PER_BYTE;
    if (smallest > size)
        return fail(EXIT_FAILED,
                    "%s: the TIFF file is damaged or incomplete (it is too short for %u × %u "
                    "pixels)",
                    image->name, layout->width, layout->height);
    return 0;
}

static int read_file(TIFF *file, struct image *image, const struct tiff_memory *memory,
                     struct image_tags *tags)
{
    struct layout layout = {.file = file};
    read_layout(&layout);
    int status = check_size(&layout, image, memory->size);
    if (status == 0)
        status = read_tags(file, image->name, tags);
    if (status != 0)
        return status;
    image->pixels = (errdiff_image){.width = (int)layout.width, .height = (int)layout.height};
    status = layout.is_plain ? read_plain(&layout, image, memory, tags)
                             : read_converted(&layout, image, memory);
    if (status == 0 && !TIFFLastDirectory(file))
        warn("%s: the TIFF contains several images; only the first one is read", image->name);
    return status;
}

/* Gray stays gray, 16 bits stay 16 bits, and CMYK stays CMYK; all else becomes RGB of 8 bits.
 * Colors are not multiplied by alpha. A warning says if more images follow. */
static int read_image(struct image *image, const uint8_t *bytes, size_t size,
                      struct image_tags *tags)
{
    struct tiff_memory memory = {.bytes = bytes, .size = size};
    TIFF *file = tiff_memory_open(&memory, image->name, 'r');
    if (!file)
        return fail_read(image, &memory);
    int status = read_file(file, image, &memory, tags);
    TIFFClose(file);
    return status;
}
#endif

const struct image_format tiff_format = {
    .name = "TIFF",
    .first_bytes = "IM", /* the order of its bytes */
    .endings = {"tif", "tiff"},
    .holds_alpha = true,
    .is_srgb = true,
#ifdef HAVE_TIFF
    .decode = read_image,
    .encoder = &tiff_encoder,
#endif
};
