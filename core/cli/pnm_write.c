/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pnm.h"

#include <stdint.h>

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
    const uint16_t *words = samples;
    for (size_t i = 0; i < count; i++) {
        putc(words[i] >> 8, file);
        putc(words[i] & 0xFF, file);
    }
}
