/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A kernel's weights as the text that errdiff_kernel_parse reads. */
#ifndef UI_KERNEL_TEXT_H
#define UI_KERNEL_TEXT_H

#include "errdiff.h"

#include <glib.h>

/* Text like "16: 1,0,7; -1,1,3; 0,1,5; 1,1,1"; the caller frees it. */
gchar *kernel_text(const errdiff_kernel *kernel);

#endif
