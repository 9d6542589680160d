/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What Python's headers have to know of 64-bit Windows, for modules with the stable ABI. */
#ifndef Py_PYCONFIG_H
#define Py_PYCONFIG_H

#define MS_WINDOWS
#define MS_WIN32
#define MS_WIN64

/* Python's functions are in a DLL. */
#define HAVE_DECLSPEC_DLL
#define Py_ENABLE_SHARED

#define HAVE_STDDEF_H 1
#define HAVE_STDINT_H 1
#define HAVE_WCHAR_H 1
#define HAVE_LONG_DOUBLE 1
#define HAVE_SSIZE_T 1

#define SIZEOF_SHORT 2
#define SIZEOF_INT 4
#define SIZEOF_LONG 4
#define SIZEOF_LONG_LONG 8
#define SIZEOF_FLOAT 4
#define SIZEOF_DOUBLE 8
#define SIZEOF_VOID_P 8
#define SIZEOF_SIZE_T 8
#define SIZEOF_UINTPTR_T 8
#define SIZEOF_TIME_T 8
#define SIZEOF_PID_T 4
#define SIZEOF_WCHAR_T 2

#endif
