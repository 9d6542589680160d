/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ERRDIFF_MODEL_DEFAULTS_H
#define ERRDIFF_MODEL_DEFAULTS_H

#include "model.h"

/* Sets *model to the built-in costs. */
void errdiff_model_defaults(struct errdiff_model *model);

#endif
