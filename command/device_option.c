/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the device that --device names, and compares files, palettes and images with it. */
#include "device_option.h"

#include "devices.h"
#include "fail.h"
#include "image_format.h"
#include "similar_name.h"

#include <string.h>

bool device_read(const char *name, const struct device **device)
{
    struct similar_name similar = {.typed = name};
    char asked[SIMILAR_TEXT];
    const struct device *one;
    *device = device_find(name);
    if (*device)
        return true;
    for (int i = 0; (one = device_get(i)); i++)
        similar_name_try(&similar, one->name);
    similar_name_ask(&similar, "", asked);
    fail(EXIT_WRONG_CALL, "device: \"%s\" is not a device; `errdiff devices` lists them%s", name,
         asked);
    return false;
}

int device_check_path(const char *path)
{
    const struct image_format *format;
    for (int i = 0; (format = image_format_get(i)); i++)
        for (const char *const *ending = format->endings; *ending; ending++)
            if (**ending && path_has_ending(path, *ending))
                return fail(EXIT_WRONG_CALL,
                            "%s: what --device writes is not an image file; name it .bin, or .h "
                            "for an array in C",
                            path);
    return 0;
}

int device_check_palette(const struct device *device, const errdiff_palette *palette)
{
    errdiff_palette written;
    errdiff_message message;
    uint8_t codes[DEVICE_TRANSPARENT + 1];
    errdiff_palette_written(palette, 1, &written);
    if (device_codes(device, &written, codes, &message) == ERRDIFF_OK)
        return 0;
    return fail(EXIT_WRONG_CALL, "palette: %s", message.text);
}

int device_check_result(const struct device *device, const struct image *image, int width,
                        int height)
{
    errdiff_message message;
    if (device_check_size(device, width, height, &message) == ERRDIFF_OK)
        return 0;
    int wide = device->width > 0 ? device->width : device->max_width;
    if (device->height > 0)
        return fail(EXIT_FAILED, "%s: %s; add --resize %dx%d --fit fill", image->name, message.text,
                    device->width, device->height);
    if (wide > 0 && width != wide)
        return fail(EXIT_FAILED, "%s: %s; add --resize %d", image->name, message.text, wide);
    return fail(EXIT_FAILED, "%s: %s", image->name, message.text);
}
