/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ERRDIFF_MACHINE_H
#define ERRDIFF_MACHINE_H

#include "errdiff.h"

/* Like errdiff_machine_get, but without looking for a GPU. */
void errdiff_machine_get_processor(errdiff_machine *machine);

#endif
