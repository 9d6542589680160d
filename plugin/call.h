/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the calls of all procedures have in common. */
#ifndef PLUGIN_CALL_H
#define PLUGIN_CALL_H

#include <libgimp/gimp.h>

/* The first arguments of each. */
enum { ARGUMENT_RUN_MODE, ARGUMENT_IMAGE, ARGUMENT_DRAWABLE, ARGUMENT_FIRST_OWN };

/* What a call returns. */
typedef struct {
    gint32 image_ID;
    gint32 layer_ID;     /* -1: the pixels of a mask or a channel were replaced */
    const gchar *engine; /* static */
} Outcome;

/* FALSE: the call is wrong, as it is with fewer than `needed` arguments; *message (to be freed) says
 * why. */
gboolean call_check(const GimpParam *params, gint count, gint needed, gchar **message);

/* The path, to be freed, of what lies beside the program, wherever that is: translations and help. */
gchar *beside_program(const gchar *name);

#endif
