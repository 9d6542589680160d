/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ctrl-C while long work is done: the work is asked to end, and what it holds is given back. */
#ifndef CLI_INTERRUPT_H
#define CLI_INTERRUPT_H

#include <stdbool.h>

/* From here on Ctrl-C only makes interrupt_came TRUE; pressed again it ends the process at once. */
void interrupt_watch(void);

bool interrupt_came(void);

/* Ends the process as Ctrl-C would have, if it came. */
void interrupt_finish(void);

#endif
