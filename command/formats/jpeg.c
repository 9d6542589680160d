/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads JPEG files with libjpeg-turbo. */
#include "config.h"
#include "image_format.h"

#ifdef HAVE_JPEG
#include "fail.h"

#include <setjmp.h>
#include <stdio.h> /* before jpeglib.h, which needs FILE */

#include <jerror.h>
#include <jpeglib.h>
#include <string.h>

/* A file with thousands of scans, each of which changes every pixel, would take hours. Usual ones
 * have ten. */
enum { MAX_SCANS = 500 };

/* The largest number of pixels for each byte of a file: a block of 8 × 8 pixels, which may stand
 * for 4 × 4 as many, takes at least one bit. Memory is allocated only for files that are long
 * enough. */
enum { MAX_PIXELS_PER_BYTE = 8 * 64 * 16 };

enum { MAX_MARKER_BYTES = 0xFFFF };

/* Markers that are saved: libjpeg looks for the end of its list for each. A profile has at most 255
 * of them. */
enum { MAX_MARKERS = 1000 };

struct jpeg_source {
    struct jpeg_decompress_struct jpeg;
    struct jpeg_error_mgr errors;
    struct jpeg_progress_mgr progress;
    jmp_buf jump;
    char message[JMSG_LENGTH_MAX]; /* "": no error so far */
    int marker_count;
};

static struct jpeg_source *source_of(j_common_ptr jpeg)
{
    return jpeg->client_data;
}

static void fail_by_error(j_common_ptr jpeg)
{
    jpeg->err->format_message(jpeg, source_of(jpeg)->message);
    longjmp(source_of(jpeg)->jump, 1);
}

/* Saves no more markers than MAX_MARKERS. libjpeg tells of each when it has saved it. */
static void count_marker(j_decompress_ptr jpeg)
{
    int marker = jpeg->unread_marker;
    if ((marker != JPEG_APP0 + 1 && marker != JPEG_APP0 + 2) ||
        ++source_of((j_common_ptr)jpeg)->marker_count != MAX_MARKERS)
        return;
    jpeg_save_markers(jpeg, JPEG_APP0 + 1, 0);
    jpeg_save_markers(jpeg, JPEG_APP0 + 2, 0);
}

/* libjpeg only warns if pixels are missing or damaged, and makes some up. */
static void note_message(j_common_ptr jpeg, int level)
{
    int code = jpeg->err->msg_code;
    if (code == JTRC_MISC_MARKER)
        count_marker((j_decompress_ptr)jpeg);
    if (level < 0 && code != JWRN_EXTRANEOUS_DATA && code != JWRN_ADOBE_XFORM &&
        code != JWRN_JFIF_MAJOR && code != JWRN_TOO_MUCH_DATA)
        fail_by_error(jpeg);
}

static void count_scans(j_common_ptr jpeg)
{
    if (((j_decompress_ptr)jpeg)->input_scan_number <= MAX_SCANS)
        return;
    strcpy(source_of(jpeg)->message, "it has too many scans");
    longjmp(source_of(jpeg)->jump, 1);
}

static void read_exif(const struct jpeg_decompress_struct *jpeg, struct image_tags *tags)
{
    static const uint8_t name[] = "Exif\0"; /* with two NULs */
    for (jpeg_saved_marker_ptr marker = jpeg->marker_list; marker; marker = marker->next)
        if (marker->marker == JPEG_APP0 + 1 && marker->data_length > sizeof name &&
            memcmp(marker->data, name, sizeof name) == 0) {
            exif_read(marker->data + sizeof name, marker->data_length - sizeof name, tags);
            return;
        }
}

static void read_density(const struct jpeg_decompress_struct *jpeg, struct image_tags *tags)
{
    if (!jpeg->saw_JFIF_marker || jpeg->density_unit == 0 || jpeg->X_density == 0 ||
        jpeg->Y_density == 0)
        return;
    int unit = jpeg->density_unit + 1; /* JFIF counts units from 1, Exif from 2 */
    tags->x_resolution = exif_resolution(jpeg->X_density, unit);
    tags->y_resolution = exif_resolution(jpeg->Y_density, unit);
}

static void read_tags(struct jpeg_source *source, struct image_tags *tags)
{
    JOCTET *profile = NULL;
    unsigned int profile_size = 0;
    read_exif(&source->jpeg, tags);
    read_density(&source->jpeg, tags);
    if (jpeg_read_icc_profile(&source->jpeg, &profile, &profile_size)) {
        tags->profile = profile;
        tags->profile_size = profile_size;
    }
}

