/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What libpng alone takes for a job of the command: png-alone IN RESULT OUT decodes IN, and encodes
 * the pixels of RESULT into OUT as the command does (level 4, no filters). Prints the milliseconds
 * of both together; reading RESULT is not among them. */
#include <errno.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { COMPRESSION_LEVEL = 4 };

static double now_ms(void)
{
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static FILE *open_file(const char *path, const char *mode)
{
    FILE *file = fopen(path, mode);
    if (file)
        return file;
    fprintf(stderr, "png-alone: %s: %s\n", path, strerror(errno));
    exit(1);
}

struct decoded {
    png_structp png;
    png_infop info;
};

/* libpng ends the program if the file is faulty. */
static struct decoded decode(const char *path)
{
    FILE *file = open_file(path, "rb");
    struct decoded read = {.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL)};
    read.info = png_create_info_struct(read.png);
    png_init_io(read.png, file);
    png_read_png(read.png, read.info, PNG_TRANSFORM_IDENTITY, NULL);
    fclose(file);
    return read;
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
        fprintf(stderr, "usage: png-alone IN RESULT OUT\n");
        return 2;
    }
    double start = now_ms();
    struct decoded picture = decode(arguments[1]);
    double taken = now_ms() - start;
    png_destroy_read_struct(&picture.png, &picture.info, NULL);

    struct decoded result = decode(arguments[2]);
    start = now_ms();
    encode(&result, arguments[3]);
    taken += now_ms() - start;
    png_destroy_read_struct(&result.png, &result.info, NULL);
    printf("%.1f\n", taken);
    return 0;
}
