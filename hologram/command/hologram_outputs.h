/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files of a hologram's result: one, or one for each frame. */
#ifndef CLI_HOLOGRAM_OUTPUTS_H
#define CLI_HOLOGRAM_OUTPUTS_H

#include "hologram_arguments.h"
#include "output_file.h"

struct hologram_outputs {
    int count; /* 1, or the number of frames */
    const char *names[ERRDIFF_HOLOGRAM_MAX_FRAMES];
    struct output_file files[ERRDIFF_HOLOGRAM_MAX_FRAMES];
    char *memory; /* for names of frames */
};

/* Opens the files for the result of a call, arguments->out, or the name with each frame's number
 * from 1 on in it, which must be names of images. Returns 0; or an exit status after an error
 * message, and no file is open. *arguments must outlive the outputs. */
int hologram_outputs_open(struct hologram_outputs *outputs,
                          const struct hologram_arguments *arguments);

/* Gives all files their names if `status` is 0, or else discards them, and closes them. Returns the
 * status, or that of what went wrong after an error message. */
int hologram_outputs_close(struct hologram_outputs *outputs, int status);

/* Frees the names. */
void hologram_outputs_free(struct hologram_outputs *outputs);

#endif
