/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pnm.h"

#include <stdint.h>

/* Samples of 16 bits that are brought into order at a time. */
enum { BLOCK_SAMPLES = 2048 };

static const char *tuple_type(int channels)
{
    static const char *const types[] = {"GRAYSCALE", "GRAYSCALE_ALPHA", "RGB", "RGB_ALPHA"};
    return types[channels - 1];
}

void pnm_write_header(const errdiff_image *image, bool is_pam, FILE *file)
{
    int maxval = image->bits == 8 ? UINT8_MAX : UINT16_MAX;
    if (is_pam)
        fprintf(file, "P7\nWIDTH %d\nHEIGHT %d\nDEPTH %d\nMAXVAL %d\nTUPLTYPE %s\nENDHDR\n",
                image->width, image->height, image->channels, maxval, tuple_type(image->channels));
    else
        fprintf(file, "P%c\n%d %d\n%d\n", image->channels == 1 ? '5' : '6', image->width,
                image->height, maxval);
}

void pnm_write_samples(const void *samples, size_t count, int bits, FILE *file)
{
    if (bits == 8) {
        fwrite(samples, 1, count, file);
        return;
    }
    uint8_t bytes[2 * BLOCK_SAMPLES];
    const uint16_t *words = samples;
    for (size_t done = 0; done < count; done += BLOCK_SAMPLES) {
        size_t block = count - done < BLOCK_SAMPLES ? count - done : BLOCK_SAMPLES;
        for (size_t i = 0; i < block; i++) {
            bytes[2 * i] = (uint8_t)(words[done + i] >> 8);
            bytes[2 * i + 1] = (uint8_t)words[done + i];
        }
        fwrite(bytes, 2, block, file);
    }
}
