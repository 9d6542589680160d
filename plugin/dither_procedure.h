/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PLUGIN_DITHER_PROCEDURE_H
#define PLUGIN_DITHER_PROCEDURE_H

#include "procedure.h"

extern const Procedure dither_procedure, preset_procedure;

#endif
