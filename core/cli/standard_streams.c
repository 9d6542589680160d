/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _XOPEN_SOURCE 700

#include "standard_streams.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

void standard_streams_fill(void)
{
    static const int modes[] = {
        [STDIN_FILENO] = O_WRONLY, [STDOUT_FILENO] = O_RDONLY, [STDERR_FILENO] = O_RDWR};

    /* A new descriptor gets the lowest number that is free. */
    for (int number = STDIN_FILENO; number <= STDERR_FILENO; number++)
        if (fcntl(number, F_GETFD) < 0 && errno == EBADF)
            open("/dev/null", modes[number]);
}
