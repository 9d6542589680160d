/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * sharpness ORIGINAL.pgm HALFTONE.pgm SIGMA
 *
 * Prints the gain of edges: how steep they are in the halftone, relative to the original. Kite,
 * Evans and Bovik (Modeling and quality assessment of halftoning by error diffusion, 2000) model
 * error diffusion as a linear gain, found by least squares, plus noise; the sharpening of edges
 * follows from the gain. Here the gain is that of the gradient, and is found in the image itself:
 *
 *     gain = Σ ∇o · ∇h / Σ ∇o · ∇o
 *
 * over the tenth of the pixels where |∇o| is greatest. o and h are the original and the halftone
 * after a Gaussian low-pass of SIGMA pixels, which stands for the eye. The dots of the halftone
 * hardly change the gain, because they do not follow the original. 1 is as sharp as the original.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_RADIUS = 64 };

struct image {
    int width, height;
    double *values;
};

static _Noreturn void fail(const char *what)
{
    fprintf(stderr, "sharpness: %s\n", what);
    exit(1);
}

static double *allocate(const struct image *image)
{
    double *values = malloc(sizeof *values * (size_t)image->width * (size_t)image->height);

    if (!values)
        fail("not enough memory");
    return values;
}

static struct image load(const char *path)
{
    struct image image;
    FILE *file = fopen(path, "rb");
    int max;

    if (!file || fscanf(file, "P5 %d %d %d", &image.width, &image.height, &max) != 3 ||
        max != 255 || image.width < 1 || image.height < 1 || getc(file) == EOF)
        fail("a P5 image with a maxval of 255 is needed");
    image.values = allocate(&image);
    for (int i = 0; i < image.width * image.height; i++) {
        int sample = getc(file);
        if (sample == EOF)
            fail("the image is cut off");
        image.values[i] = sample;
    }
    fclose(file);
    return image;
}

/* Outside the image values are those of the nearest pixel. */
static double at(const struct image *image, int x, int y)
{
    x = x < 0 ? 0 : x >= image->width ? image->width - 1 : x;
    y = y < 0 ? 0 : y >= image->height ? image->height - 1 : y;
    return image->values[y * image->width + x];
}

static void blur_along(struct image *image, const double *weights, int radius, int dx, int dy)
{
    double *result = allocate(image);

    for (int y = 0; y < image->height; y++)
        for (int x = 0; x < image->width; x++) {
            double sum = 0;
            for (int k = -radius; k <= radius; k++)
                sum += weights[abs(k)] * at(image, x + k * dx, y + k * dy);
            result[y * image->width + x] = sum;
        }
    free(image->values);
    image->values = result;
}

static void blur(struct image *image, double sigma)
{
    double weights[MAX_RADIUS + 1], sum = 0;
    int radius = (int)ceil(4 * sigma);

    if (!(sigma > 0) || radius > MAX_RADIUS)
        fail("sigma must be above 0 and at most 16");
    for (int k = -radius; k <= radius; k++) {
        weights[abs(k)] = exp(-k * k / (2 * sigma * sigma));
        sum += weights[abs(k)];
    }
    for (int k = 0; k <= radius; k++)
        weights[k] /= sum;
    blur_along(image, weights, radius, 1, 0);
    blur_along(image, weights, radius, 0, 1);
}

static void gradient(const struct image *image, int x, int y, double result[2])
{
    result[0] = (at(image, x + 1, y) - at(image, x - 1, y)) / 2;
    result[1] = (at(image, x, y + 1) - at(image, x, y - 1)) / 2;
}

static double product(const double one[2], const double other[2])
{
    return one[0] * other[0] + one[1] * other[1];
}

static int rising(const void *one, const void *other)
{
    double a = *(const double *)one, b = *(const double *)other;

    return (a > b) - (a < b);
}

/* The value that a tenth of the squared gradients exceed. */
static double limit_of_edges(const struct image *image)
{
    double *squares = allocate(image), of_pixel[2];
    int count = image->width * image->height;

    for (int i = 0; i < count; i++) {
        gradient(image, i % image->width, i / image->width, of_pixel);
        squares[i] = product(of_pixel, of_pixel);
    }
    qsort(squares, (size_t)count, sizeof *squares, rising);
    double limit = squares[count - count / 10 - 1];
    free(squares);
    return limit;
}

static double gain_of_edges(const struct image *original, const struct image *halftone)
{
    double limit = limit_of_edges(original), products = 0, squares = 0, o[2], h[2];

    for (int y = 0; y < original->height; y++)
        for (int x = 0; x < original->width; x++) {
            gradient(original, x, y, o);
            gradient(halftone, x, y, h);
            if (product(o, o) <= limit)
                continue;
            products += product(o, h);
            squares += product(o, o);
        }
    if (squares == 0)
        fail("the original is flat");
    return products / squares;
}

int main(int argc, char **argv)
{
    if (argc != 4)
        fail("usage: sharpness ORIGINAL.pgm HALFTONE.pgm SIGMA");
    struct image original = load(argv[1]), halftone = load(argv[2]);
    if (original.width != halftone.width || original.height != halftone.height)
        fail("the images have different sizes");
    blur(&original, atof(argv[3]));
    blur(&halftone, atof(argv[3]));
    printf("%.3f\n", gain_of_edges(&original, &halftone));
    free(original.values);
    free(halftone.values);
    return 0;
}
