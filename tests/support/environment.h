/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sets a variable of the environment. On other systems than Windows _POSIX_C_SOURCE must be 200112
 * or more. */
#ifndef TESTS_ENVIRONMENT_H
#define TESTS_ENVIRONMENT_H

#include <stdlib.h>

static inline void set_environment(const char *name, const char *value)
{
#ifdef _WIN32
    _putenv_s(name, value);
#else
    setenv(name, value, 1);
#endif
}

#endif
