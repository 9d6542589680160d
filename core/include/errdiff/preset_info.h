/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The presets that come with the programs: named sets of options. */
#ifndef ERRDIFF_PRESET_INFO_H
#define ERRDIFF_PRESET_INFO_H

#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct errdiff_preset_info {
    const char *name;  /* for options: "game-boy"; static */
    const char *title; /* for people, in English, and can be translated; static, UTF-8 */

    /* A line "name=value" for each option that is not at its default, as in the files of presets.
     * The names are those of errdiff_option_info; switches are true or false; the palette
     * "adaptive:16" is one of 16 colors that is made from the image. Static. */
    const char *settings;
} errdiff_preset_info;

/* The number of presets. */
ERRDIFF_API int errdiff_preset_count(void);

/* Copies preset `index`, 0..errdiff_preset_count() - 1, to *info. ERRDIFF_OK, or
 * ERRDIFF_BAD_ARGUMENT for another index; *info is then unchanged. */
ERRDIFF_API errdiff_status errdiff_preset_get(int index, errdiff_preset_info *info);

#ifdef __cplusplus
}
#endif

#endif
