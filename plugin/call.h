/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the calls of all procedures have in common. */
#ifndef PLUGIN_CALL_H
#define PLUGIN_CALL_H

#include <libgimp/gimp.h>

/* The first arguments of every procedure. */
enum { ARGUMENT_RUN_MODE, ARGUMENT_IMAGE, ARGUMENT_DRAWABLE, ARGUMENT_FIRST_OWN };

/* The values that a call returns. */
typedef struct {
    gint32 image_ID;
    gint32 layer_ID;     /* -1: the pixels of a mask or a channel were replaced */
    const gchar *engine; /* static */
} Outcome;

/* Checks the first arguments, and that there are at least `needed`. FALSE: the call is wrong;
 * *message, which the caller frees, says why. */
gboolean call_check(const GimpParam *params, gint count, gint needed, gchar **message);

/* The path of a file or folder beside the program, such as the translations and the help page; the
 * caller frees it. */
gchar *beside_program(const gchar *name);

#endif
