/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ERRDIFF_OPTIONS_H
#define ERRDIFF_OPTIONS_H

#include "errdiff.h"

/* Like errdiff_options_check, but does not check the text of the kernel, which errdiff_job_prepare
 * checks when it reads it. */
errdiff_status errdiff_options_check_values(const errdiff_options *options,
                                            errdiff_message *message);

#endif
