/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PLUGIN_PROGRESS_H
#define PLUGIN_PROGRESS_H

#include "errdiff.h"

/* Shows the core's progress in GIMP's bar, whose Cancel button ends this process. Nothing has been
 * written to the image by then. */
void progress_show(errdiff_options *options);

#endif
