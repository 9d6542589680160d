/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The size at which the user left the dialog. GIMP stores it from session to session. */
#ifndef PLUGIN_DIALOG_SIZE_H
#define PLUGIN_DIALOG_SIZE_H

#include "dialog.h"

/* 0 × 0: the dialog was never open. */
DialogSize dialog_size_recall(void);

void dialog_size_remember(const DialogSize *size);

#endif
