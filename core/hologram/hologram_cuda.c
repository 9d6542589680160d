/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hologram_cuda.h"

#include "base/message.h"
#include "base/translate.h"
#include "engines/cuda_module.h"

static bool fits(const struct errdiff_cuda_holograms *holograms, errdiff_message *reason)
{
    return (holograms->job_size == sizeof(struct errdiff_hologram_job) &&
            holograms->report_size == sizeof(errdiff_hologram_report)) ||
           errdiff_cuda_refuse_version(reason);
}

errdiff_status errdiff_hologram_cuda(const struct errdiff_hologram_job *job, uint16_t *levels,
                                     errdiff_hologram_report *report)
{
    const struct errdiff_cuda_holograms *holograms = errdiff_cuda_find_holograms(&report->message);
    if (!holograms || !fits(holograms, &report->message) ||
        !errdiff_cuda_find_device(&report->message))
        return ERRDIFF_CANNOT_RUN;
    errdiff_status status =
        holograms->quantize(job, errdiff_threads_wanted(job->threads), levels, report);
    if (status == ERRDIFF_CANCELLED)
        errdiff_fail(&report->message, status, N_("cancelled"));
    else if (status == ERRDIFF_NO_MEMORY)
        errdiff_fail(&report->message, status, N_("not enough memory"));
    return status;
}
