/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How large the user left the dialog, which GIMP keeps from one start to the next. */
#ifndef PLUGIN_DIALOG_SIZE_H
#define PLUGIN_DIALOG_SIZE_H

#include "dialog.h"

/* 0 × 0: it was never open. */
DialogSize dialog_size_recall(void);

void dialog_size_remember(const DialogSize *size);

#endif
