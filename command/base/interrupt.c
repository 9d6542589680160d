/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Notes that the user has pressed Ctrl-C, so that long work can stop. */
#include "interrupt.h"

#include <signal.h>

static volatile sig_atomic_t came;

static void note(int signal_number)
{
    signal(signal_number, SIG_DFL);
    came = 1;
}

void interrupt_watch(void)
{
    /* The parent process may have asked for SIGINT to be ignored. */
    if (signal(SIGINT, note) == SIG_IGN)
        signal(SIGINT, SIG_IGN);
}

bool interrupt_came(void)
{
    return came;
}

void interrupt_finish(void)
{
    if (came)
        raise(SIGINT);
}
