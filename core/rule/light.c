/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Converts between display values and linear light by the sRGB curve. */
#include "light.h"

#include "errdiff.h"

#include <math.h>
#include <pthread.h>
#include <string.h>

double errdiff_srgb_to_linear(double display)
{
    return display <= 0.04045 ? display / 12.92 : pow((display + 0.055) / 1.055, 2.4);
}

double errdiff_srgb_from_linear(double light)
{
    return light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055;
}

static uint16_t light_at(int32_t value, int32_t max_value)
{
    return (uint16_t)floor(65535 * errdiff_srgb_to_linear((double)value / max_value) + 0.5);
}

/* The table for 16 bits takes 2 ms. A program that dithers many images makes it once. */
static uint16_t light_of_16_bits[1 << 16];
static pthread_once_t is_made = PTHREAD_ONCE_INIT;

static void make_light_of_16_bits(void)
{
    for (int32_t value = 0; value < 1 << 16; value++)
        light_of_16_bits[value] = light_at(value, 65535);
}

void errdiff_light_table(uint16_t *table, int bits)
{
    if (bits == 16) {
        pthread_once(&is_made, make_light_of_16_bits);
        memcpy(table, light_of_16_bits, sizeof light_of_16_bits);
        return;
    }
    for (int32_t value = 0; value < 1 << bits; value++)
        table[value] = light_at(value, (1 << bits) - 1);
}
