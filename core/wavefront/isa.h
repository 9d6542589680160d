/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The instruction sets that the wavefront is compiled for. */
#ifndef ERRDIFF_ISA_H
#define ERRDIFF_ISA_H

#include "band.h"

struct errdiff_isa {
    const char *name;
    const struct errdiff_form *narrow, *wide;
};

/* The best that this processor has, or the one that the environment variable ERRDIFF_ISA names.
 * NULL, with the reason in *message (which may be NULL), where that is not one or cannot run here.
 */
const struct errdiff_isa *errdiff_isa_pick(errdiff_message *message);

#endif
