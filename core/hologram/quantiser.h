/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables that the rule finds levels with. */
#ifndef ERRDIFF_HOLOGRAM_QUANTISER_H
#define ERRDIFF_HOLOGRAM_QUANTISER_H

#include "rule.h"

#include <stdbool.h>

/* For checked options; to be released in any case. FALSE: memory is short. */
bool errdiff_hologram_quantiser_make(struct errdiff_hologram_quantiser *quantiser,
                                     const errdiff_hologram_options *options);

void errdiff_hologram_quantiser_release(struct errdiff_hologram_quantiser *quantiser);

#endif
