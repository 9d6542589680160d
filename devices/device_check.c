/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares images with what a device takes: their sizes, and their colors with its own. */
#include "devices.h"

#include <stdarg.h>
#include <string.h>

/* Marks a text for translation. */
#define N_(text) text

static const char *(*translate)(const char *text);

void devices_set_translation(const char *(*function)(const char *text))
{
    translate = function;
}

__attribute__((format(printf, 2, 3))) static errdiff_status refuse(errdiff_message *message,
                                                                   const char *format, ...)
{
    va_list values;
    va_start(values, format);
    vsnprintf(message->text, sizeof message->text, translate ? translate(format) : format, values);
    va_end(values);
    return ERRDIFF_BAD_ARGUMENT;
}

void device_palette(const struct device *device, errdiff_palette *palette)
{
    *palette = (errdiff_palette){.count = device->grays > 0 ? device->grays : device->ink_count};
    for (int i = 0; i < palette->count; i++)
        for (int c = 0; c < 3; c++)
            palette->colors[i][c] = device->grays > 0
                                        ? (uint8_t)(i * 255 / (device->grays - 1))
                                        : (uint8_t)(device->inks[i].color >> (16 - 8 * c));
}

int device_max_colors(const struct device *device)
{
    return device->takes_numbers ? 1 << device->bits
           : device->grays > 0   ? device->grays
                                 : device->ink_count;
}

/* The code of color `index` of device_palette. */
static uint8_t code_of(const struct device *device, int index)
{
    return device->grays > 0 ? (uint8_t)index : device->inks[index].code;
}

static int find_color(const errdiff_palette *palette, const uint8_t color[3])
{
    for (int i = 0; i < palette->count; i++)
        if (memcmp(palette->colors[i], color, 3) == 0)
            return i;
    return -1;
}

static errdiff_status refuse_color(const struct device *device, const errdiff_palette *own,
                                   const uint8_t color[3], errdiff_message *message)
{
    enum { LISTED = 16 };
    refuse(message, N_("%s does not have the color #%02x%02x%02x; it has"), device->name, color[0],
           color[1], color[2]);
    for (int i = 0; i < own->count && i < LISTED; i++) {
        size_t length = strlen(message->text);
        snprintf(message->text + length, sizeof message->text - length, "%s #%02x%02x%02x",
                 i == 0 ? "" : ",", own->colors[i][0], own->colors[i][1], own->colors[i][2]);
    }
    return ERRDIFF_BAD_ARGUMENT;
}

/* The device prints or shows nothing there, or else its lightest color, of the palette if that has
 * numbers of its own. */
static uint8_t code_of_transparent(const struct device *device, const errdiff_palette *palette,
                                   const uint8_t *codes)
{
    int lightest = errdiff_palette_lightest(palette);
    if (device->frame == DEVICE_PLAYDATE)
        return 0;
    return codes ? codes[lightest] : code_of(device, lightest);
}

errdiff_status device_codes(const struct device *device, const errdiff_palette *written,
                            uint8_t codes[DEVICE_TRANSPARENT + 1], errdiff_message *message)
{
    errdiff_palette own;
    bool has_numbers = false;
    device_palette(device, &own);
    memset(codes, 0, DEVICE_TRANSPARENT + 1);
    for (int i = 0; i < written->count; i++) {
        int found = find_color(&own, written->colors[i]);
        if (found < 0 && !device->takes_numbers)
            return refuse_color(device, &own, written->colors[i], message);
        has_numbers = has_numbers || found < 0;
        codes[i] = found >= 0 ? code_of(device, found) : 0;
    }
    if (has_numbers && written->count > device_max_colors(device))
        return refuse(message, N_("%s has %d bits for each pixel, too few for %d colors"),
                      device->name, device->bits, written->count);
    for (int i = 0; has_numbers && i < written->count; i++)
        codes[i] = (uint8_t)i;
    codes[DEVICE_TRANSPARENT] = has_numbers ? code_of_transparent(device, written, codes)
                                            : code_of_transparent(device, &own, NULL);
    return ERRDIFF_OK;
}

errdiff_status device_check_size(const struct device *device, int width, int height,
                                 errdiff_message *message)
{
    bool is_turned = device->can_be_turned && width == device->height && height == device->width;
    bool has_width = device->width == 0 || width == device->width;
    bool has_height = device->height == 0 || height == device->height;
    if (device->height > 0 && !is_turned && !(has_width && has_height))
        return refuse(message, N_("%s takes %d × %d pixels, and the image has %d × %d"),
                      device->name, device->width, device->height, width, height);
    if (device->height == 0 && !has_width)
        return refuse(message, N_("%s takes a width of %d pixels, and the image has %d × %d"),
                      device->name, device->width, width, height);
    if (device->max_width > 0 && width > device->max_width)
        return refuse(message,
                      N_("%s takes a width of at most %d pixels, and the image has %d × %d"),
                      device->name, device->max_width, width, height);
    if (device->max_height > 0 && (height < device->min_height || height > device->max_height))
        return refuse(message,
                      N_("%s takes a height of %d to %d pixels, and the image has %d × %d"),
                      device->name, device->min_height, device->max_height, width, height);
    return ERRDIFF_OK;
}
