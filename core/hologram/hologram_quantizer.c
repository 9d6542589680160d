/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hologram_quantizer.h"

#include "weights.h"

struct errdiff_hologram_quantiser
errdiff_hologram_quantiser_of(const errdiff_hologram_options *options)
{
    bool is_real = errdiff_hologram_is_real(options);
    return (struct errdiff_hologram_quantiser){
        .levels = options->levels,
        .is_real = is_real,
        .is_binary = is_real && options->output != ERRDIFF_HOLOGRAM_AMPLITUDE,
        .error_is_from_hologram = options->method == ERRDIFF_HOLOGRAM_PAPER,
    };
}
