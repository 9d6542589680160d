/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hologram_device.h"

#include "fail.h"
#include "gray_field.h"
#include "gray_table.h"
#include "option_reading.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* docs/holograms.md says where the numbers are from. */
static const struct {
    const char *name;
    int width, height;
    double pitch; /* micrometers */
} panels[] = {
    {"pluto-2.1", 1920, 1080, 8.0},
    {"dlp7000", 1024, 768, 13.68},
};

bool hologram_device_find_panel(struct hologram_device *device, errdiff_optics *optics)
{
    if (!device->panel)
        return true;
    for (size_t i = 0; i < sizeof panels / sizeof *panels; i++)
        if (strcasecmp(device->panel, panels[i].name) == 0) {
            device->width = panels[i].width;
            device->height = panels[i].height;
            if (optics->pitch == 0)
                optics->pitch = panels[i].pitch;
            return true;
        }
    if (strchr("123456789", *device->panel))
        return read_size("panel", device->panel, ERRDIFF_HOLOGRAM_MAX_SIDE, &device->width,
                         &device->height);
    fail(EXIT_WRONG_CALL,
         "panel: \"%s\" is not possible; it must be a size such as 1920x1080 or a "
         "name that `errdiff hologram --help` lists",
         device->panel);
    return false;
}

static bool check_grating(const char *name, double period)
{
    if (period == 0 || (isfinite(period) && fabs(period) >= 2))
        return true;
    fail(EXIT_WRONG_CALL, "%s: a period has at least 2 pixels, not %g", name, period);
    return false;
}

static double frequency(double period)
{
    return period == 0 ? 0 : 1 / period;
}

/* The samples must be able to show all levels. */
static bool check_samples(const struct hologram_device *device,
                          const errdiff_hologram_options *options, int bits)
{
    const char *name = device->table ? "gray-table" : "two-pi";
    if (!device->table && device->two_pi == 0)
        return true;
    if (device->table && device->two_pi > 0)
        fail(EXIT_WRONG_CALL, "--gray-table and --two-pi cannot be combined");
    else if (options->output == ERRDIFF_HOLOGRAM_AMPLITUDE)
        fail(EXIT_WRONG_CALL, "%s: only phases have it, not amplitudes", name);
    else if (device->two_pi > 0 && (device->two_pi < options->levels || device->two_pi > 1 << bits))
        fail(EXIT_WRONG_CALL, "two-pi: %d is not possible for %d levels and %d bits",
             device->two_pi, options->levels, bits);
    else
        return true;
    return false;
}

bool hologram_device_check(const struct hologram_device *device, errdiff_hologram_options *options,
                           int bits)
{
    if ((device->x != 0 || device->y != 0) && device->width == 0) {
        fail(EXIT_WRONG_CALL, "--offset needs --panel");
        return false;
    }
    options->added = (errdiff_added_phase){.lens = 1e3 * device->lens,
                                           .grating_x = frequency(device->period_x),
                                           .grating_y = frequency(device->period_y)};
    return check_grating("grating-x", device->period_x) &&
           check_grating("grating-y", device->period_y) && check_samples(device, options, bits);
}

int hologram_device_place(const struct hologram_device *device, errdiff_field *hologram)
{
    errdiff_field placed;
    if (device->width == 0)
        return 0;
    if (errdiff_field_make(&placed, device->width, device->height) != ERRDIFF_OK)
        return fail(EXIT_FAILED, "not enough memory for a panel of %d × %d pixels", device->width,
                    device->height);
    int left = (placed.width - hologram->width) / 2 + device->x;
    int top = (placed.height - hologram->height) / 2 + device->y;
    if (left >= placed.width || top >= placed.height || left + hologram->width <= 0 ||
        top + hologram->height <= 0) {
        errdiff_field_free(&placed);
        return fail(EXIT_FAILED,
                    "offset: no pixel of the hologram of %d × %d would be on the panel",
                    hologram->width, hologram->height);
    }
    for (int y = 0; y < placed.height; y++)
        for (int x = 0; x < placed.width; x++) {
            int from_x = x - left, from_y = y - top;
            bool is_inside =
                from_x >= 0 && from_x < hologram->width && from_y >= 0 && from_y < hologram->height;
            if (is_inside)
                placed.values[(size_t)y * (size_t)placed.width + (size_t)x] =
                    hologram->values[(size_t)from_y * (size_t)hologram->width + (size_t)from_x];
        }
    errdiff_field_free(hologram);
    *hologram = placed;
    return 0;
}

int hologram_device_read_correction(const struct hologram_device *device, int width, int height,
                                    float **phases)
{
    struct field_array array;
    *phases = NULL;
    if (!device->correction)
        return 0;
    int status = gray_field_read(&array, device->correction, true, 0);
    if (status == 0 && (array.width != width || array.height != height))
        status = fail(EXIT_FAILED, "%s: it has %d × %d pixels, what is displayed %d × %d",
                      device->correction, array.width, array.height, width, height);
    if (status == 0)
        *phases = array.values;
    else
        free(array.values);
    return status;
}

int hologram_device_samples(const struct hologram_device *device,
                            const errdiff_hologram_options *options, int bits, uint16_t *samples)
{
    int64_t count = options->levels, two_pi = device->two_pi;
    if (device->table)
        return gray_table_read(device->table, (int)count, bits, samples);
    for (int k = 0; k < count; k++)
        samples[k] = two_pi > 0 ? (uint16_t)((2 * k * two_pi + count) / (2 * count) % two_pi)
                                : errdiff_hologram_sample(k, options, bits);
    return 0;
}
