/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PLUGIN_HOLOGRAM_PROCEDURE_H
#define PLUGIN_HOLOGRAM_PROCEDURE_H

#include "procedure.h"

extern const Procedure hologram_procedure;

#endif
