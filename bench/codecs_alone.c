/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What libjpeg and libpng alone take for a job of the command: codecs-alone IN RESULT OUT decodes
 * IN, a JPEG or a PNG, and encodes the pixels of RESULT, a PNG, into OUT as the command does (level
 * 4, no filters). Prints the milliseconds of both, elapsed and of the processor; reading RESULT is
 * not among them. */
#include <errno.h>
#include <png.h>
#include <stdio.h> /* before jpeglib.h, which needs FILE */

#include <jpeglib.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { COMPRESSION_LEVEL = 4 };

struct times {
    double elapsed_ms, processor_ms;
};

static struct times now(void)
{
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (struct times){(double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6,
                          (double)clock() * 1e3 / CLOCKS_PER_SEC};
}

static void print_since(struct times start)
{
    struct times end = now();
    printf("%.1f %.1f\n", end.elapsed_ms - start.elapsed_ms, end.processor_ms - start.processor_ms);
}

static FILE *open_file(const char *path, const char *mode)
{
    FILE *file = fopen(path, mode);
    if (file)
        return file;
    fprintf(stderr, "codecs-alone: %s: %s\n", path, strerror(errno));
    exit(1);
}

struct decoded {
    png_structp png;
    png_infop info;
};

/* The libraries end the program if a file is faulty. */

static void decode_jpeg(const char *path)
{
    FILE *file = open_file(path, "rb");
    struct jpeg_decompress_struct jpeg;
    struct jpeg_error_mgr errors;
    jpeg.err = jpeg_std_error(&errors);
    jpeg_create_decompress(&jpeg);
    jpeg_stdio_src(&jpeg, file);
    jpeg_read_header(&jpeg, TRUE);
    jpeg_start_decompress(&jpeg);
    size_t row_bytes = (size_t)jpeg.output_width * (size_t)jpeg.output_components;
    JSAMPLE *pixels = malloc(row_bytes * jpeg.output_height);
    while (pixels && jpeg.output_scanline < jpeg.output_height) {
        JSAMPROW row = pixels + jpeg.output_scanline * row_bytes;
        jpeg_read_scanlines(&jpeg, &row, 1);
    }
    jpeg_destroy_decompress(&jpeg);
    free(pixels);
    fclose(file);
}

static struct decoded decode_png(const char *path)
{
    FILE *file = open_file(path, "rb");
    struct decoded read = {.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL)};
    read.info = png_create_info_struct(read.png);
    png_init_io(read.png, file);
    png_read_png(read.png, read.info, PNG_TRANSFORM_IDENTITY, NULL);
    fclose(file);
    return read;
}

static void free_decoded(struct decoded read)
{
    png_destroy_read_struct(&read.png, &read.info, NULL);
}

static void encode(struct decoded *result, const char *path)
{
    FILE *file = open_file(path, "wb");
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_set_compression_level(png, COMPRESSION_LEVEL);
    png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
    png_init_io(png, file);
    png_write_png(png, result->info, PNG_TRANSFORM_IDENTITY, NULL);
    png_destroy_write_struct(&png, NULL);
    fclose(file);
}

int main(int count, char **arguments)
{
    if (count != 4) {
        fprintf(stderr, "usage: codecs-alone IN RESULT OUT\n");
        return 2;
    }
    FILE *in = open_file(arguments[1], "rb");
    bool is_jpeg = getc(in) == 0xFF;
    fclose(in);
    struct times start = now();
    if (is_jpeg)
        decode_jpeg(arguments[1]);
    else
        free_decoded(decode_png(arguments[1]));
    print_since(start);

    struct decoded result = decode_png(arguments[2]);
    start = now();
    encode(&result, arguments[3]);
    print_since(start);
    free_decoded(result);
    return 0;
}
