/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Several holograms in one call: the frames of a sequence, and the colors of each. */
#ifndef CLI_HOLOGRAM_SERIES_H
#define CLI_HOLOGRAM_SERIES_H

#include "hologram_arguments.h"

enum { HOLOGRAM_MAX_NAME = 4096 };

/*
 * Calls `make` for each hologram of arguments->series, color by color and frame by frame, with the
 * arguments for it. In all names of files %d, or %04d with zeros before the number, stands for the
 * frame, and %c for red, green or blue; %% is a percent sign. Without a series `make` is called
 * once, and names are used as they are.
 *
 * Returns 0, the first other status that `make` returned, which ends the series, or an exit status
 * after an error message.
 */
int hologram_series_run(const struct hologram_arguments *arguments,
                        int (*make)(struct hologram_arguments *arguments));

/* Writes the name of one of the files of a hologram with several frames, in which the frame's
 * number stands for %d, to `expanded`, which has room for HOLOGRAM_MAX_NAME bytes. Returns 0, or an
 * exit status after an error message. */
int hologram_series_name_frame(const char *name, int frame, char *expanded);

#endif
