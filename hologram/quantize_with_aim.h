/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Quantizes as a search for a brightness has found to be right. */
#ifndef ERRDIFF_HOLOGRAM_QUANTIZE_WITH_AIM_H
#define ERRDIFF_HOLOGRAM_QUANTIZE_WITH_AIM_H

#include "errdiff_hologram.h"

/* As errdiff_hologram_quantize, for options without a gain. `aim` is that of a report: by how much
 * more light the refinement of levels aims at. */
errdiff_status errdiff_hologram_quantize_with_aim(const errdiff_field *hologram,
                                                  const errdiff_hologram_options *options,
                                                  double aim, uint16_t *levels,
                                                  errdiff_hologram_report *report);

#endif
