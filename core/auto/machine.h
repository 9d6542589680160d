/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ERRDIFF_MACHINE_H
#define ERRDIFF_MACHINE_H

#include "errdiff.h"

/* As errdiff_machine_get, but without a look for a GPU. */
void errdiff_machine_get_processor(errdiff_machine *machine);

#endif
