/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Quantizes and refines holograms on the GPU, by calling the GPU module. */
#include "hologram_cuda.h"

#include "base/message.h"
#include "base/translate.h"
#include "engines/cuda_module.h"

static bool fits(const struct errdiff_cuda_holograms *holograms, errdiff_message *reason)
{
    return (holograms->job_size == sizeof(struct errdiff_hologram_job) &&
            holograms->refinement_size == sizeof(struct errdiff_hologram_refinement) &&
            holograms->report_size == sizeof(errdiff_hologram_report)) ||
           errdiff_cuda_refuse_version(reason);
}

/* Returns NULL, with the reason in *reason, if the GPU cannot be used. */
static const struct errdiff_cuda_holograms *find(errdiff_message *reason)
{
    const struct errdiff_cuda_holograms *holograms = errdiff_cuda_find_holograms(reason);
    bool is_usable = holograms && fits(holograms, reason) && errdiff_cuda_find_device(reason);
    return is_usable ? holograms : NULL;
}

errdiff_status errdiff_hologram_cuda(const struct errdiff_hologram_job *job, uint16_t *levels,
                                     errdiff_hologram_report *report)
{
    const struct errdiff_cuda_holograms *holograms = find(&report->message);
    if (!holograms)
        return ERRDIFF_CANNOT_RUN;
    errdiff_status status =
        holograms->quantize(job, errdiff_threads_wanted(job->threads), levels, report);
    if (status == ERRDIFF_CANCELLED)
        errdiff_fail(&report->message, status, N_("cancelled"));
    else if (status == ERRDIFF_NO_MEMORY)
        errdiff_fail(&report->message, status, N_("not enough memory"));
    return status;
}

errdiff_status errdiff_hologram_cuda_refine(const struct errdiff_hologram_refinement *refinement,
                                            errdiff_field *refined, errdiff_message *reason)
{
    const struct errdiff_cuda_holograms *holograms = find(reason);
    return holograms ? holograms->refine(refinement, refined, reason) : ERRDIFF_CANNOT_RUN;
}
