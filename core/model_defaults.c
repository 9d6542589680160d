/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"
#include "model_cache.h"

/* A calibration (the format is in model_cache.h). Where there is none of this machine's own, these
 * numbers decide. */
static const char text[] = "errdiff calibration 1\n"
                           "version " ERRDIFF_VERSION "\n"
                           "end\n";

void errdiff_model_defaults(struct errdiff_model *model)
{
    errdiff_model_parse(model, text);
}
