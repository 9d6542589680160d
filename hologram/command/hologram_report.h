/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_HOLOGRAM_REPORT_H
#define CLI_HOLOGRAM_REPORT_H

#include "hologram_arguments.h"

/* How similar to the hologram the result looks through the window. */
struct hologram_figures {
    errdiff_hologram_similarity diffused, truncated; /* with the chosen method; without diffusion */
};

/* Writes the report as one JSON object and a newline. In a series, and of a frame, it has the name
 * of the file, too. */
void hologram_report_write_json(FILE *file, const struct hologram_arguments *arguments,
                                const char *name, const errdiff_field *field,
                                const errdiff_hologram_report *report,
                                const struct hologram_figures *figures);

/* Writes the ratios of intensities, of the mean and of each frame, as one JSON object and a
 * newline. `intensities` is that of errdiff_hologram_measure_frames. */
void hologram_report_write_mean(FILE *file, int frames,
                                const errdiff_hologram_similarity *intensities);

#endif
