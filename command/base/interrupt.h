/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Handles Ctrl-C during long work: the work is asked to stop, so that it can release its
 * resources. */
#ifndef CLI_INTERRUPT_H
#define CLI_INTERRUPT_H

#include <stdbool.h>

/* From now on the first Ctrl-C only makes interrupt_came return TRUE; a second one ends the
 * process. */
void interrupt_watch(void);

/* TRUE after Ctrl-C was pressed. */
bool interrupt_came(void);

/* If Ctrl-C was pressed, ends the process the way an unhandled Ctrl-C would have. */
void interrupt_finish(void);

#endif
