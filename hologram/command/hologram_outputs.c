/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opens and closes the files of a hologram's result, none of which gets its name before all are
 * written. */
#include "hologram_outputs.h"

#include "fail.h"
#include "gray_file.h"
#include "hologram_series.h"

#include <stdlib.h>

static int name_frames(struct hologram_outputs *outputs, const char *out)
{
    int status = 0;
    outputs->memory = malloc((size_t)outputs->count * HOLOGRAM_MAX_NAME);
    if (!outputs->memory)
        return fail(EXIT_FAILED, "not enough memory");
    for (int i = 0; i < outputs->count && status == 0; i++) {
        char *name = outputs->memory + (size_t)i * HOLOGRAM_MAX_NAME;
        status = hologram_series_name_frame(out, i + 1, name);
        outputs->names[i] = name;
    }
    return status;
}

int hologram_outputs_open(struct hologram_outputs *outputs,
                          const struct hologram_arguments *arguments)
{
    int frames = arguments->series.averaged, opened = 0;
    *outputs = (struct hologram_outputs){.count = frames};
    outputs->names[0] = arguments->out;
    int status = frames > 1 ? name_frames(outputs, arguments->out) : 0;
    for (int i = 0; i < outputs->count && status == 0; i++)
        status = gray_file_check_path(outputs->names[i], arguments->bits);
    while (opened < outputs->count && status == 0) {
        status = output_file_open(&outputs->files[opened], outputs->names[opened]);
        opened += status == 0;
    }
    for (int i = 0; i < opened && status != 0; i++)
        output_file_finish(&outputs->files[i], status);
    return status;
}

int hologram_outputs_close(struct hologram_outputs *outputs, int status)
{
    for (int i = 0; i < outputs->count && status == 0; i++)
        status = output_file_flush(&outputs->files[i]);
    for (int i = 0; i < outputs->count; i++)
        status = output_file_finish(&outputs->files[i], status);
    return status;
}

void hologram_outputs_free(struct hologram_outputs *outputs)
{
    free(outputs->memory);
    outputs->memory = NULL;
}
