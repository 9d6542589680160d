/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The panels of displays, and what they are sent. errdiff_hologram.h includes this. */
#ifndef ERRDIFF_HOLOGRAM_PANEL_H
#define ERRDIFF_HOLOGRAM_PANEL_H

/* A display's panel. */
typedef struct errdiff_hologram_panel {
    const char *name, *title; /* static; "": it has none */
    int width, height;        /* pixels; 0: as large as the hologram */
    double pitch;             /* in micrometers; 0: not known */
    int levels;               /* phases of its own, each of which is a state; 0: it has none */
    int electrodes;           /* in a row and in a column of those below a pixel; 1 */
} errdiff_hologram_panel;

/* Copies what is known of a common panel, `index` from 0 on. ERRDIFF_OK, or ERRDIFF_BAD_ARGUMENT if
 * there is no such panel; *panel is then unchanged. */
ERRDIFF_API errdiff_status errdiff_hologram_panel_get(int index, errdiff_hologram_panel *panel);

/* Finds the panel of this name, or makes one of the size that the text says, such as "1920x1080";
 * "": the panel is as large as the hologram. Returns ERRDIFF_OK, or ERRDIFF_BAD_ARGUMENT with the
 * reason in *message, which may be NULL. */
ERRDIFF_API errdiff_status errdiff_hologram_panel_parse(const char *text,
                                                        errdiff_hologram_panel *panel,
                                                        errdiff_message *message);

/* Finds where the corner of a hologram of width × height pixels is on a panel whose size is known.
 * Returns ERRDIFF_OK, or ERRDIFF_BAD_ARGUMENT with a *message if nothing of the hologram
 * would be on the panel. */
ERRDIFF_API errdiff_status errdiff_hologram_panel_corner(const errdiff_hologram_panel *panel,
                                                         int width, int height,
                                                         const errdiff_hologram_display *display,
                                                         int *left, int *top,
                                                         errdiff_message *message);

/*
 * Makes *placed, a field of the panel's size, with the hologram in its middle, moved by the offset,
 * and zeros around it. What is outside of the panel is left out. Free *placed with
 * errdiff_field_free.
 *
 * Returns the statuses of errdiff_hologram_panel_corner, or ERRDIFF_NO_MEMORY with a *message.
 */
ERRDIFF_API errdiff_status errdiff_hologram_panel_place(const errdiff_field *hologram,
                                                        const errdiff_hologram_panel *panel,
                                                        const errdiff_hologram_display *display,
                                                        errdiff_field *placed,
                                                        errdiff_message *message);

/*
 * Draws what the panel is sent for the levels of all its width × height pixels: `drawn` gets rows
 * of electrodes · width samples of 8 or 16 `bits`, electrodes · height of them. With one electrode
 * for each pixel these are samples[levels[i]]. Otherwise samples[k], below panel->levels, is the
 * state of a pixel, and each of its electrodes gets 0 or the largest sample.
 */
ERRDIFF_API void errdiff_hologram_panel_draw(const errdiff_hologram_panel *panel,
                                             const uint16_t *levels, int width, int height,
                                             const uint16_t *samples, int bits, void *drawn);

#endif
