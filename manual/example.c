#include <errdiff.h>
#include <stdio.h>

/* Dithers a gradient to four tones, and writes it as a PGM. */
int main(void)
{
    enum { WIDTH = 512, HEIGHT = 128 };
    static uint8_t samples[HEIGHT][WIDTH];
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            samples[y][x] = (uint8_t)(x / 2);

    errdiff_image image = {.data = samples,
                           .width = WIDTH,
                           .height = HEIGHT,
                           .channels = 1,
                           .bits = 8,
                           .stride = WIDTH};
    errdiff_options options;
    errdiff_options_init(&options);
    options.kernel = "atkinson";
    options.levels[0] = 4;
    errdiff_report report;
    if (errdiff_dither(&image, &image, &options, &report)) {
        fprintf(stderr, "%s\n", report.message.text);
        return 1;
    }
    printf("P5\n%d %d\n255\n", WIDTH, HEIGHT);
    return fwrite(samples, sizeof samples, 1, stdout) != 1;
}
