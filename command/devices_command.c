/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs `errdiff devices`: lists the devices for --device, with their sizes and colors. */
#include "devices_command.h"

#include "devices.h"
#include "fail.h"
#include "name_argument.h"

#include <stdio.h>

struct size_text {
    char text[32];
};

/* Such as "800x480", "696 wide" with any height, "to 384 wide", or "any". */
static struct size_text size_of(const struct device *device)
{
    struct size_text size = {"any"};
    if (device->height > 0)
        snprintf(size.text, sizeof size.text, "%dx%d", device->width, device->height);
    else if (device->width > 0)
        snprintf(size.text, sizeof size.text, "%d wide", device->width);
    else if (device->max_width > 0)
        snprintf(size.text, sizeof size.text, "to %d wide", device->max_width);
    return size;
}

int devices(int argc, char **argv)
{
    const struct device *device;
    int status;
    if (!no_argument_read(
            "devices",
            "Usage: errdiff devices\n\nLists the devices for --device, with the sizes "
            "in pixels that they take and their\nnumbers of colors.",
            argc, argv, &status))
        return status;
    printf("%-22s %-11s %6s  %s\n", "device", "size", "colors", "title");
    for (int i = 0; (device = device_get(i)); i++)
        printf("%-22s %-11s %6d  %s\n", device->name, size_of(device).text,
               device_max_colors(device), device->title);
    return EXIT_DONE;
}
