/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The forms of the wavefront for each instruction set that it is compiled for. */
#ifndef ERRDIFF_ISA_H
#define ERRDIFF_ISA_H

#include "band.h"

struct errdiff_isa {
    const char *name;
    const struct errdiff_form *narrow, *wide;
};

/* Returns those for the set that errdiff_instruction_set_pick picks; NULL, with the reason in
 * *message (which may be NULL), if it picks none. */
const struct errdiff_isa *errdiff_isa_pick(errdiff_message *message);

#endif