/* The memory for the coefficients of all pixels, which libjpeg keeps if there are several scans. */
static uint64_t coefficient_bytes(j_decompress_ptr jpeg)
{
    uint64_t blocks = 0;
    for (int i = 0; i < jpeg->num_components && jpeg_has_multiple_scans(jpeg); i++)
        blocks +=
            (uint64_t)jpeg->comp_info[i].width_in_blocks * jpeg->comp_info[i].height_in_blocks;
    return blocks * sizeof(JBLOCK);
}

/* Reads the header. Returns an exit status. */
static int begin(struct jpeg_source *source, struct image *image, const uint8_t *bytes, size_t size,
                 struct image_tags *tags)
{
    j_decompress_ptr jpeg = &source->jpeg;
    jpeg_mem_src(jpeg, bytes, size);
    jpeg_save_markers(jpeg, JPEG_APP0 + 1, MAX_MARKER_BYTES);
    jpeg_save_markers(jpeg, JPEG_APP0 + 2, MAX_MARKER_BYTES);
    jpeg_read_header(jpeg, TRUE);
    if ((uint64_t)jpeg->image_width * jpeg->image_height / MAX_PIXELS_PER_BYTE > size) {
        strcpy(source->message, "it is too short for its size in pixels");
        longjmp(source->jump, 1);
    }
    if (source->marker_count > MAX_MARKERS)
        warn("%s: the JPEG has more than %d blocks of Exif data, XMP or profiles; the others are "
             "ignored",
             image->name, MAX_MARKERS);
    bool is_gray = jpeg->jpeg_color_space == JCS_GRAYSCALE;
    tags->is_cmyk = jpeg->jpeg_color_space == JCS_CMYK || jpeg->jpeg_color_space == JCS_YCCK;
    jpeg->out_color_space = is_gray ? JCS_GRAYSCALE : tags->is_cmyk ? JCS_CMYK : JCS_RGB;
    read_tags(source, tags);
    image->pixels = (errdiff_image){
        .width = (int)jpeg->image_width,
        .height = (int)jpeg->image_height,
        .channels = is_gray         ? 1
                    : tags->is_cmyk ? 4
                                    : 3,
        .bits = 8,
    };
    image->held += coefficient_bytes(jpeg);
    return image_allocate(image, image->name);
}

/* Adobe's programs store inverted ink, and so do all others that name themselves Adobe. */
static void invert(errdiff_image *image)
{
    uint8_t *samples = image->data;
    size_t count = (size_t)image->height * (size_t)image->stride;
    for (size_t i = 0; i < count; i++)
        samples[i] = (uint8_t)~samples[i];
}

static int read_pixels(struct jpeg_source *source, struct image *image, const uint8_t *bytes,
                       size_t size, struct image_tags *tags)
{
    j_decompress_ptr jpeg = &source->jpeg;
    if (setjmp(source->jump))
        return fail(EXIT_FAILED, "%s: the JPEG file is damaged or incomplete (%s)", image->name,
                    source->message);
    jpeg_create_decompress(jpeg);
    jpeg->progress = &source->progress;
    int status = begin(source, image, bytes, size, tags);
    if (status != 0)
        return status;
    jpeg_start_decompress(jpeg);
    while (jpeg->output_scanline < jpeg->output_height) {
        JSAMPROW row = (JSAMPROW)image->pixels.data + jpeg->output_scanline * image->pixels.stride;
        jpeg_read_scanlines(jpeg, &row, 1);
    }
    jpeg_finish_decompress(jpeg);
    if (tags->is_cmyk && jpeg->saw_Adobe_marker)
        invert(&image->pixels);
    return 0;
}

/* Gray stays gray; all else becomes RGB, or CMYK. A file that ends too early is an error. */
static int read_image(struct image *image, const uint8_t *bytes, size_t size,
                      struct image_tags *tags)
{
    struct jpeg_source source = {.progress = {.progress_monitor = count_scans}};
    source.jpeg.client_data = &source;
    source.jpeg.err = jpeg_std_error(&source.errors);
    source.errors.error_exit = fail_by_error;
    source.errors.emit_message = note_message;
    int status = read_pixels(&source, image, bytes, size, tags);
    jpeg_destroy_decompress(&source.jpeg);
    return status;
}
#endif

const struct image_format jpeg_format = {
    .name = "JPEG",
    .first_bytes = "\xFF",
    .read_endings = {"jpg", "jpeg", "jpe", "jfif"},
#ifdef HAVE_JPEG
    .decode = read_image,
#endif
};
