/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists the engines that quantize holograms. */
#include "hologram_engines.h"

#include "base/message.h"
#include "base/translate.h"
#include "engines/cuda_module.h"
#include "hologram_cuda.h"
#include "hologram_serial.h"
#include "hologram_wavefront.h"

#include <string.h>

/* "auto" takes the last one. */
static const struct errdiff_hologram_engine engines[] = {
    {.info = {.name = "serial",
              .title = N_("Serial"),
              .description =
                  N_("One thread, pixel by pixel; each pixel collects its neighbors' errors")},
     .run = errdiff_hologram_serial,
     .has_crosstalk = true},
    {.info = {.name = "cuda-softsync",
              .title = N_("GPU, bands of rows in parallel"),
              .description = N_("On the GPU, bands of rows in parallel; each band waits for the "
                                "errors of the band above, without a kernel launch for each step")},
     .run = errdiff_hologram_cuda,
     .uses_gpu = true,
     .can_run = errdiff_cuda_find_device},
    {.info = {.name = "wavefront",
              .title = N_("CPU, wavefront with SIMD and threads"),
              .description = N_("Rows in parallel in SIMD lanes, bands of rows in threads")},
     .run = errdiff_hologram_wavefront},
};

enum { ENGINE_COUNT = sizeof engines / sizeof *engines };

static bool exists(int index)
{
    return index >= 0 && index < ENGINE_COUNT;
}

errdiff_status errdiff_hologram_engine_get(int index, errdiff_engine_info *info)
{
    if (!exists(index))
        return ERRDIFF_BAD_ARGUMENT;
    *info = engines[index].info;
    return ERRDIFF_OK;
}

int errdiff_hologram_engine_available(int index, errdiff_message *reason)
{
    if (!exists(index)) {
        errdiff_fail(reason, ERRDIFF_BAD_ARGUMENT, "there is no engine %d", index);
        return 0;
    }
    return !engines[index].can_run || engines[index].can_run(reason);
}

const struct errdiff_hologram_engine *errdiff_hologram_engine_find(const char *name)
{
    int chosen = 0;
    while (chosen < ENGINE_COUNT - 1 && strcmp(name, engines[chosen].info.name) != 0)
        chosen++;
    return &engines[chosen];
}
