/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ERRDIFF_HOLOGRAM_QUANTISER_H
#define ERRDIFF_HOLOGRAM_QUANTISER_H

#include "hologram_rule.h"

/* The part of the options, which have been checked, that the rule depends on. */
struct errdiff_hologram_quantiser
errdiff_hologram_quantiser_of(const errdiff_hologram_options *options);

#endif
