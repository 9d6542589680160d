/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PLUGIN_COPIED_TEXT_H
#define PLUGIN_COPIED_TEXT_H

#include "preview_source.h"

/* A PreviewSource's function `copy`; `user` is not used. Calls GIMP. */
gchar *copied_text(gpointer user, const DitherSettings *settings, CopyKind kind);

#endif
