/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A dialog that asks for a name, and one that says why something failed. */
#ifndef UI_NAME_QUESTION_H
#define UI_NAME_QUESTION_H

#include <gtk/gtk.h>

typedef struct {
    const gchar *title;    /* of the dialog */
    const gchar *action;   /* the label of the button that accepts the name */
    const gchar *tooltip;  /* of the entry */
    const gchar *proposal; /* the name at first */
    /* Returns whether the name can be accepted. It may set *note, which is NULL before, to a text
     * that the dialog shows below the name and frees. Called with each change. */
    gboolean (*check)(const gchar *name, gchar **note, gpointer data);
    gpointer data;
} NameQuestion;

/* Returns a name that `check` accepts; the caller frees it. NULL: the user cancelled. */
gchar *name_question_ask(const NameQuestion *question, GtkWindow *parent);

/* Shows a message of one sentence, and waits until the user closes it. */
void name_question_complain(GtkWindow *parent, const gchar *title, const gchar *message);

#endif
