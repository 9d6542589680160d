/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The panels of displays, and holograms on them. */
#include "base/message.h"
#include "base/translate.h"
#include "errdiff_hologram.h"
#include "plm.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* hologram/README.md says where the numbers are from. */
static const errdiff_hologram_panel panels[] = {
    {"pluto-2.1", "HOLOEYE PLUTO-2.1", 1920, 1080, 8.0, 0, 1},
    {"dlp7000", "Texas Instruments DLP7000", 1024, 768, 13.68, 0, 1},
    {"plm-47", "Texas Instruments .47 PLM", 960, 540, 10.8, ERRDIFF_PLM_STATES, ERRDIFF_PLM_SIDE},
    {"plm-67", "Texas Instruments .67 PLM", 1280, 800, 10.8, ERRDIFF_PLM_STATES, ERRDIFF_PLM_SIDE},
};

static const errdiff_hologram_panel no_panel = {"", "", 0, 0, 0, 0, 1};

enum { PANELS = sizeof panels / sizeof *panels };

errdiff_status errdiff_hologram_panel_get(int index, errdiff_hologram_panel *panel)
{
    if (index < 0 || index >= PANELS)
        return ERRDIFF_BAD_ARGUMENT;
    *panel = panels[index];
    return ERRDIFF_OK;
}

errdiff_status errdiff_hologram_panel_parse(const char *text, errdiff_hologram_panel *panel,
                                            errdiff_message *message)
{
    char rest;
    *panel = no_panel;
    if (*text == '\0')
        return ERRDIFF_OK;
    for (int i = 0; i < PANELS; i++)
        if (strcasecmp(text, panels[i].name) == 0)
            return errdiff_hologram_panel_get(i, panel);
    bool is_size = sscanf(text, "%7dx%7d%c", &panel->width, &panel->height, &rest) == 2 &&
                   panel->width >= 1 && panel->width <= ERRDIFF_HOLOGRAM_MAX_SIDE &&
                   panel->height >= 1 && panel->height <= ERRDIFF_HOLOGRAM_MAX_SIDE;
    if (is_size)
        return ERRDIFF_OK;
    errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                 N_("panel: \"%.60s\" is not possible; it must be a size in pixels, such as "
                    "1920x1080, with sides of 1 to %d, or one of these names:"),
                 text, ERRDIFF_HOLOGRAM_MAX_SIDE);
    for (int i = 0; i < PANELS; i++)
        errdiff_append(message, i + 1 < PANELS ? " %s," : " %s", panels[i].name);
    return ERRDIFF_BAD_ARGUMENT;
}

errdiff_status errdiff_hologram_panel_corner(const errdiff_hologram_panel *panel, int width,
                                             int height, const errdiff_hologram_display *display,
                                             int *left, int *top, errdiff_message *message)
{
    *left = (panel->width - width) / 2 + display->offset_x;
    *top = (panel->height - height) / 2 + display->offset_y;
    bool is_across = *left<panel->width && * left + width> 0;
    bool is_down = *top<panel->height && * top + height> 0;
    if (is_across && is_down)
        return ERRDIFF_OK;
    return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                        N_("offset: no pixel of the hologram of %d × %d would be on the panel"),
                        width, height);
}

/* Copies what is on the panel; the rest stays 0. */
static void copy(const errdiff_field *hologram, int left, int top, errdiff_field *placed)
{
    int from = left < 0 ? -left : 0, right = left + hologram->width;
    int to = right < placed->width ? hologram->width : placed->width - left;
    for (int y = 0; y < hologram->height; y++)
        if (top + y >= 0 && top + y < placed->height)
            memcpy(placed->values + (size_t)(top + y) * (size_t)placed->width + (left + from),
                   hologram->values + (size_t)y * (size_t)hologram->width + from,
                   (size_t)(to - from) * sizeof *placed->values);
}

errdiff_status errdiff_hologram_panel_place(const errdiff_field *hologram,
                                            const errdiff_hologram_panel *panel,
                                            const errdiff_hologram_display *display,
                                            errdiff_field *placed, errdiff_message *message)
{
    int left, top;
    errdiff_status status = errdiff_hologram_panel_corner(panel, hologram->width, hologram->height,
                                                          display, &left, &top, message);
    placed->values = NULL;
    if (status != ERRDIFF_OK)
        return status;
    if (errdiff_field_make(placed, panel->width, panel->height) != ERRDIFF_OK)
        return errdiff_fail(message, ERRDIFF_NO_MEMORY, N_("not enough memory"));
    copy(hologram, left, top, placed);
    return ERRDIFF_OK;
}
