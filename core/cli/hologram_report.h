/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_HOLOGRAM_REPORT_H
#define CLI_HOLOGRAM_REPORT_H

#include "hologram_arguments.h"

/* What was seen through the window. */
struct hologram_figures {
    errdiff_hologram_similarity diffused, truncated; /* with the method, and with none */
};

/* Writes a line on standard error for whatever was counted that the user should know. */
void hologram_report_warn(const errdiff_hologram_report *report);

void hologram_report_write_json(FILE *file, const struct hologram_arguments *arguments,
                                const errdiff_field *field, const errdiff_hologram_report *report,
                                const struct hologram_figures *figures);

#endif
